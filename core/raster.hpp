// Rows of a maze as rows of pixels, packed and filtered for PNG.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "overlays.hpp"
#include "planes.hpp"

namespace labirinto {

// All in pixels.  `cell` is the distance from one wall to the next, wall included.
struct Layout {
    std::uint64_t cell, wall, margin;
    std::uint64_t line;   // thickness of the solution
    std::uint64_t mark;   // diameter of the marks at start and end
    unsigned depth;       // bits a pixel: 1, 2, 4 or 8
    bool filtered = true; // rows begin with the number of a PNG filter

    std::uint64_t floor() const { return cell - wall; }

    // Whether it can be painted; sides below 2^31 leave room for the width of any maze.
    bool can_be() const {
        return cell >> 31 == 0 && margin >> 31 == 0 && wall < cell && line <= floor() &&
               mark <= floor() && (depth == 1 || depth == 2 || depth == 4 || depth == 8);
    }
};

// Paints rows of a maze as they arrive.  Every call returns an independent band of pixel rows: its
// first row is not filtered against the row before.
class Raster {
  public:
    Raster(std::uint64_t width, std::vector<Opening> openings, Layout layout)
        : width_(width), openings_(std::move(openings)), layout_(checked(layout)),
          pixels_(2 * layout.margin + width * layout.cell + layout.wall), canvas_(pixels_),
          above_(words()), left_(words()), left_before_(words()), south_((width + 7) / 8) {
        if (std::any_of(openings_.begin(), openings_.end(),
                        [&](const Opening &opening) { return opening.x >= width; })) {
            throw std::invalid_argument("an opening is outside the maze");
        }
    }

    std::uint64_t row_bytes() const { return 2 * south_.size(); } // of a row of the maze
    std::uint64_t width() const { return width_; }

    // Sets what to draw over cells of later rows.
    void overlay(const std::vector<Overlay> &overlays) {
        if (std::any_of(overlays.begin(), overlays.end(),
                        [&](const Overlay &overlay) { return overlay.x >= width_; })) {
            throw std::invalid_argument("a cell to be marked is outside the maze");
        }
        if (std::any_of(overlays.begin(), overlays.end(), [&](const Overlay &overlay) {
                return (overlay.mark | (overlay.exits ? line_colour : 0)) >> layout_.depth;
            })) {
            throw std::invalid_argument("a colour needs more bits a pixel");
        }
        overlays_.insert(overlays_.end(), overlays.begin(), overlays.end());
        std::stable_sort(overlays_.begin(), overlays_.end(),
                         [](const Overlay &a, const Overlay &b) { return a.y < b.y; });
    }

    // Continues with row y, below a row painted earlier.
    void resume(std::uint64_t y, const std::uint8_t *row_before) {
        y_ = y - 1;
        read_left(row_before);
        std::copy_n(row_before + south_.size(), south_.size(), south_.begin());
        y_ = y;
    }

    // The margin above or below.
    void paint_margin(std::vector<std::uint8_t> &out) {
        begin_band();
        std::fill(canvas_.begin(), canvas_.end(), floor_colour);
        emit(out, layout_.margin);
    }

    // The next rows of the maze, each with the line above it.  `floors` has the colours of their
    // cells, a byte each, or is null for floors of one colour.
    void paint_rows(const std::uint8_t *rows, std::uint64_t count, std::vector<std::uint8_t> &out,
                    const std::uint8_t *floors = nullptr) {
        if (floors && layout_.depth != 8) {
            throw std::invalid_argument("colours of cells need a byte a pixel");
        }
        begin_band();
        for (std::uint64_t row = 0; row < count; ++row) {
            if (floors) {
                floors_.assign(floors + row * width_, floors + (row + 1) * width_);
            }
            const std::uint8_t *const east_plane = rows + row * 2 * south_.size();
            read_above();
            std::swap(left_, left_before_);
            read_left(east_plane);
            paint_line(out, y_ > 0, true);
            paint_floors(out);
            std::copy_n(east_plane + south_.size(), south_.size(), south_.begin());
            ++y_;
        }
        forget_painted();
    }

