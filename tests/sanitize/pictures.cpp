// Pixels: pictures that are painted, and rows that come from elsewhere.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "kernels.hpp"
#include "pixel_rows.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "raster.hpp"
#include "search.hpp"

namespace checks {
namespace {

// ---- Pictures ----

struct Picture {
    std::uint64_t width, height;
    std::vector<Bytes> rows; // packed, unfiltered
    unsigned depth;

    unsigned pixel(std::uint64_t x, std::uint64_t y) const {
        std::uint8_t bit = 0;
        for (unsigned colour = 0; colour < 1U << depth; ++colour) {
            sample(rows[y].data(), depth, x, 1, 1, colour, &bit);
            if (bit) {
                return colour;
            }
        }
        return ~0U;
    }

    Bytes column_bits(std::uint64_t y, std::uint64_t first, std::uint64_t step, std::uint64_t count,
                      unsigned colour) const {
        Bytes bits((count + 7) / 8);
        sample(rows[y].data(), depth, first, step, count, colour, bits.data());
        return bits;
    }
};

Picture paint(const Made &made, const std::vector<Opening> &openings, Layout layout,
              std::vector<Overlay> overlays) {
    const Shape shape = made.shape;
    Raster raster(shape.width, openings, layout);
    raster.overlay(overlays);
    Picture picture{2 * layout.margin + shape.width * layout.cell + layout.wall,
                    2 * layout.margin + shape.height * layout.cell + layout.wall,
                    {},
                    layout.depth};
    const std::uint64_t packed = (picture.width * layout.depth + 7) / 8;
    Bytes above(packed, 0);
    const auto take = [&](const Bytes &out) {
        expect(out.size() % (packed + 1) == 0, "rows of pixels of the wrong length");
        for (std::size_t at = 0; at < out.size(); at += packed + 1) {
            const auto begin = out.begin() + static_cast<std::ptrdiff_t>(at) + 1;
            Bytes row(begin, begin + static_cast<std::ptrdiff_t>(packed));
            unfilter(out[at], row.data(), above.data(), packed);
            picture.rows.push_back(row);
            above = row;
        }
    };
    Bytes margin;
    raster.paint_margin(margin);
    take(margin);
    // In bands of 1, 2, 3 ... rows, and once going on in another raster.
    std::uint64_t band = 1;
    for (std::uint64_t y = 0; y < shape.height; y += band++) {
        const std::uint64_t count = std::min(band, shape.height - y);
        const std::uint8_t *const rows = made.planes().east_row(y);
        if (band == 3) {
            raster = Raster(shape.width, openings, layout);
            raster.overlay(overlays);
            raster.resume(y, rows - shape.row_bytes());
        }
        Bytes out;
        raster.paint_rows(rows, count, out);
        take(out);
    }
    Bytes last_line;
    raster.paint_last_line(last_line);
    take(last_line);
    Bytes margin_below;
    raster.paint_margin(margin_below);
    take(margin_below);
    expect(picture.rows.size() == picture.height, "the number of rows of pixels");
    return picture;
}

// The walls are where the maze has them, and with nothing drawn over the floor nowhere else.
void expect_walls(const Picture &picture, const Made &made, const std::vector<Opening> &openings,
                  const Layout &layout, bool bare) {
    const Shape shape = made.shape;
    const Walls walls(made.planes(), openings);
    const std::uint64_t inside = layout.margin + layout.wall;
    for (std::uint64_t y = 0; y <= shape.height; ++y) {
        const std::uint64_t line_y = layout.margin + y * layout.cell;
        const Bytes above =
            picture.column_bits(line_y, inside, layout.cell, shape.width, wall_colour);
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            expect((above[x / 8] >> x % 8 & 1) == walls.above(x, y), "a wall across");
        }
        if (y == shape.height) {
            break;
        }
        const Bytes left = picture.column_bits(line_y + layout.wall, layout.margin, layout.cell,
                                               shape.width + 1, wall_colour);
        for (std::uint64_t x = 0; x <= shape.width; ++x) {
            expect((left[x / 8] >> x % 8 & 1) == walls.left(x, y), "a wall down");
        }
        if (bare) {
            const Bytes floor = picture.column_bits(line_y + layout.wall, inside, layout.cell,
                                                    shape.width, floor_colour);
            for (std::uint64_t x = 0; x < shape.width; ++x) {
                expect(floor[x / 8] >> x % 8 & 1, "a cell without floor");
            }
        }
    }
    for (std::uint64_t y = 0; y < layout.margin; ++y) {
        for (std::uint64_t x = 0; x < std::min<std::uint64_t>(picture.width, 40); ++x) {
            expect(picture.pixel(x, y) == floor_colour, "the margin above");
            expect(picture.pixel(x, picture.height - 1 - y) == floor_colour, "the margin below");
        }
    }
    for (std::uint64_t x = 0; x < layout.margin; ++x) {
        expect(picture.pixel(x, picture.height / 2) == floor_colour, "the margin to the left");
        expect(picture.pixel(picture.width - 1 - x, picture.height / 2) == floor_colour,
               "the margin to the right");
    }
}

constexpr Layout plain_layouts[] = {
    {2, 1, 0, 1, 1, 1}, {2, 1, 3, 1, 1, 1},  {2, 1, 16, 1, 1, 1},
    {2, 1, 3, 1, 1, 2}, {3, 1, 0, 2, 2, 4},  {3, 2, 1, 1, 1, 1},
    {5, 1, 7, 2, 3, 1}, {16, 2, 0, 4, 8, 1}, {16, 2, 16, 4, 8, 1},
};

void check_plain_pictures() {
    Group group("pictures");
    for (const Shape shape : drawn_shapes()) {
        for (const Layout &layout : plain_layouts) {
            if (shape.cells() > 4000 && layout.cell > 3) {
                continue;
            }
            group.begin(named(shape) + " cell " + std::to_string(layout.cell) + " margin " +
                        std::to_string(layout.margin));
            const Made made = sample_maze(shape);
            expect_walls(paint(made, {}, layout, {}), made, {}, layout, true);
            const std::vector<Opening> openings = two_openings(shape);
            expect_walls(paint(made, openings, layout, {}), made, openings, layout, true);
        }
    }
}

// The fast path for one bit a pixel and the general code paint the same.
void check_simple_pictures() {
    Group group("fast and general painting");
    for (const Shape shape : drawn_shapes()) {
        group.begin(named(shape));
        const Made made = sample_maze(shape);
        for (const std::uint64_t margin : {0, 1, 5, 8}) {
            const Picture quick = paint(made, two_openings(shape), {2, 1, margin, 1, 1, 1}, {});
            const Picture general = paint(made, two_openings(shape), {2, 1, margin, 1, 1, 2}, {});
            for (std::uint64_t y = 0; y < quick.height; ++y) {
                expect(quick.column_bits(y, 0, 1, quick.width, wall_colour) ==
                           general.column_bits(y, 0, 1, general.width, wall_colour),
                       "they differ");
            }
        }
    }
}

void check_overlays() {
    Group group("solutions and marks");
    constexpr Layout layouts[] = {
        {2, 1, 0, 1, 1, 2},  {2, 1, 3, 1, 1, 4},    {3, 1, 0, 1, 2, 4},    {3, 1, 2, 2, 2, 2},
        {16, 2, 0, 4, 8, 2}, {16, 2, 16, 4, 10, 4}, {16, 2, 3, 14, 14, 4}, {7, 3, 1, 3, 1, 4},
    };
    for (const Shape shape : drawn_shapes()) {
        for (const Layout &layout : layouts) {
            if (shape.cells() > 4000 && layout.cell > 3) {
                continue;
            }
            group.begin(named(shape) + " cell " + std::to_string(layout.cell) + " depth " +
                        std::to_string(layout.depth));
            const Made made = sample_maze(shape);
            const std::vector<Opening> openings = two_openings(shape);
            const Cell start{openings[0].x, openings[0].y};
            const Cell end{openings[1].x, openings[1].y};
            const Bytes path = tree_path(made.planes(), start, end, quiet);
            std::vector<Overlay> overlays = path_overlays(
                start, path.data(), path.size(), openings[0].direction, openings[1].direction);
            expect(overlays.size() == path.size() + 1, "a cell of the path without overlay");
            const bool marked = layout.depth == 4 && shape.cells() > 1;
            if (marked) {
                overlays.push_back({start.x, start.y, 0, start_colour});
                overlays.push_back({end.x, end.y, 0, end_colour});
            }
            const Picture picture = paint(made, openings, layout, overlays);
            const std::uint64_t offset = layout.wall + (layout.floor() - layout.line) / 2;
            const std::uint64_t mark_offset = layout.wall + (layout.floor() - layout.mark) / 2;
            Cell here = start;
            for (std::size_t step = 0; step <= path.size(); ++step) {
                const std::uint64_t left = layout.margin + here.x * layout.cell;
                const std::uint64_t top = layout.margin + here.y * layout.cell;
                const unsigned colour = picture.pixel(left + offset, top + offset);
                const bool at_end = step == 0 || step == path.size();
                expect(colour == line_colour || (marked && at_end),
                       "no line in a cell of the path");
                const unsigned ahead = step < path.size() ? path[step] : openings[1].direction;
                const bool forward = ahead == east || ahead == south;
                const std::uint64_t gap = forward ? layout.cell : 0;
                const bool across = ahead == east || ahead == west;
                const unsigned in_gap =
                    picture.pixel(left + (across ? gap : offset), top + (across ? offset : gap));
                expect(in_gap == line_colour, "no line in a passage of the path");
                here = neighbour(here, ahead);
            }
            if (marked) {
                const std::uint64_t centre = mark_offset + layout.mark / 2;
                expect(picture.pixel(layout.margin + start.x * layout.cell + centre,
                                     layout.margin + start.y * layout.cell + centre) ==
                           start_colour,
                       "no mark at the start");
                expect(picture.pixel(layout.margin + end.x * layout.cell + mark_offset,
                                     layout.margin + end.y * layout.cell + mark_offset) ==
                           end_colour,
                       "no mark at the end");
            }
        }
    }
}

// ---- Rows of pixels from elsewhere ----

Bytes random_bytes(std::uint64_t count, std::uint64_t seed) {
    Bits bits(seed);
    Bytes bytes(count);
    for (std::uint8_t &byte : bytes) {
        byte = static_cast<std::uint8_t>(bits.take(8));
    }
    return bytes;
}

// The predictor of the PNG specification in its own words: the nearest of three to left + up -
// corner.
int nearest(int left, int up, int corner) {
    const int estimate = left + up - corner;
    int best = left;
    for (const int candidate : {up, corner}) {
        if (std::abs(estimate - candidate) < std::abs(estimate - best)) {
            best = candidate;
        }
    }
    return best;
}

void check_unfilter() {
    Group group("unfilter");
    for (const std::uint64_t count : {1, 2, 7, 8, 63, 64, 65, 255, 256, 257, 65536}) {
        for (unsigned filter = 0; filter < 5; ++filter) {
            group.begin("filter " + std::to_string(filter) + " of " + std::to_string(count));
            const Bytes row = random_bytes(count, count + filter);
            const Bytes above = random_bytes(count, count + filter + 1000);
            Bytes filtered(count);
            for (std::uint64_t i = 0; i < count; ++i) {
                const int left = i == 0 ? 0 : row[i - 1];
                const int corner = i == 0 ? 0 : above[i - 1];
                const int up = above[i];
                const int guess =
                    std::array{0, left, up, (left + up) / 2, nearest(left, up, corner)}[filter];
                filtered[i] = static_cast<std::uint8_t>(row[i] - guess);
            }
            unfilter(filter, filtered.data(), above.data(), count);
            expect(filtered == row, "not the row that was filtered");
        }
    }
}

void check_sample() {
    Group group("sample");
    for (const unsigned depth : {1U, 2U, 4U, 8U}) {
        for (const std::uint64_t pixels : {1, 2, 7, 8, 9, 64, 257}) {
            for (const std::uint64_t step : {1, 2, 5}) {
                group.begin("depth " + std::to_string(depth) + " of " + std::to_string(pixels));
                const Bytes row = random_bytes((pixels * depth + 7) / 8, pixels + depth);
                const std::uint64_t first = pixels > 3 ? 3 : 0;
                const std::uint64_t count = (pixels - first + step - 1) / step;
                const unsigned colour = 1;
                Bytes bits((count + 7) / 8);
                sample(row.data(), depth, first, step, count, colour, bits.data());
                for (std::uint64_t i = 0; i < 8 * bits.size(); ++i) {
                    unsigned pixel = ~0U;
                    if (i < count) {
                        pixel = 0;
                        for (unsigned bit = 0; bit < depth; ++bit) {
                            const std::uint64_t at = (first + i * step) * depth + bit;
                            pixel = pixel << 1 | (row[at / 8] >> (7 - at % 8) & 1U);
                        }
                    }
                    expect((bits[i / 8] >> i % 8 & 1) == (pixel == colour), "a bit is wrong");
                }
            }
        }
    }
}

} // namespace

void check_pictures() {
    check_plain_pictures();
    check_simple_pictures();
    check_overlays();
    check_unfilter();
    check_sample();
}

} // namespace checks
