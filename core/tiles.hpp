// What a picture of a maze shows where cells are smaller than pixels: tones, colours, and a path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "mask.hpp"
#include "planes.hpp"
#include "raster.hpp"
#include "search.hpp"

namespace labirinto {

// Pixels of `across` x `down` cells, and the numbers of the palette for them, floor first.
// `across` is a power of two, so that a pixel does not end within a word unless it begins there.
struct Tones {
    std::uint64_t across, down;
    std::uint8_t first, last;

    bool can_be() const {
        return across > 0 && (across & (across - 1)) == 0 && down > 0 && first <= last;
    }
    std::uint64_t pixels_across(const Shape &shape) const {
        return (shape.width + across - 1) / across;
    }
    std::uint64_t pixels(const Shape &shape) const {
        return pixels_across(shape) * ((shape.height + down - 1) / down);
    }
};

// The share of wall in every pixel, as it is where walls are half as wide as cells: of the four
// quarters of a cell one is a corner, which is wall; one lies to the east and one to the south,
// which are wall without a passage; and one is floor.  All is floor outside the mask, where the
// rows have passages.
inline void paint_tones(const Planes &maze, const std::optional<Mask> &mask, const Tones &tones,
                        std::uint8_t *out) {
    const Shape &shape = maze.shape();
    const std::uint64_t columns = tones.pixels_across(shape);
    const std::uint64_t steps = tones.last - tones.first;
    std::vector<std::uint64_t> walls(columns), quarters(columns);
    for (std::uint64_t top = 0; top < shape.height; top += tones.down) {
        std::fill(walls.begin(), walls.end(), 0);
        std::fill(quarters.begin(), quarters.end(), 0);
        const std::uint64_t bottom = std::min(top + tones.down, shape.height);
        for (std::uint64_t y = top; y < bottom; ++y) {
            for (std::uint64_t word = 0; word < shape.words(); ++word) {
                const std::uint64_t cells = low_bits(shape.width - 64 * word);
                const std::uint64_t corner = mask ? mask->word(word, y) & cells : cells;
                const std::uint64_t to_east =
                    ~load_word(maze.east_row(y), shape.stride(), word) & cells;
                const std::uint64_t to_south =
                    ~load_word(maze.south_row(y), shape.stride(), word) & cells;
                const std::uint64_t each = std::min<std::uint64_t>(tones.across, 64);
                for (std::uint64_t bit = 0; bit < 64 && cells >> bit != 0; bit += each) {
                    const std::uint64_t chosen = low_bits(each) << bit;
                    const std::uint64_t pixel = (64 * word + bit) / tones.across;
                    const std::uint64_t count = count_bits(cells & chosen);
                    walls[pixel] += (mask ? count_bits(corner & chosen) : count) +
                                    count_bits(to_east & chosen) + count_bits(to_south & chosen);
                    quarters[pixel] += 4 * count;
                }
            }
        }
        for (std::uint64_t pixel = 0; pixel < columns; ++pixel) {
            const std::uint64_t tone =
                (2 * walls[pixel] * steps + quarters[pixel]) / (2 * quarters[pixel]); // rounded
            *out++ = static_cast<std::uint8_t>(tones.first + tone);
        }
    }
}

// A byte a cell: its distance as one of the numbers from `first` for 0 to `last` for the longest.
// Cells that no path reaches, such as those outside a mask, are floor.
inline void paint_distances(const std::int32_t *distances, std::uint64_t count, std::uint8_t first,
                            std::uint8_t last, std::uint8_t *out) {
    const std::int64_t longest = std::max(1, *std::max_element(distances, distances + count));
    for (std::uint64_t cell = 0; cell < count; ++cell) {
        const std::int64_t steps = distances[cell];
        const std::int64_t colour = first + steps * (last - first) / longest;
        out[cell] = steps < 0 ? std::uint8_t{floor_colour} : static_cast<std::uint8_t>(colour);
    }
}

// The same for a perfect maze, straight from its passages: no distances are kept.  A first search
// finds the longest.
inline void paint_distances(const Planes &maze, Cell start, std::uint8_t first, std::uint8_t last,
                            std::uint8_t *out, Control &control) {
    const Shape &shape = maze.shape();
    const std::uint64_t longest =
        std::max<std::uint64_t>(1, farthest(maze, start, false, control).distance);
    std::fill_n(out, shape.cells(), std::uint8_t{floor_colour});
    Frontier frontier(maze, start);
    PollThrottle throttle(control, 1 << 10, shape.cells());
    std::uint64_t seen = 0;
    for (std::uint64_t steps = 0; frontier.size() > 0; ++steps) {
        const std::uint64_t colour = first + steps * (last - first) / longest;
        for (std::uint64_t i = 0; i < frontier.size(); ++i) {
            const Cell cell = frontier.cell(i);
            out[cell.y * shape.width + cell.x] = static_cast<std::uint8_t>(colour);
        }
        seen += frontier.size();
        throttle.poll(seen);
        frontier.advance();
    }
}

// A part of a maze: its upper left cell, and sides of at least 1.
struct Window {
    std::uint64_t x, y, width, height;
};

// A path in pieces whose bounds are known, so that what lies in a window is found without a walk
// along all of it.
class PathPieces {
  public:
    PathPieces(Cell start, const std::uint8_t *directions, std::uint64_t length)
        : directions_(directions, directions + length) {
        if (std::any_of(directions_.begin(), directions_.end(),
                        [](std::uint8_t direction) { return direction > 3; })) {
            throw std::invalid_argument("a path goes in no direction");
        }
        pieces_.reserve(length / steps_a_piece + 1);
        Cell here = start;
        for (std::uint64_t i = 0; i <= length; ++i) {
            if (i % steps_a_piece == 0) {
                pieces_.push_back({here, here, here});
            }
            Piece &piece = pieces_.back();
            piece.least = {std::min(piece.least.x, here.x), std::min(piece.least.y, here.y)};
            piece.most = {std::max(piece.most.x, here.x), std::max(piece.most.y, here.y)};
            if (i < length) {
                here = neighbour(here, directions_[i]);
            }
        }
    }

