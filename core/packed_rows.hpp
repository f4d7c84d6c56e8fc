// Rows of pixels, packed and filtered for PNG.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace labirinto {

class PackedRows {
  public:
    // Of `depth` bits a pixel; `filtered` rows begin with the number of a PNG filter.
    PackedRows(std::uint64_t pixels, unsigned depth, bool filtered)
        : pixels_(pixels), depth_(depth), filtered_(filtered) {}

    // Begins a band: its first row is not filtered against the row before.
    void begin_band() { before_.clear(); }

    // Takes a row, a byte a pixel.
    void pack(const std::vector<std::uint8_t> &canvas) {
        if (depth_ == 8) {
            packed_ = canvas;
            return;
        }
        const unsigned each = 8 / depth_;
        packed_.assign(bytes(), 0);
        for (std::uint64_t pixel = 0; pixel < pixels_; ++pixel) {
            const auto shift = 8 - depth_ * (pixel % each + 1);
            packed_[pixel / each] |= static_cast<std::uint8_t>(canvas[pixel] << shift);
        }
    }

    // The next three take a row of one bit a pixel: so many pixels that are 0; two pixels for each
    // of `cells` cells, a bit of `lefts`, then one of `rights`; and a last pixel.
    void begin_bits(std::uint64_t margin) {
        packed_.assign(bytes() + 2, 0);
        at_ = margin;
    }
    void append_bits(std::uint64_t lefts, std::uint64_t rights, std::uint64_t cells) {
        for (std::uint64_t done = 0; done < cells; done += 8) {
            const unsigned pixels = static_cast<unsigned>(spread[lefts >> done & 0xFF] << 1) |
                                    spread[rights >> done & 0xFF];
            const unsigned shifted = pixels << (8 - at_ % 8);
            std::uint8_t *const out = packed_.data() + at_ / 8;
            out[0] |= static_cast<std::uint8_t>(shifted >> 16);
            out[1] |= static_cast<std::uint8_t>(shifted >> 8);
            out[2] |= static_cast<std::uint8_t>(shifted);
            at_ += 16;
        }
        at_ -= 2 * ((8 - cells % 8) % 8);
    }
    void end_bits(bool last) {
        packed_[at_ / 8] |= static_cast<std::uint8_t>((last ? 0x80 : 0) >> at_ % 8);
        packed_.resize(bytes());
    }

    // Appends the row so many times; repeats are all zero under the filter Up.
    void emit(std::vector<std::uint8_t> &out, std::uint64_t count) {
        constexpr std::uint8_t filter_none = 0;
        constexpr std::uint8_t filter_up = 2;
        if (!filtered_) {
            for (std::uint64_t i = 0; i < count; ++i) {
                out.insert(out.end(), packed_.begin(), packed_.end());
            }
            return;
        }
        if (packed_ != before_) {
            out.push_back(filter_none);
            out.insert(out.end(), packed_.begin(), packed_.end());
            before_ = packed_;
            --count;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            out.push_back(filter_up);
            out.insert(out.end(), packed_.size(), 0);
        }
    }

  private:
    std::uint64_t bytes() const { return (pixels_ * depth_ + 7) / 8; }

    // Bit k of a byte to bit 14 - 2k: every other pixel, the first one at the top.
    static constexpr auto spread = [] {
        std::array<std::uint16_t, 256> table{};
        for (unsigned byte = 0; byte < 256; ++byte) {
            for (unsigned k = 0; k < 8; ++k) {
                table[byte] |= static_cast<std::uint16_t>((byte >> k & 1) << (14 - 2 * k));
            }
        }
        return table;
    }();

    std::uint64_t pixels_;
    unsigned depth_;
    bool filtered_;
    std::vector<std::uint8_t> packed_;
    std::vector<std::uint8_t> before_; // in this band; empty if there is none
    std::uint64_t at_ = 0;             // the next bit
};

} // namespace labirinto
