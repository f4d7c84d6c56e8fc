// A grid of cells of any form: a planar map, made from the outlines of its cells.
//
// Sides of one cell that follow each other and are shared with the same other cell are one wall.
// Walls are numbered by the lower of their two cells, then along its outline.  Links make a grid
// that is no longer planar of a map: its walls have no corners, so that no walk goes on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "disjoint_sets.hpp"
#include "graph.hpp"
#include "outlines.hpp"
#include "spare.hpp"

namespace labirinto {

class WalksOnWalls; // mesh_walls.hpp

// What joins cells that do not touch in the map, and parts cells that do.
struct Links {
    // A pair of sides that are one: the wall between their cells stands or falls on both.
    std::vector<std::array<std::uint32_t, 2>> seams;
    // A cell and another with a wall between them that has no sides: each pair in both orders, in
    // ascending order.  A cell's stairs follow its other walls.
    std::vector<std::array<std::uint32_t, 2>> stairs;
    // Sides that belong to two cells between which there is no wall that could be opened; of each
    // pair one.  The other is part of the border.
    std::vector<std::uint32_t> fences;
};

class Mesh {
  public:
    static constexpr std::uint32_t none = Outlines::none;

    // Sides of one cell that follow each other; the first one is a number of a corner.
    struct Stretch {
        std::uint32_t side, count;
    };

    explicit Mesh(Outlines outlines, const Links &links = {})
        : outlines_(std::move(outlines)), box_(outlines_.box()),
          is_planar_(links.seams.empty() && links.stairs.empty() && links.fences.empty()) {
        const std::vector<std::uint32_t> following = outlines_.following();
        find_walls(following, links);
        DisjointSets pieces(cells());
        is_connected_ = join_linked(graph_, pieces) == 1;
        if (is_planar_) {
            find_corners(following);
        }
    }

    std::uint32_t cells() const { return graph_.nodes(); }
    std::uint32_t walls() const { return static_cast<std::uint32_t>(walls_.size()); }
    const Outlines &outlines() const { return outlines_; }

    // Whether the cells are in one piece: else there is no maze on them.
    bool is_connected() const { return is_connected_; }

    // Whether it has no links.
    bool is_planar() const { return is_planar_; }

    // The cells, and the walls that can stand between them.
    const Graph &graph() const { return graph_; }
    operator const Graph &() const { return graph_; } // for kernels that need no more

    // The corners at which walls can end, and the walls; all corners along a connected piece of
    // the border are one node.  So are a corner of each group of cells in the hole of another and
    // the root, so that every walk ends.  A wall around a hole, which no maze can have, is left
    // out.
    const Graph &corners() const { return corners_; }

    // What walks on the walls have prepared, for the next maze on this mesh.
    Spare<WalksOnWalls> &spare_walks() const { return spare_walks_; }

    // The node of the corners with the most walls: mostly the outer border.
    std::uint32_t corners_root() const { return corners_root_; }

    // Sides of the border, one after the other along each cell.
    const std::vector<std::uint32_t> &border() const { return border_; }

    // Of each cell the piece of connected cells that it is a part of, numbered in their order.
    std::vector<std::uint32_t> pieces() const {
        DisjointSets sets(cells());
        join_linked(graph_, sets);
        std::vector<std::uint32_t> numbers(cells(), none);
        std::vector<std::uint32_t> pieces(cells());
        std::uint32_t count = 0;
        for (std::uint32_t cell = 0; cell < cells(); ++cell) {
            std::uint32_t &number = numbers[sets.find(cell)];
            number = number == none ? count++ : number;
            pieces[cell] = number;
        }
        return pieces;
    }

    // Calls visit(side) for the sides of a wall: none of a stair, two that lie apart of a seam.
    template <class Visit> void for_sides_of_wall(std::uint32_t wall, Visit visit) const {
        std::uint32_t side = walls_[wall].side;
        for (std::uint32_t k = 0; k < walls_[wall].count; ++k, side = outlines_.after(side)) {
            visit(side);
        }
        const auto seam = std::lower_bound(seams_.begin(), seams_.end(), Seam{wall, 0});
        if (seam != seams_.end() && (*seam)[0] == wall) {
            visit((*seam)[1]);
        }
    }

    // The upper left and the lower right corner of the box that holds all cells.
    const std::array<Point, 2> &box() const { return box_; }

  private:
    using Seam = std::array<std::uint32_t, 2>; // a wall, and the side of it that lies apart
    static constexpr std::uint32_t fence = none - 1;

