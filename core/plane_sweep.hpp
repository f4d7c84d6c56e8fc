// Proves that polygons are a planar map, in whole numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "lattice_point.hpp"
#include "outlines.hpp"

namespace labirinto {

// Why polygons are no grid: those at fault, the same one twice if there is one.
struct PolygonFault {
    enum Kind : unsigned {
        flat,     // it has no area
        crossing, // its outline crosses or touches itself, or its holes
        overlap,  // two overlap
    };

    Kind kind;
    std::uint32_t cell, other;
};

// No two sides cross, no corner lies on a side, and everywhere between two sides there is one cell
// or none.
class PlaneSweep {
  public:
    // The rings of the outlines have corners among the points; both have to outlive the sweep.
    PlaneSweep(const std::vector<LatticePoint> &points, const Outlines &outlines)
        : points_(points), outlines_(outlines) {}

    // Moves a line from left to right over all sides (Shamos and Hoey 1976).  Throws a
    // PolygonFault.
    void check() const {
        const std::vector<Side> sides = this->sides();
        std::vector<std::uint32_t> order(points_.size());
        for (std::uint32_t point = 0; point < points_.size(); ++point) {
            order[point] = point;
        }
        std::sort(order.begin(), order.end(), [this](std::uint32_t one, std::uint32_t other) {
            return is_left_of(one, other);
        });
        std::set<std::uint32_t, Order> line(Order{*this, sides});
        std::vector<std::uint32_t> beginning;
        std::uint32_t next = 0;
        for (const std::uint32_t point : order) {
            auto below = line.lower_bound(Order::At{point});
            while (below != line.end() && beside(sides[*below], point) == 0) {
                if (sides[*below].right != point) {
                    const auto other =
                        std::find_if(sides.begin(), sides.end(), [&](const Side &it) {
                            return it.left == point || it.right == point;
                        });
                    fail_between(sides[*below], other == sides.end() ? sides[*below] : *other);
                }
                below = line.erase(below);
            }
            beginning.clear();
            for (; next < sides.size() && sides[next].left == point; ++next) {
                beginning.push_back(next);
            }
            std::sort(beginning.begin(), beginning.end(), line.key_comp());
            auto above = below;
            std::optional<std::uint32_t> last;
            if (above != line.begin()) {
                last = *--above;
            }
            for (const std::uint32_t side : beginning) {
                check_beside(sides, last, side);
                line.emplace_hint(below, side);
                last = side;
            }
            check_beside(sides, last, below == line.end() ? std::nullopt : std::optional(*below));
        }
        if (!line.empty()) {
            const Side &side = sides[*line.begin()];
            fail_between(side, side);
        }
    }

  private:
    // A side, from left to right, or downwards, and the cells above and below it.
    struct Side {
        std::uint32_t left, right;
        std::uint32_t above = Outlines::none, below = Outlines::none;
    };

    bool is_left_of(std::uint32_t one, std::uint32_t other) const {
        return std::tuple(points_[one].x, points_[one].y) <
               std::tuple(points_[other].x, points_[other].y);
    }

    // All sides, those of two cells once, from left to right.
    std::vector<Side> sides() const {
        std::vector<Side> all;
        all.reserve(outlines_.corners.size());
        for (std::size_t ring = 0; ring < outlines_.cells.size(); ++ring) {
            const std::uint32_t begin = outlines_.first[ring];
            const std::uint32_t end = outlines_.first[ring + 1];
            const std::uint32_t cell = outlines_.cells[ring];
            for (std::uint32_t k = begin; k < end; ++k) {
                const std::uint32_t from = outlines_.corners[k];
                const std::uint32_t to = outlines_.corners[k + 1 == end ? begin : k + 1];
                if (is_left_of(from, to)) {
                    all.push_back({from, to, Outlines::none, cell});
                } else {
                    all.push_back({to, from, cell, Outlines::none});
                }
            }
        }
        std::sort(all.begin(), all.end(), [this](const Side &one, const Side &other) {
            if (one.left != other.left) {
                return is_left_of(one.left, other.left);
            }
            return std::tuple(one.right, one.above) < std::tuple(other.right, other.above);
        });
        std::vector<Side> merged;
        for (const Side &side : all) {
            if (merged.empty() || merged.back().left != side.left ||
                merged.back().right != side.right) {
                merged.push_back(side);
                continue;
            }
            Side &last = merged.back();
            if (side.above != Outlines::none && last.above == Outlines::none) {
                last.above = side.above;
            } else if (side.below != Outlines::none && last.below == Outlines::none) {
                last.below = side.below;
            } else {
                fail_between(last, side);
            }
        }
        return merged;
    }

    [[noreturn]] static void fail_between(const Side &one, const Side &other) {
        for (const std::uint32_t cell : {one.above, one.below}) {
            for (const std::uint32_t beside : {other.above, other.below}) {
                if (cell != Outlines::none && beside != Outlines::none && cell != beside) {
                    throw PolygonFault{PolygonFault::overlap, std::min(cell, beside),
                                       std::max(cell, beside)};
                }
            }
        }
        const std::uint32_t cell = one.above != Outlines::none ? one.above : one.below;
        throw PolygonFault{PolygonFault::crossing, cell, cell};
    }

    // Where a point lies beside a side: above 0 if below it.
    std::int64_t beside(const Side &side, std::uint32_t point) const {
        return turn(points_[side.left], points_[side.right], points_[point]);
    }

    // The order of sides that a vertical line meets, from above; or of a side and a point.
    struct Order {
        using is_transparent = void;
        const PlaneSweep &sweep;
        const std::vector<Side> &sides;

        bool operator()(std::uint32_t one, std::uint32_t other) const {
            const Side &a = sides[one];
            const Side &b = sides[other];
            if (a.left == b.left) {
                return sweep.beside(a, b.right) > 0;
            }
            return sweep.is_left_of(a.left, b.left) ? sweep.beside(a, b.left) > 0
                                                    : sweep.beside(b, a.left) < 0;
        }
        struct At {
            std::uint32_t point;
        };
        bool operator()(std::uint32_t side, At at) const {
            return sweep.beside(sides[side], at.point) > 0;
        }
    };

    // Two sides between which the line meets no other: they do not cross, and between them is one
    // cell, or none.
    void check_beside(const std::vector<Side> &sides, std::optional<std::uint32_t> above,
                      std::optional<std::uint32_t> below) const {
        const std::uint32_t upper = above ? sides[*above].below : Outlines::none;
        const std::uint32_t lower = below ? sides[*below].above : Outlines::none;
        if (above && below && (upper != lower || do_cross(sides[*above], sides[*below]))) {
            fail_between(sides[*above], sides[*below]);
        }
        if (upper != lower) {
            const Side &side = sides[above ? *above : *below];
            fail_between(side, side);
        }
    }

    bool do_cross(const Side &one, const Side &other) const {
        if (one.left == other.left) {
            return beside(one, other.right) == 0;
        }
        if (one.right == other.right) {
            return beside(one, other.left) == 0;
        }
        const auto sign = [](std::int64_t value) { return (value > 0) - (value < 0); };
        return sign(beside(one, other.left)) * sign(beside(one, other.right)) <= 0 &&
               sign(beside(other, one.left)) * sign(beside(other, one.right)) <= 0;
    }

    const std::vector<LatticePoint> &points_;
    const Outlines &outlines_;
};

} // namespace labirinto
