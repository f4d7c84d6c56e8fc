// The sidewinder: every row consists of runs of cells, each with one passage north.  Not uniform.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "carried_row.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "row_kernel.hpp"

namespace labirinto {

class SidewinderRows : public CarriedRow {
  public:
    static constexpr const char *name = "sidewinder";
    static constexpr const char *class_name = "SidewinderRows";
    static constexpr std::array parameters{"join"};

    // `join` is a probability times 2^32.
    SidewinderRows(std::uint64_t width, std::uint64_t join)
        : CarriedRow(width), north_(east_.size()), join_(join) {}

    void next_row(std::uint8_t *row) {
        write_east(row);
        draw_runs();
        draw_passages_north();
        write_south(north_, row);
    }

  private:
    void draw_runs() {
        for (std::uint64_t word = 0; word < east_.size(); ++word) {
            const std::uint64_t gaps = gaps_in(word);
            east_[word] = gaps == 0 ? 0 : join_.draw(generator_) & gaps;
        }
    }

    // Every cell has a coin, which decides where a run of two cells ends in it: for all runs of a
    // word at once.  A run of one cell needs no draw.  Longer runs come one after the other.
    void draw_passages_north() {
        const std::uint64_t words = north_.size();
        for (std::uint64_t word = 0; word < words; ++word) {
            north_[word] = generator_.next(); // the coins
        }
        Bits bits(generator_);
        std::uint64_t before = 0; // whether the last two cells of the word before go on, at the top
        std::uint64_t run = 0;    // where the run begins that reaches into this word
        for (std::uint64_t word = 0; word < words; ++word) {
            const std::uint64_t first = 64 * word;
            const std::uint64_t east = east_[word];
            const std::uint64_t joined = east << 1 | before >> 63; // with the cell to the west
            const std::uint64_t joined_there =
                joined << 1 | (before >> 62 & 1); // the same for that
            const std::uint64_t ends = ~east & cells_in(word);
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
        generator_ = bits.generator();
    }

    std::vector<std::uint64_t> north_;
    Chances join_;
};

using Sidewinder = RowKernel<SidewinderRows>;

} // namespace labirinto
