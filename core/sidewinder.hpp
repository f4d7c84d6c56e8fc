// The sidewinder: every row consists of runs of cells, each with one passage north.  Not uniform.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "carried_row.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "row_kernel.hpp"

namespace labirinto {

class SidewinderRows {
  public:
    static constexpr const char *name = "sidewinder";
    static constexpr const char *class_name = "SidewinderRows";
    static constexpr std::array parameters{"join"};

    // `join` is a probability times 2^32.
    SidewinderRows(std::uint64_t width, std::uint64_t join)
        : row_(width), north_(row_.east.size()), join_(join) {}

    std::uint64_t width() const { return row_.width; }

    void begin(std::uint64_t seed) { row_.begin(seed); }

    void next_row(std::uint8_t *row) {
        row_.write_east(row);
        draw_runs();
        draw_passages_north();
        row_.write_south(north_, row);
    }

    void last_row(std::uint8_t *row) {
        row_.write_east(row);
        const std::uint64_t stride = Shape{width(), 1}.stride();
        std::memset(row + stride, 0, stride);
    }

    static std::uint64_t state_bytes(std::uint64_t width) { return CarriedRow::state_bytes(width); }
    void save(std::uint8_t *out) const { row_.save(out); }
    bool restore(const std::uint8_t *state) { return row_.restore(state); }

  private:
    void draw_runs() {
        for (std::uint64_t word = 0; word < row_.east.size(); ++word) {
            const std::uint64_t gaps = row_.gaps(word);
            row_.east[word] = gaps == 0 ? 0 : join_.draw(row_.generator) & gaps;
        }
    }

    // Every cell has a coin, which decides where a run of two cells ends in it: for all runs of a
    // word at once.  A run of one cell needs no draw.  Longer runs come one after the other.
    void draw_passages_north() {
        const std::uint64_t words = north_.size();
        for (std::uint64_t word = 0; word < words; ++word) {
            north_[word] = row_.generator.next(); // the coins
        }
        Bits bits(row_.generator);
        std::uint64_t before = 0; // whether the last two cells of the word before go on, at the top
        std::uint64_t run = 0;    // where the run begins that reaches into this word
        for (std::uint64_t word = 0; word < words; ++word) {
            const std::uint64_t first = 64 * word;
            const std::uint64_t east = row_.east[word];
            const std::uint64_t joined = east << 1 | before >> 63; // with the cell to the west
            const std::uint64_t joined_there =
                joined << 1 | (before >> 62 & 1); // the same for that
            const std::uint64_t ends = ~east & row_.cells(word);
            const std::uint64_t coins = north_[word];
            const std::uint64_t pairs = ends & joined & ~joined_there;
            const std::uint64_t west = pairs & ~coins;
            if (west & 1) {
                north_[word - 1] |= 1ULL << 63;
            }
            std::uint64_t north = (ends & ~joined) | (pairs & coins) | west >> 1;
            for (std::uint64_t rest = ends & joined & joined_there; rest != 0; rest &= rest - 1) {
                const auto end = static_cast<std::uint64_t>(std::countr_zero(rest));
                const std::uint64_t ends_before = ends & low_bits(end);
                const std::uint64_t begin =
                    ends_before == 0
                        ? run
                        : first + static_cast<std::uint64_t>(std::bit_width(ends_before));
                const std::uint64_t chosen = begin + bits.below(first + end - begin + 1);
                if (chosen >= first) {
                    north |= 1ULL << chosen % 64;
                } else {
                    north_[chosen / 64] |= 1ULL << chosen % 64;
                }
            }
            north_[word] = north;
            if (ends != 0) {
                run = first + static_cast<std::uint64_t>(std::bit_width(ends));
            }
            before = east;
        }
        row_.generator = bits.generator();
    }

    CarriedRow row_;
    std::vector<std::uint64_t> north_;
    Chances join_;
};

using Sidewinder = RowKernel<SidewinderRows>;

} // namespace labirinto
