// The grid for random walks on the cells: a byte a cell, with guards around them.
//
// A place holds an arrow in its two low bits, the passage by which the cell joins the maze, and
// flags above them.  Places outside a mask are guards as well, so that walks need not know of it.
#pragma once

#include <algorithm>
#include <array>
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
    using Steps = std::array<std::ptrdiff_t, 4>; // from a place to its neighbours

    static constexpr Place in_maze = 0x78; // a bit for each direction, so that four places around
                                           // a cell become one number by their bits alone
    static constexpr Place only_outside = 0x80;
    static constexpr Place outside = only_outside | in_maze; // no cell outside the maze

    explicit Grid(Shape shape)
        : shape_(shape), cells_(shape.cells()), stride_(shape.width + 1),
          places_((shape.height + 2) * stride_ + 1, outside),
          steps_{1, static_cast<std::ptrdiff_t>(stride_), -1,
                 -static_cast<std::ptrdiff_t>(stride_)} {}

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

    // Writes the passages that the arrows stand for; the cell `root` has none.
    void write(const Place *root, std::uint8_t *rows) {
        for (std::uint64_t y = 0; y < shape_.height; ++y) {
            std::uint8_t *const east_plane = rows + y * shape_.row_bytes();
            std::uint8_t *const south_plane = east_plane + shape_.stride();
            for (std::uint64_t word = 0; word < shape_.words(); ++word) {
                const Place *const here = row(y) + 64 * word;
                const std::uint64_t cells = std::min<std::uint64_t>(64, shape_.width - 64 * word);
                const ArrowWords arrows = read(here, cells, root, inside(y, word, cells));
                std::uint64_t east_bits = arrows.towards[east] | arrows.towards[west] >> 1;
                if (cells == 64 && word + 1 < shape_.words()) {
                    east_bits |= read(here + 64, 1, root, inside(y, word + 1, 1)).towards[west]
                                 << 63;
                }
                std::uint64_t south_bits = arrows.towards[south];
                if (y + 1 < shape_.height) {
                    south_bits |= read(here + stride_, cells, root, inside(y + 1, word, cells))
                                      .towards[north];
                }
                store_word(east_plane, shape_.stride(), word, east_bits);
                store_word(south_plane, shape_.stride(), word, south_bits);
            }
        }
    }

  private:
    // Which of the first cells of a word are not outside.
    std::uint64_t inside(std::uint64_t y, std::uint64_t word, std::uint64_t count) const {
        return mask_ ? mask_->word(word, y) & low_bits(count) : low_bits(count);
    }

    static ArrowWords read(const Place *here, std::uint64_t count, const Place *root,
                           std::uint64_t chosen) {
        ArrowWords arrows = ArrowWords::read(here, count, chosen);
        if (root >= here && root < here + count) {
            for (std::uint64_t &word : arrows.towards) {
                word &= ~(1ULL << (root - here));
            }
        }
        return arrows;
    }

    Shape shape_;
    std::optional<Mask> mask_;
    std::uint64_t cells_;
    std::uint64_t stride_;
    std::vector<Place> places_;
    Steps steps_;
};

} // namespace labirinto