    // For every side, the same side of the neighbouring cell, none on the border, or `fence`.
    std::vector<std::uint32_t> find_twins(const std::vector<std::uint32_t> &following,
                                          const Links &links) const {
        const auto &corners = outlines_.corners;
        const auto sides = static_cast<std::uint32_t>(corners.size());
        // The sides that begin at each point.
        std::vector<std::uint32_t> first(outlines_.points.size() + 2, 0);
        for (const std::uint32_t point : corners) {
            ++first[point + 2];
        }
        for (std::size_t point = 2; point < first.size(); ++point) {
            first[point] += first[point - 1];
        }
        std::vector<std::uint32_t> beginning(sides);
        for (std::uint32_t side = 0; side < sides; ++side) {
            beginning[first[corners[side] + 1]++] = side;
        }
        std::vector<std::uint32_t> twins(sides, none);
        for (std::uint32_t side = 0; side < sides; ++side) {
            const std::uint32_t end = corners[following[side]];
            for (std::uint32_t k = first[end]; k < first[end + 1]; ++k) {
                if (corners[following[beginning[k]]] == corners[side]) {
                    if (twins[side] != none) {
                        throw std::invalid_argument("two cells overlap");
                    }
                    twins[side] = beginning[k];
                }
            }
        }
        for (const auto &[one, other] : links.seams) {
            twins[one] = other;
            twins[other] = one;
        }
        for (const std::uint32_t side : links.fences) {
            twins[twins[side]] = none;
            twins[side] = fence;
        }
        return twins;
    }

    void find_walls(const std::vector<std::uint32_t> &following, const Links &links) {
        const std::vector<std::uint32_t> twins = find_twins(following, links);
        const auto rings = static_cast<std::uint32_t>(outlines_.cells.size());
        std::vector<std::uint32_t> cell_of(twins.size());
        for (std::uint32_t ring = 0; ring < rings; ++ring) {
            std::fill(cell_of.begin() + outlines_.first[ring],
                      cell_of.begin() + outlines_.first[ring + 1], outlines_.cells[ring]);
        }
        // The number of the wall that begins or ends with each side.
        std::vector<std::uint32_t> wall_of(twins.size(), none);
        graph_.links.reserve(twins.size() + links.stairs.size());
        auto stair = links.stairs.begin();
        for (std::uint32_t ring = 0; ring < rings; ++ring) {
            const std::uint32_t begin = outlines_.first[ring];
            const std::uint32_t end = outlines_.first[ring + 1];
            const std::uint32_t cell = outlines_.cells[ring];
            while (graph_.nodes() <= cell) {
                graph_.first.push_back(static_cast<std::uint32_t>(graph_.links.size()));
            }
            // Whether a side and the next are parts of one wall: the other cell has them, too,
            // one after the other.
            const auto goes_on = [&](std::uint32_t side) {
                const std::uint32_t here = twins[side];
                const std::uint32_t there = twins[following[side]];
                return here < fence && there < fence && following[there] == here;
            };
            std::uint32_t start = begin;
            while (start < end && goes_on(start == begin ? end - 1 : start - 1)) {
                ++start;
            }
            const bool is_closed = start == end; // an island: all sides are one wall
            start = is_closed ? begin : start;
            for (std::uint32_t done = 0, side = start; done < end - begin;) {
                std::uint32_t count = 1;
                std::uint32_t last = side;
                while (done + count < end - begin && goes_on(last)) {
                    last = following[last];
                    ++count;
                }
                if (twins[side] == none) {
                    border_.push_back(side);
                } else if (twins[side] != fence) {
                    add_link(side, count, last, following, twins, cell_of, wall_of);
                }
                done += count;
                side = following[last];
            }
            for (; stair != links.stairs.end() && (*stair)[0] == cell; ++stair) {
                add_stair(cell, (*stair)[1]);
            }
            graph_.first.back() = static_cast<std::uint32_t>(graph_.links.size());
        }
        if (graph_.links.size() < graph_.links.capacity() / 2) {
            graph_.links.shrink_to_fit();
        }
        for (const auto &[one, other] : links.seams) {
            seams_.push_back(wall_of[one] == none ? Seam{wall_of[other], one}
                                                  : Seam{wall_of[one], other});
        }
        std::sort(seams_.begin(), seams_.end());
    }

    void add_stair(std::uint32_t cell, std::uint32_t other) {
        std::uint32_t wall = walls();
        if (other > cell) {
            walls_.push_back({0, 0});
        } else { // which has it already, as its last link to this cell
            for (const Graph::Link &link : graph_.links_of(other)) {
                wall = link.node == cell ? link.edge : wall;
            }
        }
        graph_.links.push_back({other, wall});
    }

