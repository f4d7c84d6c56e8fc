// The grid for random walks on the cells: a byte a cell, with guards around them.
//
// A place holds an arrow in its two low bits, the passage by which the cell joins the maze, and
// flags above them.  Places outside a mask are guards as well, so that walks need not know of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mask.hpp"
#include "planes.hpp"

namespace labirinto {

class Grid {
  public:
    using Place = std::uint8_t;

    static constexpr Place in_maze = 0x78; // a bit for each direction, so that four places around
                                           // a cell become one number by their bits alone
    static constexpr Place only_outside = 0x80;
    static constexpr Place outside = only_outside | in_maze; // no cell outside the maze

    explicit Grid(Shape shape)
        : shape_(shape), cells_(shape.cells()), stride_(shape.width + 1),
          places_((shape.height + 2) * stride_ + 1, outside), steps_(steps_in_rows(stride_)) {}

    // The cells of a mask, which has to outlive the grid.
    explicit Grid(const Mask &mask) : Grid(mask.shape()) {
        mask_ = mask;
        cells_ = mask.cells();
    }

    // Begins a maze with one cell, numbered in reading order, which has no arrow.
    Place *begin(std::uint64_t root) {
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::fill_n(row(y), shape_.width, Place{0});
            for (std::uint64_t x = 0; mask_ && x < shape_.width; ++x) {
                row(y)[x] = mask_->has(x, y) ? Place{0} : outside;
            }
        }
        const std::uint64_t at = mask_ ? mask_->place_of(root) : root;
        Place *const place = row(at / shape_.width) + at % shape_.width;
        *place = in_maze;
        return place;
    }

    const Shape &shape() const { return shape_; }
    std::uint64_t cells() const { return cells_; } // without those outside the mask
    Place *row(std::uint64_t y) { return places_.data() + (y + 1) * stride_ + 1; }

    // To be copied: the compiler cannot know that writing to a place, a byte, changes none of them.
    const Steps &steps() const { return steps_; }

    // Writes the passages that the arrows stand for, into rows of all 0; the cell `root` has none.
    void write(const Place *root, std::uint8_t *rows) {
        const std::uint64_t stride = shape_.stride();
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::uint8_t *const east_plane = rows + y * shape_.row_bytes();
            std::uint8_t *const south_plane = east_plane + stride;
            for (std::uint64_t word = 0; word < shape_.words(); ++word) {
                const ArrowWords arrows = read(y, word, root);
                store_word(east_plane, stride, word,
                           arrows.towards[east] | arrows.towards[west] >> 1);
                store_word(south_plane, stride, word, arrows.towards[south]);
                // The other two cross a border between words, to one that has been stored.
                if (word > 0) {
                    east_plane[8 * word - 1] |=
                        static_cast<std::uint8_t>(arrows.towards[west] << 7);
                }
                if (y > 0) {
                    std::uint8_t *const above = east_plane - stride;
                    store_word(above, stride, word,
                               load_word(above, stride, word) | arrows.towards[north]);
                }
            }
        }
    }

  private:
    // The arrows of 64 cells or the rest of a row, but of those outside the mask and of the root.
    ArrowWords read(std::uint64_t y, std::uint64_t word, const Place *root) {
        const Place *const here = row(y) + 64 * word;
        const std::uint64_t count = std::min<std::uint64_t>(64, shape_.width - 64 * word);
        std::uint64_t chosen = low_bits(count);
        if (mask_) {
            chosen &= mask_->word(word, y);
        }
        if (root >= here && root < here + count) {
            chosen &= ~(1ULL << (root - here));
        }
        return ArrowWords::read(here, count, chosen);
    }

    Shape shape_;
    std::optional<Mask> mask_;
    std::uint64_t cells_;
    std::uint64_t stride_;
    std::vector<Place> places_;
    Steps steps_;
};

} // namespace labirinto
