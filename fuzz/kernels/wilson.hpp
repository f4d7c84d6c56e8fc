// The saved state of Wilson's algorithm by rows.
#pragma once

#include <cstring>

#include "../../core/wilson_rows.hpp"
#include "target.hpp"

namespace fuzz {

inline std::vector<std::uint8_t> saved_state(WilsonRows &rows) {
    Control control;
    rows.prepare_state(control);
    std::vector<std::uint8_t> state(rows.state_bytes());
    rows.save(state.data());
    return state;
}

// The next rows, closed below them.
inline Maze read_rows(WilsonRows &rows, std::uint64_t count) {
    Maze maze{{rows.width(), count}, {}};
    maze.rows.resize(maze.shape.bytes());
    Control control;
    rows.read(count - 1, maze.rows.data(), control);
    rows.last_row(maze.rows.data() + (count - 1) * maze.shape.row_bytes());
    return maze;
}

inline void wilson(Input &input) {
    const std::uint64_t width = 1 + input.byte() % 40;
    const std::uint64_t height = input.byte() % 64; // 0 without end
    const std::uint64_t side = 1 + input.byte() % 9;
    WilsonRows rows(width, height, side, 1);
    const std::uint64_t seed = input.byte();
    rows.begin(seed);
    const std::uint64_t most = height == 0 ? 255 : height;
    Control control;
    std::vector<std::uint8_t> before(most * Shape{width, 1}.row_bytes());
    rows.read(input.byte() % (most + 1), before.data(), control);
    std::vector<std::uint8_t> state = saved_state(rows);
    const unsigned kind = input.byte() % 4; // as it is, with faults, of another length, any bytes
    if (kind == 1) {
        for (unsigned faults = 1 + input.byte() % 4; faults > 0; --faults) {
            const std::uint64_t at = input.byte() << 8 | input.byte();
            state[at % state.size()] ^= input.byte();
        }
    } else if (kind == 2) {
        state.resize(input.byte() << 8 | input.byte());
    } else if (kind == 3) {
        const std::uint64_t kept = std::min<std::uint64_t>(input.byte(), state.size());
        state.resize(kept);
        for (const std::uint8_t byte : input.bytes(input.left())) {
            state.push_back(byte);
        }
    }

    WilsonRows other(width, height, side, 3);
    other.begin(seed); // which is not in the state
    const std::vector<std::uint8_t> unused = saved_state(other);
    const bool restored = other.restore(rows.y(), state.data(), state.size());
    expect(restored || kind > 0, "its own state is restored");
    const std::vector<std::uint8_t> again = saved_state(other);
    expect(restored ? again.size() == state.size() : again == unused, "all of it or nothing");
    if (!restored || other.y() == height) {
        return;
    }
    expect(other.restore(rows.y(), again.data(), again.size()) && saved_state(other) == again,
           "what was restored can be saved");
    const std::uint64_t count = height == 0 ? 20 : height - other.y();
    const Maze maze = read_rows(other, count);
    expect(!has_stray_bits(maze.planes()), "no passage leads out of the rows");
    Sets sets(maze.shape.cells());
    maze.each_edge([&](Cell cell, unsigned direction, Cell beside) {
        if (maze.bit(cell, direction)) {
            expect(sets.join(maze.index(cell), maze.index(beside)), "no passage closes a loop");
        }
    });
    if (kind == 0) {
        expect(count == 1 || maze.rows == read_rows(rows, count).rows, "the rows are the same");
    }
}

} // namespace fuzz