    void add_link(std::uint32_t side, std::uint32_t count, std::uint32_t last,
                  const std::vector<std::uint32_t> &following,
                  const std::vector<std::uint32_t> &twins,
                  const std::vector<std::uint32_t> &cell_of, std::vector<std::uint32_t> &wall_of) {
        const std::uint32_t other = cell_of[twins[side]];
        if (other == cell_of[side]) {
            throw std::invalid_argument("a cell touches itself along a side");
        }
        std::uint32_t wall = wall_of[twins[last]];
        if (wall == none) {
            wall = walls();
            walls_.push_back({side, count});
            wall_of[side] = wall_of[last] = wall;
            // A wall without ends begins anywhere.
            if (following[last] == side) {
                for (std::uint32_t k = 0, part = side; k < count; ++k, part = following[part]) {
                    wall_of[part] = wall;
                }
            }
        }
        graph_.links.push_back({other, wall});
    }

    using Ends = std::vector<std::array<std::uint32_t, 2>>; // points, of each wall

    // Planar duality: the walls that a maze leaves are a spanning tree of these nodes.
    void find_corners(const std::vector<std::uint32_t> &following) {
        const auto &corners = outlines_.corners;
        DisjointSets sets(outlines_.points.size());
        sets.separate();
        for (const std::uint32_t side : border_) {
            sets.join(corners[side], corners[following[side]]);
        }
        Ends ends(walls());
        for (std::uint32_t wall = 0; wall < walls(); ++wall) {
            std::uint32_t side = walls_[wall].side;
            ends[wall][0] = corners[side];
            for (std::uint32_t k = 0; k < walls_[wall].count; ++k) {
                side = following[side];
            }
            ends[wall][1] = corners[side];
        }
        std::vector<std::uint32_t> numbers = number_corners(sets, ends);
        // Euler's formula, which holds if walls connect all corners.
        const std::uint64_t faces = corners_.nodes();
        if (faces > 0 && faces + cells() != std::uint64_t{walls()} + 2) {
            join_groups(sets, ends, numbers);
            numbers = number_corners(sets, ends);
        }
        corners_.links.resize(corners_.first.back());
        std::vector<std::uint32_t> next(corners_.first.begin(), corners_.first.end() - 1);
        for (std::uint32_t wall = 0; wall < walls(); ++wall) {
            const std::uint32_t one = numbers[sets.find(ends[wall][0])];
            const std::uint32_t other = numbers[sets.find(ends[wall][1])];
            if (one != other) {
                corners_.links[next[one]++] = {other, wall};
                corners_.links[next[other]++] = {one, wall};
            }
        }
    }

    // Numbers the sets of points from which walls lead to others, in the order of the points, and
    // counts these walls.  Points in the middle of a wall are no corners.
    std::vector<std::uint32_t> number_corners(DisjointSets &sets, const Ends &ends) {
        const auto points = static_cast<std::uint32_t>(outlines_.points.size());
        std::vector<std::uint32_t> degrees(points, 0);
        for (const auto &[one, other] : ends) {
            if (sets.find(one) != sets.find(other)) {
                ++degrees[sets.find(one)];
                ++degrees[sets.find(other)];
            }
        }
        std::vector<std::uint32_t> numbers(points, none);
        corners_.first.assign(1, 0);
        std::uint32_t most = 0;
        for (std::uint32_t point = 0; point < points; ++point) {
            const std::uint32_t set = sets.find(point);
            if (degrees[set] == 0 || numbers[set] != none) {
                continue;
            }
            numbers[set] = corners_.nodes();
            if (degrees[set] > most) {
                most = degrees[set];
                corners_root_ = numbers[set];
            }
            corners_.first.push_back(corners_.first.back() + degrees[set]);
        }
        return numbers;
    }

    // Joins the first corner of each group that walls connect with the root.
    void join_groups(DisjointSets &sets, const Ends &ends,
                     const std::vector<std::uint32_t> &numbers) {
        DisjointSets groups = sets;
        for (const auto &[one, other] : ends) {
            groups.join(one, other);
        }
        const auto points = static_cast<std::uint32_t>(numbers.size());
        std::uint32_t root = 0;
        while (numbers[root] != corners_root_) {
            ++root;
        }
        for (std::uint32_t point = 0; point < points; ++point) {
            if (numbers[point] != none && groups.join(point, root)) {
                sets.join(point, root);
            }
        }
    }

    Outlines outlines_;
    std::array<Point, 2> box_;
    bool is_planar_;
    bool is_connected_ = false;
    Graph graph_;
    std::vector<Stretch> walls_;
    std::vector<Seam> seams_;
    std::vector<std::uint32_t> border_;
    Graph corners_;
    std::uint32_t corners_root_ = 0;
    mutable Spare<WalksOnWalls> spare_walks_;
};

} // namespace labirinto
