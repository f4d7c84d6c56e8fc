// Other views of a maze: cells with their exits, walls as straight runs, blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "planes.hpp"

namespace labirinto {

// A gap in the frame.
struct Opening {
    std::uint64_t x, y;
    unsigned direction;

    bool operator==(const Opening &) const = default;
};

inline bool has_opening(const std::vector<Opening> &openings, const Opening &opening) {
    return std::find(openings.begin(), openings.end(), opening) != openings.end();
}

// The walls, frame included.  Lines are numbered from 0, line k before cell k.
class Walls {
  public:
    Walls(Planes maze, std::vector<Opening> openings)
        : maze_(maze), openings_(std::move(openings)) {}

    // The wall on horizontal line `line` above cell x (below it for the last line).
    bool above(std::uint64_t x, std::uint64_t line) const {
        if (line == 0) {
            return !has_opening(openings_, {x, 0, north});
        }
        if (line == maze_.shape().height) {
            return !has_opening(openings_, {x, line - 1, south});
        }
        return !maze_.opens_south(x, line - 1);
    }

    // The wall on vertical line `line` to the left of cell `line` in row y.
    bool left(std::uint64_t line, std::uint64_t y) const {
        if (line == 0) {
            return !has_opening(openings_, {0, y, west});
        }
        if (line == maze_.shape().width) {
            return !has_opening(openings_, {line - 1, y, east});
        }
        return !maze_.opens_east(line - 1, y);
    }

    const Shape &shape() const { return maze_.shape(); }

  private:
    Planes maze_;
    std::vector<Opening> openings_;
};

// x0, y0, x1, y1 of every run, in units of cells, in the order in which they end going down.
inline std::vector<std::int32_t> wall_runs(const Walls &walls) {
    const auto width = static_cast<std::int32_t>(walls.shape().width);
    const auto height = static_cast<std::int32_t>(walls.shape().height);
    constexpr std::int32_t none = -1;
    std::vector<std::int32_t> runs;
    std::vector<std::int32_t> begun(static_cast<std::size_t>(width) + 1, none); // of vertical runs
    for (std::int32_t y = 0; y <= height; ++y) {
        std::int32_t begin = none;
        for (std::int32_t x = 0; x <= width; ++x) {
            const bool wall = x < width && walls.above(static_cast<std::uint64_t>(x),
                                                       static_cast<std::uint64_t>(y));
            if (wall && begin == none) {
                begin = x;
            } else if (!wall && begin != none) {
                runs.insert(runs.end(), {begin, y, x, y});
                begin = none;
            }
        }
        for (std::int32_t x = 0; x <= width; ++x) {
            const bool wall = y < height && walls.left(static_cast<std::uint64_t>(x),
                                                       static_cast<std::uint64_t>(y));
            std::int32_t &top = begun[static_cast<std::size_t>(x)];
            if (wall && top == none) {
                top = y;
            } else if (!wall && top != none) {
                runs.insert(runs.end(), {x, top, x, y});
                top = none;
            }
        }
    }
    return runs;
}

// A byte a cell: 1, 2, 4, 8 for passages north, east, south, west.
inline void compass(const Planes &maze, std::uint8_t *out) {
    for (std::uint64_t y = 0; y < maze.shape().height; ++y) {
        for (std::uint64_t x = 0; x < maze.shape().width; ++x) {
            const unsigned exits = maze.exits(x, y);
            // east 1, south 2, west 4, north 8: turned by one
            *out++ = static_cast<std::uint8_t>((exits << 1 | exits >> 3) & 15);
        }
    }
}

// The picture of (2 width + 1) x (2 height + 1) blocks that game makers use: 0 floor, 1 wall.
inline void blocks(const Walls &walls, std::uint8_t *out) {
    const std::uint64_t columns = 2 * walls.shape().width + 1;
    for (std::uint64_t y = 0; y <= walls.shape().height; ++y) {
        std::uint8_t *const line = out + 2 * y * columns;
        std::uint8_t *const floor = line + columns;
        const bool has_floor = y < walls.shape().height;
        for (std::uint64_t x = 0; x <= walls.shape().width; ++x) {
            const bool right = x < walls.shape().width && walls.above(x, y);
            const bool down = has_floor && walls.left(x, y);
            // A post stands where a wall ends: none within an open space.
            line[2 * x] = right || down || (x > 0 && walls.above(x - 1, y)) ||
                          (y > 0 && walls.left(x, y - 1));
            if (x < walls.shape().width) {
                line[2 * x + 1] = right;
            }
            if (has_floor) {
                floor[2 * x] = down;
            }
            if (has_floor && x < walls.shape().width) {
                floor[2 * x + 1] = 0;
            }
        }
    }
}

} // namespace labirinto
