// Topologies: the cells of a grid, as they join a growing maze one by one.
//
// A kernel that grows a maze is a template over a topology, of which there are two: squares, in a
// rectangle or in a mask, and the nodes of any graph, such as the cells of a mesh.  OnAnyGrid makes
// the kernel of both.
//
//     Topology(shape, mask or graph);       // takes all memory
//     std::uint64_t cells() const;
//     std::uint64_t numbers() const;        // above all cells' numbers, which are in reading order
//     std::size_t most_walls() const;  // of a cell
//     Growth begin(std::uint64_t cell, std::uint8_t *out);  // a maze of one cell
//     void end(std::uint8_t *out);          // writes what is not yet written
//
// A growth consists of a few pointers.  A kernel keeps it in a local variable, so that they stay in
// registers.
//
//     Cell, Wall                       // numbers; those of walls belong to the cell they are of
//     Side                             // a cell and a wall of it
//     void prefetch_beyond(Cell cell) const;  // what a walk may read after the next step
//     Cell first() const;
//     bool has(Cell cell) const;       // whether it has joined the maze
//     Walls outward(Cell cell) const;  // the walls to the neighbours outside the maze,
//     Walls inward(Cell cell) const;   // and in it: empty(), draw(bits) any of them, and
//                                      // for_each(visit), in the grid's order
//     std::size_t list_outward(Cell cell, Side *sides) const;  // the same, and how many they are;
//                                      // `sides` has room for most_walls()
//     Grown try_to_grow(Side side, Side *sides);  // the cell beyond joins if it has not yet, and
//                                      // then its walls are listed
//     Cell beyond(Cell cell, Wall wall) const;
//     Cell grow(Cell cell, Wall wall);  // the cell beyond joins through the wall, and is returned
//     void join(Cell cell, Wall wall);  // the cell joins through the wall
//     Trail                            // what leads back from a cell to the one before it,
//     Trail trail(Cell cell, Wall wall) const;  // if it is grown from that cell through the wall
//     Cell back(Cell cell, Trail trail) const;
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bit_array.hpp"
#include "graph.hpp"
#include "grid.hpp"
#include "mask.hpp"
#include "planes.hpp"
#include "prefetch.hpp"
#include "random.hpp"

namespace labirinto {

// Draws from the walls of a square.  A processor cannot foresee branches on random bits; this looks
// up the answer, and where it leads as well.
class SquareChoices {
  public:
    using Wall = std::ptrdiff_t; // the step to the neighbour, times 4, and the direction

    explicit SquareChoices(const Steps &steps) {
        for (unsigned direction = 0; direction < 4; ++direction) {
            walls_[direction] = 4 * steps[direction] + static_cast<Wall>(direction);
        }
        for (unsigned bits = 0; bits < drawn.size(); ++bits) {
            for (unsigned directions = 0; directions < 16; ++directions) {
                const std::uint8_t one = drawn[bits][directions];
                entries_[bits][directions ^ 15] = walls_[one & 3] * 16 + (one >> 2);
            }
        }
    }

    Wall wall(unsigned direction) const { return walls_[direction]; }

    // One of the directions that are not taken, bit d + 3 for direction d, as below(their number)
    // numbers them.
    Wall draw(unsigned taken, BitsAhead &bits) const {
        for (;;) {
            const Wall entry = entries_[bits.peek_few(looked_at)][taken >> 3];
            bits.skip_few(static_cast<unsigned>(entry & 7));
            if (!(entry & again)) [[likely]] {
                return entry >> 4;
            }
        }
    }

  private:
    static constexpr unsigned looked_at = 6; // bits: enough to draw again twice
    static constexpr Wall again = 8;

    // For the next bits and each set of directions the direction; the number of bits read, times 4;
    // and 32 if they are too large and the next ones decide.
    static constexpr auto drawn = [] {
        std::array<std::array<std::uint8_t, 16>, 1 << looked_at> all{};
        for (unsigned directions = 1; directions < 16; ++directions) {
            std::array<unsigned, 4> listed{};
            unsigned count = 0;
            for (unsigned direction = 0; direction < 4; ++direction) {
                if (directions >> direction & 1) {
                    listed[count++] = direction;
                }
            }
            const auto width = static_cast<unsigned>(std::bit_width(count - 1));
            for (unsigned bits = 0; bits < all.size(); ++bits) {
                unsigned read = 0;
                unsigned value = count;
                while (value >= count && read + width <= looked_at) {
                    value = bits >> read & ((1U << width) - 1);
                    read += width;
                }
                all[bits][directions] = static_cast<std::uint8_t>(
                    value < count ? read << 2 | listed[value] : 32 | read << 2);
            }
        }
        return all;
    }();

