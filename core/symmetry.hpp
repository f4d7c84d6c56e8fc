// Maps of a rectangle onto itself, and what the passages of a symmetric maze repeat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "planes.hpp"

namespace labirinto {

// A map exchanges column and row if it has `swaps`, then mirrors left and right, or top and bottom.
// Those of a symmetry are all but the identity, so the reverse of each is among them.
class Symmetry {
  public:
    enum Map : std::uint8_t { flips_x = 1, flips_y = 2, swaps = 4 };

    Symmetry(Shape shape, std::span<const std::uint8_t> maps)
        : shape_(shape), maps_(maps.begin(), maps.end()) {}

    const std::vector<std::uint8_t> &maps() const { return maps_; }

    // Those that swap are for squares.
    Cell image(unsigned map, Cell cell) const {
        if (map & swaps) {
            std::swap(cell.x, cell.y);
        }
        return {map & flips_x ? shape_.width - 1 - cell.x : cell.x,
                map & flips_y ? shape_.height - 1 - cell.y : cell.y};
    }

    // The rows of all passages that are the image of an earlier one: all but one of those that must
    // be open together.
    std::vector<std::uint8_t> repeated() const {
        std::vector<std::uint8_t> rows(shape_.bytes());
        for_passages([&](std::uint64_t passage, Cell cell, unsigned direction) {
            if (std::ranges::any_of(maps_, [&](unsigned map) {
                    return image_of(map, cell, direction) < passage;
                })) {
                set_bit(rows.data(), passage);
            }
        });
        return rows;
    }

    // Opens the images of all passages that are open.
    void complete(std::uint8_t *rows) const {
        if (maps_.empty()) {
            return;
        }
        for_passages([&](std::uint64_t passage, Cell cell, unsigned direction) {
            if (has_bit(rows, passage)) {
                for (const unsigned map : maps_) {
                    set_bit(rows, image_of(map, cell, direction));
                }
            }
        });
    }

  private:
    // The place of a passage east or south in the rows.
    std::uint64_t place(Cell cell, unsigned direction) const {
        return 8 * shape_.stride() * (2 * cell.y + (direction == south)) + cell.x;
    }

    std::uint64_t image_of(unsigned map, Cell cell, unsigned direction) const {
        const Cell one = image(map, cell);
        const Cell other = image(map, neighbour(cell, direction));
        return place({std::min(one.x, other.x), std::min(one.y, other.y)},
                     one.x == other.x ? south : east);
    }

    template <class Visit> void for_passages(Visit visit) const {
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            for (std::uint64_t x = 0; x + 1 < shape_.width; ++x) {
                visit(place({x, y}, east), Cell{x, y}, east);
            }
            for (std::uint64_t x = 0; x < shape_.width && y + 1 < shape_.height; ++x) {
                visit(place({x, y}, south), Cell{x, y}, south);
            }
        }
    }

    Shape shape_;
    std::vector<std::uint8_t> maps_;
};

} // namespace labirinto