    std::uint64_t bytes() const { return directions_.size() + pieces_.size() * sizeof(Piece); }

    // What the path draws over the cells of a window; `enters` and `leaves` as in path_overlays.
    std::vector<Overlay> overlays(const Window &window, unsigned enters, unsigned leaves) const {
        std::vector<Overlay> overlays;
        for (std::uint64_t piece = 0; piece < pieces_.size(); ++piece) {
            if (meets(pieces_[piece], window)) {
                walk(piece, [&](Cell cell, std::uint64_t i) {
                    if (contains(window, cell)) {
                        const unsigned back = i > 0 ? opposite(directions_[i - 1]) : enters;
                        const unsigned ahead = i < directions_.size() ? directions_[i] : leaves;
                        const unsigned exits = ((1U << back) | (1U << ahead)) & 15;
                        overlays.push_back({cell.x, cell.y, static_cast<std::uint8_t>(exits), 0});
                    }
                });
            }
        }
        return overlays;
    }

    // Colours the pixels of 2^shift x 2^shift cells through which the path leads, and those to the
    // right and below: a line of two pixels, which does not vanish when the picture is made
    // smaller.  Pixels are counted from the maze's upper left corner.
    void mark(const Window &pixels, unsigned shift, std::uint8_t colour, std::uint8_t *out) const {
        const auto mark_one = [&](std::uint64_t x, std::uint64_t y) {
            if (contains(pixels, {x, y})) {
                out[(y - pixels.y) * pixels.width + x - pixels.x] = colour;
            }
        };
        const auto mark_four = [&](Cell cell) {
            const std::uint64_t x = cell.x >> shift;
            const std::uint64_t y = cell.y >> shift;
            mark_one(x, y);
            mark_one(x + 1, y);
            mark_one(x, y + 1);
            mark_one(x + 1, y + 1);
        };
        // Pixels to the left and above reach into the window.
        const Window reach{pixels.x - (pixels.x > 0), pixels.y - (pixels.y > 0), pixels.width + 1,
                           pixels.height + 1};
        for (std::uint64_t number = 0; number < pieces_.size(); ++number) {
            const Piece &piece = pieces_[number];
            const Piece seen{piece.first,
                             {piece.least.x >> shift, piece.least.y >> shift},
                             {piece.most.x >> shift, piece.most.y >> shift}};
            if (!meets(seen, reach)) {
                continue;
            }
            if (seen.least.x == seen.most.x && seen.least.y == seen.most.y) {
                mark_four(piece.first);
            } else {
                walk(number, [&](Cell cell, std::uint64_t) { mark_four(cell); });
            }
        }
    }

  private:
    static constexpr std::uint64_t steps_a_piece = 256;

    struct Piece {
        Cell first, least, most; // the first cell, and the least and the most x and y
    };

    static bool contains(const Window &window, Cell cell) {
        return cell.x - window.x < window.width && cell.y - window.y < window.height;
    }

    static bool meets(const Piece &piece, const Window &window) {
        return piece.least.x < window.x + window.width && piece.most.x >= window.x &&
               piece.least.y < window.y + window.height && piece.most.y >= window.y;
    }

    // Calls visit(cell, its number in the path) for the cells of a piece.
    template <class Visit> void walk(std::uint64_t piece, Visit visit) const {
        const std::uint64_t first = piece * steps_a_piece;
        const std::uint64_t last =
            std::min(first + steps_a_piece - 1, static_cast<std::uint64_t>(directions_.size()));
        Cell here = pieces_[piece].first;
        for (std::uint64_t i = first; i <= last; ++i) {
            visit(here, i);
            if (i < directions_.size()) {
                here = neighbour(here, directions_[i]);
            }
        }
    }

    std::vector<std::uint8_t> directions_;
    std::vector<Piece> pieces_;
};

} // namespace labirinto
