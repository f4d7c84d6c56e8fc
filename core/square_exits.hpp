// A byte a square of mazes on floors, on wrapped rectangles and around bridges: the ways in which
// passages lead out of it, 1 north, 2 east, 4 south, 8 west, 16 up, 32 down.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bit_array.hpp"
#include "mesh.hpp"

namespace labirinto {

class SquareExits {
  public:
    // Of floors of one size, one after the other.  The last cells of the mesh have no squares of
    // their own: they lie under the squares `bridges`.
    SquareExits(const Mesh &mesh, std::uint32_t width, std::uint32_t height,
                std::span<const std::uint32_t> bridges)
        : width_(width), height_(height), ways_(mesh.walls()) {
        const auto squares = static_cast<std::uint32_t>(mesh.cells() - bridges.size());
        const auto square_of = [&](std::uint32_t cell) {
            return cell < squares ? cell : bridges[cell - squares];
        };
        const Graph &graph = mesh.graph();
        for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
            for (const auto &[other, wall] : graph.links_of(cell)) {
                const std::uint32_t here = square_of(cell);
                ways_[wall][cell > other] = {here, bit(here, square_of(other))};
            }
        }
    }

    // Adds those of a maze to a byte a square.
    void add(const std::uint8_t *passages, std::uint8_t *exits) const {
        for (std::size_t wall = 0; wall < ways_.size(); ++wall) {
            const unsigned is_open = has_bit(passages, wall);
            for (const auto &[square, bit] : ways_[wall]) {
                exits[square] |= static_cast<std::uint8_t>(is_open * bit);
            }
        }
    }

  private:
    struct Way {
        std::uint32_t square;
        std::uint8_t bit;
    };

    // Squares on two sides of a seam, of 3 cells or more, are farther apart than neighbours.
    std::uint8_t bit(std::uint32_t from, std::uint32_t to) const {
        enum : std::uint8_t { north = 1, east = 2, south = 4, west = 8, up = 16, down = 32 };
        const std::uint32_t floor = width_ * height_;
        if (from / floor != to / floor) {
            return to > from ? up : down;
        }
        const std::uint32_t x = from % width_, other_x = to % width_;
        if (x != other_x) {
            return (other_x > x) == (other_x - x + 1 <= 2) ? east : west;
        }
        const std::uint32_t y = from / width_, other_y = to / width_;
        return (other_y > y) == (other_y - y + 1 <= 2) ? south : north;
    }

    std::uint32_t width_, height_;
    std::vector<std::array<Way, 2>> ways_; // through each wall
};

} // namespace labirinto
