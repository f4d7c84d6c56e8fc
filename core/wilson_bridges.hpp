// Wilson's algorithm on squares with bridges, without their graph: it makes the mazes of
// WilsonCellsOnGraph on the graph of `WovenSquares`, in three quarters of the time.
//
// Squares that bridges join are a chain: they lie in one line, two apart.  A walk that comes to one
// of them goes on from any, and the arrow of the first says by which exit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "control.hpp"
#include "random.hpp"
#include "weave.hpp"
#include "wilson_cells.hpp"

namespace labirinto {

class WilsonBridges {
  public:
    static constexpr std::array<const char *, 0> parameters{};

    // The squares have to outlive the kernel.
    explicit WilsonBridges(const WovenSquares &squares)
        : squares_(squares), kinds_(squares.places()), arrows_(squares.places()),
          spots_(squares.places()), steps_{-static_cast<std::ptrdiff_t>(squares.stride()), -1, 1,
                                           static_cast<std::ptrdiff_t>(squares.stride())} {
        squares_.for_places([&](std::size_t at) { kinds_[at] = kind_of(at); });
        list_exits();
        squares_.for_places([&](std::size_t at) { find_chain(at); });
    }

    void make(std::uint64_t seed, std::uint8_t *passages, Control &control) {
        if (on_graph_) {
            squares_.begin(passages, seed);
            on_graph_->make(seed, passages, control);
            return;
        }
        walk(seed, control);
        write(passages);
    }

  private:
    // The ways out of a square, in the order of its walls.
    enum : std::uint8_t { up, left, right, down };
    // A kind has a bit for each way that may be drawn, and others.
    static constexpr unsigned all_sides = 15;
    static constexpr unsigned in_row = 16, in_column = 32, chained = in_row | in_column;
    static constexpr unsigned bridge = 64;
    // Of an arrow, besides the way.
    static constexpr std::uint8_t nowhere = 4, finished = 8;

    static constexpr unsigned longest = 15; // chain; for longer ones, of which hardly any occur,
                                            // there is the graph

    [[gnu::flatten]] void walk(std::uint64_t seed, Control &control) {
        Bits bits(seed);
        // Local, since the compiler must assume that writing a byte may change any member.
        const auto steps = steps_;
        const std::uint8_t *const kinds = kinds_.data();
        const std::uint16_t *const spots = spots_.data();
        const Shape *const shapes = shapes_.data();
        const std::uint8_t *const exits = exits_.data();
        const std::size_t stride = squares_.stride();
        std::uint8_t *const arrows = arrows_.data();
        PollThrottle throttle(control, 1 << 14, arrows_.size());
        std::fill(arrows_.begin(), arrows_.end(), nowhere);
        begin(bits.below(squares_.nodes()));
        squares_.for_places([&](std::size_t start) {
            if (is_bridge(start) || (arrows[start] & finished)) {
                return;
            }
            throttle.poll(start);
            std::size_t at = start;
            do {
                const unsigned kind = kinds[at];
                if (kind == all_sides) {
                    // Among four.  A processor foresees that, and need not wait for the kind.
                    const auto way = static_cast<unsigned>(bits.take(32) >> 30);
                    arrows[at] = static_cast<std::uint8_t>(way);
                    at += static_cast<std::size_t>(steps[way]);
                    continue;
                }
                const unsigned spot = spots[at];
                const Shape shape = shapes[spot >> 4];
                const unsigned exit = exits[shape.first + bits.among(shape.count)];
                const std::size_t step = kind & in_row ? 2 : 2 * stride;
                at -= (spot & 15) * step;
                arrows[at] = static_cast<std::uint8_t>(exit);
                at += (exit >> 4) * step + static_cast<std::size_t>(steps[exit & 3]);
            } while (!(arrows[at] & finished));
            for (at = start; !(arrows[at] & finished);) {
                if (kinds[at] & chained) {
                    at = finish(at);
                }
                const unsigned way = arrows[at] & 3;
                arrows[at] = static_cast<std::uint8_t>(finished | way);
                at += static_cast<std::size_t>(steps[way]);
            }
        });
    }

    // Chains of one shape are as long, and have the same exits: squares, by their numbers in the
    // chain, and ways.
    struct Shape {
        std::uint16_t first; // in `exits_`
        std::uint16_t count;
    };

    std::uint8_t kind_of(std::size_t at) const {
        using Kind = WovenSquares::Kind;
        if (is_bridge(at)) {
            return bridge;
        }
        const std::size_t below = squares_.stride();
        const auto can_leave = [&](std::size_t other) {
            return unsigned{squares_.kind(other) == Kind::plain};
        };
        return static_cast<std::uint8_t>(
            can_leave(at - below) << up | can_leave(at - 1) << left | can_leave(at + 1) << right |
            can_leave(at + below) << down | (is_bridge(at - 1) || is_bridge(at + 1) ? in_row : 0U) |
            (is_bridge(at - below) || is_bridge(at + below) ? in_column : 0U));
    }

