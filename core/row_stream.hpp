// The rows of an endless maze, for a caller that numbers the rows it wants.
//
// A call can be stopped halfway, or its rows can be lost before they reach the caller, which then
// requests the same rows again.  So a state is kept from which they can be made once more.  It is
// renewed the more rarely the larger it is, so that saving it takes about 1 % of the time: Eller's
// state of four bytes a column every 80 rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"
#include "planes.hpp"
#include "row_kernel.hpp"

namespace labirinto {

template <class Rows> class RowStream {
  public:
    template <class... Parameters>
    RowStream(std::uint64_t width, std::uint64_t seed, Parameters... values)
        : rows_(width, values...), seed_(seed) {
        rows_.begin(seed);
    }

    std::uint64_t width() const { return rows_.width(); }

    // Makes rows y to y + count - 1; the last of them is the final row if the maze `ends` there.
    void make(std::uint64_t y, std::uint64_t count, bool ends, std::uint8_t *rows,
              Control &control) {
        go_to(y, control);
        if (y - kept_y_ >= rows_to_next_state_) {
            keep_state(y, control);
        }
        from_ = y;
        at_ = nowhere;
        const std::uint64_t others = count - ends;
        make_rows(rows_, others, rows, control);
        if (ends) {
            rows_.last_row(rows + others * row_bytes());
        }
        at_ = y + count;
    }

    // Moves to row y; returns how many bytes `save` will write.
    std::uint64_t go_to_state(std::uint64_t y, Control &control) {
        go_to(y, control);
        prepare_state(rows_, control);
        return rows_.state_bytes();
    }

    // Saves the state from which the row follows that was moved to.
    void save(std::uint8_t *out) const { rows_.save(out); }

    // Continues with row y; false, and unchanged, if `save` cannot have written the state.
    bool restore(std::uint64_t y, const std::uint8_t *state, std::uint64_t size) {
        std::vector<std::uint8_t> kept(state, state + size);
        if (!rows_.restore(y, state, size)) {
            return false;
        }
        keep_until_next(y, std::move(kept));
        from_ = at_ = y;
        return true;
    }

  private:
    static constexpr std::uint64_t fewest_rows_a_state = 16;
    static constexpr std::uint64_t cells_a_byte = 20; // take 100 times as long as saving a byte
    static constexpr std::uint64_t nowhere = ~0ULL;

    std::uint64_t row_bytes() const { return Shape{rows_.width(), 1}.row_bytes(); }

    void keep_state(std::uint64_t y, Control &control) {
        prepare_state(rows_, control);
        // Without memory for it, there is none, and rows can be made from the first one on.
        std::vector<std::uint8_t> state = std::move(kept_);
        kept_.clear();
        kept_y_ = 0;
        state.assign(rows_.state_bytes(), 0);
        rows_.save(state.data());
        keep_until_next(y, std::move(state));
    }

    void keep_until_next(std::uint64_t y, std::vector<std::uint8_t> &&state) {
        kept_ = std::move(state);
        kept_y_ = y;
        rows_to_next_state_ =
            std::max(fewest_rows_a_state, cells_a_byte * kept_.size() / rows_.width());
    }

    // Moves to row y: the next one, or the first of the rows made last.
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
            rows_.restore(kept_y_, kept_.data(), kept_.size());
        }
        std::vector<std::uint8_t> row(row_bytes());
        for (std::uint64_t here = kept_y_; here < y; ++here) {
            make_rows(rows_, 1, row.data(), control);
        }
        at_ = y;
    }

    Rows rows_;
    std::uint64_t seed_;
    std::uint64_t at_ = 0;           // the next row; nowhere after a call was stopped halfway
    std::uint64_t from_ = 0;         // the first of the rows made last; not below kept_y_
    std::vector<std::uint8_t> kept_; // empty at the beginning
    std::uint64_t kept_y_ = 0;
    std::uint64_t rows_to_next_state_ = fewest_rows_a_state;
};

} // namespace labirinto
