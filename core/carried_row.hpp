// A row whose passages east are drawn before it is its turn: passages north are drawn together with
// those of their own row, and belong to the bytes of the row above.
#pragma once

#include <cstdint>
#include <vector>

#include "planes.hpp"
#include "random.hpp"
#include "row_kernel.hpp"

namespace labirinto {

struct CarriedRow {
    explicit CarriedRow(std::uint64_t row_width)
        : width(row_width), generator(0), east(Shape{width, 1}.words()) {}

    // Begins with a row that is one corridor.
    void begin(std::uint64_t seed) {
        generator = Xoshiro256pp(seed);
        make_corridor();
    }

    void make_corridor() {
        for (std::uint64_t word = 0; word < east.size(); ++word) {
            east[word] = gaps(word);
        }
    }

    // The places of a word where a passage can lead east, and those where there is a cell.
    std::uint64_t gaps(std::uint64_t word) const { return low_bits_of(width - 1, word); }
    std::uint64_t cells(std::uint64_t word) const { return low_bits_of(width, word); }

    void write_east(std::uint8_t *row) const { write(east, row); }
    void write_south(const std::vector<std::uint64_t> &south, std::uint8_t *row) const {
        write(south, row + Shape{width, 1}.stride());
    }

    static std::uint64_t state_bytes(std::uint64_t width) {
        return generator_bytes + Shape{width, 1}.stride();
    }
    void save(std::uint8_t *out) const {
        save_generator(generator, out);
        write(east, out + generator_bytes);
    }
    bool restore(const std::uint8_t *state) {
        const std::uint64_t stride = Shape{width, 1}.stride();
        std::vector<std::uint64_t> read(east.size());
        for (std::uint64_t word = 0; word < read.size(); ++word) {
            read[word] = load_word(state + generator_bytes, stride, word);
            if (read[word] & ~gaps(word)) {
                return false;
            }
        }
        if (!restore_generator(generator, state)) {
            return false;
        }
        east = std::move(read);
        return true;
    }

    std::uint64_t width;
    Xoshiro256pp generator;
    std::vector<std::uint64_t> east; // bits: the passages east of the row whose turn it is

  private:
    static std::uint64_t low_bits_of(std::uint64_t count, std::uint64_t word) {
        return count > 64 * word ? low_bits(count - 64 * word) : 0;
    }

    void write(const std::vector<std::uint64_t> &words, std::uint8_t *plane) const {
        const std::uint64_t stride = Shape{width, 1}.stride();
        for (std::uint64_t word = 0; word < words.size(); ++word) {
            store_word(plane, stride, word, words[word]);
        }
    }
};

} // namespace labirinto
