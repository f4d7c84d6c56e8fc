// Counts of cells and passages, 64 cells at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <map>

#include "control.hpp"
#include "planes.hpp"
#include "search.hpp"

namespace labirinto {

struct Census {
    std::uint64_t east_passages = 0;
    std::uint64_t south_passages = 0;
    std::uint64_t by_exits[5] = {}; // cells with 0 .. 4 passages
    std::uint64_t straights = 0;    // of those with 2, the ones with two opposite passages
    // Corridors from one cell without exactly 2 passages to the next such cell: steps to number.
    std::map<std::uint64_t, std::uint64_t> corridors;
};

inline void count_exits(const Planes &maze, Census &census) {
    const Shape shape = maze.shape();
    const std::uint64_t stride = shape.stride();
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        std::uint64_t east_before = 0;
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t e = load_word(maze.east_row(y), stride, word);
            const std::uint64_t s = load_word(maze.south_row(y), stride, word);
            const std::uint64_t n = y == 0 ? 0 : load_word(maze.south_row(y - 1), stride, word);
            const std::uint64_t w = e << 1 | east_before >> 63;
            east_before = e;
            const std::uint64_t odd = e ^ s ^ w ^ n;
            const std::uint64_t four = e & s & w & n;
            const std::uint64_t twos = (e & s) ^ (w & n) ^ ((e ^ s) & (w ^ n));
            const std::uint64_t cells = low_bits(shape.width - 64 * word);
            census.east_passages += count_bits(e);
            census.south_passages += count_bits(s);
            census.by_exits[0] += count_bits(~odd & ~twos & ~four & cells);
            census.by_exits[1] += count_bits(odd & ~twos);
            census.by_exits[2] += count_bits(~odd & twos);
            census.by_exits[3] += count_bits(odd & twos);
            census.by_exits[4] += count_bits(four);
            census.straights += count_bits((e & w & ~s & ~n) | (s & n & ~e & ~w));
        }
    }
}

inline void measure_corridors(const Planes &maze, Census &census, Control &control) {
    const Shape shape = maze.shape();
    PollThrottle throttle(control, 1 << 16, shape.height);
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            throttle.poll(y);
            const unsigned exits = maze.exits(x, y);
            if (std::popcount(exits) == 2) {
                continue;
            }
            for (unsigned first = 0; first < 4; ++first) {
                if (!(exits >> first & 1)) {
                    continue;
                }
                std::uint64_t length = 1;
                unsigned heading = first;
                Cell here = neighbour({x, y}, first);
                unsigned ahead = maze.exits(here.x, here.y) & ~(1U << opposite(heading));
                while (std::popcount(ahead) == 1) {
                    heading = static_cast<unsigned>(std::countr_zero(ahead));
                    here = neighbour(here, heading);
                    ahead = maze.exits(here.x, here.y) & ~(1U << opposite(heading));
                    ++length;
                }
                ++census.corridors[length];
            }
        }
    }
    // Each was followed from both of its ends.
    for (auto &[length, number] : census.corridors) {
        number /= 2;
    }
}

inline Census take_census(const Planes &maze, Control &control) {
    Census census;
    count_exits(maze, census);
    measure_corridors(maze, census, control);
    return census;
}

} // namespace labirinto
