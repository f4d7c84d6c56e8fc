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
#include <vector>

#include "control.hpp"
#include "graph_walks.hpp"
#include "mesh.hpp"
#include "random.hpp"

namespace labirinto {

class MeshWalls {
  public:
    // The mesh has to outlive the kernel, and is in one piece.
    explicit MeshWalls(const Mesh &mesh)
        : mesh_(mesh), corners_(mesh.corners()), numbers_(corners_.nodes(), 0), kept_(choose()),
          walks_(static_cast<std::uint32_t>(kept_.size()), root(),
                 [this](std::uint32_t k, auto visit) {
                     for_links(kept_[k], [&](std::uint32_t corner, auto...) {
                         visit(numbers_[corner]);
                         return true;
                     });
                 }) {}

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        const std::uint32_t walls = mesh_.walls();
        std::fill_n(passages, walls / 8, std::uint8_t{0xFF});
        if (walls % 8 != 0) {
            passages[walls / 8] = static_cast<std::uint8_t>((1U << walls % 8) - 1);
        }
        if (corners_.nodes() == 0) {
            return; // no wall can stand
        }
        Bits bits(seed);
        walks_.make(bits, root(), control);
        const auto stand = [&](std::uint32_t wall) {
            passages[wall / 8] &= static_cast<std::uint8_t>(~(1U << wall % 8));
        };
        const auto stands = [&](std::uint32_t wall) {
            return (passages[wall / 8] >> wall % 8 & 1) == 0;
        };
        for (std::uint32_t k = 0; k < kept_.size(); ++k) {
            if (k == root()) {
                continue;
            }
            std::uint32_t left = walks_.arrow(k);
            for_links(kept_[k], [&](std::uint32_t, std::uint32_t one, std::uint32_t other) {
                if (left-- > 0) {
                    return true;
                }
                stand(one);
                stand(other);
                return false;
            });
        }
        for (std::uint32_t corner = 0; corner < corners_.nodes(); ++corner) {
            if (numbers_[corner] == left_out) {
                const Graph::Link *const links = &corners_.links[corners_.first[corner]];
                if (!stands(links[0].edge) && !stands(links[1].edge) && !stands(links[2].edge)) {
                    stand(links[bits.among(3)].edge);
                }
            }
        }
    }

  private:
    static constexpr std::uint32_t left_out = Mesh::none;

    // Among the corners that are kept.
    std::uint32_t root() const { return kept_.empty() ? 0 : numbers_[mesh_.corners_root()]; }

    // The corners on which walks go.
    std::vector<std::uint32_t> choose() {
        std::vector<std::uint32_t> kept;
        for (std::uint32_t corner = 0; corner < corners_.nodes(); ++corner) {
            const std::uint32_t begin = corners_.first[corner];
            const std::uint32_t end = corners_.first[corner + 1];
            bool is_left_out = end - begin == 3 && corner != mesh_.corners_root();
            for (std::uint32_t k = begin; k < end && is_left_out; ++k) {
                is_left_out = numbers_[corners_.links[k].node] != left_out;
            }
            numbers_[corner] = left_out;
            if (!is_left_out) {
                numbers_[corner] = static_cast<std::uint32_t>(kept.size());
                kept.push_back(corner);
            }
        }
        return kept;
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

    const Mesh &mesh_;
    const Graph &corners_;
    std::vector<std::uint32_t> numbers_; // of corners among those that are kept
    std::vector<std::uint32_t> kept_;
    GraphWalks walks_;
};

} // namespace labirinto
