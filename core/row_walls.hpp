// The walls around one row of a maze, as its rows arrive one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "planes.hpp"

namespace labirinto {

// Around the row taken last: on the line above it, down it, and down the row before; or on the line
// below the last row.
class RowWalls {
  public:
    using Words = std::vector<std::uint64_t>; // a bit a cell

    RowWalls(std::uint64_t width, std::vector<Opening> openings)
        : width_(width), openings_(std::move(openings)), above_(words()), left_(words()),
          left_before_(words()), south_((width + 7) / 8) {
        if (std::any_of(openings_.begin(), openings_.end(),
                        [&](const Opening &opening) { return opening.x >= width; })) {
            throw std::invalid_argument("an opening is outside the maze");
        }
    }

    std::uint64_t words() const { return (width_ + 63) / 64; }
    std::uint64_t row_bytes() const { return 2 * south_.size(); } // of a row of the maze
    std::uint64_t rows() const { return rows_; }                  // that have been taken

    // Takes a row as if it were the one with this number.
    void resume(std::uint64_t y, const std::uint8_t *row) {
        rows_ = y;
        take(row);
    }

    // Takes the next row.
    void take(const std::uint8_t *row) {
        for (std::uint64_t word = 0; word < words(); ++word) {
            const std::uint64_t passages =
                rows_ == 0 ? 0 : load_word(south_.data(), south_.size(), word);
            above_[word] = ~passages & low_bits(width_ - 64 * word);
        }
        if (rows_ == 0) {
            open(above_, 0, north);
        }
        move_down();
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < words(); ++word) {
            const std::uint64_t passages = load_word(row, south_.size(), word);
            left_[word] = ~(passages << 1 | before >> 63) & low_bits(width_ - 64 * word);
            before = passages;
        }
        open(left_, rows_, west);
        right_ = !has_opening(openings_, {width_ - 1, rows_, east});
        std::copy_n(row + south_.size(), south_.size(), south_.begin());
        ++rows_;
    }

    // Moves to the line below the last row.
    void end() {
        for (std::uint64_t word = 0; word < words(); ++word) {
            above_[word] = low_bits(width_ - 64 * word);
        }
        open(above_, rows_ - 1, south);
        move_down();
        std::fill(left_.begin(), left_.end(), 0);
        right_ = false;
    }

    // Above the cells, to the left of them, and to the left of those of the row before.
    const Words &above() const { return above_; }
    const Words &left() const { return left_; }
    const Words &left_before() const { return left_before_; }

    bool is_above(std::uint64_t x) const { return has(above_, x); }
    bool is_left(std::uint64_t x) const { return x == width_ ? right_ : has(left_, x); }

    // Whether walls meet on the line, at the upper left corner of cell x, or behind the last cell.
    bool has_post(std::uint64_t x) const {
        const bool is_below = x == width_ ? right_before_ : has(left_before_, x);
        return is_below || is_left(x) || (x < width_ && is_above(x)) || (x > 0 && is_above(x - 1));
    }

  private:
    static bool has(const Words &bits, std::uint64_t x) { return bits[x / 64] >> x % 64 & 1; }

    void open(Words &walls, std::uint64_t y, unsigned direction) const {
        for (const Opening &opening : openings_) {
            if (opening.y == y && opening.direction == direction) {
                walls[opening.x / 64] &= ~(1ULL << opening.x % 64);
            }
        }
    }

    void move_down() {
        std::swap(left_, left_before_);
        right_before_ = right_;
    }

    std::uint64_t width_;
    std::vector<Opening> openings_;
    std::uint64_t rows_ = 0;
    Words above_, left_, left_before_;
    bool right_ = false; // of the last cell
    bool right_before_ = false;
    std::vector<std::uint8_t> south_; // of the row taken last
};

} // namespace labirinto
