// The path between two cells of a perfect maze whose rows arrive one after the other and are not
// kept.
//
// Dead ends are filled while the rows arrive.  A passage south out of the lowest row may lead
// anywhere, so what remains is the two ends, these passages, and the paths between them: a skeleton
// that thins out quickly above the lowest row.  After the last row it is the path.
//
// The newest rows are a window of bit planes, in which dead ends are filled 64 cells at a time
// where they are straight, and then cell by cell.  Few cells remain in the rows that leave the
// window, and these are kept one by one.  A dead end is a chain of cells up to the next junction:
// it is filled by following the chain, without a queue.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "planes.hpp"
#include "search.hpp"
#include "sparse_cells.hpp"

namespace labirinto {

class StreamPath {
  public:
    // `window_rows`: the least number of rows to move out of the window at a time; 0 for a number
    // that suits the width.
    StreamPath(std::uint64_t width, Cell start, Cell end, std::uint64_t window_rows)
        : row_{width, 1}, start_(start), end_(end), start_number_(number_of(start)),
          end_number_(number_of(end)), window_rows_(window_rows), planes_(row_.stride()),
          sparse_(width) {
        if (start.x >= width || end.x >= width || start.y >= most_rows() || end.y >= most_rows()) {
            throw std::invalid_argument("an end is outside the maze");
        }
        if (window_rows_ == 0) {
            // The window holds twice as many rows, which should not dominate the memory.
            constexpr std::uint64_t bytes = 1ULL << 28;
            window_rows_ = std::clamp<std::uint64_t>(bytes / row_.row_bytes(), 16, 128);
        }
        window_rows_ = std::min<std::uint64_t>(window_rows_, 1 << 20);
    }

    std::uint64_t height() const { return window_top_ + rows_in_window_; }
    std::uint64_t row_bytes() const { return row_.row_bytes(); }
    // The number of cells kept one by one; in the end, those of the path.
    std::uint64_t live() const { return sparse_.live(); }
    std::uint64_t bytes() const { return sizeof(*this) + planes_.capacity() + sparse_.bytes(); }

    // Takes the next `count` rows.
    void feed(const std::uint8_t *rows, std::uint64_t count, Control &control) {
        expect(State::open);
        if (count == 0) {
            return;
        }
        if (count > most_rows() - height()) {
            throw std::invalid_argument("the maze is too high");
        }
        const Planes block(rows, {row_.width, count});
        if (has_bits_beyond(block)) {
            throw std::invalid_argument("a passage leads out of the maze");
        }
        state_ = State::broken; // if it is stopped halfway
        Breaks breaks(control, row_, count);
        leads_on_ = leads_on(block);
        std::uint64_t taken = 0;
        while (taken < count) {
            if (rows_in_window_ >= 2 * window_rows_) {
                breaks.done = taken;
                fill_window(breaks);
                release_rows(rows_in_window_ - window_rows_, breaks);
            }
            const std::uint64_t more = std::min(count - taken, 2 * window_rows_ - rows_in_window_);
            take_rows(block.east_row(taken), more);
            taken += more;
        }
        state_ = State::open;
    }

    // Completes the path after the last row.
    void finish(Control &control) {
        expect(State::open);
        if (start_.y >= height() || end_.y >= height()) {
            throw std::invalid_argument("an end is below the last row");
        }
        if (leads_on_) {
            throw std::invalid_argument("a passage leads out of the maze");
        }
        state_ = State::broken;
        Breaks breaks(control, row_, height());
        breaks.done = height();
        fill_window(breaks);
        release_rows(rows_in_window_, breaks);
        planes_.clear();
        planes_.shrink_to_fit();
        sparse_.compact();
        // A maze is a tree if it has one passage less than cells, and no loop: a loop would remain
        // beside the path.
        const bool perfect = passages_ == row_.width * height() - 1;
        const bool solved = perfect && follow_path([](unsigned) {}, control);
        state_ = solved ? State::finished : State::imperfect;
        expect(State::finished);
    }

    std::uint64_t steps() const {
        expect(State::finished);
        return sparse_.live() - 1;
    }

    // Writes the directions from start to end, a byte a step.
    void write_moves(std::uint8_t *moves, Control &control) const {
        expect(State::finished);
        follow_path([&](unsigned direction) { *moves++ = static_cast<std::uint8_t>(direction); },
                    control);
    }

  private:
    enum class State { open, broken, imperfect, finished };

    using Place = SparseCells::Place;

    // Rows of the window, and single cells, between two polls.
    struct Breaks {
        PollThrottle rows, cells;
        std::uint64_t done = 0;

        Breaks(Control &control, Shape row, std::uint64_t total)
            : rows(control, static_cast<std::uint32_t>((1 << 20) / row.words() + 1), total),
              cells(control, 1 << 20, total) {}

        void row() { rows.poll(done); }
        void cell() { cells.poll(done); }
    };

