// Lines as few continuous strokes, in an order with short pen moves: for drawings, plotters, lasers.
//
// The lines are a graph: points, joined by segments.  A stroke that never draws a segment twice
// begins and ends at a point where an odd number of segments meet, or closes.  So a connected
// component with k odd points takes k / 2 strokes, or one if it has none; and that many are enough
// (Euler; Hierholzer's algorithm finds them).  One more point, the hub, joined to all odd ones,
// makes a single tour of all components that have any; cut at the hub, the tour is the strokes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "control.hpp"
#include "geometry.hpp"
#include "mesh.hpp"
#include "mesh_search.hpp"

namespace labirinto {

// From a point to another.  An arc has the radius of its circle, and is less than half of it:
// the radius is positive if it goes clockwise, y going down.
struct Segment {
    std::uint32_t from, to;
    double radius = 0;
};

struct Lines {
    std::vector<Point> points;
    std::vector<Segment> segments;
};

struct Strokes {
    struct Vertex {
        double x, y;
        double radius; // of the segment to the vertex that follows in its stroke
    };
    std::vector<Vertex> vertices; // where segments meet that are not one line or arc
    std::vector<std::uint32_t> first{0};

    std::uint32_t count() const { return static_cast<std::uint32_t>(first.size() - 1); }
};

class StrokeFinder {
  public:
    StrokeFinder(const Lines &lines, Control &control)
        : points_(lines.points), segments_(lines.segments), is_drawn_(segments_.size(), false),
          throttle_(control, 1 << 20, 2 * segments_.size()) {
        first_.assign(points_.size() + 1, 0);
        for (const Segment &segment : segments_) {
            ++first_[segment.from + 1];
            ++first_[segment.to + 1];
        }
        for (std::size_t point = 1; point < first_.size(); ++point) {
            first_[point] += first_[point - 1];
        }
        at_.resize(first_.back());
        next_.assign(first_.begin(), first_.end() - 1);
        for (std::uint32_t k = 0; k < segments_.size(); ++k) {
            at_[next_[segments_[k].from]++] = k;
        }
        for (std::uint32_t k = 0; k < segments_.size(); ++k) {
            at_[next_[segments_[k].to]++] = k;
        }
        next_.assign(first_.begin(), first_.end() - 1);
    }

