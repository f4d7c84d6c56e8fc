// The corners that Wilson's algorithm by rows has in memory: squares of them, opened when a walk
// enters them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <unordered_map>
#include <vector>

#include "planes.hpp"

namespace labirinto {

// A byte for each corner: its arrow in the two low bits, and whether it is settled.  A tile has
// guards around its corners, so that a walk in it only looks at the byte where it arrives.
struct CornerTile {
    using Place = std::uint8_t;

    static constexpr Place settled = 8; // or more: a walk stops here
    static constexpr Place edge = 0xF8; // a guard: the walk leaves this tile
    static constexpr Place none = 0xFC; // no corner, but the frame

    CornerTile *beside[4]; // by direction; null where the tile is not open
    CornerTile *next;      // of a list that it is in
    std::uint64_t band;
    std::uint64_t column;
    bool holds_settled;
    bool is_on_path;

    Place *places() { return reinterpret_cast<Place *>(this + 1); }
    const Place *places() const { return reinterpret_cast<const Place *>(this + 1); }
};

class CornerTiles {
  public:
    using Tile = CornerTile;
    using Place = CornerTile::Place;

    // Tiles of side x side corners, for so many columns and rows of them; 0 rows are without end.
    CornerTiles(std::uint64_t columns, std::uint64_t rows, std::uint64_t side)
        : side_(side), columns_(columns), rows_(rows), across_((columns + side - 1) / side),
          stride_(side + 1), wraps_(steps_in_rows(stride_)), blank_((side + 2) * stride_, 0) {
        for (std::ptrdiff_t &wrap : wraps_) {
            wrap *= -static_cast<std::ptrdiff_t>(side_);
        }
        // The guard before the first corner of a row is also the one behind the last of the row
        // above.
        std::fill_n(blank_.begin(), stride_, Tile::edge);
        std::fill(blank_.end() - static_cast<std::ptrdiff_t>(stride_), blank_.end(), Tile::edge);
        for (std::uint64_t row = 1; row <= side_; ++row) {
            blank_[row * stride_] = Tile::edge;
        }
    }

    CornerTiles(const CornerTiles &) = delete;
    CornerTiles &operator=(const CornerTiles &) = delete;

    ~CornerTiles() {
        clear(0);
        while (spare_ != nullptr) {
            Tile *const tile = spare_;
            spare_ = tile->next;
            ::operator delete(tile);
        }
    }

    std::uint64_t side() const { return side_; }
    std::uint64_t stride() const { return stride_; } // of the places of a tile
    std::uint64_t places_in_tile() const { return blank_.size(); }
    std::uint64_t across() const { return across_; } // tiles of a band
    std::uint64_t front() const { return front_; }   // the first band that is not finished

    // Rows and columns of corners in a tile.
    std::uint64_t rows_in(std::uint64_t band) const {
        return rows_ == 0 ? side_ : std::min(side_, rows_ - band * side_);
    }
    std::uint64_t columns_in(std::uint64_t column) const {
        return std::min(side_, columns_ - column * side_);
    }
    bool has_band(std::uint64_t band) const { return rows_ == 0 || band * side_ < rows_; }

    // What lies beside a tile where all corners are settled, and there is nothing to enter.
    Tile *frame() { return &frame_; }

    // The place in the next tile for which a guard of a tile stands to those who come to it by a
    // direction.
    Place *beyond(const Place *guard, unsigned direction, const Tile *from, Tile *to) const {
        return to->places() + (guard - from->places()) + wraps_[direction];
    }

    // The tile, or null if it is not open.
    Tile *find(std::uint64_t band, std::uint64_t column) const {
        const auto found = tiles_.find(key(band, column));
        return found == tiles_.end() ? nullptr : found->second;
    }

    // Opens a tile, with no corner settled.
    Tile *open(std::uint64_t band, std::uint64_t column) {
        if (spare_ == nullptr) {
            spare_ = static_cast<Tile *>(::operator new(tile_bytes()));
            spare_->next = nullptr;
            ++allocated_;
        }
        tiles_.emplace(key(band, column), spare_);
        Tile *const tile = spare_;
        spare_ = tile->next;
        tile->next = nullptr;
        tile->band = band;
        tile->column = column;
        tile->holds_settled = false;
        tile->is_on_path = false;
        std::memcpy(tile->places(), blank_.data(), blank_.size());
        leave_out_frame(*tile);
        tile->beside[east] = column + 1 == across_ ? &frame_ : find(band, column + 1);
        tile->beside[south] = has_band(band + 1) ? find(band + 1, column) : &frame_;
        tile->beside[west] = column == 0 ? &frame_ : find(band, column - 1);
        tile->beside[north] = band == front_ ? &frame_ : find(band - 1, column);
        link(*tile, tile);
        return tile;
    }

    // Closes a tile in which no corner is settled.
    void close(Tile *tile) { close(tile, nullptr); }

    // Closes the band at the front, of which all corners are settled.
    void finish_front() {
        for (std::uint64_t column = 0; column < across_; ++column) {
            close(find(front_, column), &frame_);
        }
        ++front_;
    }

    // Closes all tiles, and begins with a band.
    void clear(std::uint64_t front) {
        for (const auto &[_, tile] : tiles_) {
            tile->next = spare_;
            spare_ = tile;
        }
        tiles_.clear();
        front_ = front;
    }

    // All open tiles, by bands and columns.
    std::vector<Tile *> in_order() const {
        std::vector<Tile *> all;
        all.reserve(tiles_.size());
        for (const auto &[_, tile] : tiles_) {
            all.push_back(tile);
        }
        std::sort(all.begin(), all.end(), [](const Tile *one, const Tile *other) {
            return key(one->band, one->column) < key(other->band, other->column);
        });
        return all;
    }

    std::uint64_t open_tiles() const { return tiles_.size(); }

    // Of all tiles, closed ones included, which are kept for the next.
    std::uint64_t memory() const {
        constexpr std::uint64_t in_table = 48; // bytes of a tile
        return allocated_ * (tile_bytes() + in_table);
    }

  private:
    static std::uint64_t key(std::uint64_t band, std::uint64_t column) {
        return band << 32 | column;
    }

    std::size_t tile_bytes() const { return sizeof(Tile) + blank_.size(); }

    // The neighbours of a tile have `here` beside them.
    static void link(const Tile &tile, Tile *here) {
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (tile.beside[direction] != nullptr) {
                tile.beside[direction]->beside[opposite(direction)] = here;
            }
        }
    }

    void close(Tile *tile, Tile *instead) {
        link(*tile, instead);
        tiles_.erase(key(tile->band, tile->column));
        tile->next = spare_;
        spare_ = tile;
    }

    // Of a tile that reaches beyond the frame.
    void leave_out_frame(Tile &tile) const {
        const std::uint64_t rows = rows_in(tile.band);
        const std::uint64_t columns = columns_in(tile.column);
        for (std::uint64_t row = 1; row <= side_; ++row) {
            const std::uint64_t first = row <= rows ? columns : 0;
            std::fill_n(tile.places() + row * stride_ + 1 + first, side_ - first, Tile::none);
        }
    }

    std::uint64_t side_;
    std::uint64_t columns_, rows_; // of corners
    std::uint64_t across_;
    std::uint64_t stride_;
    Steps wraps_;
    std::vector<Place> blank_; // the places of a new tile
    std::uint64_t front_ = 0;
    Tile frame_{};
    Tile *spare_ = nullptr; // closed tiles
    std::uint64_t allocated_ = 0;
    std::unordered_map<std::uint64_t, Tile *> tiles_;
};

} // namespace labirinto
