// Grids of the regions that are nearest to each of some random points.
//
// Everything is done in whole numbers, so that a seed gives the same grid everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "control.hpp"
#include "delaunay.hpp"
#include "disjoint_sets.hpp"
#include "outlines.hpp"
#include "random.hpp"

namespace labirinto {

// The points, in a rectangle of 4 to 3, are moved to the centres of their regions five times, which
// makes these more alike (Lloyd 1982).  Then walls shorter than a quarter of a cell are shrunk to a
// corner: no passage would be seen in them.
class Voronoi {
  public:
    static constexpr std::uint32_t most_cells = 10'000'000; // whose coordinates are in range

    Voronoi(std::uint32_t cells, std::uint64_t seed, Control &control)
        : cells_(cells), width_(static_cast<std::int32_t>(std::sqrt(cells * (4.0 / 3)) * unit)),
          height_(static_cast<std::int32_t>((std::int64_t{cells} * unit * unit + width_ / 2) /
                                            width_)) {
        Bits bits(child_seed(seed, Purpose::points, 0));
        points_.resize(cells);
        for (LatticePoint &point : points_) {
            point.x = 1 + static_cast<std::int32_t>(bits.below(width_ - 1));
            point.y = 1 + static_cast<std::int32_t>(bits.below(height_ - 1));
        }
        for (std::uint32_t round = 0; round <= rounds; ++round) {
            sort();
            triangulate(control);
            if (round < rounds) {
                move_to_centres();
            }
        }
    }

    // The regions as cells, in reading order.  A cell has an area of 1 on average.
    Outlines outlines() {
        find_corners();
        shrink_short_walls();
        Outlines outlines;
        std::vector<std::uint32_t> numbers(corners_.size(), Outlines::none);
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            const std::size_t begin = outlines.corners.size();
            for_triangles(cell, [&](std::uint32_t triangle, std::uint32_t) {
                const std::uint32_t corner = sets_.find(triangle);
                if (numbers[corner] == Outlines::none) {
                    numbers[corner] = static_cast<std::uint32_t>(outlines.points.size());
                    outlines.points.push_back(
                        {static_cast<double>(corners_[corner].x) / fine_unit,
                         static_cast<double>(corners_[corner].y) / fine_unit});
                }
                if (outlines.corners.size() == begin ||
                    outlines.corners.back() != numbers[corner]) {
                    outlines.corners.push_back(numbers[corner]);
                }
            });
            if (outlines.corners.back() == outlines.corners[begin]) {
                outlines.corners.pop_back();
            }
            outlines.close(cell);
        }
        return outlines;
    }

  private:
    static constexpr std::uint32_t rounds = 5;

    // A cell is about so wide in the coordinates of points, and in those of corners.
    static constexpr std::int32_t unit = 128;
    static constexpr std::int32_t finer = 16;
    static constexpr std::int32_t fine_unit = unit * finer;
    static constexpr std::int32_t shortest = fine_unit / 4;

    // The first point in the triangulation, after the corners of what is around all.
    static constexpr std::uint32_t first_point = 4;

    // Puts the points into reading order: rows as high as a cell.
    void sort() {
        std::sort(points_.begin(), points_.end(), [](LatticePoint one, LatticePoint other) {
            return std::tuple(one.y / unit, one.x, one.y) <
                   std::tuple(other.y / unit, other.x, other.y);
        });
    }

    // Triangulates the points and, so that regions end at the sides of the rectangle, the images of
    // those near each side, as in a mirror.
    void triangulate(Control &control) {
        // As wide as no empty place is, as good as always.
        for (std::int32_t band = 8 * unit;; band *= 2) {
            const std::int32_t reach = std::min(band, std::max(width_, height_));
            const std::int32_t margin = 2 * band;
            delaunay_ = Delaunay({-margin, -margin}, {width_ + margin, height_ + margin},
                                 points_.size() + points_.size() / 8);
            PollThrottle throttle(control, 1 << 12, points_.size());
            for (LatticePoint &point : points_) {
                throttle.poll(static_cast<std::uint64_t>(&point - points_.data()));
                // Where there is a point already, the next free place towards the middle.
                while (!delaunay_.add(point)) {
                    point.x += point.x < width_ / 2 ? 1 : -1;
                }
            }
            const auto reflect = [&](auto distance, auto image) {
                for (const LatticePoint point : points_) {
                    if (distance(point) < reach) {
                        delaunay_.add(image(point));
                    }
                }
            };
            reflect([](auto p) { return p.y; }, [](auto p) { return LatticePoint{p.x, -p.y}; });
            reflect([](auto p) { return p.x; }, [](auto p) { return LatticePoint{-p.x, p.y}; });
            reflect([&](auto p) { return width_ - p.x; },
                    [&](auto p) { return LatticePoint{2 * width_ - p.x, p.y}; });
            reflect([&](auto p) { return height_ - p.y; },
                    [&](auto p) { return LatticePoint{p.x, 2 * height_ - p.y}; });
            if (find_triangles()) {
                return;
            }
        }
    }