    // The line below the last row.
    void paint_last_line(std::vector<std::uint8_t> &out) {
        begin_band();
        for (std::uint64_t word = 0; word < words(); ++word) {
            above_[word] = low_bits(width_ - 64 * word);
        }
        open(above_, y_ - 1, south);
        std::swap(left_, left_before_);
        paint_line(out, true, false);
    }

  private:
    using Words = std::vector<std::uint64_t>; // a bit a cell

    static const Layout &checked(const Layout &layout) {
        if (!layout.can_be()) {
            throw std::invalid_argument("there is no such layout of pixels");
        }
        return layout;
    }

    std::uint64_t words() const { return (width_ + 63) / 64; }
    std::uint64_t packed_bytes() const { return (pixels_ * layout_.depth + 7) / 8; }
    bool is_simple() const { return layout_.cell == 2 && layout_.wall == 1 && layout_.depth == 1; }

    static bool has(const Words &bits, std::uint64_t x) { return bits[x / 64] >> x % 64 & 1; }

    void open(Words &walls, std::uint64_t y, unsigned direction) const {
        for (const Opening &opening : openings_) {
            if (opening.y == y && opening.direction == direction) {
                walls[opening.x / 64] &= ~(1ULL << opening.x % 64);
            }
        }
    }

    bool is_open(std::uint64_t x, std::uint64_t y, unsigned direction) const {
        return std::any_of(openings_.begin(), openings_.end(), [&](const Opening &opening) {
            return opening.x == x && opening.y == y && opening.direction == direction;
        });
    }

    // Walls above the cells of row y_.
    void read_above() {
        for (std::uint64_t word = 0; word < words(); ++word) {
            const std::uint64_t cells = low_bits(width_ - 64 * word);
            const std::uint64_t passages =
                y_ == 0 ? 0 : load_word(south_.data(), south_.size(), word);
            above_[word] = ~passages & cells;
        }
        if (y_ == 0) {
            open(above_, 0, north);
        }
    }

    // Walls to the left of the cells of row y_, and the one to the right of its last cell.
    void read_left(const std::uint8_t *east_plane) {
        right_before_ = right_;
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < words(); ++word) {
            const std::uint64_t passages = load_word(east_plane, south_.size(), word);
            left_[word] = ~(passages << 1 | before >> 63) & low_bits(width_ - 64 * word);
            before = passages;
        }
        open(left_, y_, west);
        right_ = !is_open(width_ - 1, y_, east);
    }

    // Whether walls meet at the left end of cell x's part of a line, or behind the last cell.
    bool has_post(std::uint64_t x, bool below_first, bool above_last) const {
        if (x == width_) {
            return has(above_, x - 1) || (below_first && (above_last ? right_before_ : right_)) ||
                   (above_last && right_);
        }
        return has(above_, x) || (x > 0 && has(above_, x - 1)) ||
               (below_first && has(left_before_, x)) || (above_last && has(left_, x));
    }

    // The overlays of row y, which `overlays_` has in order.
    std::span<const Overlay> overlays_of(std::uint64_t y) const {
        const auto [first, last] =
            std::equal_range(overlays_.begin(), overlays_.end(), Overlay{0, y, 0, 0},
                             [](const Overlay &a, const Overlay &b) { return a.y < b.y; });
        return {first, last};
    }

    // Overlays of the last painted row are kept for paths that lead down out of it.
    void forget_painted() {
        const auto kept = std::find_if(overlays_.begin(), overlays_.end(),
                                       [&](const Overlay &o) { return o.y + 1 >= y_; });
        overlays_.erase(overlays_.begin(), kept);
    }

    void paint_line(std::vector<std::uint8_t> &out, bool below_first, bool above_last) {
        if (is_simple()) {
            paint_line_simply(below_first, above_last);
            emit_packed(out, layout_.wall);
            return;
        }
        paint_ground();
        for (std::uint64_t x = 0; x <= width_; ++x) {
            if (has_post(x, below_first, above_last)) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
            if (x < width_ && has(above_, x)) {
                fill(cell_from(x) + layout_.wall, layout_.floor(), wall_colour);
            }
        }
        for (const Overlay &overlay : overlays_of(above_last ? y_ : y_ - 1)) {
            if (overlay.exits >> (above_last ? north : south) & 1) {
                fill(line_from(overlay.x), layout_.line, line_colour);
            }
        }
        emit(out, layout_.wall);
    }

