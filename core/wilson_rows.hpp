// Wilson's algorithm by rows: exactly uniform mazes in little memory.
//
// As in wilson_walls.hpp, walls grow as a spanning tree of the corners, with the frame as its root.
// The tree has the same law wherever the next walk starts, so walks may start from the corners in
// the order in which rows are read.  When all corners of a row and of those above are settled, the
// cells above that row are final.  Walks run ahead of it, but they soon meet something settled:
// what they settle ahead, in a maze of width w, is about w^(5/4) corners.
//
// Plan.  The corners are in tiles, the tiles in bands.  Band after band from the top, walks start
// from its corners, tile by tile, and in each in reading order.  Random bits come from a stream of
// the band.  A tile below is opened when a walk enters it, and closed after the walk if nothing in
// it was settled.  A long walk would open far more tiles than its path needs; whenever it has
// opened many, those that its path has left are closed: their arrows belong to erased loops.
//
// Nothing is lost when a call is stopped, or out of memory: the walk goes on in the next call.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "band_walks.hpp"
#include "bit_array.hpp"
#include "control.hpp"
#include "planes.hpp"
#include "row_kernel.hpp"
#include "tile_state.hpp"

namespace labirinto {

class WilsonRows {
  public:
    static constexpr const char *name = "wilson_rows";
    static constexpr const char *class_name = "WilsonRows";
    static constexpr std::array parameters{"rows", "side", "most_opened"};

    static constexpr std::uint64_t longest_side = 64; // of tiles: a row of them is a word of bits

    // A height of 0 is without end.  The maze depends on the side of the tiles, at most 64, but not
    // on how many a walk may open before those that its path has left are closed.
    WilsonRows(std::uint64_t width, std::uint64_t height, std::uint64_t side,
               std::uint64_t most_opened)
        : width_(width), height_(height), most_opened_(most_opened),
          walks_(std::make_unique<BandWalks>(width - 1, height == 0 ? 0 : height - 1,
                                             std::clamp<std::uint64_t>(side, 1, longest_side),
                                             most_opened)),
          above_(width), below_(width) {}

    std::uint64_t width() const { return width_; }
    std::uint64_t height() const { return height_; }
    std::uint64_t y() const { return y_; } // the next row

    // Begins a maze.
    void begin(std::uint64_t seed) {
        seed_ = seed;
        y_ = 0;
        walks_->begin(seed, 0);
    }

    // Makes the next rows; with a height, the last of all has the frame below it.  A call that was
    // stopped has made those before y().
    void read(std::uint64_t count, std::uint8_t *rows, Control &control) {
        PollThrottle throttle(control, 64, count);
        for (std::uint64_t k = 0; k < count; ++k) {
            std::uint8_t *const row = rows + k * 2 * stride();
            if (is_last()) {
                write_last(row);
            } else {
                go_to_band();
                walks_->settle_band(k, throttle);
                walks_->read_line(y_ % tiles().side() + 1, below_.data() + 1);
                write_passages(width_, y_ == 0 ? nullptr : above_.data(), below_.data(), row);
                std::swap(above_, below_);
            }
            ++y_;
        }
    }

    // Makes the next row with the frame below it.  Without end, this drops the arrows of the
    // corners below: all that remain lead to the frame, so that the maze is perfect.
    void last_row(std::uint8_t *row) {
        write_last(row);
        ++y_;
    }

    // Before a state is saved: finishes what a call that was stopped has begun.
    void prepare_state(Control &control) {
        if (is_last()) {
            tiles().clear(0);
            return;
        }
        go_to_band();
        if (walks_->has_begun_band()) {
            PollThrottle throttle(control, 64, 1);
            walks_->settle_band(0, throttle);
        }
    }

    static std::uint64_t least_state_bytes(std::uint64_t width) {
        return sizeof(Head) + Shape{width, 1}.stride();
    }
    std::uint64_t state_bytes() const {
        return least_state_bytes(width_) + tiles().open_tiles() * TileState(tiles()).bytes();
    }

