// The inside of a cell with straight sides: its middle, and paths through it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>
#include <vector>

#include "outlines.hpp"

namespace labirinto {

class CellShape {
  public:
    CellShape(const Outlines &outlines, std::uint32_t cell) {
        outlines.for_sides_of(cell, [&](std::uint32_t number) {
            const Side side = outlines.side(number);
            lines_.push_back({side.begin, side.end});
        });
        find_corners();
    }

    bool is_convex() const { return bends_.empty(); }

    // The mean of the corners of a convex cell; of any other a point about as far from its sides
    // as one can be.
    Point middle() const {
        Point sum{0, 0};
        for (const Line &line : lines_) {
            sum = {sum.x + line.begin.x, sum.y + line.begin.y};
        }
        const auto count = static_cast<double>(lines_.size());
        const Point mean{sum.x / count, sum.y / count};
        return is_convex() ? mean : roomiest(mean);
    }

    // Where a path from one place inside or on the sides to another bends: at the middle of a
    // convex cell, else near corners that the shortest path goes around.
    std::vector<Point> path(Point from, Point to) const {
        if (is_convex()) {
            return {middle()};
        }
        std::vector<Point> places{from, to};
        for (const Bend &bend : bends_) {
            places.push_back(beside(bend));
        }
        return shortest(places);
    }

  private:
    struct Line {
        Point begin, end;
    };

    // A corner around which paths can go, and the direction into the cell, 1 long.
    struct Bend {
        Point corner, inwards;
    };

    // A square in which the roomiest place is looked for.
    struct Square {
        Point centre;
        double half;
        double room;
        double most() const { return room + half * std::numbers::sqrt2; }
        bool operator<(const Square &other) const { return most() < other.most(); }
    };

    static double cross(const Point &a, const Point &b, const Point &c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }

    static double distance(const Point &one, const Point &other) {
        return std::hypot(other.x - one.x, other.y - one.y);
    }

    // The cell lies to the right of its sides, y going down.
    void find_corners() {
        std::size_t begin = 0; // of the ring
        for (std::size_t k = 0; k < lines_.size(); ++k) {
            const bool is_last =
                k + 1 == lines_.size() || distance(lines_[k].end, lines_[k + 1].begin) > 0;
            const Line &line = lines_[k];
            const Line &next = is_last ? lines_[begin] : lines_[k + 1];
            if (is_last) {
                begin = k + 1;
            }
            const double one = distance(line.begin, line.end);
            const double other = distance(next.begin, next.end);
            if (cross(line.begin, line.end, next.end) < -1e-9 * one * other) {
                const Point normal{
                    -(line.end.y - line.begin.y) / one - (next.end.y - next.begin.y) / other,
                    (line.end.x - line.begin.x) / one + (next.end.x - next.begin.x) / other};
                const double length = std::max(std::hypot(normal.x, normal.y), 1e-9);
                bends_.push_back({line.end, {normal.x / length, normal.y / length}});
            }
        }
    }

    bool contains(const Point &place) const {
        bool inside = false;
        for (const auto &[a, b] : lines_) {
            if ((a.y > place.y) != (b.y > place.y) &&
                place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)) {
                inside = !inside;
            }
        }
        return inside;
    }

    // The distance to the nearest side, negative outside.
    double room(const Point &place) const {
        double nearest = std::numeric_limits<double>::infinity();
        for (const auto &[a, b] : lines_) {
            const double x = b.x - a.x;
            const double y = b.y - a.y;
            const double along =
                ((place.x - a.x) * x + (place.y - a.y) * y) / std::max(x * x + y * y, 1e-300);
            const double share = std::clamp(along, 0.0, 1.0);
            nearest = std::min(nearest, distance(place, {a.x + share * x, a.y + share * y}));
        }
        return contains(place) ? nearest : -nearest;
    }

    // Squares that can have the most room are divided first, until no other has noticeably more.
    Point roomiest(const Point &guess) const {
        Point least = lines_.front().begin;
        Point most = least;
        for (const Line &line : lines_) {
            least = {std::min(least.x, line.begin.x), std::min(least.y, line.begin.y)};
            most = {std::max(most.x, line.begin.x), std::max(most.y, line.begin.y)};
        }
        const double half = std::max(most.x - least.x, most.y - least.y) / 2;
        const Point centre{(least.x + most.x) / 2, (least.y + most.y) / 2};
        Square best{guess, 0, room(guess)};
        std::priority_queue<Square> squares;
        squares.push({centre, half, room(centre)});
        while (squares.top().most() - best.room > half / 50) {
            const Square square = squares.top();
            squares.pop();
            if (square.room > best.room) {
                best = square;
            }
            for (unsigned quarter = 0; quarter < 4; ++quarter) {
                const double smaller = square.half / 2;
                const Point place{square.centre.x + (quarter % 2 ? smaller : -smaller),
                                  square.centre.y + (quarter / 2 ? smaller : -smaller)};
                squares.push({place, smaller, room(place)});
            }
        }
        return best.centre;
    }

    // Whether the straight line between two places is inside.  They may be on the sides.
    bool sees(const Point &one, const Point &other) const {
        const double size = distance(one, other);
        if (size == 0) {
            return true;
        }
        for (const auto &[a, b] : lines_) {
            const double little = 1e-9 * size * distance(a, b);
            const double left = cross(one, other, a);
            const double right = cross(one, other, b);
            const double near = cross(a, b, one);
            const double far = cross(a, b, other);
            if (((left > little && right < -little) || (left < -little && right > little)) &&
                ((near > little && far < -little) || (near < -little && far > little))) {
                return false;
            }
        }
        return contains({(one.x + other.x) / 2, (one.y + other.y) / 2});
    }

    // A place beside a corner with about as much room on its other side.
    Point beside(const Bend &bend) const {
        const auto at = [&](double away) {
            return Point{bend.corner.x + away * bend.inwards.x,
                         bend.corner.y + away * bend.inwards.y};
        };
        double away = 0.3;
        while (away > 1e-3 && !sees(at(1e-6), at(2 * away))) {
            away /= 2;
        }
        return at(away);
    }

    // The places between the first two on the shortest path (Dijkstra).
    std::vector<Point> shortest(const std::vector<Point> &places) const {
        constexpr double never = std::numeric_limits<double>::infinity();
        std::vector<double> lengths(places.size(), never);
        std::vector<std::size_t> before(places.size(), 0);
        std::vector<bool> is_settled(places.size(), false);
        lengths[0] = 0;
        while (!is_settled[1]) {
            std::size_t here = 1;
            for (std::size_t k = 0; k < places.size(); ++k) {
                if (!is_settled[k] && lengths[k] < lengths[here]) {
                    here = k;
                }
            }
            if (lengths[here] == never) {
                return {}; // a cell so narrow that no place in it sees another
            }
            is_settled[here] = true;
            for (std::size_t k = 1; k < places.size(); ++k) {
                const double length = lengths[here] + distance(places[here], places[k]);
                if (!is_settled[k] && length < lengths[k] && sees(places[here], places[k])) {
                    lengths[k] = length;
                    before[k] = here;
                }
            }
        }
        std::vector<Point> path;
        for (std::size_t k = before[1]; k != 0; k = before[k]) {
            path.push_back(places[k]);
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    std::vector<Line> lines_;
    std::vector<Bend> bends_;
};

} // namespace labirinto
