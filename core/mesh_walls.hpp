// Wilson's algorithm on the walls of a mesh: random walks on its corners, to the border.
//
// Where three walls meet, as at most corners of most meshes, every third step of a walk leads back.
// So corners of three walls are left out, as many as are not neighbours of each other.  Such a
// corner, between X, Y and Z, becomes a link between each two of these, of a third of a wall's
// weight (a star is replaced by a triangle).  Walks then find a spanning tree with a probability
// proportional to the product of the weights of its links.  If it has
//
// - none of the three links, a wall stands from the corner to X, Y or Z, each equally likely;
// - one, as from X to Y, the walls to X and Y stand;
// - two, all three stand;
//
// and the walls that stand are a uniform spanning tree of all walls.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "graph_walks.hpp"
#include "mesh.hpp"
#include "random.hpp"

namespace labirinto {

// The corners that are kept, numbered, and what walks on them need.
class WalksOnWalls {
  public:
    // The corners have to outlive it, and be in one piece.
    WalksOnWalls(const Graph &corners, std::uint32_t root)
        : corners_(corners), numbers_(corners.nodes(), 0), kept_(choose(root)),
          root_(numbers_[root]),
          walks_(static_cast<std::uint32_t>(kept_.size()), root_,
                 [this](std::uint32_t k, auto visit) {
                     for_links(kept_[k].corner, [&](std::uint32_t corner, auto...) {
                         visit(numbers_[corner]);
                         return true;
                     });
                 }) {}

    // Finds a random tree, and calls stand(wall) for the walls that it is made of; then
    // choose(links) for each corner that was left out, with its three links.
    template <class Stand, class Choose>
    void find_tree(Bits &bits, Control &control, Stand stand, Choose choose) {
        walks_.make(bits, root_, control);
        for (std::uint32_t k = 0; k < kept_.size(); ++k) {
            if (k != root_) {
                stand_along(kept_[k], walks_.arrow(k), stand);
            }
        }
        for (const std::uint32_t corner : left_out_) {
            choose(&corners_.links[corners_.first[corner]]);
        }
    }

  private:
    static constexpr std::uint32_t left_out = Mesh::none;

    struct Kept {
        std::uint32_t corner;
        std::uint32_t routes; // the first of its routes, or none
    };

    // Which walls a link is made of, in a byte: 4 times the number of the first one at its corner;
    // and the number of the second one at the corner that is left out between them, or `alone`.
    using Route = std::uint8_t;
    static constexpr std::uint32_t alone = 3;
    static constexpr std::uint32_t no_routes = ~std::uint32_t{0};
    static constexpr std::uint32_t most_walls = 64; // at a corner whose links have routes

    // The corners on which walks go.
    std::vector<Kept> choose(std::uint32_t root) {
        std::vector<Kept> kept;
        for (std::uint32_t corner = 0; corner < corners_.nodes(); ++corner) {
            const std::uint32_t begin = corners_.first[corner];
            const std::uint32_t end = corners_.first[corner + 1];
            bool is_left_out = end - begin == 3 && corner != root;
            for (std::uint32_t k = begin; k < end && is_left_out; ++k) {
                is_left_out = numbers_[corners_.links[k].node] != left_out;
            }
            numbers_[corner] = left_out;
            if (is_left_out) {
                left_out_.push_back(corner);
            } else {
                numbers_[corner] = static_cast<std::uint32_t>(kept.size());
                kept.push_back({corner, no_routes});
            }
        }
        for (Kept &node : kept) {
            if (node.corner != root && corners_.degree(node.corner) <= most_walls) {
                node.routes = static_cast<std::uint32_t>(routes_.size());
                for_links(node.corner, [&](std::uint32_t, std::uint32_t first, std::uint32_t i) {
                    routes_.push_back(
                        static_cast<Route>(4 * (first - corners_.first[node.corner]) + i));
                    return true;
                });
            }
        }
        return kept;
    }

