// The walks of Wilson's algorithm by rows, from the corners of one band of tiles after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "control.hpp"
#include "corner_tiles.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "wilson_walls.hpp"

namespace labirinto {

class BandWalks {
  public:
    using Tile = CornerTile;
    using Place = CornerTile::Place;

    // Whenever a walk has opened `most_opened` tiles, those that its path has left are closed; if
    // the path is long, less often, since it has to be followed.
    BandWalks(std::uint64_t columns, std::uint64_t rows, std::uint64_t side,
              std::uint64_t most_opened)
        : tiles_(columns, rows, side), most_opened_(most_opened),
          steps_(steps_in_rows(tiles_.stride())), bits_(0) {
        band_.reserve(tiles_.across());
    }

    CornerTiles &tiles() { return tiles_; }
    const CornerTiles &tiles() const { return tiles_; }

    // In bytes.
    std::uint64_t memory() const { return tiles_.memory() + band_.capacity() * sizeof(Tile *); }

    // Begins with a band, above which all is settled; below, nothing is.
    void begin(std::uint64_t seed, std::uint64_t front) {
        seed_ = seed;
        tiles_.clear(front);
        begin_band();
    }

    // Goes on to the next band.
    void finish_band() {
        tiles_.finish_front();
        begin_band();
    }

    bool has_begun_band() const { return !band_.empty(); }

    // Settles all corners of the band.  A call that was stopped is taken up again by the next.
    void settle_band(std::uint64_t done, PollThrottle &throttle) {
        const std::uint64_t across = tiles_.across();
        while (band_.size() < across) {
            Tile *const tile = tiles_.find(tiles_.front(), band_.size());
            band_.push_back(tile != nullptr ? tile : tiles_.open(tiles_.front(), band_.size()));
        }
        if (walk_.tile != nullptr) {
            go_on(done, throttle);
        }
        for (; column_ < across; ++column_) {
            throttle.poll(done);
            settle_tile(band_[column_], done, throttle);
        }
    }

    // The arrows of a row of corners of the band, from 1.
    void read_line(std::uint64_t row, Place *line) const {
        for (const Tile *tile : band_) {
            std::memcpy(line + tile->column * tiles_.side(),
                        tile->places() + row * tiles_.stride() + 1,
                        tiles_.columns_in(tile->column));
        }
    }

  private:
    // A walk that has come to a guard.
    struct Walk {
        Tile *start_tile;
        Place *start;
        Tile *tile; // null if no walk was stopped
        Place *place;
        unsigned direction; // by which it came
    };

    void begin_band() {
        bits_ = Bits(child_seed(seed_, Purpose::band, tiles_.front()));
        band_.clear();
        column_ = 0;
        walk_.tile = nullptr;
        opened_ = nullptr;
        opened_count_ = 0;
        close_at_ = most_opened_;
    }

    [[gnu::flatten]] void settle_tile(Tile *const tile, std::uint64_t done,
                                      PollThrottle &throttle) {
        // Local, since the compiler must assume that writing a byte may change any member.
        const Steps steps = steps_;
        Bits bits = bits_;
        const std::uint64_t stride = tiles_.stride();
        const std::uint64_t columns = tiles_.columns_in(tile->column);
        Place *const corners = tile->places() + stride + 1;
        Place *const corners_end = corners + stride * tiles_.rows_in(tile->band);
        for (Place *row = corners; row != corners_end; row += stride) {
            Place *const row_end = row + columns;
            for (Place *start = WilsonWalls::find_loose(row, row_end); start < row_end;
                 start = WilsonWalls::find_loose(start + 1, row_end)) {
                Place *place = start;
                unsigned direction = 0;
                do {
                    direction = bits.direction();
                    *place = static_cast<Place>(direction);
                    place += steps[direction];
                } while (*place < Tile::settled);
                if (*place == Tile::edge) {
                    walk_ = {tile, start, tile, place, direction};
                    bits_ = bits;
                    go_on(done, throttle);
                    bits = bits_;
                    continue;
                }
                place = start;
                do {
                    direction = *place;
                    *place = static_cast<Place>(direction | Tile::settled);
                    place += steps[direction];
                } while (*place < Tile::settled);
            }
        }
        bits_ = bits;
    }

