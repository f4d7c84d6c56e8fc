// The outlines of a grid's cells, of any form: where their corners and sides lie.
//
// All outlines run clockwise, so that a side shared by two cells occurs once in each direction.  A
// side has the number of the corner at which it begins.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace labirinto {

struct Point {
    double x, y;
};

// A line, or if it has a radius, an arc around the centre of the grid that is less than half a
// circle; the radius is negative if it goes counterclockwise.
struct Side {
    Point begin, end;
    double radius;
};

struct Outlines {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<Point> points;
    // Of each ring's corners in `corners`, and at the end the number of all of them.
    std::vector<std::uint32_t> first{0};
    std::vector<std::uint32_t> corners; // numbers of points
    // The cell of each ring, in ascending order: its outline, then its holes, counterclockwise.
    std::vector<std::uint32_t> cells;
    // Sides whose two ends lie on one circle around `centre` are arcs of it; without, all are
    // straight.  A point's circle is 0 for the centre.
    std::vector<std::uint32_t> circles;
    Point centre{0, 0};

    // Ends the ring of a cell, of which all corners have been added.
    void close(std::uint32_t cell) {
        first.push_back(static_cast<std::uint32_t>(corners.size()));
        cells.push_back(cell);
    }

    // The side of the same ring that follows.
    std::uint32_t after(std::uint32_t side) const {
        const std::uint32_t ring = ring_of(side);
        return side + 1 == first[ring + 1] ? first[ring] : side + 1;
    }

    // The same for all sides at once.
    std::vector<std::uint32_t> following() const {
        std::vector<std::uint32_t> next(corners.size());
        for (std::size_t ring = 0; ring < cells.size(); ++ring) {
            for (std::uint32_t side = first[ring]; side < first[ring + 1]; ++side) {
                next[side] = side + 1 == first[ring + 1] ? first[ring] : side + 1;
            }
        }
        return next;
    }

    std::uint32_t cell_of(std::uint32_t side) const { return cells[ring_of(side)]; }

    // Calls visit(side) for the sides of a cell.
    template <class Visit> void for_sides_of(std::uint32_t cell, Visit visit) const {
        auto ring = std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin();
        for (; ring < std::ssize(cells) && cells[ring] == cell; ++ring) {
            for (std::uint32_t side = first[ring]; side < first[ring + 1]; ++side) {
                visit(side);
            }
        }
    }

    Side side(std::uint32_t number) const {
        const std::uint32_t from = corners[number];
        const std::uint32_t to = corners[after(number)];
        const Point &begin = points[from];
        const Point &end = points[to];
        double radius = 0;
        if (!circles.empty() && circles[from] == circles[to]) {
            const double turn = (begin.x - centre.x) * (end.y - centre.y) -
                                (begin.y - centre.y) * (end.x - centre.x);
            radius = turn < 0 ? -1.0 * circles[from] : circles[from];
        }
        return {begin, end, radius};
    }

    // The upper left and the lower right corner of the box that holds all cells.
    std::array<Point, 2> box() const {
        if (!circles.empty()) { // which reach further than the points on them
            const double radius = *std::max_element(circles.begin(), circles.end());
            return {
                {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}}};
        }
        Point least = points.front();
        Point most = least;
        for (const Point &point : points) {
            least = {std::min(least.x, point.x), std::min(least.y, point.y)};
            most = {std::max(most.x, point.x), std::max(most.y, point.y)};
        }
        return {least, most};
    }

  private:
    std::uint32_t ring_of(std::uint32_t side) const {
        return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), side) -
                                          first.begin() - 1);
    }
};

} // namespace labirinto
