// Topologies: the cells of a grid, as a maze grows that they join one by one.
//
// A kernel that grows a maze is a template over a topology, of which there are two: squares, in a
// rectangle or in a mask, and the nodes of any graph, such as the cells of a mesh.
//
//     Topology(shape, mask or graph);       // takes all memory
//     std::uint64_t cells() const;
//     std::uint64_t numbers() const;        // above all cells' numbers, which are in reading order
//     Growth begin(std::uint64_t cell, std::uint8_t *out);  // a maze of one cell
//     void end(std::uint8_t *out);          // writes what is not yet written
//
// A growth consists of a few pointers.  A kernel keeps it in a local variable, so that they stay in
// registers.
//
//     Cell, Wall                            // numbers; those of walls belong to the cell they are
//     of Cell first() const; bool has(Cell cell) const;            // whether it has joined the
//     maze Walls outward(Cell cell) const;       // the walls to the neighbours outside the maze,
//     Walls inward(Cell cell) const;        // and in it: count(), and [k] in the grid's order
//     Cell beyond(Cell cell, Wall wall) const;
//     Cell grow(Cell cell, Wall wall);      // the cell beyond joins through the wall, and is
//     returned void join(Cell cell, Wall wall);      // the cell joins through the wall Cell
//     back(Cell cell) const;           // the cell from which it was grown
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph.hpp"
#include "grid.hpp"
#include "mask.hpp"
#include "planes.hpp"

namespace labirinto {

// Some of the four walls of a square; a wall is the direction in which it lies.
class SquareWalls {
  public:
    // Bit d for direction d.
    explicit constexpr SquareWalls(unsigned directions) : entry_(entries[directions]) {}

    constexpr unsigned count() const { return entry_ >> 8; }
    constexpr unsigned operator[](std::uint64_t k) const { return entry_ >> 2 * k & 3; }

  private:
    // For each set of directions their number, times 256, and the directions, two bits each.
    static constexpr std::array<std::uint16_t, 16> entries = [] {
        std::array<std::uint16_t, 16> all{};
        for (unsigned directions = 0; directions < 16; ++directions) {
            unsigned count = 0;
            unsigned listed = 0;
            for (unsigned direction = 0; direction < 4; ++direction) {
                if (directions >> direction & 1) {
                    listed |= direction << 2 * count++;
                }
            }
            all[directions] = static_cast<std::uint16_t>(count << 8 | listed);
        }
        return all;
    }();

    unsigned entry_;
};

class SquareGrowth {
  public:
    using Cell = std::ptrdiff_t; // from the first place of the grid
    using Wall = unsigned;

    SquareGrowth(Grid::Place *places, const Grid::Steps &steps, Cell first)
        : places_(places), steps_(steps), first_(first) {}

    Cell first() const { return first_; }
    bool has(Cell cell) const { return places_[cell] & Grid::in_maze; }

    SquareWalls outward(Cell cell) const {
        return walls(cell, [](Grid::Place place) { return place < Grid::in_maze; });
    }
    SquareWalls inward(Cell cell) const {
        return walls(cell, [](Grid::Place place) { return (place & Grid::in_maze) != 0; });
    }

    Cell beyond(Cell cell, Wall wall) const { return cell + steps_[wall]; }

    Cell grow(Cell cell, Wall wall) {
        join(beyond(cell, wall), opposite(wall));
        return beyond(cell, wall);
    }
    void join(Cell cell, Wall wall) {
        places_[cell] = static_cast<Grid::Place>(wall | Grid::in_maze);
    }
    Cell back(Cell cell) const { return beyond(cell, places_[cell] & 3); }

  private:
    template <class Test> SquareWalls walls(Cell cell, Test test) const {
        unsigned directions = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            directions |= static_cast<unsigned>(test(places_[cell + steps_[direction]]))
                          << direction;
        }
        return SquareWalls(directions);
    }