    void expect(State state) const {
        if (state_ == state) {
            return;
        }
        switch (state_) {
        case State::open:
            throw std::invalid_argument("the maze is not finished");
        case State::finished:
            throw std::invalid_argument("the maze is finished");
        case State::imperfect:
            throw std::invalid_argument("the maze is not perfect");
        case State::broken:
            throw std::invalid_argument("the solver was stopped");
        }
    }

    std::uint64_t number_of(Cell cell) const { return cell.y * row_.width + cell.x; }

    // So that all cells have a number below 2^63.
    std::uint64_t most_rows() const { return (1ULL << 63) / row_.width; }

    // Adds rows at the bottom of the window.
    void take_rows(const std::uint8_t *rows, std::uint64_t count) {
        const std::uint64_t bytes = count * row_.row_bytes();
        const std::uint64_t needed = planes_.size() + bytes;
        if (needed > planes_.capacity()) {
            const std::uint64_t most = row_.stride() + 2 * window_rows_ * row_.row_bytes();
            planes_.reserve(std::clamp<std::uint64_t>(2 * planes_.capacity(), needed, most));
        }
        planes_.insert(planes_.end(), rows, rows + bytes);
        for (std::uint64_t word = 0; word < (bytes + 7) / 8; ++word) {
            passages_ += count_bits(load_word(rows, bytes, word));
        }
        rows_in_window_ += count;
    }

    std::uint8_t *east_plane(std::uint64_t row) {
        return planes_.data() + row_.stride() + row * row_.row_bytes();
    }

    bool is_end(std::uint64_t number) const {
        return number == start_number_ || number == end_number_;
    }

    // Fills the dead ends in the window, and those that go on above it.
    void fill_window(Breaks &breaks) {
        const std::uint64_t first = rows_filled_;
        constexpr int sweeps = 8; // more take longer than the chains that they save
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            for (std::uint64_t row = first; row < rows_in_window_; ++row) {
                fill_straight(sweep % 2 == 0 ? row : first + rows_in_window_ - 1 - row);
                breaks.row();
            }
        }
        // Older rows have dead ends only where others were filled above and below them.
        if (first > 1) {
            fill_winding(0, breaks);
        }
        for (std::uint64_t row = first > 0 ? first - 1 : 0; row < rows_in_window_; ++row) {
            fill_winding(row, breaks);
        }
        rows_filled_ = rows_in_window_;
        fill_above(breaks);
    }

    // Fills the straight dead ends of a row.
    void fill_straight(std::uint64_t row) {
        const std::uint64_t stride = row_.stride();
        std::uint8_t *const plane = east_plane(row);
        const std::uint64_t y = window_top_ + row;
        fill_row(plane - stride, plane, plane + stride, stride,
                 [this, y](std::uint64_t word) { return bits_of(start_, end_, y, word); });
    }

    // Fills the dead ends of a row, and those of the whole window that result from it.
    void fill_winding(std::uint64_t row, Breaks &breaks) {
        const std::uint64_t stride = row_.stride();
        std::uint8_t *const plane = east_plane(row);
        std::uint64_t east_before = 0;
        for (std::uint64_t word = 0; word < row_.words(); ++word) {
            const std::uint64_t e = load_word(plane, stride, word);
            const std::uint64_t s = load_word(plane + stride, stride, word);
            const std::uint64_t n = load_word(plane - stride, stride, word);
            const std::uint64_t w = e << 1 | east_before >> 63;
            for (std::uint64_t dead = dead_ends(e, s, w, n); dead != 0; dead &= dead - 1) {
                fill_window_chain(64 * word + static_cast<unsigned>(std::countr_zero(dead)), row,
                                  breaks);
            }
            east_before = load_word(plane, stride, word);
        }
        breaks.row();
    }

    // If a cell of the window is a dead end, fills it and those that result from it.
    void fill_window_chain(std::uint64_t x, std::uint64_t row, Breaks &breaks) {
        const std::uint64_t stride = row_.stride();
        const auto bit = [](const std::uint8_t *bits, std::uint64_t at) {
            return unsigned{has_bit(bits, at)};
        };
        // The plane of the passage to each side, and the cell it belongs to.
        const auto plane_bytes = static_cast<std::ptrdiff_t>(stride);
        const std::array<std::ptrdiff_t, 4> plane_of{0, plane_bytes, 0, -plane_bytes};
        std::uint8_t *plane = east_plane(row);
        for (;;) {
            const unsigned exits = bit(plane, x) << east | bit(plane + stride, x) << south |
                                   (x > 0 ? bit(plane, x - 1) << west : 0) |
                                   bit(plane - stride, x) << north;
            if (std::popcount(exits) != 1 || is_end((window_top_ + row) * row_.width + x)) {
                return;
            }
            breaks.cell();
            // No branch on the direction: it cannot be predicted.
            const auto direction = static_cast<unsigned>(std::countr_zero(exits));
            const std::uint64_t at = x - (direction == west);
            clear_bit(plane + plane_of[direction], at);
            const Cell next = neighbour({x, row}, direction);
            if (next.y >= rows_in_window_) { // also above the window, where y has wrapped around
                return;
            }
            x = next.x;
            row = next.y;
            plane = east_plane(row);
        }
    }

