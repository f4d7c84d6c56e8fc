// Wilson's algorithm on the walls of a mesh: random walks on its corners, to the border.
//
// Where three walls meet, as at most corners of most meshes, every third step of a walk leads back.
// So corners of three walls are left out, as many as are no neighbours of each other.  Such a
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
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

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
                kept_[k].is_plain ? stand_past(kept_[k].corner, walks_.arrow(k), stand)
                                  : stand_along(kept_[k].corner, walks_.arrow(k), stand);
            }
        }
        for (std::uint32_t corner = 0; corner < corners_.nodes(); ++corner) {
            if (numbers_[corner] == left_out) {
                choose(&corners_.links[corners_.first[corner]]);
            }
        }
    }

  private:
    static constexpr std::uint32_t left_out = Mesh::none;

    struct Kept {
        std::uint32_t corner : 31;
        std::uint32_t is_plain : 1; // all its links lead past corners left out, two past each
    };

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
            if (!is_left_out) {
                numbers_[corner] = static_cast<std::uint32_t>(kept.size());
                kept.push_back({corner, 0});
            }
        }
        for (Kept &node : kept) {
            node.is_plain = is_plain(node.corner);
        }
        return kept;
    }

    bool is_plain(std::uint32_t corner) const {
        for (std::uint32_t k = corners_.first[corner]; k < corners_.first[corner + 1]; ++k) {
            const std::uint32_t next = corners_.links[k].node;
            const Graph::Link *const links = &corners_.links[corners_.first[next]];
            if (numbers_[next] != left_out ||
                (links[0].node == corner) + (links[1].node == corner) + (links[2].node == corner) !=
                    1) {
                return false;
            }
        }
        return true;
    }

    // The two walls of link `number` of a plain corner, found without a branch.
    template <class Stand>
    void stand_past(std::uint32_t corner, std::uint32_t number, Stand stand) const {
        const auto [next, wall] = corners_.links[corners_.first[corner] + number / 2];
        const Graph::Link *const links = &corners_.links[corners_.first[next]];
        const std::uint32_t back = (links[1].node == corner) + 2 * (links[2].node == corner);
        stand(wall);
        stand(links[number % 2 + (number % 2 >= back)].edge);
    }

    // The same of any corner.
    template <class Stand>
    void stand_along(std::uint32_t corner, std::uint32_t number, Stand stand) const {
        for_links(corner, [&](std::uint32_t, std::uint32_t one, std::uint32_t other) {
            if (number-- > 0) {
                return true;
            }
            stand(one);
            stand(other);
            return false;
        });
    }

    // Calls visit(other, wall, second wall) for each link of a corner, until that returns false:
    // along a wall, three times beside corners that are left out; along two, past one of these.
    template <class Visit> void for_links(std::uint32_t corner, Visit visit) const {
        const std::uint32_t begin = corners_.first[corner];
        const std::uint32_t end = corners_.first[corner + 1];
        unsigned weight = 1;
        for (std::uint32_t k = begin; k < end; ++k) {
            weight = numbers_[corners_.links[k].node] == left_out ? 3 : weight;
        }
        for (std::uint32_t k = begin; k < end; ++k) {
            const auto [next, wall] = corners_.links[k];
            if (numbers_[next] != left_out) {
                for (unsigned times = 0; times < weight; ++times) {
                    if (!visit(next, wall, wall)) {
                        return;
                    }
                }
                continue;
            }
            for (std::uint32_t i = corners_.first[next]; i < corners_.first[next + 1]; ++i) {
                const auto [other, second] = corners_.links[i];
                if (other != corner && !visit(other, wall, second)) {
                    return;
                }
            }
        }
    }

    const Graph &corners_;
    std::vector<std::uint32_t> numbers_; // of corners among those that are kept
    std::vector<Kept> kept_;
    std::uint32_t root_; // among them
    GraphWalks walks_;
};

class MeshWalls {
  public:
    // The mesh has to outlive the kernel, and is in one piece.
    explicit MeshWalls(const Mesh &mesh) : mesh_(mesh), walks_(mesh.spare_walks().take()) {
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
        const auto stand = [&](std::uint32_t wall) {
            passages[wall / 8] &= static_cast<std::uint8_t>(~(1U << wall % 8));
        };
        const auto stands = [&](std::uint32_t wall) {
            return (passages[wall / 8] >> wall % 8 & 1) == 0;
        };
        walks_->find_tree(bits, control, stand, [&](const Graph::Link *links) {
            if (!stands(links[0].edge) && !stands(links[1].edge) && !stands(links[2].edge)) {
                stand(links[bits.among(3)].edge);
            }
        });
    }

  private:
    const Mesh &mesh_;
    std::shared_ptr<WalksOnWalls> walks_; // for this kernel alone
};

} // namespace labirinto
