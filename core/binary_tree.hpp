// The binary tree algorithm: every cell has a passage to one of two sides, by the toss of a coin.
// Not uniform.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "carried_row.hpp"
#include "planes.hpp"
#include "row_kernel.hpp"

namespace labirinto {

class BinaryTreeRows : public CarriedRow {
  public:
    static constexpr const char *name = "binary_tree";
    static constexpr const char *class_name = "BinaryTreeRows";
    static constexpr std::array parameters{"skew"};

    // `skew` is 0 for north and west, 1 for north and east, 2 for south and west, 3 for south and
    // east.
    BinaryTreeRows(std::uint64_t width, std::uint64_t skew)
        : CarriedRow(width), vertical_(east_.size()), is_south_(skew & 2), is_east_(skew & 1) {}

    // Passages south belong to the row whose turn it is, passages north to the one after it.
    void next_row(std::uint8_t *row) {
        if (is_south_) {
            toss();
        }
        write_east(row);
        if (!is_south_) {
            toss();
        }
        write_south(vertical_, row);
    }

    void last_row(std::uint8_t *row) {
        if (is_south_) {
            make_corridor();
        }
        CarriedRow::last_row(row);
    }

  private:
    // A coin for every cell of a row: north or south if it is 1, else west or east.
    void toss() {
        const std::uint64_t end = width_ - 1; // the cell that can only go north or south
        for (std::uint64_t word = 0; word < vertical_.size(); ++word) {
            std::uint64_t coins = generator_.next();
            if (word == (is_east_ ? end / 64 : 0)) {
                coins |= is_east_ ? 1ULL << end % 64 : 1;
            }
            vertical_[word] = coins & cells_in(word);
            const std::uint64_t across = ~coins & cells_in(word);
            east_[word] = is_east_ ? across : across >> 1;
            if (!is_east_ && word > 0) {
                east_[word - 1] |= across << 63;
            }
        }
    }

    std::vector<std::uint64_t> vertical_;
    bool is_south_;
    bool is_east_;
};

using BinaryTree = RowKernel<BinaryTreeRows>;

} // namespace labirinto
