// Eller's algorithm: one row at a time, with only the sets of the current row in memory.
//
// The sets never cross, since the maze is planar.  So every set is a circular list of its columns
// from left to right: two neighbours are in one set exactly when one is next to the other in it.
// Joining two sets is a splice, and a column without a passage down is taken out of its list.  Both
// do no harm where they are not allowed (splicing neighbours in a list, taking out a single
// column), so that the loops over random bits need not branch.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

class EllerRows {
  public:
    // `join` and `drop` are probabilities times 2^32.
    EllerRows(std::uint64_t width, std::uint64_t seed, std::uint64_t join, std::uint64_t drop)
        : width_(width), join_(join), drop_(drop), generator_(seed), columns_(width) {
        for (std::uint64_t x = 0; x < width; ++x) {
            make_single(static_cast<std::uint32_t>(x));
        }
    }

    // One more row, which is not the last.
    void next_row(std::uint8_t *row) {
        const Shape shape{width_, 1};
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t gaps = low_bits(width_ - 1 - 64 * word);
            const std::uint64_t wish = gaps == 0 ? 0 : join_.draw(generator_) & gaps;
            store_word(row, shape.stride(), word, join_columns(64 * word, wish));
        }
        std::uint8_t *const south_plane = row + shape.stride();
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t all = low_bits(width_ - 64 * word);
            const std::uint64_t wish = drop_.draw(generator_) & all;
            store_word(south_plane, shape.stride(), word,
                       all & ~close_columns(64 * word, all & ~wish));
        }
    }

    // The final row: all neighbours whose sets differ are joined.
    void last_row(std::uint8_t *row) {
        const Shape shape{width_, 1};
        for (std::uint64_t word = 0; word < shape.words(); ++word) {
            const std::uint64_t wish = low_bits(width_ - 1 - 64 * word);
            store_word(row, shape.stride(), word, join_columns(64 * word, wish));
        }
        std::memset(row + shape.stride(), 0, shape.stride());
    }

  private:
    struct Column {
        std::uint32_t next, previous; // in the circular list of its set
    };

    void make_single(std::uint32_t x) { columns_[x] = {x, x}; }

    // Joins x with x + 1 for every set bit, where their sets differ; tells where they did.
    std::uint64_t join_columns(std::uint64_t first, std::uint64_t wish) {
        Column *const columns = columns_.data();
        std::uint64_t joined = wish;
        for (std::uint64_t rest = wish; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(rest));
            const auto x = static_cast<std::uint32_t>(first + bit);
            const std::uint32_t after = columns[x].next;
            const std::uint32_t before = columns[x + 1].previous;
            joined ^= static_cast<std::uint64_t>(after == x + 1) << bit;
            columns[x].next = x + 1;
            columns[x + 1].previous = x;
            columns[before].next = after;
            columns[after].previous = before;
        }
        return joined;
    }

    // Makes a set of its own of x for every set bit, where x is not alone; tells where it was not.
    std::uint64_t close_columns(std::uint64_t first, std::uint64_t wish) {
        Column *const columns = columns_.data();
        std::uint64_t closed = wish;
        for (std::uint64_t rest = wish; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(rest));
            const auto x = static_cast<std::uint32_t>(first + bit);
            const auto [next, previous] = columns[x];
            closed ^= static_cast<std::uint64_t>(next == x) << bit;
            columns[previous].next = next;
            columns[next].previous = previous;
            columns[x] = {x, x};
        }
        return closed;
    }

    std::uint64_t width_;
    Chances join_;
    Chances drop_;
    Xoshiro256pp generator_;
    std::vector<Column> columns_;
};

inline void eller(Shape shape, std::uint64_t seed, std::uint64_t join, std::uint64_t drop,
                  std::uint8_t *rows, Control &control) {
    EllerRows source(shape.width, seed, join, drop);
    std::uint64_t done_bytes = 0;
    for (std::uint64_t y = 0; y + 1 < shape.height; ++y) {
        source.next_row(rows + y * shape.row_bytes());
        done_bytes += shape.row_bytes();
        if (done_bytes > (1 << 20)) {
            control.check(y, shape.height);
            done_bytes = 0;
        }
    }
    source.last_row(rows + (shape.height - 1) * shape.row_bytes());
}

} // namespace labirinto
