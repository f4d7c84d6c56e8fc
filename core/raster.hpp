// A maze as rows of pixels, packed and filtered as PNG wants them, and such rows back to walls.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "planes.hpp"
#include "search.hpp"

namespace labirinto {

// All in pixels.  `cell` is the distance from one wall to the next, wall included.
struct Layout {
    std::uint64_t cell, wall, margin;
    std::uint64_t line; // thickness of the solution
    std::uint64_t mark; // diameter of the marks at start and end
    unsigned depth;     // bits a pixel: 1, 2, 4

    std::uint64_t floor() const { return cell - wall; }
};

// The palette: what a pixel's number stands for.
enum Colour : std::uint8_t { floor_colour = 0, wall_colour, line_colour, start_colour, end_colour };

// What is drawn over the floor of one cell.
struct Overlay {
    std::uint64_t x, y;
    std::uint8_t exits; // where the solution leaves the cell, bit d for direction d
    std::uint8_t mark;  // start_colour, end_colour or 0
};

// What a path draws over its cells.  `enters` and `leaves` are the directions
// of the openings that it begins and ends in, or 4 for none.
inline std::vector<Overlay> path_overlays(Cell start, const std::uint8_t *directions,
                                          std::uint64_t length, unsigned enters, unsigned leaves) {
    std::vector<Overlay> overlays;
    overlays.reserve(length + 1);
    Cell here = start;
    unsigned back = enters;
    for (std::uint64_t i = 0; i <= length; ++i) {
        const unsigned ahead = i < length ? directions[i] : leaves;
        const unsigned exits = ((1U << back) | (1U << ahead)) & 15;
        overlays.push_back({here.x, here.y, static_cast<std::uint8_t>(exits), 0});
        if (i < length) {
            here = neighbour(here, ahead);
            back = opposite(ahead);
        }
    }
    return overlays;
}

class Raster {
  public:
    Raster(Walls walls, Layout layout, std::vector<Overlay> overlays)
        : walls_(std::move(walls)), layout_(layout), overlays_(std::move(overlays)),
          pixels_(2 * layout.margin + walls_.shape().width * layout.cell + layout.wall),
          canvas_(pixels_), before_(packed_bytes()) {
        std::stable_sort(overlays_.begin(), overlays_.end(),
                         [](const Overlay &a, const Overlay &b) { return a.y < b.y; });
    }

    // Pixel rows of the margin above or below.
    void paint_margin(std::vector<std::uint8_t> &out) {
        std::fill(canvas_.begin(), canvas_.end(), floor_colour);
        emit(out, layout_.margin);
    }

    // Pixel rows of horizontal line y, and of the cells below it unless it is the last.
    void paint_row(std::uint64_t y, std::vector<std::uint8_t> &out) {
        const auto [first, last] =
            std::equal_range(overlays_.begin(), overlays_.end(), Overlay{0, y, 0, 0},
                             [](const Overlay &a, const Overlay &b) { return a.y < b.y; });
        const std::uint64_t height = walls_.shape().height;
        const bool simple = layout_.cell == 2 && layout_.wall == 1 && layout_.depth == 1;
        if (simple) {
            paint_line_simply(y);
        } else {
            paint_line(y);
            for (auto overlay = first; overlay != last; ++overlay) {
                if (overlay->exits >> north & 1) {
                    fill(line_from(overlay->x), layout_.line, line_colour);
                }
            }
            if (y == height) { // a solution that leaves through the frame
                paint_exits_below(y);
            }
            pack();
        }
        emit_packed(out, layout_.wall);
        if (y == height) {
            return;
        }
        if (simple) {
            paint_floor_simply(y);
            emit_packed(out, 1);
            return;
        }
        paint_floor(y);
        const std::vector<std::uint8_t> bare(canvas_);
        if (first == last) {
            emit(out, layout_.floor());
            return;
        }
        for (std::uint64_t row = 0; row < layout_.floor(); ++row) {
            canvas_ = bare;
            for (auto overlay = first; overlay != last; ++overlay) {
                paint_overlay(*overlay, row);
            }
            emit(out, 1);
        }
    }

  private:
    std::uint64_t packed_bytes() const { return (pixels_ * layout_.depth + 7) / 8; }

    void fill(std::uint64_t from, std::uint64_t count, std::uint8_t colour) {
        std::memset(canvas_.data() + from, colour, count);
    }

    std::uint64_t cell_from(std::uint64_t x) const { return layout_.margin + x * layout_.cell; }
    std::uint64_t line_offset() const {
        return layout_.wall + (layout_.floor() - layout_.line) / 2;
    }
    std::uint64_t line_from(std::uint64_t x) const { return cell_from(x) + line_offset(); }

