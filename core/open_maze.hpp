// Mazes that are changed after they were made, of squares and of meshes.
//
//     std::uint32_t places() const;                   // above the numbers of all cells
//     bool is_dead_end(std::uint32_t place) const;
//     void for_walls(std::uint32_t place, Visit visit) const;  // visit(wall, cell behind it) for
//                                                     // each wall that stands between two cells
//     void flip(std::uint32_t place, unsigned wall);  // opens a wall of a cell, or closes it
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bit_array.hpp"
#include "graph.hpp"
#include "mask.hpp"
#include "mesh.hpp"
#include "planes.hpp"

namespace labirinto {

// A maze of fewer than 2^31 places; a wall is the direction in which it lies.
class OpenSquares {
  public:
    OpenSquares(std::uint8_t *rows, Shape shape, std::optional<Mask> mask)
        : rows_(rows), maze_(rows, shape), width_(static_cast<std::uint32_t>(shape.width)),
          mask_(mask) {}

    std::uint32_t places() const { return static_cast<std::uint32_t>(maze_.shape().cells()); }

    bool is_dead_end(std::uint32_t place) const {
        const unsigned exits = maze_.exits(x_of(place), y_of(place));
        return exits != 0 && (exits & (exits - 1)) == 0;
    }

    bool is_open(std::uint32_t place, unsigned direction) const {
        return maze_.exits(x_of(place), y_of(place)) >> direction & 1;
    }

    std::uint32_t beyond(std::uint32_t place, unsigned direction) const {
        const std::uint32_t step = direction & 1 ? width_ : 1;
        return direction == east || direction == south ? place + step : place - step;
    }

    template <class Visit> void for_walls(std::uint32_t place, Visit visit) const {
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (!is_open(place, direction) && is_inside(place, direction)) {
                visit(direction, beyond(place, direction));
            }
        }
    }

    void flip(std::uint32_t place, unsigned direction) {
        const bool leads_back = direction == west || direction == north;
        const std::uint32_t from = leads_back ? beyond(place, direction) : place;
        const Shape &shape = maze_.shape();
        std::uint8_t *const row = rows_ + y_of(from) * shape.row_bytes();
        flip_bit(row + (direction & 1 ? shape.stride() : 0), x_of(from));
    }

  private:
    std::uint64_t x_of(std::uint32_t place) const { return place % width_; }
    std::uint64_t y_of(std::uint32_t place) const { return place / width_; }

    bool is_inside(std::uint32_t place, unsigned direction) const {
        const Shape &shape = maze_.shape();
        const bool has_place = direction == east    ? x_of(place) + 1 < shape.width
                               : direction == south ? y_of(place) + 1 < shape.height
                               : direction == west  ? x_of(place) > 0
                                                    : y_of(place) > 0;
        if (!has_place || !mask_) {
            return has_place;
        }
        const std::uint32_t other = beyond(place, direction);
        return mask_->has(x_of(other), y_of(other));
    }

    std::uint8_t *rows_;
    Planes maze_;
    std::uint32_t width_;
    std::optional<Mask> mask_;
};

// A maze on a mesh.
class OpenMesh {
  public:
    // The mesh has to outlive it.
    OpenMesh(std::uint8_t *passages, const Mesh &mesh)
        : passages_(passages), graph_(mesh.graph()) {}

    std::uint32_t places() const { return graph_.nodes(); }

    bool is_dead_end(std::uint32_t cell) const {
        unsigned exits = 0;
        for (const auto &[node, wall] : graph_.links_of(cell)) {
            exits += has_bit(passages_, wall);
        }
        return exits == 1;
    }

    template <class Visit> void for_walls(std::uint32_t cell, Visit visit) const {
        for (const auto &[node, wall] : graph_.links_of(cell)) {
            if (!has_bit(passages_, wall)) {
                visit(wall, node);
            }
        }
    }

    void flip(std::uint32_t, unsigned wall) { flip_bit(passages_, wall); }

  private:
    std::uint8_t *passages_;
    const Graph &graph_;
};

template <class Maze> std::vector<std::uint32_t> dead_ends_of(const Maze &maze) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t place = 0; place < maze.places(); ++place) {
        if (maze.is_dead_end(place)) {
            ends.push_back(place);
        }
    }
    return ends;
}

} // namespace labirinto
