// What is counted in a maze, and the arrays that show it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "census.hpp"
#include "geometry.hpp"
#include "kernels.hpp"
#include "planes.hpp"

namespace checks {
namespace {

void expect_census(const Made &made, bool has_ends) {
    const Planes maze = made.planes();
    const Census census = take_census(maze, quiet);
    std::uint64_t by_exits[5] = {};
    std::uint64_t straights = 0;
    for (std::uint64_t y = 0; y < made.shape.height; ++y) {
        for (std::uint64_t x = 0; x < made.shape.width; ++x) {
            const unsigned exits = maze.exits(x, y);
            ++by_exits[std::popcount(exits)];
            straights += exits == (1U << east | 1U << west) || exits == (1U << south | 1U << north);
        }
    }
    expect(std::equal(by_exits, by_exits + 5, census.by_exits), "cells by number of passages");
    expect(straights == census.straights, "straight corridors");
    expect(census.east_passages + census.south_passages == passages_in(made), "passages");
    std::uint64_t in_corridors = 0;
    for (const auto &[length, number] : census.corridors) {
        in_corridors += length * number;
    }
    expect(!has_ends || in_corridors == passages_in(made),
           "corridors do not add up to all passages");
}

void check_census() {
    Group group("census");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        expect_census(sample_maze(shape), true);
        expect_census(closed_maze(shape), true);
        // A ring of four cells is all corridor, and is on none of the paths between two ends.
        expect_census(open_maze(shape), !(shape.width == 2 && shape.height == 2));
    }
}

void expect_views(const Made &made, const std::vector<Opening> &openings) {
    const Shape shape = made.shape;
    const Planes maze = made.planes();
    const Walls walls(maze, openings);
    const std::uint64_t gaps = passages_in(made) + openings.size();
    const std::uint64_t segments =
        (shape.width + 1) * shape.height + (shape.height + 1) * shape.width;

    Bytes compass_bytes(shape.cells());
    compass(maze, compass_bytes.data());
    Bytes picture((2 * shape.width + 1) * (2 * shape.height + 1), 2);
    blocks(walls, picture.data());
    const std::uint64_t columns = 2 * shape.width + 1;
    std::uint64_t floors = 0;
    for (std::uint64_t at = 0; at < picture.size(); ++at) {
        expect(picture[at] <= 1, "a block was not written");
        const std::uint64_t x = at % columns;
        const std::uint64_t y = at / columns;
        if (x % 2 == 1 || y % 2 == 1) {
            floors += picture[at] == 0;
            continue;
        }
        const bool ends = (x > 0 && picture[at - 1]) || (x + 1 < columns && picture[at + 1]) ||
                          (y > 0 && picture[at - columns]) ||
                          (at + columns < picture.size() && picture[at + columns]);
        expect(ends == picture[at], "a post does not stand where a wall ends");
    }
    expect(floors == shape.cells() + gaps, "blocks of floor");
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            const std::uint8_t *const centre = picture.data() + (2 * y + 1) * columns + 2 * x + 1;
            const unsigned seen = (centre[-static_cast<std::ptrdiff_t>(columns)] ? 0U : 1U) |
                                  (centre[1] ? 0U : 2U) | (centre[columns] ? 0U : 4U) |
                                  (centre[-1] ? 0U : 8U);
            unsigned expected = compass_bytes[y * shape.width + x];
            for (const Opening &opening : openings) {
                if (opening.x == x && opening.y == y) {
                    expected |= opening.direction == north ? 1U : 2U << opening.direction;
                }
            }
            expect(seen == expected, "blocks and compass differ");
        }
    }

    const std::vector<std::int32_t> runs = wall_runs(walls);
    std::uint64_t drawn = 0;
    std::int32_t last_end = 0;
    for (std::size_t at = 0; at < runs.size(); at += 4) {
        const auto [x0, y0, x1, y1] =
            std::array{runs[at], runs[at + 1], runs[at + 2], runs[at + 3]};
        expect((x0 == x1) != (y0 == y1) && x0 <= x1 && y0 <= y1, "a run that is not straight");
        expect(y1 >= last_end, "runs out of order");
        last_end = y1;
        drawn += static_cast<std::uint64_t>(x1 - x0 + y1 - y0);
    }
    expect(runs.size() % 4 == 0 && drawn == segments - gaps, "runs do not add up to all walls");
}

void check_arrays() {
    Group group("compass, blocks and runs");
    for (const Shape shape : all_shapes()) {
        group.begin(named(shape));
        expect_views(sample_maze(shape), {});
        expect_views(sample_maze(shape), two_openings(shape));
        expect_views(closed_maze(shape), {});
        expect_views(open_maze(shape), two_openings(shape));
    }
}

} // namespace

void check_views() {
    check_census();
    check_arrays();
}

} // namespace checks