    void paint_line(std::uint64_t y) {
        std::fill(canvas_.begin(), canvas_.end(), floor_colour);
        const std::uint64_t width = walls_.shape().width;
        bool wall_before = false;
        for (std::uint64_t x = 0; x <= width; ++x) {
            const bool wall = x < width && walls_.above(x, y);
            const bool post = wall || wall_before || (y > 0 && walls_.left(x, y - 1)) ||
                              (y < walls_.shape().height && walls_.left(x, y));
            if (post) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
            if (wall) {
                fill(cell_from(x) + layout_.wall, layout_.floor(), wall_colour);
            }
            wall_before = wall;
        }
    }

    void paint_floor(std::uint64_t y) {
        std::fill(canvas_.begin(), canvas_.end(), floor_colour);
        for (std::uint64_t x = 0; x <= walls_.shape().width; ++x) {
            if (walls_.left(x, y)) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
        }
    }

    void paint_exits_below(std::uint64_t line) {
        for (const Overlay &overlay : overlays_) {
            if (overlay.y + 1 == line && (overlay.exits >> south & 1)) {
                fill(line_from(overlay.x), layout_.line, line_colour);
            }
        }
    }

    // Pixel row `row` of a cell's floor.
    void paint_overlay(const Overlay &overlay, std::uint64_t row) {
        const std::uint64_t offset = line_offset() - layout_.wall;
        const bool above = row < offset;
        const bool below = row >= offset + layout_.line;
        const bool on_line = !above && !below;
        const auto leads = [&](unsigned direction) { return overlay.exits >> direction & 1; };
        if ((above && leads(north)) || (below && leads(south)) || (on_line && overlay.exits)) {
            fill(line_from(overlay.x), layout_.line, line_colour);
        }
        if (on_line && leads(east)) {
            fill(line_from(overlay.x), layout_.cell - line_offset() + layout_.wall, line_colour);
        }
        if (on_line && leads(west)) {
            fill(cell_from(overlay.x), line_offset(), line_colour);
        }
        if (overlay.mark) {
            paint_mark(overlay, row);
        }
    }

    // A disc for the start, a square for the end, so that they differ without colour too.
    void paint_mark(const Overlay &overlay, std::uint64_t row) {
        const std::uint64_t offset = (layout_.floor() - layout_.mark) / 2;
        if (row < offset || row >= offset + layout_.mark) {
            return;
        }
        const std::uint64_t left = cell_from(overlay.x) + layout_.wall + offset;
        if (overlay.mark == end_colour) {
            fill(left, layout_.mark, end_colour);
            return;
        }
        // In half pixels, from the centre of the disc.
        const auto size = static_cast<std::int64_t>(layout_.mark);
        const std::int64_t dy = 2 * static_cast<std::int64_t>(row - offset) + 1 - size;
        for (std::int64_t column = 0; column < size; ++column) {
            const std::int64_t dx = 2 * column + 1 - size;
            if (dx * dx + dy * dy <= size * size) {
                fill(left + static_cast<std::uint64_t>(column), 1, start_colour);
            }
        }
    }

    // One pixel a wall and a floor, one bit a pixel: what large pictures are made of.
    void paint_line_simply(std::uint64_t y) {
        start_simply();
        const Shape &shape = walls_.shape();
        std::uint64_t wall_before = 0;
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t above = walls_.above_word(y, word);
            std::uint64_t posts = above | above << 1 | wall_before >> 63;
            posts |= y > 0 ? walls_.left_word(y - 1, word) : 0;
            posts |= y < shape.height ? walls_.left_word(y, word) : 0;
            wall_before = above;
            append_simply(posts, above, std::min<std::uint64_t>(64, shape.width - 64 * word));
        }
        const bool post = walls_.above(shape.width - 1, y) ||
                          (y > 0 && walls_.left(shape.width, y - 1)) ||
                          (y < shape.height && walls_.left(shape.width, y));
        finish_simply(post);
    }

