// Walls as lines between points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_array.hpp"
#include "geometry.hpp"
#include "mesh.hpp"

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
        lines.segments.push_back({outlines.corners[side], outlines.corners[outlines.after(side)],
                                  outlines.side(side).radius});
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
        if (!has_bit(passages, wall)) {
            mesh.for_sides_of_wall(wall, add);
        }
    }
    return lines;
}

} // namespace labirinto