    Strokes find() {
        const auto points = static_cast<std::uint32_t>(points_.size());
        goes_to_hub_.assign(points_.size(), false);
        for (std::uint32_t point = 0; point < points; ++point) {
            if ((first_[point + 1] - first_[point]) % 2) {
                goes_to_hub_[point] = true;
                odd_.push_back(point);
            }
        }
        tour(hub);
        for (std::uint32_t point = 0; point < points; ++point) {
            if (best_at(point, {1, 0}) != none) {
                tour(point);
            }
        }
        return std::move(strokes_);
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t hub = none - 1;
    // Points at which more segments meet are left by any, not by the straightest.
    static constexpr std::uint32_t many = 16;
    static constexpr double widest_arc = 2 * std::numbers::pi / 3;

    struct Stop {
        std::uint32_t point;
        std::uint32_t by; // the segment that led to it
    };

    Point towards(std::uint32_t from, std::uint32_t to) const {
        const Point step{points_[to].x - points_[from].x, points_[to].y - points_[from].y};
        const double length = std::hypot(step.x, step.y);
        return length > 0 ? Point{step.x / length, step.y / length} : Point{0, 0};
    }

    std::uint32_t other_end(std::uint32_t segment, std::uint32_t point) const {
        return segments_[segment].from == point ? segments_[segment].to : segments_[segment].from;
    }

    // The segment that goes on most nearly in a direction.
    std::uint32_t best_at(std::uint32_t point, Point direction) {
        std::uint32_t &begin = next_[point];
        const std::uint32_t end = first_[point + 1];
        while (begin < end && is_drawn_[at_[begin]]) {
            ++begin;
        }
        if (begin == end || end - begin > many) {
            return begin == end ? none : at_[begin];
        }
        std::uint32_t best = none;
        double straightest = -3;
        for (std::uint32_t k = begin; k < end; ++k) {
            if (!is_drawn_[at_[k]]) {
                const Point step = towards(point, other_end(at_[k], point));
                const double cosine = step.x * direction.x + step.y * direction.y;
                if (cosine > straightest + 1e-9) {
                    straightest = cosine;
                    best = at_[k];
                }
            }
        }
        return best;
    }

    // A closed tour of all segments that can be reached, cut into strokes at the hub.
    void tour(std::uint32_t start) {
        std::vector<Stop> so_far{{start, none}};
        std::vector<Stop> trail;
        while (!so_far.empty()) {
            throttle_.poll(++done_);
            const Stop here = so_far.back();
            if (here.point == hub) {
                while (!odd_.empty() && !goes_to_hub_[odd_.back()]) {
                    odd_.pop_back();
                }
                if (!odd_.empty()) {
                    goes_to_hub_[odd_.back()] = false;
                    so_far.push_back({odd_.back(), none});
                    continue;
                }
            } else {
                const bool arrived = here.by != none;
                const Point direction =
                    arrived ? towards(other_end(here.by, here.point), here.point) : Point{1, 0};
                const std::uint32_t segment = best_at(here.point, direction);
                if (segment != none) {
                    is_drawn_[segment] = true;
                    so_far.push_back({other_end(segment, here.point), segment});
                    continue;
                }
                if (goes_to_hub_[here.point]) {
                    goes_to_hub_[here.point] = false;
                    so_far.push_back({hub, none});
                    continue;
                }
            }
            so_far.pop_back();
            if (here.point != hub) {
                trail.push_back(here);
            } else {
                add(trail);
            }
        }
        add(trail);
    }

    // Makes a trail a stroke: without the points where it goes straight on, or along one circle.
    // Each stop of a trail has the segment to the next one, since tours are followed backwards.
    void add(std::vector<Stop> &trail) {
        if (trail.size() > 1) {
            double sweep = 0; // of the arc that is being drawn
            for (std::size_t k = 0; k < trail.size(); ++k) {
                const std::uint32_t point = trail[k].point;
                const bool is_last = k + 1 == trail.size();
                const double radius = is_last ? 0 : radius_of(trail[k].by, point);
                const double turn = radius == 0 ? 0 : angle_of(trail[k].by, radius);
                if (k > 0 && !is_last && radius == strokes_.vertices.back().radius &&
                    (radius == 0 ? is_straight(trail[k - 1].point, point, trail[k + 1].point)
                                 : sweep + turn < widest_arc)) {
                    sweep += turn;
                    continue;
                }
                sweep = turn;
                strokes_.vertices.push_back({points_[point].x, points_[point].y, radius});
            }
            strokes_.first.push_back(static_cast<std::uint32_t>(strokes_.vertices.size()));
        }
        trail.clear();
    }

    double radius_of(std::uint32_t segment, std::uint32_t from) const {
        const double radius = segments_[segment].radius;
        return segments_[segment].from == from ? radius : 0 - radius;
    }

    double angle_of(std::uint32_t segment, double radius) const {
        const Point &from = points_[segments_[segment].from];
        const Point &to = points_[segments_[segment].to];
        return 2 * std::asin(std::hypot(to.x - from.x, to.y - from.y) / 2 / std::abs(radius));
    }

    bool is_straight(std::uint32_t before, std::uint32_t here, std::uint32_t after) const {
        const Point one = towards(before, here);
        const Point other = towards(here, after);
        return std::abs(one.x * other.y - one.y * other.x) < 1e-9 &&
               one.x * other.x + one.y * other.y > 0;
    }

    const std::vector<Point> &points_;
    const std::vector<Segment> &segments_;
    // The segments at each point; those before the next one have been drawn.
    std::vector<std::uint32_t> first_, at_, next_;
    std::vector<bool> is_drawn_;
    std::vector<bool> goes_to_hub_;
    std::vector<std::uint32_t> odd_;
    PollThrottle throttle_;
    std::uint64_t done_ = 0;
    Strokes strokes_;
};

// The strokes in the order to draw them, some of them reversed: each begins where one can begin
// nearest to the end of the one before.  Their ends lie in square buckets.  When few are left,
// larger buckets replace them, so finding the nearest is always fast.
class StrokeOrder {
  public:
    explicit StrokeOrder(const Strokes &strokes) : strokes_(strokes) {}

