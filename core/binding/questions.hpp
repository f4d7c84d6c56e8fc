// Grids as Python holds them, and the questions about mazes that both kinds answer.
#pragma once

#include "python.hpp"

#include <algorithm>
#include <variant>

#include "../braid.hpp"
#include "../mesh_maze.hpp"
#include "../squares_maze.hpp"

namespace labirinto::binding {

// The cells of a rectangle, or those that a mask leaves: for squares, what `Mesh` is for others.
class Squares {
  public:
    Squares(Number width, Number height, std::optional<nb::bytes> mask)
        : shape_(shape_of(width, height)), bits_(std::move(mask)),
          mask_(mask_or_none(bits_, width, height)),
          cells_(mask_ ? mask_->cells() : shape_.cells()) {
        if (cells_ == 0) {
            throw nb::value_error("the mask is empty");
        }
    }

    const Shape &shape() const { return shape_; }
    const std::optional<Mask> &mask() const { return mask_; }
    Number cells() const { return cells_; }
    Number places() const { return shape_.cells(); }

  private:
    Shape shape_;
    std::optional<nb::bytes> bits_;
    std::optional<Mask> mask_;
    Number cells_;
};

inline Number places_of(const Squares &grid) { return grid.places(); }
inline Number places_of(const Mesh &grid) { return grid.cells(); }

inline SquaresMaze maze_of(const Squares &grid, const nb::bytes &rows) {
    return {planes_of(rows, grid.shape().width, grid.shape().height), grid.mask(), grid.cells()};
}

inline MeshMaze maze_of(const Mesh &grid, const nb::bytes &passages) {
    return {grid, passages_of(grid, passages)};
}

template <class Grid> Number place_in(const Grid &grid, Number place) {
    if (place >= places_of(grid)) {
        throw nb::index_error("the cell is outside the grid");
    }
    return place;
}

// A search that counts steps for every place.
template <class Grid> void check_places(const Grid &grid) {
    if (places_of(grid) >> 31) {
        throw nb::value_error("there are more than 2147483647 places");
    }
}

// Which cells may be ends, as Python gives them: False for all, or places in ascending order; in a
// rectangle also True for its border, or a mask.
class SomeSquares {
  public:
    using Given = std::variant<bool, nb::bytes, std::vector<Number>>;

    SomeSquares(const Squares &grid, const Given &given) : among_{grid.shape(), false, {}} {
        const auto &[width, height] = grid.shape();
        if (const auto *border = std::get_if<bool>(&given)) {
            among_.border = *border;
        } else if (const auto *mask = std::get_if<nb::bytes>(&given)) {
            among_.among = mask_of(*mask, width, height);
        } else {
            bits_.resize(height * grid.shape().stride());
            for (const Number place : std::get<std::vector<Number>>(given)) {
                place_in(grid, place);
                set_bit(bits_.data() + place / width * grid.shape().stride(), place % width);
            }
            among_.among = Mask(bits_.data(), grid.shape());
        }
    }

    const Candidates &among() const { return among_; }

  private:
    std::vector<std::uint8_t> bits_;
    Candidates among_;
};

class SomeCells {
  public:
    using Given = std::variant<bool, std::vector<std::uint32_t>>;

    SomeCells(const Mesh &grid, const Given &given) {
        if (const auto *cells = std::get_if<std::vector<std::uint32_t>>(&given)) {
            for (const std::uint32_t cell : *cells) {
                place_in(grid, cell);
            }
            among_ = *cells;
        } else if (std::get<bool>(given)) {
            throw nb::value_error("the cells on the border of a mesh have to be named");
        }
    }

    const MeshMaze::Among &among() const { return among_; }

