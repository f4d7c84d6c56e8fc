// Points in a tree of boxes, to find those near a line.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "lattice_point.hpp"

namespace labirinto {

// A k-d tree (Bentley 1975), with the box around the points of each node.
class PointTree {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // The points have to outlive it.
    explicit PointTree(const std::vector<LatticePoint> &points)
        : points_(points), numbers_(points.size()) {
        for (std::uint32_t k = 0; k < numbers_.size(); ++k) {
            numbers_[k] = k;
        }
        if (!numbers_.empty()) {
            divide(0, 0, numbers_.size());
        }
    }

    // A point between two others that lies near the line through them: so many steps away in the
    // direction, x or y, in which the line is less long.  It is any of them, but always the same.
    std::uint32_t one_near(std::uint32_t from, std::uint32_t to, std::int64_t near) const {
        const LatticePoint begin = points_[from];
        const LatticePoint end = points_[to];
        const std::int64_t dx = std::int64_t{end.x} - begin.x;
        const std::int64_t dy = std::int64_t{end.y} - begin.y;
        const bool is_steep = std::abs(dy) > std::abs(dx);
        Line line{begin, end, near * std::max(std::abs(dx), std::abs(dy)), is_steep, none};
        if (!numbers_.empty()) {
            search(0, 0, numbers_.size(), line);
        }
        return line.found;
    }

  private:
    static constexpr std::size_t leaf = 8;

    struct Box {
        LatticePoint least, most;
    };

    struct Line {
        LatticePoint begin, end;
        std::int64_t reach; // of the area that it spans with a point
        bool is_steep;
        std::uint32_t found;
    };

    void divide(std::size_t node, std::size_t begin, std::size_t end) {
        constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
        constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
        Box box{{most, most}, {least, least}};
        for (std::size_t k = begin; k < end; ++k) {
            const LatticePoint point = points_[numbers_[k]];
            box.least = {std::min(box.least.x, point.x), std::min(box.least.y, point.y)};
            box.most = {std::max(box.most.x, point.x), std::max(box.most.y, point.y)};
        }
        if (boxes_.size() <= node) {
            boxes_.resize(node + 1);
        }
        boxes_[node] = box;
        if (end - begin <= leaf) {
            return;
        }
        const bool by_y = box.most.y - box.least.y > box.most.x - box.least.x;
        const auto place = [](std::size_t k) { return static_cast<std::ptrdiff_t>(k); };
        const std::size_t middle = begin + (end - begin) / 2;
        std::nth_element(
            numbers_.begin() + place(begin), numbers_.begin() + place(middle),
            numbers_.begin() + place(end), [&](std::uint32_t one, std::uint32_t other) {
                return by_y ? points_[one].y < points_[other].y : points_[one].x < points_[other].x;
            });
        divide(2 * node + 1, begin, middle);
        divide(2 * node + 2, middle, end);
    }

    void search(std::size_t node, std::size_t begin, std::size_t end, Line &line) const {
        if (!may_meet(boxes_[node], line)) {
            return;
        }
        if (end - begin > leaf) {
            const std::size_t middle = begin + (end - begin) / 2;
            search(2 * node + 1, begin, middle, line);
            search(2 * node + 2, middle, end, line);
            return;
        }
        for (std::size_t k = begin; k < end; ++k) {
            const std::uint32_t number = numbers_[k];
            // In scattered order: divided at one point after the other, a line is halved.
            if ((line.found == none || scattered(number) < scattered(line.found)) &&
                is_between(points_[number], line) &&
                std::abs(turn(line.begin, line.end, points_[number])) <= line.reach) {
                line.found = number;
            }
        }
    }

    static std::uint32_t scattered(std::uint32_t number) { return number * 0x9E3779B1U; }

    static bool is_between(LatticePoint point, const Line &line) {
        const std::int32_t begin = line.is_steep ? line.begin.y : line.begin.x;
        const std::int32_t end = line.is_steep ? line.end.y : line.end.x;
        const std::int32_t at = line.is_steep ? point.y : point.x;
        return std::min(begin, end) < at && at < std::max(begin, end);
    }

    static bool may_meet(const Box &box, const Line &line) {
        const std::int32_t begin = line.is_steep ? line.begin.y : line.begin.x;
        const std::int32_t end = line.is_steep ? line.end.y : line.end.x;
        const std::int32_t least = line.is_steep ? box.least.y : box.least.x;
        const std::int32_t most = line.is_steep ? box.most.y : box.most.x;
        if (most <= std::min(begin, end) || least >= std::max(begin, end)) {
            return false;
        }
        // Not if all corners of the box lie far on one side.
        const std::array<std::int64_t, 4> turns{
            turn(line.begin, line.end, box.least), turn(line.begin, line.end, box.most),
            turn(line.begin, line.end, {box.least.x, box.most.y}),
            turn(line.begin, line.end, {box.most.x, box.least.y})};
        const auto [lowest, highest] = std::minmax_element(turns.begin(), turns.end());
        return *lowest <= line.reach && *highest >= -line.reach;
    }

    const std::vector<LatticePoint> &points_;
    std::vector<std::uint32_t> numbers_;
    std::vector<Box> boxes_;
};

} // namespace labirinto
