// Tones of pixels that have many cells, and what of a path lies in a window.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "raster.hpp"
#include "tiles.hpp"

namespace checks {
namespace {

// ---- Tones ----

// The number of a pixel's tone, counted cell by cell.
std::uint8_t counted_tone(const Made &made, const std::optional<Mask> &mask, const Tones &tones,
                          std::uint64_t left, std::uint64_t top) {
    std::uint64_t walls = 0;
    std::uint64_t quarters = 0;
    for (std::uint64_t y = top; y < std::min(top + tones.down, made.shape.height); ++y) {
        for (std::uint64_t x = left; x < std::min(left + tones.across, made.shape.width); ++x) {
            walls += !mask || mask->has(x, y);
            walls += !made.planes().opens_east(x, y);
            walls += !made.planes().opens_south(x, y);
            quarters += 4;
        }
    }
    const std::uint64_t steps = tones.last - tones.first;
    return static_cast<std::uint8_t>(tones.first + (2 * walls * steps + quarters) / (2 * quarters));
}

void check_tones() {
    Group group("tones");
    for (const Shape shape : short_shapes()) {
        const Made made = sample_maze(shape);
        Bytes bits(shape.height * shape.stride());
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            for (std::uint64_t x = 0; x < shape.width; x += 1 + (x + y) % 3) {
                set_bit(bits.data() + y * shape.stride(), x);
            }
        }
        for (const std::uint64_t across : {1, 8, 64, 128}) {
            group.begin(named(shape) + " by " + std::to_string(across));
            for (const bool is_masked : {false, true}) {
                const std::optional<Mask> mask =
                    is_masked ? std::optional(Mask(bits.data(), shape)) : std::nullopt;
                const Tones tones{across, across == 8 ? 3 : across, 5, 255};
                Bytes out(tones.pixels(shape));
                paint_tones(made.planes(), mask, tones, out.data());
                auto pixel = out.begin();
                for (std::uint64_t top = 0; top < shape.height; top += tones.down) {
                    for (std::uint64_t left = 0; left < shape.width; left += across) {
                        expect(*pixel++ == counted_tone(made, mask, tones, left, top),
                               "a tone is not that of its cells");
                    }
                }
            }
        }
    }
}

// ---- Paths ----

// A walk to and fro in a rectangle.
Bytes walk_in(Shape shape, Cell here, std::uint64_t steps) {
    Xoshiro256pp generator(steps);
    Bytes moves;
    while (moves.size() < steps && shape.cells() > 1) {
        const auto direction = static_cast<unsigned>(generator.next() & 3);
        const Cell next = neighbour(here, direction);
        if (next.x < shape.width && next.y < shape.height) {
            moves.push_back(static_cast<std::uint8_t>(direction));
            here = next;
        }
    }
    return moves;
}

bool is_in(const Window &window, std::uint64_t x, std::uint64_t y) {
    return x >= window.x && y >= window.y && x - window.x < window.width &&
           y - window.y < window.height;
}

void check_paths_in_windows() {
    Group group("paths in windows");
    for (const Shape shape : {Shape{1, 1}, Shape{2, 1}, Shape{9, 7}, Shape{65, 64}}) {
        for (const std::uint64_t steps : {0, 1, 255, 256, 257, 1000}) {
            group.begin(named(shape) + " by " + std::to_string(steps));
            const Cell start{shape.width / 2, shape.height / 2};
            const Bytes moves = walk_in(shape, start, steps);
            const PathPieces pieces(start, moves.data(), moves.size());
            const std::vector<Overlay> all =
                path_overlays(start, moves.data(), moves.size(), north, south);
            for (const Window &window :
                 {Window{0, 0, shape.width, shape.height}, Window{shape.width / 3, 0, 5, 3},
                  Window{shape.width, shape.height, 4, 4}}) {
                std::vector<Overlay> expected;
                std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                             [&](const Overlay &it) { return is_in(window, it.x, it.y); });
                const std::vector<Overlay> found = pieces.overlays(window, north, south);
                expect(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                                  [](const Overlay &one, const Overlay &other) {
                                      return one.x == other.x && one.y == other.y &&
                                             one.exits == other.exits;
                                  }),
                       "a cell of the path is missing, or leads elsewhere");
                for (const unsigned shift : {0U, 2U}) {
                    Bytes marked(window.width * window.height);
                    pieces.mark(window, shift, 9, marked.data());
                    Bytes again(window.width * window.height);
                    for (const Overlay &it : all) {
                        for (const std::uint64_t corner : {0, 1, 2, 3}) {
                            const std::uint64_t x = (it.x >> shift) + corner % 2;
                            const std::uint64_t y = (it.y >> shift) + corner / 2;
                            if (is_in(window, x, y)) {
                                again[(y - window.y) * window.width + x - window.x] = 9;
                            }
                        }
                    }
                    expect(marked == again, "the pixels of the path are others");
                }
            }
        }
    }
}

} // namespace

void check_tiles() {
    check_tones();
    check_paths_in_windows();
}

} // namespace checks