    // Finds a triangle of each point; false if a region may not end at the rectangle.
    bool find_triangles() {
        at_.assign(cells_, Delaunay::none);
        const auto &triangles = delaunay_.triangles();
        for (std::uint32_t triangle = 0; triangle < triangles.size(); ++triangle) {
            bool is_inside = false;
            bool is_far = false;
            for (const std::uint32_t corner : triangles[triangle].corners) {
                is_far |= corner < first_point;
                if (is_cell(corner)) {
                    at_[corner - first_point] = triangle;
                    is_inside = true;
                }
            }
            if (is_inside) {
                if (is_far) {
                    return false;
                }
                const LatticePoint centre = centre_of(triangle);
                if (centre.x < 0 || centre.x > finer * width_ || centre.y < 0 ||
                    centre.y > finer * height_) {
                    return false;
                }
            }
        }
        return true;
    }

    bool is_cell(std::uint32_t point) const {
        return point >= first_point && point - first_point < cells_;
    }

    // Calls visit(triangle, point across) for the triangles around a point, clockwise: the point is
    // the next neighbour, whose region the side after the triangle's centre is shared with.
    template <class Visit> void for_triangles(std::uint32_t cell, Visit visit) const {
        const auto &triangles = delaunay_.triangles();
        const std::uint32_t point = cell + first_point;
        std::uint32_t triangle = at_[cell];
        do {
            const auto &[corners, beside] = triangles[triangle];
            const unsigned k = corners[0] == point ? 0 : corners[1] == point ? 1 : 2;
            visit(triangle, corners[(k + 2) % 3]);
            triangle = beside[(k + 2) % 3];
        } while (triangle != at_[cell]);
    }

    // The centre of the circle through the corners of a triangle, in fine coordinates.
    LatticePoint centre_of(std::uint32_t triangle) const {
        const auto &[a, b, c] = delaunay_.triangles()[triangle].corners;
        const LatticePoint origin = delaunay_.points()[a];
        const std::int64_t bx = delaunay_.points()[b].x - origin.x;
        const std::int64_t by = delaunay_.points()[b].y - origin.y;
        const std::int64_t cx = delaunay_.points()[c].x - origin.x;
        const std::int64_t cy = delaunay_.points()[c].y - origin.y;
        const std::int64_t b_square = bx * bx + by * by;
        const std::int64_t c_square = cx * cx + cy * cy;
        const std::int64_t area = 2 * (bx * cy - by * cx);
        return {origin.x * finer + rounded(finer * (cy * b_square - by * c_square), area),
                origin.y * finer + rounded(finer * (bx * c_square - cx * b_square), area)};
    }

    // The whole number nearest to a fraction, whose denominator is above 0.
    static std::int32_t rounded(std::int64_t numerator, std::int64_t denominator) {
        numerator = 2 * numerator + denominator;
        denominator *= 2;
        const std::int64_t quotient = numerator / denominator;
        return static_cast<std::int32_t>(quotient - (numerator % denominator < 0));
    }

