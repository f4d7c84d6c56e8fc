// The Delaunay triangulation of points with whole coordinates, without rounding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lattice_point.hpp"

namespace labirinto {

// Whether d lies inside the circle through a, b and c, which run clockwise.  Coordinates must
// differ by less than 2^19.
inline bool is_in_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    // A determinant, whose products have up to 78 bits: one factor is taken in two parts.
    constexpr int part = 20;
    constexpr std::int64_t low = (std::int64_t{1} << part) - 1;
    std::int64_t high_sum = 0;
    std::int64_t low_sum = 0;
    const auto add = [&](LatticePoint p, LatticePoint q, LatticePoint r) {
        const std::int64_t x = std::int64_t{p.x} - d.x;
        const std::int64_t y = std::int64_t{p.y} - d.y;
        const std::int64_t square = x * x + y * y;
        const std::int64_t area = turn(d, q, r);
        high_sum += (square >> part) * area;
        low_sum += (square & low) * area;
    };
    add(a, b, c);
    add(b, c, a);
    add(c, a, b);
    high_sum += low_sum >> part;
    return high_sum > 0 || (high_sum == 0 && (low_sum & low) > 0);
}

// Points are added one by one (Bowyer 1981, Watson 1981), each quickly if it is near the last.
class Delaunay {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // Corners run clockwise; side k leads from corner k to the next one.
    struct Triangle {
        std::array<std::uint32_t, 3> corners;
        std::array<std::uint32_t, 3> beside; // the triangle across each side, or none
    };

    // Begins with the corners of a rectangle, which contains all points: points 0 to 3.
    Delaunay(LatticePoint least, LatticePoint most, std::size_t points) {
        points_.reserve(points + 4);
        triangles_.reserve(2 * points + 2);
        points_ = {least, {most.x, least.y}, most, {least.x, most.y}};
        triangles_ = {{{0, 1, 2}, {none, none, 1}}, {{0, 2, 3}, {0, none, none}}};
        visits_.assign(2, 0);
        fans_.assign(4, none);
    }

    const std::vector<LatticePoint> &points() const { return points_; }
    const std::vector<Triangle> &triangles() const { return triangles_; }

    // Adds a point; false if there is one at this place.
    bool add(LatticePoint point) {
        const std::uint32_t within = find(point);
        for (const std::uint32_t corner : triangles_[within].corners) {
            if (points_[corner] == point) {
                return false;
            }
        }
        const auto number = static_cast<std::uint32_t>(points_.size());
        points_.push_back(point);
        fans_.push_back(none);
        clear_around(within, point, number);
        // A triangle over each side of what was cleared.
        triangles_.resize(triangles_.size() + 2);
        visits_.resize(triangles_.size(), 0);
        cleared_.push_back(static_cast<std::uint32_t>(triangles_.size() - 2));
        cleared_.push_back(static_cast<std::uint32_t>(triangles_.size() - 1));
        for (std::size_t k = 0; k < rim_.size(); ++k) {
            const Rim &side = rim_[k];
            const std::uint32_t triangle = cleared_[k];
            triangles_[triangle] = {{side.from, side.to, number}, {side.beside, none, none}};
            visits_[triangle] = 0;
            fans_[side.from] = triangle;
            if (side.beside != none) {
                triangles_[side.beside].beside[side.side_of_beside] = triangle;
            }
        }
        for (std::size_t k = 0; k < rim_.size(); ++k) {
            const std::uint32_t triangle = cleared_[k];
            const std::uint32_t next = fans_[rim_[k].to];
            triangles_[triangle].beside[1] = next;
            triangles_[next].beside[2] = triangle;
        }
        last_ = cleared_[0];
        return true;
    }

  private:
    // A side of the triangles that are cleared, and what is across it.
    struct Rim {
        std::uint32_t from, to, beside;
        unsigned side_of_beside;
    };

    // The triangle of a point, from the last one on.
    std::uint32_t find(LatticePoint point) const {
        std::uint32_t triangle = last_;
        for (unsigned side = 0; side < 3;) {
            const Triangle &here = triangles_[triangle];
            const LatticePoint from = points_[here.corners[side]];
            const LatticePoint to = points_[here.corners[(side + 1) % 3]];
            if (turn(from, to, point) < 0) {
                triangle = here.beside[side];
                side = 0;
            } else {
                ++side;
            }
        }
        return triangle;
    }

    // Finds the triangles in whose circles a point lies, and the sides around all of them.
    void clear_around(std::uint32_t within, LatticePoint point, std::uint32_t number) {
        cleared_.assign(1, within);
        rim_.clear();
        visits_[within] = number;
        for (std::size_t k = 0; k < cleared_.size(); ++k) {
            const Triangle here = triangles_[cleared_[k]];
            for (unsigned side = 0; side < 3; ++side) {
                const std::uint32_t beside = here.beside[side];
                const std::uint32_t from = here.corners[side];
                if (beside == none) {
                    rim_.push_back({from, here.corners[(side + 1) % 3], none, 0});
                    continue;
                }
                if (visits_[beside] == number) {
                    continue;
                }
                const auto &[a, b, c] = triangles_[beside].corners;
                if (is_in_circle(points_[a], points_[b], points_[c], point)) {
                    visits_[beside] = number;
                    cleared_.push_back(beside);
                } else {
                    const unsigned other = a == from ? 2 : b == from ? 0 : 1;
                    rim_.push_back({from, here.corners[(side + 1) % 3], beside, other});
                }
            }
        }
    }

    std::vector<LatticePoint> points_;
    std::vector<Triangle> triangles_;
    std::vector<std::uint32_t> visits_; // the point for which each triangle was last cleared
    std::vector<std::uint32_t> fans_;   // a new triangle that begins at each point
    std::vector<std::uint32_t> cleared_;
    std::vector<Rim> rim_;
    std::uint32_t last_ = 0;
};

} // namespace labirinto
