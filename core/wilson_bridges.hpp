// Wilson's algorithm on squares with bridges.  It makes the mazes of WilsonCellsOnGraph on the
// graph of `WovenSquares`; where bridges are few, in three quarters of the time and without that
// graph.
//
// Squares that bridges join are a chain: they lie in one line, two apart.  A walk that comes to one
// of them goes on from any.  All but that one get an arrow along the chain, towards it.
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
        : squares_(squares), steps_{-static_cast<std::ptrdiff_t>(squares.stride()), -1, 1,
                                    static_cast<std::ptrdiff_t>(squares.stride())} {
        if (squares.bridges().size() > squares.squares() / most_bridges) {
            on_graph_.emplace(squares.graph());
            return;
        }
        kinds_.resize(squares.places());
        arrows_.resize(squares.places());
        for (unsigned kind = 0; kind < ways_.size(); ++kind) {
            for (std::uint8_t way = 0; way < 4; ++way) {
                if (kind >> way & 1) {
                    ways_[kind].out[ways_[kind].count++] = way;
                }
            }
        }
        squares_.for_places([&](std::size_t at) { kinds_[at] = kind_of(at); });
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

    // One in so many squares: with more bridges, processors foresee too few steps.
    static constexpr std::uint32_t most_bridges = 12;

    [[gnu::flatten]] void walk(std::uint64_t seed, Control &control) {
        Bits bits(seed);
        // Local, since the compiler must assume that writing a byte may change any member.
        const auto steps = steps_;
        const std::uint8_t *const kinds = kinds_.data();
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
                unsigned way = 0;
                if (kind == all_sides) {
                    // Among four.  A processor foresees that, and need not wait for the kind.
                    way = static_cast<unsigned>(bits.take(32) >> 30);
                } else if (kind & chained) {
                    const Chain chain = chain_of(at);
                    const Exit exit =
                        chain.exit(static_cast<std::uint32_t>(bits.among(chain.exits())));
                    at = point_to(chain, exit.square);
                    way = exit.way;
                } else {
                    way = ways_[kind].out[bits.among(ways_[kind].count)];
                }
                arrows[at] = static_cast<std::uint8_t>(way);
                at += static_cast<std::size_t>(steps[way]);
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

    struct Ways {
        std::uint8_t count = 0;
        std::array<std::uint8_t, 4> out{};
    };

    struct Exit {
        std::uint32_t square; // its number in the chain
        std::uint8_t way;
    };

    struct Chain {
        std::size_t first, step; // the place of a square, and what lies between two places
        std::uint32_t squares;
        unsigned ways; // of any of them
        bool is_row;

        std::uint32_t has(unsigned way) const { return ways >> way & 1; }

        std::uint32_t exits() const {
            const std::uint32_t across = has(left) + has(right), along = has(up) + has(down);
            return is_row ? squares * along + across : squares * across + along;
        }

        // In the order of their walls, each of which is numbered with what lies above it or left
        // of it.
        Exit exit(std::uint32_t number) const {
            const std::uint32_t last = squares - 1;
            const std::uint32_t ups = has(up) * (is_row ? squares : 1);
            if (number < ups) {
                return {number, up};
            }
            number -= ups;
            if (!is_row) {
                const std::uint32_t sides = has(left) + has(right);
                if (number >= squares * sides) {
                    return {last, down};
                }
                return {number / sides, number % sides < has(left) ? left : right};
            }
            if (number < has(left)) {
                return {0, left};
            }
            number -= has(left);
            const std::uint32_t downs = has(down) * last;
            if (number < downs) {
                return {number, down};
            }
            return {last, number - downs < has(right) ? right : down};
        }
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

    Chain chain_of(std::size_t at) const {
        const bool is_row = kinds_[at] & in_row;
        const std::size_t half = is_row ? 1 : squares_.stride();
        std::size_t first = at, last = at;
        std::uint32_t squares = 1;
        for (; kinds_[first - half] & bridge; first -= 2 * half) {
            ++squares;
        }
        for (; kinds_[last + half] & bridge; last += 2 * half) {
            ++squares;
        }
        return {first, 2 * half, squares, unsigned{kinds_[first]} | kinds_[last], is_row};
    }

    // Lets all squares of a chain lead to one, and returns the place of that.
    std::size_t point_to(const Chain &chain, std::uint32_t square) {
        std::size_t at = chain.first;
        for (std::uint32_t k = 0; k < square; ++k, at += chain.step) {
            arrows_[at] = chain.is_row ? right : down;
        }
        const std::size_t found = at;
        for (std::uint32_t k = square + 1; k < chain.squares; ++k) {
            arrows_[at += chain.step] = chain.is_row ? left : up;
        }
        return found;
    }

    // Finishes a chain, and returns the place of the square by which the walk left it.
    std::size_t finish(std::size_t at) {
        const Chain chain = chain_of(at);
        for (std::uint32_t k = 0; k < chain.squares; ++k) {
            arrows_[chain.first + k * chain.step] |= finished;
        }
        for (;;) {
            const auto step = static_cast<std::size_t>(steps_[arrows_[at] & 3]);
            if (!(kinds_[at + step] & bridge)) {
                return at;
            }
            at += 2 * step;
        }
    }

    // Begins a maze with the node of this number, which has no arrow.
    void begin(std::uint64_t root) {
        std::uint64_t node = 0;
        squares_.for_places([&](std::size_t at) {
            if (squares_.is_first(at) && node++ == root) {
                const Chain chain = kinds_[at] & chained ? chain_of(at) : Chain{at, 0, 1, 0, true};
                for (std::uint32_t k = 0; k < chain.squares; ++k) {
                    arrows_[chain.first + k * chain.step] = finished | nowhere;
                }
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
    std::array<std::ptrdiff_t, 4> steps_;
    std::array<Ways, 16> ways_{};
};

} // namespace labirinto