    void move_to_centres() {
        std::vector<LatticePoint> region;
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            LatticePoint &point = points_[cell];
            const LatticePoint origin{finer * point.x, finer * point.y};
            region.clear();
            for_triangles(cell, [&](std::uint32_t triangle, std::uint32_t) {
                const LatticePoint corner = centre_of(triangle);
                region.push_back({corner.x - origin.x, corner.y - origin.y});
            });
            std::int64_t area = 0; // doubled
            std::int64_t x = 0;
            std::int64_t y = 0;
            for (std::size_t k = 0; k < region.size(); ++k) {
                const LatticePoint one = region[k];
                const LatticePoint other = region[(k + 1) % region.size()];
                const std::int64_t part = turn({0, 0}, one, other);
                area += part;
                x += part * (one.x + other.x);
                y += part * (one.y + other.y);
            }
            if (area > 0) {
                point.x = std::clamp(point.x + rounded(x, 3 * area * finer), 1, width_ - 1);
                point.y = std::clamp(point.y + rounded(y, 3 * area * finer), 1, height_ - 1);
            }
        }
    }

    // The corners of the regions.  Those of triangles on one circle are one.
    void find_corners() {
        const auto count = static_cast<std::uint32_t>(delaunay_.triangles().size());
        corners_.assign(count, {-1, -1});
        sets_ = DisjointSets(count);
        sets_.separate();
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            std::uint32_t last = Delaunay::none;
            std::uint32_t first = Delaunay::none;
            const auto visit = [&](std::uint32_t triangle, std::uint32_t) {
                if (corners_[triangle].x < 0) {
                    corners_[triangle] = centre_of(triangle);
                }
                if (last == Delaunay::none) {
                    first = triangle;
                } else if (corners_[triangle] == corners_[last]) {
                    sets_.join(triangle, last);
                }
                last = triangle;
            };
            for_triangles(cell, visit);
            visit(first, 0);
        }
    }

    // No corner moves twice, so of two walls that follow each other one stays: all cells remain
    // connected.
    void shrink_short_walls() {
        std::vector<std::uint8_t> sides(cells_, 0);
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            for_sides(cell, [&](std::uint32_t, std::uint32_t, std::uint32_t) { ++sides[cell]; });
        }
        std::vector<bool> has_moved(corners_.size(), false);
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            for_sides(cell, [&](std::uint32_t from, std::uint32_t to, std::uint32_t point) {
                const std::uint32_t other = point - first_point;
                if (!is_cell(point) || other < cell || sides[cell] <= 3 || sides[other] <= 3 ||
                    has_moved[from] || has_moved[to] || !is_short(from, to)) {
                    return;
                }
                const bool is_from_fixed = is_on_border(corners_[from]);
                const bool is_to_fixed = is_on_border(corners_[to]);
                if (is_from_fixed && is_to_fixed) {
                    return;
                }
                LatticePoint place{(corners_[from].x + corners_[to].x) / 2,
                                   (corners_[from].y + corners_[to].y) / 2};
                if (is_from_fixed || is_to_fixed) {
                    place = corners_[is_from_fixed ? from : to];
                }
                sets_.join(from, to);
                const std::uint32_t corner = sets_.find(from);
                corners_[corner] = place;
                has_moved[corner] = true;
                --sides[cell];
                --sides[other];
            });
        }
    }

    // Calls visit(from, to, point across) for the sides of a region, by their corners.
    template <class Visit> void for_sides(std::uint32_t cell, Visit visit) {
        std::uint32_t last = Delaunay::none;
        std::uint32_t across = 0;
        const auto next = [&](std::uint32_t triangle, std::uint32_t point) {
            if (last != Delaunay::none) {
                const std::uint32_t from = sets_.find(last);
                const std::uint32_t to = sets_.find(triangle);
                if (from != to) {
                    visit(from, to, across);
                }
            }
            last = triangle;
            across = point;
        };
        for_triangles(cell, next);
        next(at_[cell], 0);
    }

    bool is_short(std::uint32_t from, std::uint32_t to) const {
        const std::int64_t x = corners_[from].x - corners_[to].x;
        const std::int64_t y = corners_[from].y - corners_[to].y;
        return x * x + y * y < std::int64_t{shortest} * shortest;
    }

    bool is_on_border(LatticePoint corner) const {
        return corner.x == 0 || corner.y == 0 || corner.x == finer * width_ ||
               corner.y == finer * height_;
    }

    std::uint32_t cells_;
    std::int32_t width_, height_;
    std::vector<LatticePoint> points_;
    Delaunay delaunay_{{-1, -1}, {1, 1}, 0};
    std::vector<std::uint32_t> at_;     // a triangle of each point
    std::vector<LatticePoint> corners_; // of regions, by triangles, in fine coordinates
    DisjointSets sets_{0};              // of triangles whose corner is the same
};

} // namespace labirinto