    // Takes the walk on from its guard to its end, and settles its path.
    [[gnu::noinline]] void go_on(std::uint64_t done, PollThrottle &throttle) {
        const Steps steps = steps_;
        Bits bits = bits_;
        Tile *tile = walk_.tile;
        Place *place = walk_.place;
        unsigned direction = walk_.direction;
        while (*place == Tile::edge) {
            Tile *next = tile->beside[direction];
            if (next == tiles_.frame()) {
                break;
            }
            if (next == nullptr) {
                walk_.tile = tile;
                walk_.place = place;
                walk_.direction = direction;
                bits_ = bits;
                throttle.poll(done);
                next = open_next();
            }
            place = tiles_.beyond(place, direction, tile, next);
            tile = next;
            while (*place < Tile::settled) {
                direction = bits.direction();
                *place = static_cast<Place>(direction);
                place += steps[direction];
            }
        }
        bits_ = bits;
        walk_.tile = nullptr;
        settle_path();
    }

    // Opens the tile that the walk enters.
    Tile *open_next() {
        if (opened_count_ >= close_at_) {
            const std::uint64_t left = mark_path();
            close_opened([](Tile &tile) { return std::exchange(tile.is_on_path, false); });
            close_at_ = opened_count_ + std::max(most_opened_, left / 4);
        }
        const unsigned direction = walk_.direction;
        Tile *const tile =
            tiles_.open(walk_.tile->band + (direction == south) - (direction == north),
                        walk_.tile->column + (direction == east) - (direction == west));
        tile->next = std::exchange(opened_, tile);
        ++opened_count_;
        return tile;
    }

    // Marks the tiles on the path from the start of the walk to where it is, and counts how often
    // it leaves one.  The other arrows belong to loops that were erased.
    std::uint64_t mark_path() const {
        Tile *tile = walk_.start_tile;
        Place *place = walk_.start;
        for (std::uint64_t left = 1;; ++left) {
            tile->is_on_path = true;
            unsigned direction = 0;
            while (*place < Tile::settled) {
                direction = *place;
                place += steps_[direction];
            }
            // One place can be the guard of two corners.
            if (tile == walk_.tile && place == walk_.place && direction == walk_.direction) {
                return left;
            }
            Tile *const next = tile->beside[direction];
            place = tiles_.beyond(place, direction, tile, next);
            tile = next;
        }
    }

    void settle_path() {
        const Steps steps = steps_;
        Tile *tile = walk_.start_tile;
        Place *place = walk_.start;
        while (*place < Tile::settled) {
            tile->holds_settled = true;
            unsigned direction = 0;
            do {
                direction = *place;
                *place = static_cast<Place>(direction | Tile::settled);
                place += steps[direction];
            } while (*place < Tile::settled);
            Tile *const next = tile->beside[direction];
            if (*place == Tile::edge && next != tiles_.frame()) {
                place = tiles_.beyond(place, direction, tile, next);
                tile = next;
            }
        }
        close_opened([](const Tile &tile) { return tile.holds_settled; });
        opened_ = nullptr;
        opened_count_ = 0;
        close_at_ = most_opened_;
    }

    // Closes those of the tiles opened by the walk that need not be kept.
    template <class Keep> void close_opened(Keep keeps) {
        Tile *kept = nullptr;
        opened_count_ = 0;
        for (Tile *tile = opened_; tile != nullptr;) {
            Tile *const next = tile->next;
            if (keeps(*tile)) {
                tile->next = std::exchange(kept, tile);
                ++opened_count_;
            } else {
                tiles_.close(tile);
            }
            tile = next;
        }
        opened_ = kept;
    }

    CornerTiles tiles_;
    std::uint64_t most_opened_;
    Steps steps_;
    std::uint64_t seed_ = 0;
    Bits bits_;                // of the band
    std::vector<Tile *> band_; // its tiles, once they are open
    std::uint64_t column_ = 0; // of the tile from which walks start
    Walk walk_{};
    Tile *opened_ = nullptr; // by the walk
    std::uint64_t opened_count_ = 0;
    std::uint64_t close_at_ = 0; // when it has opened so many, some are closed
};

} // namespace labirinto
