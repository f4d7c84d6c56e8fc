// Rows painted with a path from anywhere to anywhere, and painting resumed below any row.
#pragma once

#include "../../core/raster.hpp"
#include "target.hpp"
#include "views.hpp"

namespace fuzz {

// As a style gives it: walls thinner than cells, lines and marks centred on the floor.
inline Layout read_layout(Input &input) {
    Layout layout{};
    layout.cell = 2 + input.byte() % 8;
    layout.wall = 1 + input.byte() % (layout.cell - 1);
    layout.margin = input.byte() % 10;
    const std::uint64_t floor = layout.floor();
    layout.line = 2 - floor % 2 > floor ? floor : 2 - floor % 2;
    layout.mark = floor;
    layout.depth = 1U << input.byte() % 3;
    layout.filtered = input.byte() % 2 != 0;
    return layout;
}

inline void raster(Input &input) {
    const Layout layout = read_layout(input);
    const std::vector<std::uint8_t> for_openings = input.bytes(7);
    const std::uint64_t length = input.byte() % 64;
    const std::vector<std::uint8_t> packed = input.bytes((length + 3) / 4);
    const std::vector<std::uint8_t> places = input.bytes(4);
    const std::uint64_t cut = input.byte();
    const std::uint64_t width = 1 + input.byte() % 80;
    Shape shape{width, 1};
    shape.height = std::max<std::uint64_t>(1, input.left() / shape.row_bytes());
    Maze maze{shape, input.bytes(shape.bytes())};
    clear_stray_bits(maze);

    std::vector<std::uint8_t> moves(length);
    unpack_moves(packed.data(), length, moves.data());
    std::vector<std::uint8_t> again(packed.size());
    pack_moves(moves.data(), length, again.data());
    std::vector<std::uint8_t> unpacked(length);
    unpack_moves(again.data(), length, unpacked.data());
    expect(unpacked == moves, "moves are packed and unpacked");

    Input source(places.data(), places.size());
    const Cell start = source.cell(shape);
    const Cell end = source.cell(shape);
    Input gaps(for_openings.data(), for_openings.size());
    const std::vector<Opening> openings = read_openings(gaps, shape);
    bool leaves = false; // to a side; above and below are other rows
    Cell here = start;
    for (const std::uint8_t direction : moves) {
        here = neighbour(here, direction);
        leaves |= here.x >= width;
    }
    const auto new_raster = [&] {
        Raster painter(width, openings, layout);
        if (layout.depth > 1) {
            try {
                painter.overlay(path_overlays(start, moves.data(), length, 4, 4));
            } catch (const std::invalid_argument &) {
                expect(leaves, "only a path that leaves the maze is refused");
            }
            const std::uint8_t end_mark = layout.depth > 2 ? end_colour : line_colour;
            const std::uint8_t start_mark = layout.depth > 2 ? start_colour : line_colour;
            painter.overlay({{start.x, start.y, 0, start_mark}, {end.x, end.y, 0, end_mark}});
        }
        return painter;
    };
    std::vector<std::uint8_t> whole;
    const std::uint64_t above = cut % shape.height;
    Raster painter = new_raster();
    painter.paint_margin(whole);
    const std::uint64_t margin_size = whole.size();
    painter.paint_rows(maze.rows.data(), above, whole);
    const std::uint64_t cut_at = whole.size();
    painter.paint_rows(maze.planes().east_row(above), shape.height - above, whole);
    painter.paint_last_line(whole);
    painter.paint_margin(whole);

    const std::uint64_t row_bytes =
        ((2 * layout.margin + width * layout.cell + layout.wall) * layout.depth + 7) / 8;
    const std::uint64_t lines = 2 * layout.margin + shape.height * layout.cell + layout.wall;
    expect(whole.size() == lines * (row_bytes + layout.filtered), "a picture of all lines");
    expect(margin_size == layout.margin * (row_bytes + layout.filtered), "a margin of all lines");
    if (above > 0) {
        Raster resumed = new_raster();
        resumed.resume(above, maze.planes().east_row(above - 1));
        std::vector<std::uint8_t> rest;
        resumed.paint_rows(maze.planes().east_row(above), shape.height - above, rest);
        resumed.paint_last_line(rest);
        resumed.paint_margin(rest);
        expect(rest.size() == whole.size() - cut_at &&
                   std::equal(rest.begin(), rest.end(),
                              whole.begin() + static_cast<std::ptrdiff_t>(cut_at)),
               "resumed, the picture goes on with the same bytes");
    }
}

} // namespace fuzz
