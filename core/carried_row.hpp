// A row whose passages east are drawn before it is its turn: passages north are drawn together with
// those of their own row, and belong to the bytes of the row above.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "planes.hpp"
#include "random.hpp"
#include "row_kernel.hpp"

namespace labirinto {

// What SidewinderRows and BinaryTreeRows share.
class CarriedRow {
  public:
    std::uint64_t width() const { return width_; }

    // Begins with a row that is one corridor.
    void begin(std::uint64_t seed) {
        generator_ = Xoshiro256pp(seed);
        make_corridor();
    }

    void last_row(std::uint8_t *row) const {
        write_east(row);
        std::memset(row + stride(), 0, stride());
    }

    static std::uint64_t least_state_bytes(std::uint64_t width) {
        return generator_bytes + Shape{width, 1}.stride();
    }
    std::uint64_t state_bytes() const { return least_state_bytes(width_); }
    void save(std::uint8_t *out) const {
        save_generator(generator_, out);
        write(east_, out + generator_bytes);
    }
    bool restore(std::uint64_t /*y*/, const std::uint8_t *state, std::uint64_t size) {
        if (size != state_bytes()) {
            return false;
        }
        std::vector<std::uint64_t> read(east_.size());
        for (std::uint64_t word = 0; word < read.size(); ++word) {
            read[word] = load_word(state + generator_bytes, stride(), word);
            if (read[word] & ~gaps_in(word)) {
                return false;
            }
        }
        if (!restore_generator(generator_, state)) {
            return false;
        }
        east_ = std::move(read);
        return true;
    }

  protected:
    explicit CarriedRow(std::uint64_t width)
        : width_(width), generator_(0), east_(Shape{width, 1}.words()) {}

    void make_corridor() {
        for (std::uint64_t word = 0; word < east_.size(); ++word) {
            east_[word] = gaps_in(word);
        }
    }

    // The places of a word where a passage can lead east, and those where there is a cell.
    std::uint64_t gaps_in(std::uint64_t word) const { return low_bits_of(width_ - 1, word); }
    std::uint64_t cells_in(std::uint64_t word) const { return low_bits_of(width_, word); }

    void write_east(std::uint8_t *row) const { write(east_, row); }
    void write_south(const std::vector<std::uint64_t> &south, std::uint8_t *row) const {
        write(south, row + stride());
    }

    std::uint64_t width_;
    Xoshiro256pp generator_;
    std::vector<std::uint64_t> east_; // bits: the passages east of the row whose turn it is

  private:
    static std::uint64_t low_bits_of(std::uint64_t count, std::uint64_t word) {
        return count > 64 * word ? low_bits(count - 64 * word) : 0;
    }

    std::uint64_t stride() const { return Shape{width_, 1}.stride(); }

    void write(const std::vector<std::uint64_t> &words, std::uint8_t *plane) const {
        const std::uint64_t bytes = stride(); // once: bytes that are written may be the width
        for (std::uint64_t word = 0; word < words.size(); ++word) {
            store_word(plane, bytes, word, words[word]);
        }
    }
};

} // namespace labirinto
