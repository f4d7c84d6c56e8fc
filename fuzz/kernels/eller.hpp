// The saved state of Eller's algorithm.
#pragma once

#include <cstring>

#include "../../core/eller.hpp"
#include "target.hpp"

namespace fuzz {

using Columns = std::vector<std::uint32_t>; // for each the next of its set, round and round

// Sets that do not cross: a byte a column holds how many open sets end before it, and whether it
// belongs to the last one still open.
inline Columns read_sets(Input &input, std::uint64_t width) {
    Columns next(width);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open; // first and latest column
    for (std::uint32_t x = 0; x < width; ++x) {
        const unsigned choice = input.byte();
        for (unsigned count = choice >> 1 & 3; count > 0 && !open.empty(); --count) {
            open.pop_back();
        }
        if (choice % 2 == 0 || open.empty()) {
            open.emplace_back(x, x);
        }
        auto &[first, latest] = open.back();
        next[latest] = x;
        next[x] = first;
        latest = x;
    }
    return next;
}

// Whether these are sets that go round once from left to right and do not cross, looked up pair by
// pair.
inline bool are_sets(const Columns &next) {
    const std::uint64_t width = next.size();
    std::vector<std::uint64_t> owner(width, unreached);
    for (std::uint64_t x = 0; x < width; ++x) {
        if (owner[x] != unreached) {
            continue;
        }
        for (std::uint64_t here = x;;) {
            owner[here] = x;
            if (next[here] >= width) {
                return false;
            }
            const std::uint64_t there = next[here];
            if (there == x) {
                break;
            }
            if (there <= here || owner[there] != unreached) {
                return false;
            }
            here = there;
        }
    }
    // What lies between two columns of a set must stay there.
    for (std::uint64_t x = 0; x < width; ++x) {
        for (std::uint64_t between = x + 1; between < next[x]; ++between) {
            if (owner[between] < x || next[between] > next[x]) {
                return false;
            }
        }
    }
    return true;
}

inline void eller(Input &input) {
    const std::uint64_t width = 1 + input.byte() % 72;
    const unsigned kind = input.byte() % 3; // sets, sets with a fault, any numbers
    const std::uint64_t join = static_cast<std::uint64_t>(input.byte()) << 24 | input.byte() % 2;
    const std::uint64_t drop = static_cast<std::uint64_t>(input.byte()) << 24 | input.byte() % 2;
    const std::uint64_t count = input.byte() % 4;
    const std::uint64_t fault_at = input.byte();
    const std::uint8_t fault = input.byte();
    std::vector<std::uint8_t> state(32 + 4 * width);
    for (unsigned word = 0; word < 4; ++word) {
        const std::uint64_t value = input.word();
        std::memcpy(state.data() + 8 * word, &value, 8);
    }
    Columns next(width);
    if (kind == 2) {
        for (std::uint32_t &column : next) {
            column = input.byte() - 128U * (input.byte() % 16 == 1);
        }
    } else {
        next = read_sets(input, width);
        expect(are_sets(next), "the target makes sets");
        next[fault_at % width] ^= kind == 1 ? fault : 0;
    }
    std::memcpy(state.data() + 32, next.data(), 4 * width);

    EllerRows rows(width, join, drop);
    rows.begin(7);
    std::vector<std::uint8_t> saved(rows.state_bytes());
    rows.save(saved.data());
    const std::vector<std::uint8_t> before = saved;
    const bool has_numbers =
        std::any_of(state.begin(), state.begin() + 32, [](std::uint8_t byte) { return byte != 0; });
    const bool restored = rows.restore(0, state.data(), state.size());
    expect(restored == (has_numbers && are_sets(next)), "what could have been saved is restored");
    rows.save(saved.data());
    expect(saved == (restored ? state : before), "all of it or nothing");
    if (!restored) {
        return;
    }

    Maze maze{{width, count + 1}, {}};
    maze.rows.resize(maze.shape.bytes());
    Control control;
    make_rows(rows, count, maze.rows.data(), control);
    rows.last_row(maze.rows.data() + count * maze.shape.row_bytes());
    expect(!has_stray_bits(maze.planes()), "no passage leads out of the rows");
    Sets sets(maze.shape.cells());
    std::uint64_t parts = maze.shape.cells();
    for (std::uint32_t x = 0; x < width; ++x) {
        if (next[x] > x) {
            parts -= sets.join(x, next[x]);
        }
    }
    maze.each_edge([&](Cell cell, unsigned direction, Cell other) {
        if (maze.bit(cell, direction)) {
            expect(sets.join(maze.index(cell), maze.index(other)), "no passage closes a loop");
            --parts;
        }
    });
    expect(parts == 1, "the rows above are joined into one");
}

} // namespace fuzz
