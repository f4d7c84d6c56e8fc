// Grids of any polygons.  Everything is decided in whole numbers, and so always alike.
//
// Corners that nearly meet are made one.  Where a corner nearly lies on a side, the side is divided
// there, so that neighbours share whole sides.  Then a sweep from left to right proves that no two
// sides cross and that everywhere between two sides there is one cell or none.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "control.hpp"
#include "disjoint_sets.hpp"
#include "lattice_point.hpp"
#include "outlines.hpp"
#include "plane_sweep.hpp"
#include "point_tree.hpp"

namespace labirinto {

class Polygons {
  public:
    static constexpr std::int32_t extent = 1 << 24; // coordinates are from 0 up to this
    static constexpr std::uint32_t most_corners = 100'000'000;

    // The corners of all rings, and of each how many it has, and whether it is the first of its
    // cell; others are holes.  Throws a PolygonFault.
    Polygons(std::vector<LatticePoint> corners, const std::vector<std::uint32_t> &counts,
             const std::vector<std::uint8_t> &is_first, Control &control) {
        const std::vector<std::uint32_t> numbers = number_points(std::move(corners), is_first);
        const PointTree tree(points_);
        PollThrottle throttle(control, 1 << 10, counts.size());
        std::size_t begin = 0;
        for (std::size_t ring = 0; ring < counts.size();) {
            std::vector<Ring> rings;
            for (bool is_outline = true; ring < counts.size() && (is_outline || !is_first[ring]);
                 is_outline = false, begin += counts[ring++]) {
                add_ring({numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                          numbers.begin() + static_cast<std::ptrdiff_t>(begin + counts[ring])},
                         is_outline, tree, rings);
            }
            check_connected(rings);
            for (const Ring &clean : rings) {
                outlines_.corners.insert(outlines_.corners.end(), clean.begin(), clean.end());
                outlines_.close(cells_);
            }
            ++cells_;
            throttle.poll(ring);
        }
        PlaneSweep(points_, outlines_).check();
    }

    // The polygons as cells, with an area of 1 on average.
    Outlines outlines() {
        std::uint64_t area = 0;
        for (std::size_t ring = 0; ring < outlines_.cells.size(); ++ring) {
            const std::uint32_t *const corners = outlines_.corners.data();
            area +=
                doubled_area(corners + outlines_.first[ring], corners + outlines_.first[ring + 1]);
        }
        const double unit = std::sqrt(static_cast<double>(area) / 2 / cells_);
        outlines_.points.reserve(points_.size());
        for (const LatticePoint point : points_) {
            outlines_.points.push_back({point.x / unit, point.y / unit});
        }
        return std::move(outlines_);
    }

  private:
    using Ring = std::vector<std::uint32_t>; // numbers of points

    [[noreturn]] static void fail(PolygonFault::Kind kind, std::uint32_t cell,
                                  std::uint32_t other) {
        throw PolygonFault{kind, cell, other};
    }