    // Passages into the last row above the window that were filled from below.
    void fill_above(Breaks &breaks) {
        if (window_top_ == 0) {
            return;
        }
        const std::uint64_t first = (window_top_ - 1) * row_.width;
        for (Place place = sparse_.from(first); !sparse_.is_end(place);
             place = sparse_.next(place)) {
            const std::uint64_t x = sparse_.cell(place) - first;
            if ((sparse_.exits(place) >> south & 1) && !has_bit(planes_.data(), x)) {
                sparse_.close(place, 1U << south);
                fill_chain(place, breaks);
            }
        }
        sparse_.tidy();
    }

    // Moves the first rows of the window to the cells kept one by one.
    void release_rows(std::uint64_t count, Breaks &breaks) {
        const std::uint64_t first = window_top_ * row_.width;
        for (std::uint64_t row = 0; row < count; ++row) {
            append_row(row);
            breaks.row();
        }
        planes_.erase(planes_.begin(),
                      planes_.begin() + static_cast<std::ptrdiff_t>(count * row_.row_bytes()));
        window_top_ += count;
        rows_in_window_ -= count;
        rows_filled_ -= count;
        for (Place place = sparse_.from(first); !sparse_.is_end(place);
             place = sparse_.next(place)) {
            fill_chain(place, breaks);
        }
        sparse_.tidy();
    }

    void append_row(std::uint64_t row) {
        const std::uint64_t stride = row_.stride();
        const std::uint8_t *const plane = east_plane(row);
        const std::uint64_t first = (window_top_ + row) * row_.width;
        std::uint64_t east_before = 0;
        for (std::uint64_t word = 0; word < row_.words(); ++word) {
            const std::uint64_t e = load_word(plane, stride, word);
            const std::uint64_t s = load_word(plane + stride, stride, word);
            const std::uint64_t w = e << 1 | east_before >> 63;
            const std::uint64_t n = load_word(plane - stride, stride, word);
            for (std::uint64_t rest = e | s | w | n; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<unsigned>(std::countr_zero(rest));
                const auto exits = (e >> bit & 1) << east | (s >> bit & 1) << south |
                                   (w >> bit & 1) << west | (n >> bit & 1) << north;
                sparse_.append(first + 64 * word + bit, static_cast<unsigned>(exits));
            }
            east_before = e;
        }
    }

    // If a cell above the window is a dead end, fills it and those that result from it.
    void fill_chain(Place place, Breaks &breaks) {
        const std::uint64_t behind = window_top_ * row_.width;
        for (;;) {
            const std::uint64_t cell = sparse_.cell(place);
            const unsigned exits = sparse_.exits(place);
            if (std::popcount(exits) != 1 || is_end(cell)) {
                return;
            }
            const auto direction = static_cast<unsigned>(std::countr_zero(exits));
            breaks.cell();
            sparse_.close(place, exits);
            if (direction == south && cell + row_.width >= behind) {
                clear_bit(planes_.data(), cell + row_.width - behind);
                return;
            }
            place = sparse_.neighbour(place, direction);
            sparse_.close(place, 1U << opposite(direction));
        }
    }

    // Calls move(direction) for every step from start to end; false if the remaining cells are not
    // just a path between them.
    template <class Move> bool follow_path(Move move, Control &control) const {
        PollThrottle throttle(control, 1 << 20, sparse_.live());
        Place place = sparse_.from(start_number_);
        if (sparse_.is_end(place) || sparse_.cell(place) != start_number_) {
            return false;
        }
        unsigned back = 0; // the exit through which the last step came
        std::uint64_t seen = 1;
        for (;; ++seen) {
            const unsigned ahead = sparse_.exits(place) & ~back;
            const bool at_end = sparse_.cell(place) == end_number_;
            if (at_end && ahead == 0) {
                return seen == sparse_.live();
            }
            if (at_end || std::popcount(ahead) != 1) {
                return false;
            }
            const auto direction = static_cast<unsigned>(std::countr_zero(ahead));
            move(direction);
            place = sparse_.neighbour(place, direction);
            back = 1U << opposite(direction);
            throttle.poll(seen);
        }
    }

    Shape row_; // of one row
    Cell start_;
    Cell end_;
    std::uint64_t start_number_;
    std::uint64_t end_number_;
    std::uint64_t window_rows_;
    // The rows of the window, below the plane "passage south" of the row above it.
    std::vector<std::uint8_t> planes_;
    SparseCells sparse_;
    std::uint64_t window_top_ = 0;
    std::uint64_t rows_in_window_ = 0;
    std::uint64_t rows_filled_ = 0; // of those in the window, from the top
    std::uint64_t passages_ = 0;
    bool leads_on_ = false;
    State state_ = State::open;
};

} // namespace labirinto