    std::array<Wall, 4> walls_;
    // By the next bits, and the directions that are taken: the wall times 16, again, and the bits
    // read.
    std::array<std::array<Wall, 16>, drawn.size()> entries_;
};

// The four walls of a square but for those that are taken, bit d + 3 for direction d.
class SquareWalls {
  public:
    SquareWalls(const SquareChoices &choices, unsigned taken) : choices_(&choices), taken_(taken) {}

    bool empty() const { return taken_ == Grid::in_maze; }
    SquareChoices::Wall draw(BitsAhead &bits) const { return choices_->draw(taken_, bits); }

    template <class Visit> void for_each(Visit visit) const {
        for (unsigned left = taken_ ^ Grid::in_maze; left != 0; left &= left - 1) {
            visit(choices_->wall(static_cast<unsigned>(std::countr_zero(left)) - 3));
        }
    }

  private:
    const SquareChoices *choices_;
    unsigned taken_;
};

// Whether a cell joined, and how many of its walls were listed then.
struct Grown {
    bool is_new;
    std::size_t listed;
};

class SquareGrowth {
  public:
    using Cell = std::ptrdiff_t; // from the first place of the grid
    using Wall = SquareChoices::Wall;
    using Side = Cell;          // the cell times 4, and the direction
    using Trail = std::uint8_t; // the direction

    SquareGrowth(Grid::Place *places, const Steps &steps, const SquareChoices &choices, Cell first)
        : places_(places), steps_(steps), choices_(choices), first_(first) {}

    // Fetches what a walk from a cell reads next but one.
    void prefetch_beyond(Cell cell) const {
        prefetch(places_ + cell + 2 * steps_[south]);
        prefetch(places_ + cell + 2 * steps_[north]);
    }
    Cell first() const { return first_; }
    bool has(Cell cell) const { return places_[cell] & Grid::in_maze; }

    SquareWalls outward(Cell cell) const { return {choices_, taken_around(cell)}; }
    SquareWalls inward(Cell cell) const {
        unsigned outside = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            outside |= (places_[cell + steps_[direction]] & Grid::only_outside) >> 4 << direction;
        }
        return {choices_, (taken_around(cell) & ~outside) ^ Grid::in_maze};
    }

    std::size_t list_outward(Cell cell, Side *sides) const {
        return list(cell, taken_around(cell), sides);
    }
    Grown try_to_grow(Side side, Side *sides) {
        const auto direction = static_cast<unsigned>(side & 3);
        const Cell cell = (side >> 2) + steps_[direction];
        const bool is_new = !has(cell);
        // What is written is what was there, and nothing is counted, if it is not new.
        const unsigned kept = is_new ? 0 : ~0U;
        const unsigned arrow = opposite(direction) | Grid::in_maze;
        places_[cell] = static_cast<Grid::Place>(arrow ^ ((arrow ^ places_[cell]) & kept));
        return {is_new, list(cell, taken_around(cell) | kept, sides)};
    }

    Cell beyond(Cell cell, Wall wall) const { return cell + (wall >> 2); }

    Cell grow(Cell cell, Wall wall) {
        join(beyond(cell, wall), wall ^ 2); // the opposite direction
        return beyond(cell, wall);
    }
    void join(Cell cell, Wall wall) {
        places_[cell] = static_cast<Grid::Place>((wall & 3) | Grid::in_maze);
    }
    Trail trail(Cell, Wall wall) const { return static_cast<Trail>(wall & 3); }
    Cell back(Cell cell, Trail trail) const { return cell - steps_[trail]; }

  private:
    // Those that are not taken.  Writes more than it counts, which takes no branch.
    static std::size_t list(Cell cell, unsigned taken, Side *sides) {
        std::size_t count = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            sides[count] = 4 * cell + direction;
            count += ~taken >> (3 + direction) & 1;
        }
        return count;
    }

    // Bit d + 3: whether the place in direction d has joined, or is no cell.
    unsigned taken_around(Cell cell) const {
        const auto flag = [&](unsigned direction) {
            return places_[cell + steps_[direction]] & 8U << direction;
        };
        return (flag(east) | flag(west)) | (flag(south) | flag(north));
    }

    Grid::Place *places_;
    Steps steps_;
    const SquareChoices &choices_;
    Cell first_;
};

class Squares {
  public:
    using Growth = SquareGrowth;

    explicit Squares(Shape shape) : grid_(shape), choices_(grid_.steps()) {}
    explicit Squares(const Mask &mask)
        : grid_(mask), choices_(grid_.steps()) {} // which has to outlive it

    std::uint64_t cells() const { return grid_.cells(); }
    std::uint64_t numbers() const { return grid_.shape().height * (grid_.shape().width + 1); }
    std::size_t most_walls() const { return 4; }