    void paint_floors(std::vector<std::uint8_t> &out) {
        if (is_simple()) {
            paint_floor_simply();
            emit_packed(out, 1);
            return;
        }
        paint_ground();
        for (std::uint64_t x = 0; x < width_; ++x) {
            if (has(left_, x)) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
        }
        if (right_) {
            fill(cell_from(width_), layout_.wall, wall_colour);
        }
        const std::span<const Overlay> overlays = overlays_of(y_);
        if (overlays.empty()) {
            emit(out, layout_.floor());
            return;
        }
        const std::vector<std::uint8_t> bare(canvas_);
        for (std::uint64_t row = 0; row < layout_.floor(); ++row) {
            canvas_ = bare;
            for (const Overlay &overlay : overlays) {
                paint_overlay(overlay, row);
            }
            emit(out, 1);
        }
    }

    // Floors everywhere; those of cells reach into the gaps of the walls to the left and above.
    void paint_ground() {
        std::fill(canvas_.begin(), canvas_.end(), floor_colour);
        for (std::uint64_t x = 0; x < floors_.size(); ++x) {
            fill(cell_from(x), layout_.cell + (x + 1 == width_ ? layout_.wall : 0), floors_[x]);
        }
    }

    void fill(std::uint64_t from, std::uint64_t count, std::uint8_t colour) {
        std::memset(canvas_.data() + from, colour, count);
    }

    std::uint64_t cell_from(std::uint64_t x) const { return layout_.margin + x * layout_.cell; }
    std::uint64_t line_offset() const {
        return layout_.wall + (layout_.floor() - layout_.line) / 2;
    }
    std::uint64_t line_from(std::uint64_t x) const { return cell_from(x) + line_offset(); }

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

    // One pixel for a wall and for a floor, one bit a pixel: the usual large picture.
    void paint_line_simply(bool below_first, bool above_last) {
        start_simply();
        std::uint64_t wall_before = 0;
        for (std::uint64_t word = 0; word < words(); ++word) {
            std::uint64_t posts = above_[word] | above_[word] << 1 | wall_before >> 63;
            posts |= below_first ? left_before_[word] : 0;
            posts |= above_last ? left_[word] : 0;
            wall_before = above_[word];
            append_simply(posts, above_[word], std::min<std::uint64_t>(64, width_ - 64 * word));
        }
        finish_simply(has_post(width_, below_first, above_last));
    }

    void paint_floor_simply() {
        start_simply();
        for (std::uint64_t word = 0; word < words(); ++word) {
            append_simply(left_[word], 0, std::min<std::uint64_t>(64, width_ - 64 * word));
        }
        finish_simply(right_);
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
        if (layout_.depth == 8) {
            packed_ = canvas_;
            return;
        }
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

    void begin_band() { packed_before_.clear(); }

    // The packed row, then repeats of it: all zero under the filter Up.
    void emit_packed(std::vector<std::uint8_t> &out, std::uint64_t count) {
        constexpr std::uint8_t filter_none = 0;
        constexpr std::uint8_t filter_up = 2;
        if (!layout_.filtered) {
            for (std::uint64_t i = 0; i < count; ++i) {
                out.insert(out.end(), packed_.begin(), packed_.end());
            }
            return;
        }
        if (packed_ != packed_before_) {
            out.push_back(filter_none);
            out.insert(out.end(), packed_.begin(), packed_.end());
            packed_before_ = packed_;
            --count;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            out.push_back(filter_up);
            out.insert(out.end(), packed_.size(), 0);
        }
    }

    std::uint64_t width_;
    std::vector<Opening> openings_;
    Layout layout_;
    std::uint64_t pixels_;
    std::vector<std::uint8_t> canvas_; // a byte a pixel
    std::uint64_t y_ = 0;              // the next row to paint
    Words above_, left_, left_before_;
    bool right_ = true;
    bool right_before_ = true;
    std::vector<std::uint8_t> south_; // of row y_ - 1
    std::vector<Overlay> overlays_;
    std::vector<std::uint8_t> floors_; // of the last row painted; empty for one colour
    std::vector<std::uint8_t> packed_;
    std::vector<std::uint8_t> packed_before_; // in this band; empty if there is none
    std::uint64_t bit_at_ = 0;
};

} // namespace labirinto
