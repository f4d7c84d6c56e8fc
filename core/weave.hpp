// Squares in rows, some of which are bridges: one passage leads over them and another under them.
//
// A bridge is two cells, each joined in every maze to both of its neighbours in line.  No two
// bridges touch, not even at a corner: so cells that are joined lie in one line, and never around
// a loop.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "graph.hpp"
#include "random.hpp"

namespace labirinto {

// A cell, and the way that leads over it: from left to right, or from top to bottom.
struct Bridge {
    std::uint32_t cell;
    bool is_across;
};

// As many bridges as fit, each in turn at a random place that touches none before it; then the
// first of them, a share of all and at least one.  In ascending order.
inline std::vector<Bridge> place_bridges(std::uint32_t width, std::uint32_t height, double share,
                                         std::uint64_t seed) {
    std::vector<Bridge> found;
    if (width < 3 || height < 3) {
        return found;
    }
    std::vector<std::uint32_t> cells;
    cells.reserve(std::size_t{width - 2} * (height - 2));
    for (std::uint32_t y = 1; y + 1 < height; ++y) {
        for (std::uint32_t x = 1; x + 1 < width; ++x) {
            cells.push_back(y * width + x);
        }
    }
    std::vector<std::uint8_t> is_near(std::size_t{width} * height);
    Bits bits(seed);
    for (std::size_t k = 0; k < cells.size(); ++k) {
        std::swap(cells[k], cells[k + bits.among(static_cast<std::uint32_t>(cells.size() - k))]);
        const std::uint32_t cell = cells[k];
        if (is_near[cell]) {
            continue;
        }
        found.push_back({cell, bits.take(1) == 1});
        for (const std::uint32_t middle : {cell - width, cell, cell + width}) {
            std::fill_n(&is_near[middle - 1], 3, std::uint8_t{1});
        }
    }
    const double wanted = share * static_cast<double>(found.size()) + 0.5;
    found.resize(std::clamp(static_cast<std::size_t>(wanted), std::size_t{1}, found.size()));
    std::sort(found.begin(), found.end(),
              [](const Bridge &one, const Bridge &other) { return one.cell < other.cell; });
    return found;
}

// What kernels for graphs make mazes of: nodes are cells, those that bridges join being one.
//
// The number of an edge is that of its wall on the mesh of `woven`: cells come in reading order,
// then those below bridges, and a wall has the number in which its lower cell comes to it.
class WovenSquares {
  public:
    // The bridges are in ascending order, inside the rectangle, and do not touch.
    WovenSquares(std::uint32_t width, std::uint32_t height, std::vector<Bridge> bridges)
        : width_(width), height_(height), bridges_(std::move(bridges)),
          kinds_(std::size_t{width} * height) {
        for (const auto &[cell, is_across] : bridges_) {
            kinds_[cell] = is_across ? across : along;
        }
        open_.reserve(4 * bridges_.size());
        number_nodes();
        link();
    }

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    const std::vector<Bridge> &bridges() const { return bridges_; }
    std::uint32_t cells() const {
        return width_ * height_ + static_cast<std::uint32_t>(bridges_.size());
    }
    std::uint32_t walls() const { return walls_; }
    const Graph &graph() const { return graph_; }

    // Opens the passages of all bridges, whatever the seed of the maze.
    void begin(std::uint8_t *passages, std::uint64_t) const {
        for (const std::uint32_t wall : open_) {
            set_bit(passages, wall);
        }
    }

  private:
    enum : std::uint8_t { plain, across, along };

    // Cells that are joined lie two apart, in a row or in a column.
    void number_nodes() {
        nodes_.resize(kinds_.size());
        std::uint32_t count = 0;
        std::uint32_t cell = 0;
        for (std::uint32_t y = 0; y < height_; ++y) {
            for (std::uint32_t x = 0; x < width_; ++x, ++cell) {
                if (kinds_[cell] != plain) {
                    continue;
                }
                const bool after = x > 1 && kinds_[cell - 1] != plain;
                const bool below = y > 1 && kinds_[cell - width_] != plain;
                nodes_[cell] = after   ? nodes_[cell - 2]
                               : below ? nodes_[cell - 2 * std::size_t{width_}]
                                       : count++;
            }
        }
        graph_.first.assign(count + std::size_t{1}, 0);
    }

    void link() {
        std::vector<std::uint32_t> next(graph_.first.size(), 0);
        for_walls([&](std::uint32_t cell, std::uint32_t other, std::uint32_t wall) {
            ++walls_;
            if (kinds_[cell] == plain && kinds_[other] == plain) {
                ++next[nodes_[cell]];
                ++next[nodes_[other]];
            } else {
                open_.push_back(wall);
            }
        });
        graph_.first.back() = std::accumulate(next.begin(), next.end(), std::uint32_t{0});
        std::exclusive_scan(next.begin(), next.end() - 1, graph_.first.begin(), std::uint32_t{0});
        next = graph_.first;
        graph_.links.resize(graph_.first.back());
        for_walls([&](std::uint32_t cell, std::uint32_t other, std::uint32_t wall) {
            if (kinds_[cell] == plain && kinds_[other] == plain) {
                graph_.links[next[nodes_[cell]]++] = {nodes_[other], wall};
                graph_.links[next[nodes_[other]]++] = {nodes_[cell], wall};
            }
        });
    }

    // Calls visit(place, other place, wall) for all walls, in ascending order.
    template <class Visit> void for_walls(Visit visit) const {
        std::uint32_t wall = 0;
        std::uint32_t cell = 0;
        for (std::uint32_t y = 0; y < height_; ++y) {
            for (std::uint32_t x = 0; x < width_; ++x, ++cell) {
                const std::uint8_t kind = kinds_[cell];
                // What lies under a bridge has a higher number than all around it.
                if (y > 0 && kinds_[cell - width_] == across) {
                    visit(cell, cell - width_, wall++);
                }
                if (x + 1 < width_ && kind != along) {
                    visit(cell, cell + 1, wall++);
                }
                if (y + 1 < height_ && kind != across) {
                    visit(cell, cell + width_, wall++);
                }
                if (x > 0 && kinds_[cell - 1] == along) {
                    visit(cell, cell - 1, wall++);
                }
            }
        }
    }

    std::uint32_t width_, height_;
    std::vector<Bridge> bridges_;
    std::vector<std::uint8_t> kinds_;  // of squares
    std::vector<std::uint32_t> nodes_; // of squares that are no bridges
    std::uint32_t walls_ = 0;
    Graph graph_;
    std::vector<std::uint32_t> open_; // walls
};

} // namespace labirinto