    Grid::Place *places_;
    Grid::Steps steps_;
    Cell first_;
};

class Squares {
  public:
    using Growth = SquareGrowth;

    explicit Squares(Shape shape) : grid_(shape) {}
    explicit Squares(const Mask &mask) : grid_(mask) {} // which has to outlive it

    std::uint64_t cells() const { return grid_.cells(); }
    std::uint64_t numbers() const { return grid_.shape().height * (grid_.shape().width + 1); }

    Growth begin(std::uint64_t cell, std::uint8_t *) {
        first_ = grid_.begin(cell);
        return {grid_.row(0), grid_.steps(), first_ - grid_.row(0)};
    }
    void end(std::uint8_t *rows) { grid_.write(first_, rows); }

  private:
    Grid grid_;
    Grid::Place *first_ = nullptr;
};

class GraphGrowth {
  public:
    using Cell = std::uint32_t;
    using Wall = std::uint32_t; // the number of a link

    static constexpr Cell nowhere = ~Cell{0};

    GraphGrowth(const Graph &graph, Cell *origins, std::uint8_t *passages, Cell first)
        : starts_(graph.first.data()), links_(graph.links.data()), origins_(origins),
          passages_(passages), first_(first) {}

    class Walls {
      public:
        Walls(const GraphGrowth &growth, Cell cell, bool inward)
            : growth_(growth), begin_(growth.starts_[cell]), inward_(inward) {
            for (Wall wall = begin_; wall < growth.starts_[cell + 1]; ++wall) {
                count_ += is_one(wall);
            }
        }

        unsigned count() const { return count_; }
        Wall operator[](std::uint64_t k) const {
            Wall wall = begin_;
            for (std::uint64_t before = k + !is_one(wall); before > 0;) {
                before -= is_one(++wall);
            }
            return wall;
        }

      private:
        bool is_one(Wall wall) const { return growth_.has(growth_.links_[wall].node) == inward_; }

        const GraphGrowth &growth_;
        Wall begin_;
        bool inward_;
        unsigned count_ = 0;
    };

    Cell first() const { return first_; }
    bool has(Cell cell) const { return origins_[cell] != nowhere; }
    Walls outward(Cell cell) const { return {*this, cell, false}; }
    Walls inward(Cell cell) const { return {*this, cell, true}; }
    Cell beyond(Cell, Wall wall) const { return links_[wall].node; }

    Cell grow(Cell cell, Wall wall) {
        open(wall);
        origins_[links_[wall].node] = cell;
        return links_[wall].node;
    }
    void join(Cell cell, Wall wall) {
        open(wall);
        origins_[cell] = links_[wall].node;
    }
    Cell back(Cell cell) const { return origins_[cell]; }

  private:
    void open(Wall wall) {
        const std::uint32_t edge = links_[wall].edge;
        passages_[edge / 8] |= static_cast<std::uint8_t>(1U << edge % 8);
    }

    const std::uint32_t *starts_; // of each cell's links
    const Graph::Link *links_;
    Cell *origins_; // from which each cell was grown
    std::uint8_t *passages_;
    Cell first_;
};

class GraphCells {
  public:
    using Growth = GraphGrowth;

    // The graph has to outlive it, and is in one piece.
    explicit GraphCells(const Graph &graph) : graph_(graph), origins_(graph.nodes()) {}

    std::uint64_t cells() const { return graph_.nodes(); }
    std::uint64_t numbers() const { return graph_.nodes(); }

    Growth begin(std::uint64_t cell, std::uint8_t *passages) {
        const auto first = static_cast<GraphGrowth::Cell>(cell);
        std::fill(origins_.begin(), origins_.end(), GraphGrowth::nowhere);
        origins_[first] = first;
        return {graph_, origins_.data(), passages, first};
    }
    void end(std::uint8_t *) {}

  private:
    const Graph &graph_;
    std::vector<GraphGrowth::Cell> origins_;
};

} // namespace labirinto
