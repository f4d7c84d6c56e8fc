// Kruskal's algorithm on passages in random order: each is opened if its two cells are not yet
// connected (Kruskal 1956).  Not uniform.
//
// What is drawn does not depend on the sets, so some passages are drawn before the first of them is
// tried: a processor then reads from several places of a large memory at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "disjoint_sets.hpp"
#include "graph.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// Draws passages, a number each, until all cells are connected: a Fisher-Yates shuffle from the
// end. cells_of(passage) are the two cells; open(passage) is called for each that connects two
// sets.
template <class CellsOf, class Open>
[[gnu::flatten]]
void connect_at_random(std::vector<std::uint32_t> &passages, DisjointSets &sets,
                       std::uint64_t cells, std::uint64_t seed, Control &control, CellsOf cells_of,
                       Open open) {
    // Few in a small maze: draws beyond the last passage that is needed are wasted.
    const auto together = std::clamp<std::size_t>(passages.size() / 32, 4, 64);
    WordsAhead words(seed);
    BitsAhead bits(words);
    PollThrottle throttle(control, (1 << 18) / static_cast<std::uint32_t>(together), cells);
    SteadyWidth width;
    sets.separate();
    std::uint64_t left = cells - 1;
    for (std::size_t end = passages.size(); left > 0;) {
        throttle.poll(cells - left);
        const std::size_t begin = end - std::min(end, together);
        for (std::size_t last = end; last > begin; --last) {
            std::swap(passages[last - 1], passages[bits.below(last, width.of(last - 1), last)]);
        }
        for (; end > begin && left > 0; --end) {
            const auto [one, other] = cells_of(passages[end - 1]);
            if (sets.join(one, other)) {
                open(passages[end - 1]);
                --left;
            }
        }
    }
}

class KruskalOnGraph {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The graph is in one piece.
    explicit KruskalOnGraph(const Graph &graph) : cells_(graph.nodes()), sets_(graph.nodes()) {
        walls_.reserve(graph.links.size() / 2);
        for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
            for (const Graph::Link &link : graph.links_of(cell)) {
                if (link.node > cell) {
                    walls_.push_back({cell, link});
                }
            }
        }
        drawn_.resize(walls_.size());
    }

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        std::iota(drawn_.begin(), drawn_.end(), 0U);
        const auto cells_of = [this](std::uint32_t drawn) {
            return std::pair(walls_[drawn].cell, walls_[drawn].link.node);
        };
        connect_at_random(drawn_, sets_, cells_, seed, control, cells_of,
                          [&](std::uint32_t drawn) { set_bit(passages, walls_[drawn].link.edge); });
    }

  private:
    struct Wall {
        std::uint32_t cell; // the lower one of two
        Graph::Link link;   // to the other
    };

    std::uint32_t cells_;
    DisjointSets sets_;
    std::vector<Wall> walls_; // by the lower cell, then in the order of its links
    std::vector<std::uint32_t> drawn_;
};

// For fewer than 2^31 cells.
class Kruskal {
  public:
    static constexpr const char *name = "kruskal";
    static constexpr std::array<const char *, 0> parameters{};

    using Masked = Kruskal;
    using OnGraph = KruskalOnGraph;
    using OnMesh = OnGraph;

    explicit Kruskal(Shape shape) : shape_(shape), cells_(shape.cells()), sets_(shape.cells()) {
        passages_.reserve(2 * cells_);
    }

    // The mask has to outlive the kernel.
    explicit Kruskal(const Mask &mask)
        : shape_(mask.shape()), mask_(mask), cells_(mask.cells()), sets_(shape_.cells()) {
        passages_.reserve(2 * cells_);
    }

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        if (mask_) {
            list_passages([&](std::uint64_t x, std::uint64_t y) { return mask_->has(x, y); });
        } else {
            list_passages([](std::uint64_t, std::uint64_t) { return true; });
        }
        const auto width = static_cast<std::uint32_t>(shape_.width);
        const auto cells_of = [=](std::uint32_t passage) {
            const std::uint32_t cell = passage / 2;
            return std::pair(cell, cell + (passage & 1 ? width : 1));
        };
        connect_at_random(passages_, sets_, cells_, seed, control, cells_of,
                          [&](std::uint32_t passage) {
                              const std::uint32_t y = passage / 2 / width;
                              const std::uint32_t x = passage / 2 % width;
                              std::uint8_t *const row = rows + y * shape_.row_bytes();
                              set_bit(row + (passage & 1 ? shape_.stride() : 0), x);
                          });
    }

  private:
    // A passage is twice the number of its western or northern cell, plus 1 if it leads south.
    template <class HasCell> void list_passages(HasCell has_cell) {
        passages_.clear();
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                const auto passage = static_cast<std::uint32_t>(2 * (y * shape_.width + x));
                if (x + 1 < shape_.width && has_cell(x, y) && has_cell(x + 1, y)) {
                    passages_.push_back(passage);
                }
                if (y + 1 < shape_.height && has_cell(x, y) && has_cell(x, y + 1)) {
                    passages_.push_back(passage + 1);
                }
            }
        }
    }

    Shape shape_;
    std::optional<Mask> mask_;
    std::uint64_t cells_;
    DisjointSets sets_;
    std::vector<std::uint32_t> passages_;
};

} // namespace labirinto
