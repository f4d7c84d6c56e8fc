// Rows of a maze as rows of pixels: floors, walls, a path and marks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "overlays.hpp"
#include "packed_rows.hpp"
#include "row_walls.hpp"

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
        : width_(width), walls_(width, std::move(openings)), layout_(checked(layout)),
          canvas_(2 * layout.margin + width * layout.cell + layout.wall),
          packed_(canvas_.size(), layout.depth, layout.filtered) {}

    std::uint64_t row_bytes() const { return walls_.row_bytes(); } // of a row of the maze
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
        walls_.resume(y - 1, row_before);
    }

    // The margin above or below.
    void paint_margin(std::vector<std::uint8_t> &out) {
        packed_.begin_band();
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
        packed_.begin_band();
        for (std::uint64_t row = 0; row < count; ++row) {
            if (floors) {
                floors_.assign(floors + row * width_, floors + (row + 1) * width_);
            }
            walls_.take(rows + row * row_bytes());
            paint_line(out, north);
            paint_floors(out);
        }
        forget_painted();
    }

    // The line below the last row.
    void paint_last_line(std::vector<std::uint8_t> &out) {
        packed_.begin_band();
        walls_.end();
        paint_line(out, south);
    }

  private:
    static const Layout &checked(const Layout &layout) {
        if (!layout.can_be()) {
            throw std::invalid_argument("there is no such layout of pixels");
        }
        return layout;
    }

    bool is_simple() const { return layout_.cell == 2 && layout_.wall == 1 && layout_.depth == 1; }

    // The overlays of the row painted last; `overlays_` is in the order of rows.
    std::span<const Overlay> overlays_now() const {
        const auto [first, last] = std::equal_range(
            overlays_.begin(), overlays_.end(), Overlay{0, walls_.rows() - 1, 0, 0},
            [](const Overlay &a, const Overlay &b) { return a.y < b.y; });
        return {first, last};
    }

    // Overlays of the last painted row are kept for paths that lead down out of it.
    void forget_painted() {
        const auto kept = std::find_if(overlays_.begin(), overlays_.end(),
                                       [&](const Overlay &o) { return o.y + 1 >= walls_.rows(); });
        overlays_.erase(overlays_.begin(), kept);
    }

    // The line above or below a row, to the north or south of it.
    void paint_line(std::vector<std::uint8_t> &out, unsigned side) {
        if (is_simple()) {
            paint_line_simply();
            packed_.emit(out, layout_.wall);
            return;
        }
        paint_ground();
        for (std::uint64_t x = 0; x <= width_; ++x) {
            if (walls_.has_post(x)) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
            if (x < width_ && walls_.is_above(x)) {
                fill(cell_from(x) + layout_.wall, layout_.floor(), wall_colour);
            }
        }
        for (const Overlay &overlay : overlays_now()) {
            if (overlay.exits >> side & 1) {
                fill(line_from(overlay.x), layout_.line, line_colour);
            }
        }
        emit(out, layout_.wall);
    }

    void paint_floors(std::vector<std::uint8_t> &out) {
        if (is_simple()) {
            paint_floor_simply();
            packed_.emit(out, 1);
            return;
        }
        paint_ground();
        for (std::uint64_t x = 0; x <= width_; ++x) {
            if (walls_.is_left(x)) {
                fill(cell_from(x), layout_.wall, wall_colour);
            }
        }
        const std::span<const Overlay> overlays = overlays_now();
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
    void paint_line_simply() {
        packed_.begin_bits(layout_.margin);
        std::uint64_t wall_before = 0;
        for (std::uint64_t word = 0; word < walls_.words(); ++word) {
            const std::uint64_t above = walls_.above()[word];
            const std::uint64_t posts = above | above << 1 | wall_before >> 63 |
                                        walls_.left_before()[word] | walls_.left()[word];
            wall_before = above;
            packed_.append_bits(posts, above, cells_in(word));
        }
        packed_.end_bits(walls_.has_post(width_));
    }

    void paint_floor_simply() {
        packed_.begin_bits(layout_.margin);
        for (std::uint64_t word = 0; word < walls_.words(); ++word) {
            packed_.append_bits(walls_.left()[word], 0, cells_in(word));
        }
        packed_.end_bits(walls_.is_left(width_));
    }

    std::uint64_t cells_in(std::uint64_t word) const {
        return std::min<std::uint64_t>(64, width_ - 64 * word);
    }

    void emit(std::vector<std::uint8_t> &out, std::uint64_t count) {
        if (count > 0) {
            packed_.pack(canvas_);
            packed_.emit(out, count);
        }
    }

    std::uint64_t width_;
    RowWalls walls_;
    Layout layout_;
    std::vector<std::uint8_t> canvas_; // a byte a pixel
    PackedRows packed_;
    std::vector<Overlay> overlays_;
    std::vector<std::uint8_t> floors_; // of the row painted last; empty for one colour
};

} // namespace labirinto
