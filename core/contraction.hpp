// A rectangle, or the cells of a mask, of which some are joined before a maze is made: rooms, and
// cells that are images of each other in a symmetric maze.
//
// Cells that are joined are one node.  A maze of the graph joins all nodes by exactly one path, and
// the number of an edge is the place of its passage in the rows: a kernel for graphs writes rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bit_array.hpp"
#include "disjoint_sets.hpp"
#include "graph.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "symmetry.hpp"

namespace labirinto {

class Contraction {
  public:
    // The passages of `joined` are open, and those of `closed` can never be.  Nodes are numbered in
    // the order of their first cells, and their links are in that of their cells, each of which has
    // its neighbours east, south, west and north.  The images of a cell are in its node.
    //
    // One of `choices`, if there are any, is open as well: another one in each maze.  Each of them
    // joins a cell and its image.
    Contraction(const Planes &joined, const Planes &closed, const std::optional<Mask> &mask,
                const Symmetry &symmetry, const std::vector<std::uint64_t> &choices = {})
        : shape_(joined.shape()), symmetry_(symmetry), choices_(choices),
          joined_(joined.east_row(0), joined.east_row(0) + shape_.bytes()) {
        if (shape_.cells() >> 31 || shape_.bytes() >> 29) {
            throw std::length_error("too many cells to number their walls");
        }
        DisjointSets sets(shape_.cells());
        number_nodes(joined, mask, sets);
        // Twice: to count the links of each node, and to write them.
        std::vector<std::uint32_t> next(graph_.first.size(), 0);
        for_links(closed, [&](std::uint32_t node, const Graph::Link &) { ++next[node + 1]; });
        for (std::size_t node = 1; node < next.size(); ++node) {
            next[node] += next[node - 1];
        }
        graph_.first = next;
        graph_.links.resize(next.back());
        for_links(closed, [&](std::uint32_t node, const Graph::Link &link) {
            graph_.links[next[node]++] = link;
        });
    }

    const Shape &shape() const { return shape_; }
    std::uint64_t cells() const { return shape_.cells(); }
    const Graph &graph() const { return graph_; }

    // Opens what is open in the maze of a seed before it is made.
    void begin(std::uint8_t *rows, std::uint64_t seed) const {
        std::copy(joined_.begin(), joined_.end(), rows);
        if (!choices_.empty()) {
            Bits bits(child_seed(seed, Purpose::symmetry, 0));
            set_bit(rows, choices_[bits.below(choices_.size())]);
        }
    }

    // Opens the images of all passages that are open.
    void complete(std::uint8_t *rows) const { symmetry_.complete(rows); }

    // Whether the graph is in one piece: else there is no maze of it.
    bool is_connected() const {
        DisjointSets pieces(graph_.nodes());
        return join_linked(graph_, pieces) == 1;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t place(std::uint64_t x, std::uint64_t y) const {
        return static_cast<std::uint32_t>(y * shape_.width + x);
    }

    void number_nodes(const Planes &joined, const std::optional<Mask> &mask, DisjointSets &sets) {
        sets.separate();
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                if (joined.opens_east(x, y)) {
                    sets.join(place(x, y), place(x + 1, y));
                }
                if (joined.opens_south(x, y)) {
                    sets.join(place(x, y), place(x, y + 1));
                }
                for (const unsigned map : symmetry_.maps()) {
                    const Cell image = symmetry_.image(map, {x, y});
                    sets.join(place(x, y), place(image.x, image.y));
                }
            }
        }
        std::vector<std::uint32_t> numbers(shape_.cells(), none); // of the sets
        nodes_.assign(shape_.cells(), none);
        std::uint32_t count = 0;
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                if (!mask || mask->has(x, y)) {
                    std::uint32_t &number = numbers[sets.find(place(x, y))];
                    number = number == none ? count++ : number;
                    nodes_[place(x, y)] = number;
                }
            }
        }
        graph_.first.assign(count + std::size_t{1}, 0);
    }

    // Calls visit(node, link) for both ends of each edge.
    template <class Visit> void for_links(const Planes &closed, Visit visit) const {
        const auto edge = [&](std::uint64_t x, std::uint64_t y, bool leads_south) {
            return static_cast<std::uint32_t>(8 * shape_.stride() * (2 * y + leads_south) + x);
        };
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                const std::uint32_t node = nodes_[place(x, y)];
                const auto link = [&](std::uint64_t x2, std::uint64_t y2, std::uint32_t wall) {
                    const std::uint32_t other = nodes_[place(x2, y2)];
                    if (node != none && other != none && node != other) {
                        visit(node, Graph::Link{other, wall});
                    }
                };
                if (x + 1 < shape_.width && !closed.opens_east(x, y)) {
                    link(x + 1, y, edge(x, y, false));
                }
                if (y + 1 < shape_.height && !closed.opens_south(x, y)) {
                    link(x, y + 1, edge(x, y, true));
                }
                if (x > 0 && !closed.opens_east(x - 1, y)) {
                    link(x - 1, y, edge(x - 1, y, false));
                }
                if (y > 0 && !closed.opens_south(x, y - 1)) {
                    link(x, y - 1, edge(x, y - 1, true));
                }
            }
        }
    }

    Shape shape_;
    Symmetry symmetry_;
    std::vector<std::uint64_t> choices_; // their places in the rows
    std::vector<std::uint8_t> joined_;
    Graph graph_;
    std::vector<std::uint32_t> nodes_; // of each place; none outside the mask
};

} // namespace labirinto