    // Saves the state before the next row, once it is prepared, into bytes of 0: the head, a bit
    // for each arrow south on the line above, and the open tiles.
    void save(std::uint8_t *out) const {
        const Head head{width_, height_, tiles().side(), y_, tiles().open_tiles()};
        std::memcpy(out, &head, sizeof(Head));
        out += sizeof(Head);
        for (std::uint64_t x = 1; y_ > 0 && x < width_; ++x) {
            if ((above_[x] & 3) == south) {
                set_bit(out, x);
            }
        }
        out += stride();
        const TileState tile_state(tiles());
        for (const CornerTile *tile : tiles().in_order()) {
            tile_state.save(*tile, out);
            out += tile_state.bytes();
        }
    }

    // Continues with row y of the maze that was begun; false, and unchanged, if `save` cannot have
    // written the state.
    bool restore(std::uint64_t y, const std::uint8_t *state, std::uint64_t size) {
        WilsonRows other(width_, height_, tiles().side(), most_opened_);
        other.begin(seed_);
        if (!other.load(y, state, size)) {
            return false;
        }
        *this = std::move(other);
        return true;
    }

    // In bytes.
    std::uint64_t memory() const { return walks_->memory() + above_.size() + below_.size(); }

  private:
    // The begin of a state.
    struct Head {
        std::uint64_t width, height, side, y, tiles;
    };

    void write_last(std::uint8_t *row) const {
        write_passages(width_, y_ == 0 ? nullptr : above_.data(), nullptr, row);
    }

    std::uint64_t stride() const { return Shape{width_, 1}.stride(); }

    // Whether the next row has no corners below it, or there is none.
    bool is_last() const { return height_ != 0 && y_ + 1 >= height_; }

    bool load(std::uint64_t y, const std::uint8_t *state, std::uint64_t size) {
        Head head{};
        if (size < least_state_bytes(width_)) {
            return false;
        }
        std::memcpy(&head, state, sizeof(Head));
        if (head.width != width_ || head.height != height_ || head.side != tiles().side() ||
            head.y != y || (height_ != 0 && y > height_) || (y / tiles().side()) >> 32 != 0) {
            return false;
        }
        y_ = y;
        const std::uint8_t *const downs = state + sizeof(Head);
        for (std::uint64_t x = 0; x < 8 * stride(); ++x) {
            if (has_bit(downs, x)) {
                if (y_ == 0 || x == 0 || x >= width_) {
                    return false;
                }
                above_[x] = south;
            }
        }
        return load_tiles(downs + stride(), size - least_state_bytes(width_), head.tiles);
    }

    bool load_tiles(const std::uint8_t *state, std::uint64_t size, std::uint64_t count) {
        const TileState tile_state(tiles());
        const std::uint64_t bytes = tile_state.bytes();
        if (size / bytes != count || size % bytes != 0 || (is_last() && count != 0)) {
            return false;
        }
        walks_->begin(seed_, y_ / tiles().side());
        for (const std::uint8_t *end = state + size; state != end; state += bytes) {
            if (!tile_state.restore(state, tiles())) {
                return false;
            }
        }
        return ArrowCheck(tiles()).all_lead_to_frame();
    }

    CornerTiles &tiles() { return walks_->tiles(); }
    const CornerTiles &tiles() const { return walks_->tiles(); }

    // To the band that has the corners below the next row.
    void go_to_band() {
        if (tiles().front() < y_ / tiles().side()) {
            walks_->finish_band();
        }
    }

    std::uint64_t width_, height_;
    std::uint64_t most_opened_;
    std::unique_ptr<BandWalks> walks_;
    std::uint64_t seed_ = 0;
    std::uint64_t y_ = 0;
    // The lines of corners above and below a row; byte x is corner x.
    std::vector<std::uint8_t> above_, below_;
};

inline void make_rows(WilsonRows &source, std::uint64_t count, std::uint8_t *rows,
                      Control &control) {
    source.read(count, rows, control);
}

inline void prepare_state(WilsonRows &source, Control &control) { source.prepare_state(control); }

using WilsonByRows = RowKernel<WilsonRows>;

} // namespace labirinto
