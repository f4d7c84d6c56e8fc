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
          mask_(mask_or_none(bits_, width, height)), cells_(shape_.cells()) {
        if (mask_) {
            before_.push_back(0);
            for (Number y = 0; y < height; ++y) {
                before_.push_back(before_.back() + mask_->cells_before(width, y));
            }
            cells_ = before_.back();
        }
        if (cells_ == 0) {
            throw nb::value_error("the mask is empty");
        }
    }

    // The place of the cell with a number, and the reverse: numbers skip what the mask leaves out.
    Number place_of(Number cell) const {
        if (cell >= cells_) {
            throw nb::index_error("the cell is outside the grid");
        }
        if (!mask_) {
            return cell;
        }
        const auto row = std::upper_bound(before_.begin(), before_.end(), cell) - 1;
        return mask_->place_in(static_cast<Number>(row - before_.begin()), cell - *row);
    }
    Number number_of(Number place) const {
        if (place >= places()) {
            throw nb::index_error("the cell is outside the grid");
        }
        const Number x = place % shape_.width;
        const Number y = place / shape_.width;
        return mask_ ? before_[y] + mask_->cells_before(x, y) : place;
    }

    const Shape &shape() const { return shape_; }
    const std::optional<Mask> &mask() const { return mask_; }
    Number cells() const { return cells_; }
    Number places() const { return shape_.cells(); }

  private:
    Shape shape_;
    std::optional<nb::bytes> bits_;
    std::optional<Mask> mask_;
    std::vector<Number> before_; // the cells of a mask in the rows above each row
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

// The sizes of floors, whose sides are numbered in 32 bits.
inline void check_links(Number width, Number height, Number floors) {
    if (width == 0 || height == 0 || floors == 0 || width * height > (1U << 29) / floors) {
        throw nb::value_error("the size is out of range");
    }
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
using SomeSquares = std::variant<bool, nb::bytes, std::vector<Number>>;
using SomeCells = std::variant<bool, std::vector<std::uint32_t>>;

// `bits` holds what the result refers to.
inline Candidates among_of(const Squares &grid, const SomeSquares &given,
                           std::vector<std::uint8_t> &bits) {
    const Shape &shape = grid.shape();
    if (const auto *border = std::get_if<bool>(&given)) {
        return {shape, *border, {}};
    }
    if (const auto *mask = std::get_if<nb::bytes>(&given)) {
        return {shape, false, mask_of(*mask, shape.width, shape.height)};
    }
    bits.resize(shape.height * shape.stride());
    for (const Number place : std::get<std::vector<Number>>(given)) {
        place_in(grid, place);
        set_bit(bits.data() + place / shape.width * shape.stride(), place % shape.width);
    }
    return {shape, false, Mask(bits.data(), shape)};
}

inline MeshMaze::Among among_of(const Mesh &grid, const SomeCells &given,
                                std::vector<std::uint8_t> &) {
    if (const auto *cells = std::get_if<std::vector<std::uint32_t>>(&given)) {
        for (const std::uint32_t cell : *cells) {
            place_in(grid, cell);
        }
        return *cells;
    }
    if (std::get<bool>(given)) {
        throw nb::value_error("the cells on the border of a mesh have to be named");
    }
    return std::nullopt;
}

// `bits` are the passages of a maze on the grid; cells are numbers of places.
template <class Grid> void define_questions(nb::class_<Grid> &type) {
    using Some = std::conditional_t<std::is_same_v<Grid, Squares>, SomeSquares, SomeCells>;
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
        [](const Grid &grid, const nb::bytes &bits, Number start, const Some &some, bool is_tree) {
            const auto maze = maze_of(grid, bits);
            place_in(grid, start);
            std::vector<std::uint8_t> kept;
            const auto among = among_of(grid, some, kept);
            if (!is_tree) {
                check_places(grid);
            }
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const auto &[place, steps] = maze.farthest(start, among, is_tree, control);
            return std::pair(place, steps);
        },
        "bits"_a, "start"_a, "among"_a, "is_tree"_a);
    // In a tree.
    type.def(
        "farthest_apart",
        [](const Grid &grid, const nb::bytes &bits, Number any, const Some &some) {
            const auto maze = maze_of(grid, bits);
            place_in(grid, any);
            std::vector<std::uint8_t> kept;
            const auto among = among_of(grid, some, kept);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return farthest_apart(maze, any, among, control);
        },
        "bits"_a, "any"_a, "among"_a);
    // In any maze; None if it takes more visits of cells.
    type.def(
        "farthest_pair",
        [](const Grid &grid, const nb::bytes &bits, const Some &some, Number most_visits) {
            const auto maze = maze_of(grid, bits);
            std::vector<std::uint8_t> kept;
            const auto among = among_of(grid, some, kept);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return maze.farthest_pair(among, most_visits, control);
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
