// Eller's algorithm: one row at a time, with only the sets of the current row in memory.
//
// The sets never cross, since the maze is planar.  So every set is a circular list of its columns
// from left to right: two neighbours are in one set exactly when one is next to the other in it.
// Joining two sets is a splice, and a column without a passage down is removed from its list.  Both
// are harmless where they do not apply (splicing neighbours in a list, removing a single column),
// so that the loops over random bits need not branch.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "planes.hpp"
#include "random.hpp"
#include "row_kernel.hpp"

namespace labirinto {

// The rows of one maze after another, each from its `begin` on.
class EllerRows {
  public:
    static constexpr const char *name = "eller";
    static constexpr const char *class_name = "EllerRows";
    static constexpr std::array parameters{"join", "drop"};

    // `join` and `drop` are probabilities times 2^32.
    EllerRows(std::uint64_t width, std::uint64_t join, std::uint64_t drop)
        : width_(width), join_(join), drop_(drop), generator_(0), columns_(width) {}

    // Begins a maze with its first row.
    void begin(std::uint64_t seed) {
        generator_ = Xoshiro256pp(seed);
        for (std::uint64_t x = 0; x < width_; ++x) {
            make_single(static_cast<std::uint32_t>(x));
        }
    }

    std::uint64_t width() const { return width_; }

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

    // What `save` writes: the words of the generator, then the next column of each column's set.
    static std::uint64_t least_state_bytes(std::uint64_t width) {
        return generator_bytes + 4 * width;
    }
    std::uint64_t state_bytes() const { return least_state_bytes(width_); }

    void save(std::uint8_t *out) const {
        save_generator(generator_, out);
        for (std::uint64_t x = 0; x < width_; ++x) {
            std::memcpy(out + generator_bytes + 4 * x, &columns_[x].next, 4);
        }
    }

    // Continues from a saved state; false, and unchanged, if `save` cannot have written it.
    bool restore(std::uint64_t /*y*/, const std::uint8_t *state, std::uint64_t size) {
        if (size != state_bytes()) {
            return false;
        }
        std::vector<Column> columns(width_);
        for (std::uint64_t x = 0; x < width_; ++x) {
            std::memcpy(&columns[x].next, state + generator_bytes + 4 * x, 4);
        }
        if (!link_back(columns) || !restore_generator(generator_, state)) {
            return false;
        }
        columns_ = std::move(columns);
        return true;
    }

  private:
    struct Column {
        std::uint32_t next, previous; // in the circular list of its set
    };

    void make_single(std::uint32_t x) { columns_[x] = {x, x}; }

    // Joins x with x + 1 for every set bit, where their sets differ; returns where they did.
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

    // Gives x a set of its own for every set bit, where it shares one; returns where it did.
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

    // Fills in `previous`.  False unless every set goes round once from left to right, and no two
    // sets cross: a set that begins within another has to end there too.
    static bool link_back(std::vector<Column> &columns) {
        const std::uint64_t width = columns.size();
        constexpr std::uint32_t nowhere = ~0U;
        for (Column &column : columns) {
            column.previous = nowhere;
        }
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::uint32_t next = columns[x].next;
            if (next >= width || columns[next].previous != nowhere) {
                return false;
            }
            columns[next].previous = x;
        }
        struct OpenSet {
            std::uint32_t first, expected;
        };
        std::vector<OpenSet> open_sets;
        for (std::uint32_t x = 0; x < width; ++x) {
            const auto [next, previous] = columns[x];
            if (previous < x) {
                if (open_sets.empty() || open_sets.back().expected != x) {
                    return false;
                }
            } else {
                open_sets.push_back({x, x});
            }
            if (next > x) {
                open_sets.back().expected = next;
            } else if (next == open_sets.back().first) {
                open_sets.pop_back();
            } else {
                return false;
            }
        }
        return open_sets.empty();
    }

    std::uint64_t width_;
    Chances join_;
    Chances drop_;
    Xoshiro256pp generator_;
    std::vector<Column> columns_;
};

using Eller = RowKernel<EllerRows>;

} // namespace labirinto