    // Makes points of corners, each of which has no other within a step in x and y: corners that
    // were rounded differently become one.  They are numbered in rows about as high as a cell, so
    // that near points have similar numbers.  Returns the number of each corner's point.
    std::vector<std::uint32_t> number_points(std::vector<LatticePoint> corners,
                                             const std::vector<std::uint8_t> &is_first) {
        std::vector<LatticePoint> places = corners;
        const auto from_left = [](LatticePoint one, LatticePoint other) {
            return std::tuple(one.x, one.y) < std::tuple(other.x, other.y);
        };
        std::sort(places.begin(), places.end(), from_left);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        DisjointSets sets(places.size());
        sets.separate();
        std::size_t right = 0; // the first place one step to the right that may be near
        for (std::size_t k = 0; k < places.size(); ++k) {
            const auto [x, y] = places[k];
            if (k + 1 < places.size() && places[k + 1] == LatticePoint{x, y + 1}) {
                sets.join(static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + 1));
            }
            while (right < places.size() && from_left(places[right], {x + 1, y - 1})) {
                ++right;
            }
            for (std::size_t i = right;
                 i < places.size() && places[i].x == x + 1 && places[i].y <= y + 1; ++i) {
                sets.join(static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(i));
            }
        }
        // The first of each set stands for all.
        std::vector<std::uint32_t> firsts(places.size(), Outlines::none);
        std::vector<std::uint32_t> kept;
        for (std::uint32_t k = 0; k < places.size(); ++k) {
            std::uint32_t &first = firsts[sets.find(k)];
            if (first == Outlines::none) {
                first = k;
                kept.push_back(k);
            }
        }
        const auto cells = std::count(is_first.begin(), is_first.end(), 1);
        const auto row = std::max<std::int32_t>(
            1, static_cast<std::int32_t>(extent / std::sqrt(static_cast<double>(cells + 1))));
        std::sort(kept.begin(), kept.end(), [&](std::uint32_t one, std::uint32_t other) {
            return std::tuple(places[one].y / row, places[one].x, places[one].y) <
                   std::tuple(places[other].y / row, places[other].x, places[other].y);
        });
        std::vector<std::uint32_t> numbers(places.size());
        for (const std::uint32_t k : kept) {
            numbers[k] = static_cast<std::uint32_t>(points_.size());
            points_.push_back(places[k]);
        }
        std::vector<std::uint32_t> result(corners.size());
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const auto place =
                std::lower_bound(places.begin(), places.end(), corners[k], from_left);
            const auto found = static_cast<std::uint32_t>(place - places.begin());
            result[k] = numbers[firsts[sets.find(found)]];
        }
        seen_.assign(points_.size(), Outlines::none);
        return result;
    }

    // Adds what a ring encloses: rings that visit no point twice, outlines clockwise and holes
    // counterclockwise.
    void add_ring(const Ring &corners, bool is_outline, const PointTree &tree,
                  std::vector<Ring> &rings) {
        Ring divided;
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const std::uint32_t next = corners[k + 1 == corners.size() ? 0 : k + 1];
            if (corners[k] != next) {
                divide(corners[k], next, tree, divided);
            }
        }
        std::vector<Ring> simple = untie(divided);
        std::uint64_t total = 0;
        for (const Ring &ring : simple) {
            total += doubled_area(ring.data(), ring.data() + ring.size());
        }
        if (total == 0) {
            if (is_outline) {
                fail(PolygonFault::flat, cells_, cells_);
            }
            return; // a hole of no area is none
        }
        const bool is_turned = is_positive(total) != is_outline;
        std::size_t outline = simple.size();
        for (std::size_t k = 0; k < simple.size(); ++k) {
            if (is_turned) {
                std::reverse(simple[k].begin(), simple[k].end());
            }
            if (is_positive(doubled_area(simple[k].data(), simple[k].data() + simple[k].size()))) {
                if (!is_outline || outline < k) {
                    fail(PolygonFault::crossing, cells_, cells_);
                }
                outline = k;
            }
        }
        if (is_outline) {
            std::swap(simple[0], simple[outline]);
        }
        std::move(simple.begin(), simple.end(), std::back_inserter(rings));
    }

    // Appends the first end of a side, and the points that divide it.
    void divide(std::uint32_t from, std::uint32_t to, const PointTree &tree, Ring &divided) {
        Ring ends{to};
        while (!ends.empty()) {
            // The same for both directions.
            const std::uint32_t between =
                tree.one_near(std::min(from, ends.back()), std::max(from, ends.back()), near);
            if (between != PointTree::none) {
                ends.push_back(between);
                if (++divisions_ > 4 * points_.size() + 64) {
                    fail(PolygonFault::crossing, cells_, cells_);
                }
                continue;
            }
            divided.push_back(from);
            from = ends.back();
            ends.pop_back();
        }
    }

    // Divides a ring where it visits a point twice.  Parts of two sides enclose nothing.
    std::vector<Ring> untie(const Ring &corners) {
        std::vector<Ring> simple;
        Ring path;
        for (const std::uint32_t point : corners) {
            if (const std::uint32_t at = seen_[point]; at != Outlines::none) {
                Ring part(path.begin() + at, path.end());
                for (const std::uint32_t left : part) {
                    seen_[left] = Outlines::none;
                }
                path.resize(at);
                if (part.size() > 2) {
                    simple.push_back(std::move(part));
                }
            }
            seen_[point] = static_cast<std::uint32_t>(path.size());
            path.push_back(point);
        }
        for (const std::uint32_t left : path) {
            seen_[left] = Outlines::none;
        }
        if (path.size() > 2) {
            simple.push_back(std::move(path));
        }
        return simple;
    }

    // Twice the area of a ring, above 0 if it runs clockwise.  In between, sums may pass the range
    // of 64 bits, but those of rings that do not cross themselves come back into it.
    std::uint64_t doubled_area(const std::uint32_t *begin, const std::uint32_t *end) const {
        std::uint64_t area = 0;
        for (const std::uint32_t *corner = begin; corner + 1 < end; ++corner) {
            area += static_cast<std::uint64_t>(
                turn(points_[*begin], points_[corner[0]], points_[corner[1]]));
        }
        return area;
    }

    static bool is_positive(std::uint64_t area) { return static_cast<std::int64_t>(area) > 0; }

    // The rings of a cell may touch, but not so that they divide it.
    void check_connected(const std::vector<Ring> &rings) {
        if (rings.size() == 1) {
            return;
        }
        DisjointSets touching(rings.size());
        touching.separate();
        for (std::uint32_t ring = 0; ring < rings.size(); ++ring) {
            for (const std::uint32_t point : rings[ring]) {
                if (seen_[point] == Outlines::none) {
                    seen_[point] = ring;
                } else if (!touching.join(seen_[point], ring)) {
                    fail(PolygonFault::crossing, cells_, cells_);
                }
            }
        }
        for (const Ring &ring : rings) {
            for (const std::uint32_t point : ring) {
                seen_[point] = Outlines::none;
            }
        }
    }

    // How far from a side a corner may lie that divides it: rounding moves it and both ends of the
    // side by a half, and becoming one with others by 1.
    static constexpr std::int64_t near = 4;

    std::vector<LatticePoint> points_;
    Outlines outlines_;
    std::uint32_t cells_ = 0;
    std::vector<std::uint32_t> seen_; // scratch for every point
    std::size_t divisions_ = 0;
};

} // namespace labirinto
