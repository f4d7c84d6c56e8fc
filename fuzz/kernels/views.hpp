// A maze from any bytes, as its users see it: stray bits, cells, blocks, runs of wall, pictures.
#pragma once

#include "../../core/geometry.hpp"
#include "../../core/raster.hpp"
#include "target.hpp"

namespace fuzz {

inline bool strays(const Maze &maze) {
    Maze tidy = maze;
    clear_stray_bits(tidy);
    return tidy.rows != maze.rows;
}

inline std::vector<Opening> read_openings(Input &input, const Shape &shape) {
    std::vector<Opening> openings;
    for (unsigned count = input.byte() % 3; count > 0; --count) {
        const unsigned direction = input.byte() % 4;
        Cell cell = input.cell(shape);
        if (direction == north || direction == south) {
            cell.y = direction == north ? 0 : shape.height - 1;
        } else {
            cell.x = direction == west ? 0 : shape.width - 1;
        }
        openings.push_back({cell.x, cell.y, direction});
    }
    return openings;
}

// The picture in which a wall and a floor are one pixel each.
inline std::vector<std::uint8_t> one_pixel_picture(const Maze &maze,
                                                   const std::vector<Opening> &openings) {
    Raster raster(maze.shape.width, openings, Layout{2, 1, 0, 1, 1, 1, false});
    std::vector<std::uint8_t> picture;
    raster.paint_rows(maze.rows.data(), maze.shape.height, picture);
    raster.paint_last_line(picture);
    return picture;
}

inline void views(Input &input) {
    const std::uint64_t width = 1 + input.byte() % 136;
    Shape shape{width, 1};
    const bool keep_stray = input.byte() % 4 == 0;
    const std::vector<std::uint8_t> for_openings = input.bytes(7);
    shape.height = std::max<std::uint64_t>(1, input.left() / shape.row_bytes());
    Maze maze{shape, input.bytes(shape.bytes())};
    expect(has_stray_bits(maze.planes()) == strays(maze), "stray bits are found");
    if (strays(maze)) {
        if (keep_stray) {
            return;
        }
        clear_stray_bits(maze);
    }
    Input source(for_openings.data(), for_openings.size());
    const std::vector<Opening> openings = read_openings(source, shape);
    const Walls walls(maze.planes(), openings);

    std::vector<std::uint8_t> cells(shape.cells());
    compass(maze.planes(), cells.data());
    constexpr unsigned bit_of[4] = {2, 4, 8, 1};
    for (std::uint64_t i = 0; i < cells.size(); ++i) {
        const Cell cell{i % width, i / width};
        unsigned exits = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            exits |= maze.can_step(cell, direction) ? bit_of[direction] : 0;
        }
        expect(cells[i] == exits, "the exits of a cell are its passages");
    }

    const std::uint64_t columns = 2 * width + 1;
    std::vector<std::uint8_t> picture(columns * (2 * shape.height + 1));
    blocks(walls, picture.data());
    std::vector<std::uint8_t> from_runs(picture.size());
    const std::vector<std::int32_t> runs = wall_runs(walls);
    for (std::size_t at = 0; at < runs.size(); at += 4) {
        for (std::int32_t y = 2 * runs[at + 1]; y <= 2 * runs[at + 3]; ++y) {
            for (std::int32_t x = 2 * runs[at]; x <= 2 * runs[at + 2]; ++x) {
                from_runs.at(static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x)) =
                    1;
            }
        }
    }
    const std::vector<std::uint8_t> packed = one_pixel_picture(maze, openings);
    const std::uint64_t line = (columns + 7) / 8;
    expect(packed.size() == line * (2 * shape.height + 1), "a picture of all lines");
    for (std::uint64_t y = 0; y <= 2 * shape.height; ++y) {
        for (std::uint64_t x = 0; x < columns; ++x) {
            const bool pixel = packed[y * line + x / 8] >> (7 - x % 8) & 1;
            expect(pixel == from_runs[y * columns + x], "runs and pixels are the same walls");
            // Blocks have a post at every corner, pictures only where walls meet.
            const bool is_post = x % 2 == 0 && y % 2 == 0;
            expect(is_post || pixel == picture[y * columns + x], "so are the blocks");
        }
    }
}

} // namespace fuzz