  private:
    MeshMaze::Among among_;
};

template <class Grid>
using Some = std::conditional_t<std::is_same_v<Grid, Squares>, SomeSquares, SomeCells>;

// `bits` are the passages of a maze on the grid; cells are numbers of places.
template <class Grid> void define_questions(nb::class_<Grid> &type) {
    using Among = typename Some<Grid>::Given;
    type.def_prop_ro("cells", &Grid::cells);
    // Whether exactly one path joins any two cells.
    type.def(
        "is_tree",
        [](const Grid &grid, const nb::bytes &bits) {
            const auto maze = maze_of(grid, bits);
            PythonControl control;
            return unlocked([&] { return maze.is_tree(control); });
        },
        "bits"_a);
    // The cells to which a passage leads from a cell.
    type.def(
        "joined_to",
        [](const Grid &grid, const nb::bytes &bits, Number place) {
            const auto maze = maze_of(grid, bits);
            std::vector<Number> found;
            maze.for_neighbours(place_in(grid, place),
                                [&](Number other) { found.push_back(other); });
            return found;
        },
        "bits"_a, "place"_a);
    // 32-bit integers: the steps to every place, or -1.
    type.def(
        "distances",
        [](const Grid &grid, const nb::bytes &bits, Number place) {
            check_places(grid);
            const auto maze = maze_of(grid, bits);
            place_in(grid, place);
            PythonControl control;
            return fill_bytes(4 * places_of(grid), [&](std::uint8_t *out) {
                maze.distances(place, reinterpret_cast<std::int32_t *>(out), control);
            });
        },
        "bits"_a, "place"_a);
    // The steps of a shortest path and the path as `Path` keeps it, or None.
    type.def(
        "path",
        [](const Grid &grid, const nb::bytes &bits, Number start, Number end,
           bool is_tree) -> std::optional<std::pair<Number, nb::bytes>> {
            const auto maze = maze_of(grid, bits);
            place_in(grid, start);
            place_in(grid, end);
            PythonControl control;
            const auto route = unlocked([&] { return maze.path(start, end, is_tree, control); });
            return route ? std::optional(std::pair(route->steps, to_bytes(route->packed)))
                         : std::nullopt;
        },
        "bits"_a, "start"_a, "end"_a, "is_tree"_a);
    // The first step of such a path for which there is no passage, or their number.
    type.def(
        "first_blocked_step",
        [](const Grid &grid, const nb::bytes &bits, Number start, const nb::bytes &packed,
           Number steps) {
            const auto maze = maze_of(grid, bits);
            place_in(grid, start);
            if (steps >> 62 || packed.size() != maze.route_bytes(steps)) {
                throw nb::value_error("there are not as many steps");
            }
            return unlocked([&] { return maze.first_blocked_step(start, data_of(packed), steps); });
        },
        "bits"_a, "start"_a, "packed"_a, "steps"_a);
    // (place, steps) of the farthest of some cells.
    type.def(
        "farthest",
        [](const Grid &grid, const nb::bytes &bits, Number start, const Among &among,
           bool is_tree) {
            const auto maze = maze_of(grid, bits);
            place_in(grid, start);
            const Some<Grid> some(grid, among);
            if (!is_tree) {
                check_places(grid);
            }
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const auto &[place, steps] = maze.farthest(start, some.among(), is_tree, control);
            return std::pair(place, steps);
        },
        "bits"_a, "start"_a, "among"_a, "is_tree"_a);
    // In a tree.
    type.def(
        "farthest_apart",
        [](const Grid &grid, const nb::bytes &bits, Number any, const Among &among) {
            const auto maze = maze_of(grid, bits);
            place_in(grid, any);
            const Some<Grid> some(grid, among);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return farthest_apart(maze, any, some.among(), control);
        },
        "bits"_a, "any"_a, "among"_a);
    // In any maze; None if it takes more visits of cells.
    type.def(
        "farthest_pair",
        [](const Grid &grid, const nb::bytes &bits, const Among &among, Number most_visits) {
            const auto maze = maze_of(grid, bits);
            const Some<Grid> some(grid, among);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return maze.farthest_pair(some.among(), most_visits, control);
        },
        "bits"_a, "among"_a, "most_visits"_a);
    // (first cell, number of cells) for each part that no passage joins to the others.
    type.def(
        "parts",
        [](const Grid &grid, const nb::bytes &bits) {
            const auto maze = maze_of(grid, bits);
            PythonControl control;
            return unlocked([&] { return maze.parts(control); });
        },
        "bits"_a);
    // (passages east, passages south, corridors with two opposite passages, [cells with 0, 1, 2 ...
    // passages], [(steps, corridors)]); None where there are no directions.
    type.def(
        "census",
        [](const Grid &grid, const nb::bytes &bits) {
            const auto maze = maze_of(grid, bits);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const Counts counts = maze.counts(control);
            return std::tuple(counts.east_passages, counts.south_passages, counts.straights,
                              counts.by_exits, counts.corridors);
        },
        "bits"_a);
    type.def(
        "braid",
        [](const Grid &grid, const nb::bytes &bits, Number share, Number seed,
           nb::object progress) {
            check_places(grid);
            const auto maze = maze_of(grid, bits);
            PythonControl control(std::move(progress));
            return fill_bytes(bits.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(bits), bits.size());
                Braid(maze.opened(out)).make(share, seed, control);
            });
        },
        "bits"_a, "share"_a, "seed"_a, "progress"_a = nb::none());
}

} // namespace labirinto::binding