    Strokes ordered() {
        Strokes result;
        result.vertices.reserve(strokes_.vertices.size());
        is_done_.assign(strokes_.count(), false);
        std::vector<End> ends;
        for (std::uint32_t k = 0; k < strokes_.count(); ++k) {
            ends.push_back({place_of(k, false), k, false});
            ends.push_back({place_of(k, true), k, true});
        }
        Point here{0, 0};
        while (!ends.empty()) {
            fill_buckets(ends);
            for (std::size_t taken = 0; taken < ends.size() * 3 / 8 + 1; ++taken) {
                const End next = nearest(here);
                is_done_[next.stroke] = true;
                add(next, result);
                here = place_of(next.stroke, !next.is_last);
            }
            std::erase_if(ends, [&](const End &end) { return is_done_[end.stroke]; });
        }
        return result;
    }

  private:
    struct End {
        Point place;
        std::uint32_t stroke;
        bool is_last;
    };

    Point place_of(std::uint32_t stroke, bool is_last) const {
        const std::uint32_t number =
            is_last ? strokes_.first[stroke + 1] - 1 : strokes_.first[stroke];
        return {strokes_.vertices[number].x, strokes_.vertices[number].y};
    }

    void add(const End &end, Strokes &result) const {
        const auto begin = strokes_.vertices.begin() + strokes_.first[end.stroke];
        const auto behind = strokes_.vertices.begin() + strokes_.first[end.stroke + 1];
        if (end.is_last) {
            for (auto vertex = behind; vertex != begin;) {
                --vertex;
                const double radius = vertex == begin ? 0 : 0 - (vertex - 1)->radius;
                result.vertices.push_back({vertex->x, vertex->y, radius});
            }
        } else {
            result.vertices.insert(result.vertices.end(), begin, behind);
        }
        result.first.push_back(static_cast<std::uint32_t>(result.vertices.size()));
    }

    void fill_buckets(const std::vector<End> &ends) {
        double right = 0;
        double bottom = 0;
        for (const End &end : ends) {
            right = std::max(right, end.place.x);
            bottom = std::max(bottom, end.place.y);
        }
        // Two ends in each, in the mean; no more in a row than there are ends.
        side_ = std::max({std::sqrt(right * bottom * 2 / static_cast<double>(ends.size())),
                          std::max(right, bottom) / static_cast<double>(ends.size()), 1e-9});
        across_ = static_cast<std::int64_t>(right / side_) + 1;
        down_ = static_cast<std::int64_t>(bottom / side_) + 1;
        first_.assign(static_cast<std::size_t>(across_ * down_) + 1, 0);
        for (const End &end : ends) {
            ++first_[bucket_of(end.place) + 1];
        }
        for (std::size_t bucket = 1; bucket < first_.size(); ++bucket) {
            first_[bucket] += first_[bucket - 1];
        }
        behind_.assign(first_.begin(), first_.end() - 1);
        buckets_.resize(ends.size());
        for (const End &end : ends) {
            buckets_[behind_[bucket_of(end.place)]++] = end;
        }
    }

    std::size_t bucket_of(const Point &place) const {
        const auto column = static_cast<std::int64_t>(place.x / side_);
        const auto row = static_cast<std::int64_t>(place.y / side_);
        return static_cast<std::size_t>(row * across_ + column);
    }

    End nearest(const Point &here) {
        const auto column = static_cast<std::int64_t>(here.x / side_);
        const auto row = static_cast<std::int64_t>(here.y / side_);
        best_ = {{0, 0}, 0, false};
        distance_ = -1;
        for (std::int64_t ring = 0;; ++ring) {
            // Everything in the remaining rings is at least this far away.
            const double away = static_cast<double>(std::max<std::int64_t>(ring - 1, 0)) * side_;
            if (distance_ >= 0 && distance_ <= away * away) {
                return best_;
            }
            if (ring == 0) {
                look(column, row, here);
            }
            for (std::int64_t k = -ring; k < ring; ++k) {
                look(column + k, row - ring, here);
                look(column + ring, row + k, here);
                look(column - k, row + ring, here);
                look(column - ring, row - k, here);
            }
        }
    }

