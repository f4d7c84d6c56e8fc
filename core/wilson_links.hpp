// Wilson's algorithm on the cells of floors and of wrapped rectangles, without their planar map: it
// makes the mazes of WilsonCellsOnGraph on the Mesh of `squares` and `links_of_squares`, in a tenth
// of the time and the memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "random.hpp"

namespace labirinto {

struct LinkedSquares {
    std::uint32_t width, height, floors;
    bool wrap_x, wrap_y, twist;

    std::uint32_t cells_of_floor() const { return width * height; }
    std::uint32_t cells() const { return cells_of_floor() * floors; }
    std::uint64_t walls() const {
        const std::uint64_t across = std::uint64_t{width - !wrap_x} * height;
        const std::uint64_t down = std::uint64_t{height - !wrap_y} * width;
        return floors * (across + down) + std::uint64_t{floors - 1} * cells_of_floor();
    }
};

class WilsonLinks {
  public:
    explicit WilsonLinks(const LinkedSquares &grid)
        : grid_(grid), kinds_(grid.cells()), arrows_(grid.cells()) {
        const std::uint32_t floor = grid.cells_of_floor();
        offsets_ = {~grid.width + 1, 1, grid.width, ~std::uint32_t{0}, ~floor + 1, floor};
        for (unsigned kind = 0; kind < ways_.size(); ++kind) {
            std::uint8_t &found = ways_[kind][count];
            for (std::uint8_t way = 0; way < 6; ++way) {
                if (kind >> way & 1) {
                    ways_[kind][found++] = way;
                }
            }
        }
        std::size_t cell = 0;
        for (std::uint32_t z = 0; z < grid.floors; ++z) {
            for (std::uint32_t y = 0; y < grid.height; ++y) {
                for (std::uint32_t x = 0; x < grid.width; ++x) {
                    kinds_[cell++] = kind_of(x, y, z);
                }
            }
        }
    }

    [[gnu::flatten]] void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        Bits bits(seed);
        const std::uint32_t cells = grid_.cells();
        // On one floor most cells have four ways; a processor that foresees that need not wait for
        // the kind of a cell to draw the same way.
        const unsigned usual = grid_.floors == 1 ? all_sides : none;
        // Local, since the compiler must assume that writing a byte may change any member.
        const auto offsets = offsets_;
        std::uint8_t *const arrows = arrows_.data();
        PollThrottle throttle(control, 1 << 14, cells);
        arrows_[bits.below(cells)] = finished | nowhere;
        for (std::uint32_t start = 0; start < cells; ++start) {
            if (arrows_[start] & finished) {
                continue;
            }
            throttle.poll(start);
            std::uint32_t cell = start;
            do {
                const unsigned kind = kinds_[cell];
                if (kind == usual) {
                    const auto way = static_cast<unsigned>(bits.take(32) >> 30);
                    arrows[cell] = static_cast<std::uint8_t>(way);
                    cell += offsets[way];
                    continue;
                }
                const auto &ways = ways_[kind & all_ways];
                const unsigned way = ways[bits.among(ways[count])];
                arrows[cell] = static_cast<std::uint8_t>(way);
                cell = beyond(cell, kind, way);
            } while (!(arrows[cell] & finished));
            for (cell = start; !(arrows_[cell] & finished);) {
                const unsigned way = arrows_[cell];
                arrows_[cell] = static_cast<std::uint8_t>(finished | way);
                cell = beyond(cell, kinds_[cell], way);
            }
        }
        write(passages);
    }

  private:
    // The ways out of a cell in the order of its walls, and the way back of each.
    enum : unsigned { up, right, down, left, below, above };
    static constexpr std::array<std::uint8_t, 6> back{down, left, up, right, above, below};
    static constexpr unsigned all_sides = 15, none = 255;
    static constexpr unsigned all_ways = 63;  // a bit for each, in the kind of a cell
    static constexpr unsigned at_seam = 64;   // besides, where a way may lead over a seam
    static constexpr unsigned finished = 128; // of an arrow
    static constexpr unsigned nowhere = 7;
    static constexpr unsigned count = 7; // where the number of ways is, behind them

    std::uint8_t kind_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        const bool first_x = x == 0, last_x = x + 1 == grid_.width;
        const bool first_y = y == 0, last_y = y + 1 == grid_.height;
        const bool is_rim =
            (grid_.wrap_x && (first_x || last_x)) || (grid_.wrap_y && (first_y || last_y));
        return static_cast<std::uint8_t>(
            unsigned{!first_y || grid_.wrap_y} << up | unsigned{!last_x || grid_.wrap_x} << right |
            unsigned{!last_y || grid_.wrap_y} << down | unsigned{!first_x || grid_.wrap_x} << left |
            unsigned{z > 0} << below | unsigned{z + 1 < grid_.floors} << above |
            (is_rim ? at_seam : 0U));
    }

    std::uint32_t beyond(std::uint32_t cell, unsigned kind, unsigned way) const {
        if (kind & at_seam) [[unlikely]] {
            return around(cell, way);
        }
        return cell + offsets_[way];
    }

    // The same for a cell at a seam.
    std::uint32_t around(std::uint32_t cell, unsigned way) const {
        const std::uint32_t x = cell % grid_.width;
        const std::uint32_t y = cell / grid_.width % grid_.height;
        const std::uint32_t last_x = grid_.width - 1;
        const std::uint32_t last_y = grid_.height - 1;
        const bool is_sideways = (way == left && x == 0) || (way == right && x == last_x);
        if (is_sideways) {
            const std::uint32_t row = grid_.twist ? last_y - y : y;
            return cell - x + (last_x - x) + row * grid_.width - y * grid_.width;
        }
        if ((way == up && y == 0) || (way == down && y == last_y)) {
            return cell + (last_y - y) * grid_.width - y * grid_.width;
        }
        return cell + offsets_[way];
    }

    // A wall has the number in which its lower cell comes to it.
    void write(std::uint8_t *passages) const {
        std::uint64_t wall = 0;
        for (std::uint32_t cell = 0; cell < grid_.cells(); ++cell) {
            const unsigned kind = kinds_[cell];
            for (unsigned way = 0; way < 6; ++way) {
                if (!(kind >> way & 1)) {
                    continue;
                }
                const std::uint32_t other = beyond(cell, kind, way);
                if (other < cell) {
                    continue;
                }
                // Without a branch, which would depend on random bits.
                const unsigned is_open = unsigned{(arrows_[cell] & nowhere) == way} |
                                         unsigned{(arrows_[other] & nowhere) == back[way]};
                passages[wall / 8] |= static_cast<std::uint8_t>(is_open << wall % 8);
                ++wall;
            }
        }
    }

    LinkedSquares grid_;
    std::vector<std::uint8_t> kinds_;
    std::vector<std::uint8_t> arrows_;
    std::array<std::uint32_t, 6> offsets_{}; // modulo 2^32
    std::array<std::array<std::uint8_t, 8>, 64> ways_{};
};

} // namespace labirinto
