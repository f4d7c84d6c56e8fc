// Open tiles as bytes, in the state of Wilson's algorithm by rows.
#pragma once

#include <cstdint>
#include <cstring>

#include "corner_tiles.hpp"
#include "planes.hpp"

namespace labirinto {

// A tile is its band and column, 4 bytes each, and for every row of corners three planes of bits:
// which are settled, and the low and the high bit of their arrows.
class TileState {
  public:
    explicit TileState(const CornerTiles &tiles) : tiles_(tiles), stride_((tiles.side() + 7) / 8) {}

    std::uint64_t bytes() const { return sizeof(std::uint64_t) + 3 * stride_ * tiles_.side(); }

    void save(const CornerTile &tile, std::uint8_t *out) const {
        const std::uint64_t key = tile.band << 32 | tile.column;
        std::memcpy(out, &key, sizeof(key));
        out += sizeof(key);
        for (std::uint64_t row = 1; row <= tiles_.rows_in(tile.band); ++row) {
            const std::uint8_t *const corners = tile.places() + row * tiles_.stride() + 1;
            const std::uint64_t columns = tiles_.columns_in(tile.column);
            const std::uint64_t settled = settled_among(corners, columns);
            const ArrowWords arrows = ArrowWords::read(corners, columns, settled);
            const std::uint64_t low = arrows.towards[south] | arrows.towards[north];
            const std::uint64_t high = arrows.towards[west] | arrows.towards[north];
            for (const std::uint64_t plane : {settled, low, high}) {
                std::memcpy(out, &plane, stride_);
                out += stride_;
            }
        }
    }

    // Opens the tile that was saved, among `tiles`; false if it cannot be.
    bool restore(const std::uint8_t *state, CornerTiles &tiles) const {
        std::uint64_t key = 0;
        std::memcpy(&key, state, sizeof(key));
        state += sizeof(key);
        const std::uint64_t band = key >> 32;
        const std::uint64_t column = key & 0xFFFFFFFF;
        if (band < tiles.front() || !tiles.has_band(band) || column >= tiles.across() ||
            tiles.find(band, column) != nullptr) {
            return false;
        }
        CornerTile &tile = *tiles.open(band, column);
        for (std::uint64_t row = 1; row <= tiles.side(); ++row) {
            std::uint64_t settled = 0;
            std::uint64_t low = 0;
            std::uint64_t high = 0;
            for (std::uint64_t *const plane : {&settled, &low, &high}) {
                std::memcpy(plane, state, stride_);
                state += stride_;
            }
            const std::uint64_t corners =
                row <= tiles.rows_in(band) ? low_bits(tiles.columns_in(column)) : 0;
            if ((settled & ~corners) != 0 || ((low | high) & ~settled) != 0) {
                return false;
            }
            std::uint8_t *const places = tile.places() + row * tiles.stride() + 1;
            for (std::uint64_t rest = settled; rest != 0; rest &= rest - 1) {
                const auto x = static_cast<unsigned>(std::countr_zero(rest));
                places[x] = static_cast<std::uint8_t>(CornerTile::settled | (low >> x & 1) |
                                                      (high >> x & 1) << 1);
            }
            tile.holds_settled |= settled != 0;
        }
        return tile.holds_settled;
    }

  private:
    // A bit for each of up to 64 corners.
    static std::uint64_t settled_among(const std::uint8_t *corners, std::uint64_t columns) {
        std::uint64_t settled = 0;
        for (std::uint64_t x = 0; x < columns; x += 8) {
            const std::uint64_t stamps = load_word(corners + x, columns - x, 0) >> 3;
            settled |= gather_bits(stamps & 0x0101010101010101) << x;
        }
        return settled;
    }

    const CornerTiles &tiles_;
    std::uint64_t stride_; // of a plane
};

// Finds out whether the arrows of all settled corners in the open tiles lead to the frame.
class ArrowCheck {
  public:
    explicit ArrowCheck(CornerTiles &tiles)
        : tiles_(tiles), steps_(steps_in_rows(tiles.stride())) {}

    bool all_lead_to_frame() {
        bool all = true;
        for_all_settled([&](Spot spot) { all = all && leads_to_frame(spot); });
        for_all_settled(
            [](Spot spot) { *spot.place &= static_cast<std::uint8_t>(~(met | leads)); });
        return all;
    }

  private:
    // Marks of corners.
    static constexpr std::uint8_t met = 0x10;
    static constexpr std::uint8_t leads = 0x20;

    struct Spot {
        CornerTile *tile;
        std::uint8_t *place; // null for the frame
    };

    template <class Visit> void for_all_settled(Visit visit) {
        for (CornerTile *const tile : tiles_.in_order()) {
            std::uint8_t *const places = tile->places();
            for (std::uint64_t at = 0; at < tiles_.places_in_tile(); ++at) {
                if (places[at] >= CornerTile::settled && places[at] < CornerTile::edge) {
                    visit(Spot{tile, places + at});
                }
            }
        }
    }

    bool leads_to_frame(const Spot start) {
        Spot at = start;
        for (; at.place != nullptr && (*at.place & leads) == 0; at = next(at)) {
            if (*at.place < CornerTile::settled || (*at.place & met) != 0) {
                return false;
            }
            *at.place |= met;
        }
        for (at = start; at.place != nullptr && (*at.place & leads) == 0; at = next(at)) {
            *at.place |= leads;
        }
        return true;
    }

    Spot next(Spot spot) {
        const unsigned direction = *spot.place & 3;
        std::uint8_t *const place = spot.place + steps_[direction];
        if (*place == CornerTile::none) {
            return {spot.tile, nullptr};
        }
        if (*place != CornerTile::edge) {
            return {spot.tile, place};
        }
        CornerTile *const tile = spot.tile->beside[direction];
        if (tile == nullptr) {
            return {spot.tile, &closed_};
        }
        return {tile, tile == tiles_.frame() ? nullptr
                                             : tiles_.beyond(place, direction, spot.tile, tile)};
    }

    CornerTiles &tiles_;
    Steps steps_;
    std::uint8_t closed_ = 0; // stands for a corner in a tile that is not open
};

} // namespace labirinto
