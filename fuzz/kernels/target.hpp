// What all targets share: reading an input, mazes from bytes, and the bounds that hold for all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "search.hpp"

namespace fuzz {

using namespace labirinto;

// A fuzzer takes an abort for a find.
inline void expect(bool holds, const char *what) {
    if (!holds) {
        std::fprintf(stderr, "failed: %s\n", what);
        std::abort();
    }
}

// The bytes of an input, from the first to the last; 0 behind them.
class Input {
  public:
    Input(const std::uint8_t *data, std::uint64_t size) : data_(data), left_(size) {}

    std::uint64_t left() const { return left_; }

    std::uint8_t byte() {
        if (left_ == 0) {
            return 0;
        }
        --left_;
        return *data_++;
    }

    std::uint64_t word() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 8) {
            value |= static_cast<std::uint64_t>(byte()) << shift;
        }
        return value;
    }

    // Exactly so many bytes, so that a byte read too far is a find.
    std::vector<std::uint8_t> bytes(std::uint64_t count) {
        std::vector<std::uint8_t> result(count);
        for (std::uint8_t &value : result) {
            value = byte();
        }
        return result;
    }

    Cell cell(const Shape &shape) {
        const std::uint64_t x = byte();
        const std::uint64_t y = byte();
        return {x % shape.width, y % shape.height};
    }

  private:
    const std::uint8_t *data_;
    std::uint64_t left_;
};

class Sets {
  public:
    explicit Sets(std::uint64_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::uint64_t{0});
    }

    std::uint64_t find(std::uint64_t item) {
        while (parents_[item] != item) {
            item = parents_[item] = parents_[parents_[item]];
        }
        return item;
    }

    // Whether they were in two sets.
    bool join(std::uint64_t one, std::uint64_t other) {
        const std::uint64_t root = find(one);
        const std::uint64_t second = find(other);
        parents_[root] = second;
        return root != second;
    }

  private:
    std::vector<std::uint64_t> parents_;
};

struct Maze {
    Shape shape;
    std::vector<std::uint8_t> rows;

    Planes planes() const { return {rows.data(), shape}; }
    std::uint64_t index(Cell cell) const { return cell.y * shape.width + cell.x; }

    bool bit(Cell cell, unsigned direction) const {
        return rows[place(cell, direction)] >> cell.x % 8 & 1;
    }
    void set(Cell cell, unsigned direction, bool open) {
        const auto mask = static_cast<std::uint8_t>(1U << cell.x % 8);
        std::uint8_t &changed = rows[place(cell, direction)];
        changed = static_cast<std::uint8_t>(open ? changed | mask : changed & ~mask);
    }

    // Calls visit(cell, direction, neighbour) for every wall or passage inside.
    template <class Visit> void each_edge(Visit visit) const {
        for (std::uint64_t y = 0; y < shape.height; ++y) {
            for (std::uint64_t x = 0; x < shape.width; ++x) {
                if (x + 1 < shape.width) {
                    visit(Cell{x, y}, east, Cell{x + 1, y});
                }
                if (y + 1 < shape.height) {
                    visit(Cell{x, y}, south, Cell{x, y + 1});
                }
            }
        }
    }

    bool can_step(Cell cell, unsigned direction) const {
        switch (direction) {
        case east:
            return cell.x + 1 < shape.width && bit(cell, east);
        case south:
            return cell.y + 1 < shape.height && bit(cell, south);
        case west:
            return cell.x > 0 && bit({cell.x - 1, cell.y}, east);
        case north:
            return cell.y > 0 && bit({cell.x, cell.y - 1}, south);
        }
        return false;
    }

  private:
    std::uint64_t place(Cell cell, unsigned direction) const {
        return (2 * cell.y + direction) * shape.stride() + cell.x / 8;
    }
};

inline void clear_stray_bits(Maze &maze) {
    Maze tidy{maze.shape, std::vector<std::uint8_t>(maze.rows.size())};
    maze.each_edge([&](Cell cell, unsigned direction, Cell) {
        tidy.set(cell, direction, maze.bit(cell, direction));
    });
    maze.rows = std::move(tidy.rows);
}

// Keeps what closes no loop, and then opens what joins two parts.
inline void make_perfect(Maze &maze) {
    Sets sets(maze.shape.cells());
    Maze tree{maze.shape, std::vector<std::uint8_t>(maze.rows.size())};
    for (const bool was_open : {true, false}) {
        maze.each_edge([&](Cell cell, unsigned direction, Cell other) {
            if (maze.bit(cell, direction) == was_open &&
                sets.join(maze.index(cell), maze.index(other))) {
                tree.set(cell, direction, true);
            }
        });
    }
    maze.rows = std::move(tree.rows);
}

inline bool is_tree(const Maze &maze) {
    Sets sets(maze.shape.cells());
    std::uint64_t joins = 0;
    bool has_loop = false;
    maze.each_edge([&](Cell cell, unsigned direction, Cell other) {
        if (maze.bit(cell, direction)) {
            const bool joined = sets.join(maze.index(cell), maze.index(other));
            joins += joined;
            has_loop |= !joined;
        }
    });
    return !has_loop && joins == maze.shape.cells() - 1;
}

// A maze of as many rows as there are bytes for: as it is, perfect, or perfect but for one place.
inline Maze read_maze(Input &input) {
    const unsigned kind = input.byte() % 3;
    const std::uint64_t width = 1 + input.byte() % 136;
    const Cell broken{input.byte(), input.byte()};
    Shape shape{width, 1};
    shape.height = std::max<std::uint64_t>(1, input.left() / shape.row_bytes());
    Maze maze{shape, input.bytes(shape.bytes())};
    clear_stray_bits(maze);
    if (kind > 0) {
        make_perfect(maze);
    }
    if (kind == 2) {
        const Cell cell{broken.x % width, broken.y % shape.height};
        const unsigned direction = cell.x + 1 < width ? east : south;
        if (direction == east || cell.y + 1 < shape.height) {
            maze.set(cell, direction, !maze.bit(cell, direction));
        }
    }
    return maze;
}

constexpr std::uint64_t unreached = ~0ULL;

inline std::vector<std::uint64_t> distances_from(const Maze &maze, Cell start) {
    std::vector<std::uint64_t> distances(maze.shape.cells(), unreached);
    std::vector<Cell> queue{start};
    distances[maze.index(start)] = 0;
    for (std::uint64_t at = 0; at < queue.size(); ++at) {
        const Cell here = queue[at];
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (!maze.can_step(here, direction)) {
                continue;
            }
            const Cell there = neighbour(here, direction);
            if (distances[maze.index(there)] == unreached) {
                distances[maze.index(there)] = distances[maze.index(here)] + 1;
                queue.push_back(there);
            }
        }
    }
    return distances;
}

inline bool leads_to(const Maze &maze, Cell here, Cell end,
                     const std::vector<std::uint8_t> &moves) {
    for (const std::uint8_t direction : moves) {
        if (!maze.can_step(here, direction)) {
            return false;
        }
        here = neighbour(here, direction);
    }
    return here == end;
}

} // namespace fuzz