    Growth begin(std::uint64_t cell, std::uint8_t *) {
        first_ = grid_.begin(cell);
        return {grid_.row(0), grid_.steps(), choices_, first_ - grid_.row(0)};
    }
    void end(std::uint8_t *rows) { grid_.write(first_, rows); }

  private:
    Grid grid_;
    SquareChoices choices_;
    Grid::Place *first_ = nullptr;
};

class GraphGrowth {
  public:
    using Cell = std::uint32_t;
    using Wall = std::uint32_t; // the number of a link
    using Trail = Cell;

    struct Side {
        Cell cell;
        Wall wall;
    };

    GraphGrowth(const Graph &graph, std::uint8_t *joined, std::uint8_t *passages, Cell first)
        : starts_(graph.first.data()), links_(graph.links.data()), joined_(joined),
          passages_(passages), first_(first) {}

    class Walls {
      public:
        Walls(const GraphGrowth &growth, Cell cell, bool inward)
            : growth_(&growth), cell_(cell), begin_(growth.starts_[cell]), inward_(inward) {
            for_each([this](Wall) { ++count_; });
        }

        bool empty() const { return count_ == 0; }

        Wall draw(BitsAhead &bits) const {
            Wall wall = begin_;
            for (std::uint64_t before = bits.below(count_) + !is_one(wall); before > 0;) {
                before -= is_one(++wall);
            }
            return wall;
        }

        template <class Visit> void for_each(Visit visit) const {
            for (Wall wall = begin_; wall < growth_->starts_[cell_ + 1]; ++wall) {
                if (is_one(wall)) {
                    visit(wall);
                }
            }
        }

      private:
        bool is_one(Wall wall) const { return growth_->has(growth_->links_[wall].node) == inward_; }

        const GraphGrowth *growth_;
        Cell cell_;
        Wall begin_;
        bool inward_;
        unsigned count_ = 0;
    };

    void prefetch_beyond(Cell) const {}
    Cell first() const { return first_; }
    bool has(Cell cell) const { return joined_[cell]; }
    Walls outward(Cell cell) const { return {*this, cell, false}; }
    Walls inward(Cell cell) const { return {*this, cell, true}; }
    std::size_t list_outward(Cell cell, Side *sides) const {
        std::size_t count = 0;
        outward(cell).for_each([&](Wall wall) { sides[count++] = {cell, wall}; });
        return count;
    }
    Grown try_to_grow(Side side, Side *sides) {
        if (has(links_[side.wall].node)) {
            return {false, 0};
        }
        return {true, list_outward(grow(side.cell, side.wall), sides)};
    }
    Cell beyond(Cell, Wall wall) const { return links_[wall].node; }

    Cell grow(Cell, Wall wall) {
        join(links_[wall].node, wall);
        return links_[wall].node;
    }
    void join(Cell cell, Wall wall) {
        set_bit(passages_, links_[wall].edge);
        joined_[cell] = 1;
    }
    Trail trail(Cell cell, Wall) const { return cell; }
    Cell back(Cell, Trail trail) const { return trail; }

  private:
    const std::uint32_t *starts_; // of each cell's links
    const Graph::Link *links_;
    std::uint8_t *joined_; // whether each cell has
    std::uint8_t *passages_;
    Cell first_;
};

class GraphCells {
  public:
    using Growth = GraphGrowth;

    // The graph has to outlive it, and is in one piece.
    explicit GraphCells(const Graph &graph) : graph_(graph), joined_(graph.nodes()) {
        for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
            most_walls_ = std::max<std::size_t>(most_walls_, graph.degree(node));
        }
    }

    std::uint64_t cells() const { return graph_.nodes(); }
    std::uint64_t numbers() const { return graph_.nodes(); }
    std::size_t most_walls() const { return most_walls_; }

    Growth begin(std::uint64_t cell, std::uint8_t *passages) {
        const auto first = static_cast<GraphGrowth::Cell>(cell);
        std::fill(joined_.begin(), joined_.end(), std::uint8_t{0});
        joined_[first] = 1;
        return {graph_, joined_.data(), passages, first};
    }
    void end(std::uint8_t *) {}

  private:
    const Graph &graph_;
    std::vector<std::uint8_t> joined_;
    std::size_t most_walls_ = 0;
};

// A kernel that is a template over a topology, for rectangles and all other grids.
template <template <class> class KernelOn> class OnAnyGrid : public KernelOn<Squares> {
  public:
    using Masked = KernelOn<Squares>;
    using OnGraph = KernelOn<GraphCells>;
    using OnMesh = OnGraph;

    using Masked::Masked;
};

} // namespace labirinto