    // The walls of link `number` of a corner; hardly ever with a branch, which would depend on
    // random bits.
    template <class Stand>
    void stand_along(const Kept &node, std::uint32_t number, Stand stand) const {
        std::uint32_t first = 0;
        std::uint32_t i = 0;
        if (node.routes != no_routes) [[likely]] {
            const Route route = routes_[node.routes + number];
            first = corners_.first[node.corner] + route / 4;
            i = route % 4;
        } else {
            for_links(node.corner, [&](std::uint32_t, std::uint32_t one, std::uint32_t other) {
                first = one;
                i = other;
                return number-- > 0;
            });
        }
        const auto [next, wall] = corners_.links[first];
        const std::uint32_t past = corners_.first[next] + i;
        stand(wall);
        stand(corners_.links[i == alone ? first : past].edge);
    }

    // Calls visit(other, first, i) for each link of a corner, until that returns false: along the
    // wall of link `first` of the graph, three times beside corners that are left out, with i
    // `alone`; or past one of these, along its wall i as well.
    template <class Visit> void for_links(std::uint32_t corner, Visit visit) const {
        const std::uint32_t begin = corners_.first[corner];
        const std::uint32_t end = corners_.first[corner + 1];
        unsigned weight = 1;
        for (std::uint32_t k = begin; k < end; ++k) {
            weight = numbers_[corners_.links[k].node] == left_out ? 3 : weight;
        }
        for (std::uint32_t k = begin; k < end; ++k) {
            const std::uint32_t next = corners_.links[k].node;
            if (numbers_[next] != left_out) {
                for (unsigned times = 0; times < weight; ++times) {
                    if (!visit(next, k, alone)) {
                        return;
                    }
                }
                continue;
            }
            for (std::uint32_t i = 0; i < 3; ++i) {
                const std::uint32_t other = corners_.links[corners_.first[next] + i].node;
                if (other != corner && !visit(other, k, i)) {
                    return;
                }
            }
        }
    }

    const Graph &corners_;
    std::vector<std::uint32_t> numbers_; // of corners among those that are kept
    std::vector<std::uint32_t> left_out_;
    std::vector<Route> routes_;
    std::vector<Kept> kept_;
    std::uint32_t root_; // among them
    GraphWalks walks_;
};

class MeshWalls {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The mesh has to outlive the kernel, is in one piece and planar.
    explicit MeshWalls(const Mesh &mesh) : mesh_(mesh), walks_(mesh.spare_walks().take()) {
        if (!mesh.is_planar()) {
            throw std::invalid_argument("only the walls of a planar grid are a maze's dual");
        }
        if (!walks_ && mesh.corners().nodes() > 0) { // else no wall can stand
            walks_ = std::make_shared<WalksOnWalls>(mesh.corners(), mesh.corners_root());
        }
    }
    MeshWalls(MeshWalls &&) = default;
    ~MeshWalls() {
        if (walks_) {
            mesh_.spare_walks().put(std::move(walks_));
        }
    }

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        const std::uint32_t walls = mesh_.walls();
        std::fill_n(passages, walls / 8, std::uint8_t{0xFF});
        if (walls % 8 != 0) {
            passages[walls / 8] = static_cast<std::uint8_t>((1U << walls % 8) - 1);
        }
        if (!walks_) {
            return;
        }
        Bits bits(seed);
        const auto stand = [&](std::uint32_t wall) { clear_bit(passages, wall); };
        const auto is_open = [&](std::uint32_t wall) { return unsigned{has_bit(passages, wall)}; };
        walks_->find_tree(bits, control, stand, [&](const Graph::Link *links) {
            // All three are looked at, without branches that depend on random bits.
            if (is_open(links[0].edge) & is_open(links[1].edge) & is_open(links[2].edge)) {
                stand(links[bits.among(3)].edge);
            }
        });
    }

  private:
    const Mesh &mesh_;
    std::shared_ptr<WalksOnWalls> walks_; // for this kernel alone
};

} // namespace labirinto