    void paint_floor_simply(std::uint64_t y) {
        start_simply();
        const Shape &shape = walls_.shape();
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            append_simply(walls_.left_word(y, word), 0,
                          std::min<std::uint64_t>(64, shape.width - 64 * word));
        }
        finish_simply(walls_.left(shape.width, y));
    }

    void start_simply() {
        packed_.assign(packed_bytes() + 2, 0);
        bit_at_ = layout_.margin;
    }

    // Two pixels for each of `cells` cells: a bit of `lefts`, then one of `rights`.
    void append_simply(std::uint64_t lefts, std::uint64_t rights, std::uint64_t cells) {
        for (std::uint64_t done = 0; done < cells; done += 8) {
            const unsigned pixels = static_cast<unsigned>(spread[lefts >> done & 0xFF] << 1) |
                                    spread[rights >> done & 0xFF];
            append_pixels(pixels);
        }
        bit_at_ -= 2 * ((8 - cells % 8) % 8);
    }

    void append_pixels(unsigned pixels) {
        const unsigned shifted = pixels << (8 - bit_at_ % 8);
        std::uint8_t *const out = packed_.data() + bit_at_ / 8;
        out[0] |= static_cast<std::uint8_t>(shifted >> 16);
        out[1] |= static_cast<std::uint8_t>(shifted >> 8);
        out[2] |= static_cast<std::uint8_t>(shifted);
        bit_at_ += 16;
    }

    void finish_simply(bool last) {
        packed_[bit_at_ / 8] |= static_cast<std::uint8_t>((last ? 0x80 : 0) >> bit_at_ % 8);
        packed_.resize(packed_bytes());
    }

    // Bit k of a byte to bit 14 - 2k: every other pixel, the first one at the top.
    static constexpr auto spread = [] {
        std::array<std::uint16_t, 256> table{};
        for (unsigned byte = 0; byte < 256; ++byte) {
            for (unsigned k = 0; k < 8; ++k) {
                table[byte] |= static_cast<std::uint16_t>((byte >> k & 1) << (14 - 2 * k));
            }
        }
        return table;
    }();

    void pack() {
        const unsigned each = 8 / layout_.depth;
        packed_.assign(packed_bytes(), 0);
        for (std::uint64_t pixel = 0; pixel < pixels_; ++pixel) {
            const auto shift = 8 - layout_.depth * (pixel % each + 1);
            packed_[pixel / each] |= static_cast<std::uint8_t>(canvas_[pixel] << shift);
        }
    }

    void emit(std::vector<std::uint8_t> &out, std::uint64_t count) {
        if (count > 0) {
            pack();
            emit_packed(out, count);
        }
    }

    // The packed row, then repeats of it: all zero under the filter Up.
    void emit_packed(std::vector<std::uint8_t> &out, std::uint64_t count) {
        constexpr std::uint8_t filter_none = 0;
        constexpr std::uint8_t filter_up = 2;
        if (!started_ || packed_ != before_) {
            out.push_back(filter_none);
            out.insert(out.end(), packed_.begin(), packed_.end());
            before_ = packed_;
            started_ = true;
            --count;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            out.push_back(filter_up);
            out.insert(out.end(), packed_.size(), 0);
        }
    }

    Walls walls_;
    Layout layout_;
    std::vector<Overlay> overlays_;
    std::uint64_t pixels_;
    std::vector<std::uint8_t> canvas_; // a byte a pixel
    std::vector<std::uint8_t> packed_;
    std::uint64_t bit_at_ = 0;
    std::vector<std::uint8_t> before_;
    bool started_ = false;
};

// Undoes PNG's filter of one row, in place (PNG specification, section 9), a byte a pixel at most.
inline void unfilter(unsigned filter, std::uint8_t *row, const std::uint8_t *above,
                     std::uint64_t count) {
    const auto paeth = [](int left, int up, int corner) {
        const int to_left = std::abs(up - corner);
        const int to_up = std::abs(left - corner);
        const int to_corner = std::abs(left + up - 2 * corner);
        if (to_left <= to_up && to_left <= to_corner) {
            return left;
        }
        return to_up <= to_corner ? up : corner;
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const int left = i == 0 ? 0 : row[i - 1];
        const int up = above[i];
        const int corner = i == 0 ? 0 : above[i - 1];
        const int guesses[5] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        row[i] = static_cast<std::uint8_t>(row[i] + guesses[filter]);
    }
}

// For pixels `first`, `first + step` ...: a bit each, whether they have the given colour number.
inline void sample(const std::uint8_t *row, unsigned depth, std::uint64_t first, std::uint64_t step,
                   std::uint64_t count, unsigned colour, std::uint8_t *bits) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = (first + i * step) * depth;
        const unsigned pixel = row[at / 8] >> (8 - depth - at % 8) & ((1U << depth) - 1);
        bits[i / 8] |= static_cast<std::uint8_t>((pixel == colour ? 1U : 0U) << i % 8);
    }
}

} // namespace labirinto
