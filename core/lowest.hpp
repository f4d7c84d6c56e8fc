// A set of numbers that knows the lowest one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace labirinto {

// A bit a number, and above every 64 words of bits a word that says which of them are not 0.
class LowestNumber {
  public:
    // Of numbers below `limit`.
    explicit LowestNumber(std::uint64_t limit) {
        do {
            limit = (limit + 63) / 64;
            levels_.emplace_back(limit, 0);
        } while (limit > 1);
    }

    void add(std::uint64_t number) {
        for (auto &words : levels_) {
            std::uint64_t &word = words[number / 64];
            const bool was_empty = word == 0;
            word |= 1ULL << number % 64;
            if (!was_empty) {
                return;
            }
            number /= 64;
        }
    }

    // Takes a number out, if it is in.
    void remove(std::uint64_t number) {
        for (auto &words : levels_) {
            std::uint64_t &word = words[number / 64];
            word &= ~(1ULL << number % 64);
            if (word != 0) {
                return;
            }
            number /= 64;
        }
    }

    // The set must not be empty.
    std::uint64_t lowest() const {
        std::uint64_t number = 0;
        for (std::size_t level = levels_.size(); level-- > 0;) {
            number =
                64 * number + static_cast<std::uint64_t>(std::countr_zero(levels_[level][number]));
        }
        return number;
    }

  private:
    std::vector<std::vector<std::uint64_t>> levels_; // the numbers first
};

} // namespace labirinto