    // Compares with the ends in a bucket, and forgets those of strokes that have been drawn.
    void look(std::int64_t column, std::int64_t row, const Point &here) {
        if (column < 0 || row < 0 || column >= across_ || row >= down_) {
            return;
        }
        const auto bucket = static_cast<std::size_t>(row * across_ + column);
        for (std::uint32_t k = first_[bucket]; k < behind_[bucket];) {
            const End &end = buckets_[k];
            if (is_done_[end.stroke]) {
                buckets_[k] = buckets_[--behind_[bucket]];
                continue;
            }
            const double x = end.place.x - here.x;
            const double y = end.place.y - here.y;
            const double distance = x * x + y * y;
            const auto before = std::pair(best_.stroke, best_.is_last);
            if (distance_ < 0 || distance < distance_ ||
                (distance == distance_ && std::pair(end.stroke, end.is_last) < before)) {
                distance_ = distance;
                best_ = end;
            }
            ++k;
        }
    }

    const Strokes &strokes_;
    std::vector<bool> is_done_;
    double side_ = 1;
    std::int64_t across_ = 1, down_ = 1;
    std::vector<std::uint32_t> first_, behind_; // of each bucket
    std::vector<End> buckets_;
    End best_{};
    double distance_ = -1;
};

// All lines, each drawn once, in as few strokes as possible.  The first one begins near the point
// (0, 0), and each other one at the end nearest to where the stroke before ended; a closed one,
// wherever it happens to begin.
inline Strokes strokes_of(const Lines &lines, Control &control) {
    const Strokes strokes = StrokeFinder(lines, control).find();
    return StrokeOrder(strokes).ordered();
}

// The walls of a rectangle; lines of its grid are 1 apart.
inline Lines lines_of(const Walls &walls) {
    Lines lines;
    const std::uint64_t width = walls.shape().width;
    const std::uint64_t height = walls.shape().height;
    for (std::uint64_t y = 0; y <= height; ++y) {
        for (std::uint64_t x = 0; x <= width; ++x) {
            const auto point = static_cast<std::uint32_t>(lines.points.size());
            lines.points.push_back({static_cast<double>(x), static_cast<double>(y)});
            if (x < width && walls.above(x, y)) {
                lines.segments.push_back({point, point + 1});
            }
            if (y < height && walls.left(x, y)) {
                lines.segments.push_back({point, point + static_cast<std::uint32_t>(width) + 1});
            }
        }
    }
    return lines;
}

// The walls that stand in a maze on a mesh, and its border without some sides, by their numbers
// in Mesh::border.  The origin of the points is the corner of the mesh's box.
inline Lines lines_of(const Mesh &mesh, const std::uint8_t *passages,
                      const std::vector<std::uint32_t> &gaps) {
    const Outlines &outlines = mesh.outlines();
    const Point corner = mesh.box()[0];
    Lines lines;
    lines.points.reserve(outlines.points.size());
    for (const Point &point : outlines.points) {
        lines.points.push_back({point.x - corner.x, point.y - corner.y});
    }
    const auto add = [&](std::uint32_t side) {
        lines.segments.push_back({outlines.corners[side], outlines.corners[mesh.after(side)],
                                  mesh.side(side).radius});
    };
    std::vector<bool> is_gap(mesh.border().size(), false);
    for (const std::uint32_t gap : gaps) {
        is_gap[gap] = true;
    }
    for (std::size_t k = 0; k < mesh.border().size(); ++k) {
        if (!is_gap[k]) {
            add(mesh.border()[k]);
        }
    }
    for (std::uint32_t wall = 0; wall < mesh.walls(); ++wall) {
        if (!is_open(passages, wall)) {
            mesh.for_sides_of_wall(wall, add);
        }
    }
    return lines;
}

} // namespace labirinto
