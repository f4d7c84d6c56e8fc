// Kruskal's algorithm on passages in random order: each is opened if its two cells are not yet
// connected (Kruskal 1956).  Not uniform.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "control.hpp"
#include "disjoint_sets.hpp"
#include "graph.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class KruskalOnGraph {
  public:
    // The graph is in one piece.
    explicit KruskalOnGraph(const Graph &graph) : cells_(graph.nodes()), sets_(graph.nodes()) {
        walls_.reserve(graph.links.size() / 2);
        for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
            for (std::uint32_t k = graph.first[cell]; k < graph.first[cell + 1]; ++k) {
                if (graph.links[k].node > cell) {
                    walls_.push_back({cell, graph.links[k]});
                }
            }
        }
        drawn_.resize(walls_.size());
    }

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        std::iota(drawn_.begin(), drawn_.end(), 0U);
        sets_.separate();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, cells_);
        std::uint32_t left = cells_ - 1;
        for (std::size_t last = drawn_.size(); left > 0; --last) {
            std::swap(drawn_[last - 1], drawn_[bits.below(last)]);
            const auto &[cell, link] = walls_[drawn_[last - 1]];
            throttle.poll(cells_ - left);
            if (sets_.join(cell, link.node)) {
                passages[link.edge / 8] |= static_cast<std::uint8_t>(1U << link.edge % 8);
                --left;
            }
        }
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
        list_passages();
        sets_.separate();
        Bits bits(seed);
        PollThrottle throttle(control, 1 << 18, cells_);
        // A Fisher-Yates shuffle from the end, which opens each passage as it is drawn.
        std::uint64_t left = cells_ - 1;
        for (std::uint64_t last = passages_.size(); left > 0; --last) {
            std::swap(passages_[last - 1], passages_[bits.below(last)]);
            const std::uint32_t passage = passages_[last - 1];
            const std::uint32_t cell = passage / 2;
            const bool leads_south = passage & 1;
            const auto other = static_cast<std::uint32_t>(cell + (leads_south ? shape_.width : 1));
            throttle.poll(cells_ - left);
            if (sets_.join(cell, other)) {
                const std::uint64_t x = cell % shape_.width;
                std::uint8_t *const row = rows + cell / shape_.width * shape_.row_bytes();
                row[(leads_south ? shape_.stride() : 0) + x / 8] |=
                    static_cast<std::uint8_t>(1 << x % 8);
                --left;
            }
        }
    }

  private:
    // A passage is twice the number of its western or northern cell, plus 1 if it leads south.
    void list_passages() {
        passages_.clear();
        if (mask_) {
            list_passages_in(*mask_);
            return;
        }
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                const auto passage = static_cast<std::uint32_t>(2 * (y * shape_.width + x));
                if (x + 1 < shape_.width) {
                    passages_.push_back(passage);
                }
                if (y + 1 < shape_.height) {
                    passages_.push_back(passage + 1);
                }
            }
        }
    }

    void list_passages_in(const Mask &mask) {
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x < shape_.width; ++x) {
                const auto passage = static_cast<std::uint32_t>(2 * (y * shape_.width + x));
                if (x + 1 < shape_.width && mask.has(x, y) && mask.has(x + 1, y)) {
                    passages_.push_back(passage);
                }
                if (y + 1 < shape_.height && mask.has(x, y) && mask.has(x, y + 1)) {
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