    bool is_bridge(std::size_t at) const { return squares_.is_bridge(at); }

    // In the order of their walls: a wall is numbered with what lies above it or left of it.
    void list_exits() {
        for (unsigned shape = 0; shape < shapes_.size(); ++shape) {
            const unsigned squares = shape % (longest + 1);
            const unsigned ways = shape / (longest + 1) % 16;
            const bool is_row = shape / (longest + 1) / 16 == 1;
            shapes_[shape].first = static_cast<std::uint16_t>(exits_.size());
            const auto add = [&](unsigned square, unsigned way) {
                if (ways >> way & 1) {
                    exits_.push_back(static_cast<std::uint8_t>(square << 4 | way));
                }
            };
            for (unsigned square = 0; square < squares; ++square) {
                if (is_row || square == 0) {
                    add(square, up);
                }
            }
            for (unsigned square = 0; square < squares; ++square) {
                const bool is_last = square + 1 == squares;
                if (!is_row || square == 0) {
                    add(square, left);
                }
                if (!is_row || is_last) {
                    add(square, right);
                }
                if (is_row || is_last) {
                    add(square, down);
                }
            }
            shapes_[shape].count = static_cast<std::uint16_t>(exits_.size() - shapes_[shape].first);
        }
    }

    // From one square of a chain to the next.
    std::size_t step_of(unsigned kind) const { return kind & in_row ? 2 : 2 * squares_.stride(); }

    // Begins at its first square; one that no bridge joins to others is a chain by itself.
    void find_chain(std::size_t at) {
        const unsigned kind = kinds_[at];
        const std::size_t step = step_of(kind);
        if ((kind | kinds_[at - step / 2]) & bridge) {
            return;
        }
        unsigned squares = 1;
        for (std::size_t last = at; kinds_[last + step / 2] & bridge; last += step) {
            ++squares;
        }
        if (squares > longest) {
            on_graph_.emplace(squares_.graph());
            return;
        }
        const unsigned ways = (kind | kinds_[at + (squares - 1) * step]) & all_sides;
        const unsigned shape = ((kind & in_row ? 16U : 0U) + ways) * (longest + 1) + squares;
        for (unsigned square = 0; square < squares; ++square) {
            spots_[at + square * step] = static_cast<std::uint16_t>(shape << 4 | square);
        }
    }

    // Finishes a chain, and returns the place of the square by which the walk left it.
    std::size_t finish(std::size_t at) {
        const std::size_t step = step_of(kinds_[at]);
        const std::size_t first = at - (spots_[at] & 15) * step;
        const unsigned squares = (spots_[at] >> 4) % (longest + 1);
        const unsigned exit = arrows_[first];
        for (unsigned square = 0; square < squares; ++square) {
            arrows_[first + square * step] = finished | nowhere;
        }
        const std::size_t left_at = first + (exit >> 4) * step;
        arrows_[left_at] = exit & 3;
        return left_at;
    }

    // Begins a maze with the node of this number, which has no arrow.
    void begin(std::uint64_t root) {
        std::uint64_t node = 0;
        squares_.for_places([&](std::size_t at) {
            if (squares_.is_first(at) && node++ == root) {
                finish(at);
                arrows_[at] = finished | nowhere;
            }
        });
    }

    void write(std::uint8_t *passages) const {
        std::uint64_t wall = 0;
        // Without a branch, which would depend on random bits.
        const auto add = [&](bool is_wall, bool is_open) {
            passages[wall / 8] |= static_cast<std::uint8_t>((is_wall & is_open) << wall % 8);
            wall += is_wall;
        };
        const auto leads = [&](std::size_t at, unsigned way) {
            return (arrows_[at] & (nowhere | 3)) == way;
        };
        squares_.for_walls([&](bool is_wall) { add(is_wall, true); },
                           [&](bool is_wall, std::size_t at, std::size_t other) {
                               const bool is_right = other == at + 1;
                               add(is_wall, is_bridge(at) | is_bridge(other) |
                                                leads(at, is_right ? right : down) |
                                                leads(other, is_right ? left : up));
                           });
    }

    const WovenSquares &squares_;
    std::optional<WilsonCellsOnGraph> on_graph_;
    std::vector<std::uint8_t> kinds_;
    std::vector<std::uint8_t> arrows_; // of places
    std::vector<std::uint16_t> spots_; // of places: the shape of a chain, and the number in it
    std::array<Shape, 2 * 16 * (longest + 1)> shapes_{};
    std::vector<std::uint8_t> exits_; // the way, and 16 times the square
    std::array<std::ptrdiff_t, 4> steps_;
};

} // namespace labirinto
