// Wilson's algorithm on the walls of a mesh: random walks on its corners, to the border.
#pragma once

#include <cstdint>
#include <cstring>

#include "control.hpp"
#include "graph_walks.hpp"
#include "mesh.hpp"
#include "random.hpp"

namespace labirinto {

class MeshWalls {
  public:
    // The mesh has to outlive the kernel, and is in one piece.
    explicit MeshWalls(const Mesh &mesh) : mesh_(mesh), walks_(mesh.corners()) {}

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        for (std::uint32_t wall = 0; wall < mesh_.walls(); ++wall) {
            passages[wall / 8] |= static_cast<std::uint8_t>(1U << wall % 8);
        }
        Bits bits(seed);
        if (mesh_.corners().nodes() == 0) {
            return; // no wall can stand
        }
        walks_.make(bits, mesh_.corners_root(), control, [&](std::uint32_t wall) {
            passages[wall / 8] &= static_cast<std::uint8_t>(~(1U << wall % 8));
        });
    }

  private:
    const Mesh &mesh_;
    GraphWalks walks_;
};

} // namespace labirinto
