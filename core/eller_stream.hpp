// Rows of Eller's algorithm for somebody who says which ones are next.
//
// Rows that were made need not have arrived: a call can be stopped halfway, or its rows be lost
// before they are handed over.  Then the same rows are asked for once more.  So a state is kept
// from which they can be made again, and is renewed only where rows are asked for and some have
// been made since: copying it is little beside making those, however few are taken at a time.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "eller.hpp"
#include "planes.hpp"

namespace labirinto {

class EllerStream {
  public:
    EllerStream(std::uint64_t width, std::uint64_t seed, std::uint64_t join, std::uint64_t drop)
        : rows_(width, seed, join, drop), seed_(seed) {}

    std::uint64_t width() const { return rows_.width(); }

    // Rows y to y + count - 1, the last of which is the final one if the maze ends with it.
    void make(std::uint64_t y, std::uint64_t count, bool ends, std::uint8_t *rows,
              Control &control) {
        go_to(y, control);
        if (y - kept_y_ >= rows_a_state) {
            kept_.resize(rows_.state_bytes());
            rows_.save(kept_.data());
            kept_y_ = y;
        }
        from_ = y;
        at_ = nowhere;
        const std::uint64_t others = count - ends;
        rows_.next_rows(rows, others, control);
        if (ends) {
            rows_.last_row(rows + others * row_bytes());
        }
        at_ = y + count;
    }

    std::uint64_t state_bytes() const { return rows_.state_bytes(); }

    // What it takes to go on with row y.
    void save(std::uint64_t y, std::uint8_t *out, Control &control) {
        go_to(y, control);
        rows_.save(out);
    }

    // Goes on with row y; false, and as before, if the state could not have been saved.
    bool restore(std::uint64_t y, const std::uint8_t *state) {
        std::vector<std::uint8_t> kept(state, state + state_bytes());
        if (!rows_.restore(state)) {
            return false;
        }
        kept_ = std::move(kept);
        kept_y_ = from_ = at_ = y;
        return true;
    }

  private:
    static constexpr std::uint64_t rows_a_state = 16;
    static constexpr std::uint64_t nowhere = ~0ULL;

    std::uint64_t row_bytes() const { return Shape{rows_.width(), 1}.row_bytes(); }

    // To where the rows go on, or to where they were made from last.
    void go_to(std::uint64_t y, Control &control) {
        if (y == at_) {
            return;
        }
        if (y != from_) {
            throw std::invalid_argument("these rows are not next");
        }
        at_ = nowhere;
        if (kept_.empty()) {
            rows_.begin(seed_);
        } else {
            rows_.restore(kept_.data());
        }
        std::vector<std::uint8_t> row(row_bytes());
        for (std::uint64_t here = kept_y_; here < y; ++here) {
            rows_.next_rows(row.data(), 1, control);
        }
        at_ = y;
    }

    EllerRows rows_;
    std::uint64_t seed_;
    std::uint64_t at_ = 0;   // the row that comes next; nowhere if rows were stopped halfway
    std::uint64_t from_ = 0; // where rows were made from last, not above kept_y_
    std::vector<std::uint8_t> kept_; // empty for the beginning
    std::uint64_t kept_y_ = 0;
};

} // namespace labirinto
