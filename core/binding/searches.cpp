// Paths, ends, distances and counts.
#include "python.hpp"

#include <algorithm>

#include "../batch_solutions.hpp"
#include "../census.hpp"
#include "../path_data.hpp"
#include "../running_sum.hpp"
#include "../search.hpp"
#include "../search_loops.hpp"
#include "../stream_path.hpp"

namespace labirinto::binding {

namespace {

Cell cell_in(const Planes &maze, Number x, Number y) {
    if (x >= maze.shape().width || y >= maze.shape().height) {
        throw nb::index_error("the cell is outside the maze");
    }
    return {x, y};
}

// All cells, those on the border, or those of a mask.
Candidates candidates_of(bool border, const std::optional<nb::bytes> &among, Number width,
                         Number height) {
    Candidates candidates{shape_of(width, height), border, {}};
    candidates.among = mask_or_none(among, width, height);
    return candidates;
}

// A function that finds cells, of some, from a cell of a perfect maze.
template <class Find> void define_search(nb::module_ &module, const char *name, Find find) {
    module.def(
        name,
        [find](const nb::bytes &rows, Number width, Number height, Number x, Number y, bool border,
               const std::optional<nb::bytes> &among) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            const Candidates candidates = candidates_of(border, among, width, height);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return find(maze, start, candidates, control);
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a, "border"_a, "among"_a = nb::none());
}

} // namespace

void register_search(nb::module_ &module) {
    // Of the cells that a mask leaves, starting at one of them.
    module.def(
        "is_perfect",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y,
           std::optional<Number> cells) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            return is_perfect(maze, start, cells.value_or(maze.shape().cells()), control);
        },
        "rows"_a, "width"_a, "height"_a, "x"_a = 0, "y"_a = 0, "cells"_a = nb::none());
    // (x, y, steps)
    define_search(module, "farthest", [](auto &&...search) {
        const Far far = farthest(search...);
        return std::tuple(far.cell.x, far.cell.y, far.distance);
    });
    // (x, y, x, y)
    define_search(module, "farthest_apart", [](auto &&...search) {
        const auto [first, second] = farthest_apart(search...);
        return std::tuple(first.x, first.y, second.x, second.y);
    });
    // The rows, with most dead ends filled in which no cell of a mask lies.
    module.def(
        "without_dead_ends",
        [](const nb::bytes &rows, Number width, Number height, const nb::bytes &cells,
           unsigned turns) {
            const Planes maze = planes_of(rows, width, height);
            const Mask mask = mask_of(cells, width, height);
            return fill_bytes(rows.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(rows), rows.size());
                fill_dead_ends(out, maze.shape(), turns, [&](std::uint64_t y, std::uint64_t word) {
                    return mask.word(word, y);
                });
            });
        },
        "rows"_a, "width"_a, "height"_a, "cells"_a, "turns"_a);
    module.def(
        "random_pair",
        [](Number cells, Number seed) {
            if (cells < 2) {
                throw nb::value_error("there are no two cells");
            }
            return random_pair(cells, seed);
        },
        "cells"_a, "seed"_a);
    module.def(
        "tree_path",
        [](const nb::bytes &rows, Number width, Number height, Number start_x, Number start_y,
           Number end_x, Number end_y) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, start_x, start_y);
            const Cell end = cell_in(maze, end_x, end_y);
            PythonControl control;
            return to_bytes(unlocked([&] { return tree_path(maze, start, end, control); }));
        },
        "rows"_a, "width"_a, "height"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a);
    module.def(
        "shortest_path",
        [](const nb::bytes &rows, Number width, Number height, Number start_x, Number start_y,
           Number end_x, Number end_y) -> std::optional<nb::bytes> {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, start_x, start_y);
            const Cell end = cell_in(maze, end_x, end_y);
            PythonControl control;
            const auto path = unlocked([&] { return shortest_path(maze, start, end, control); });
            return path ? std::optional(to_bytes(*path)) : std::nullopt;
        },
        "rows"_a, "width"_a, "height"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a);
    // 32-bit integers, row by row.
    module.def(
        "distances",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y) {
            const Planes maze = small_enough(planes_of(rows, width, height));
            const Cell start = cell_in(maze, x, y);
            PythonControl control;
            return fill_bytes(4 * maze.shape().cells(), [&](std::uint8_t *out) {
                distances(maze, start, reinterpret_cast<std::int32_t *>(out), control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a);
    module.def(
        "farthest_pair",
        [](const nb::bytes &rows, Number width, Number height, bool border, Number most_visits,
           std::optional<Number> cells, const std::optional<nb::bytes> &among)
            -> std::optional<std::tuple<Number, Number, Number, Number>> {
            const Planes maze = planes_of(rows, width, height);
            const Candidates candidates = candidates_of(border, among, width, height);
            if (maze.shape().cells() > std::min(most_visits, low_bits(31))) {
                return std::nullopt;
            }
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const auto pair = farthest_pair(maze, candidates, cells.value_or(maze.shape().cells()),
                                            most_visits, control);
            if (!pair) {
                return std::nullopt;
            }
            const auto &[first, second] = *pair;
            return std::tuple(first.x, first.y, second.x, second.y);
        },
        "rows"_a, "width"_a, "height"_a, "border"_a, "most_visits"_a, "cells"_a = nb::none(),
        "among"_a = nb::none());
}

void register_moves(nb::module_ &module) {
    module.def(
        "pack_moves",
        [](const nb::bytes &moves) {
            return fill_bytes((moves.size() + 3) / 4, [&](std::uint8_t *packed) {
                pack_moves(data_of(moves), moves.size(), packed);
            });
        },
        "moves"_a);
    module.def(
        "unpack_moves",
        [](const nb::bytes &packed, Number steps) {
            if (packed.size() != (steps + 3) / 4) {
                throw nb::value_error("there are not as many moves");
            }
            return fill_bytes(
                steps, [&](std::uint8_t *moves) { unpack_moves(data_of(packed), steps, moves); });
        },
        "packed"_a, "steps"_a);
    module.def(
        "first_blocked_step",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y,
           const nb::bytes &packed, Number steps) {
            const Planes maze = planes_of(rows, width, height);
            const Cell start = cell_in(maze, x, y);
            if (packed.size() != (steps + 3) / 4) {
                throw nb::value_error("there are not as many moves");
            }
            return unlocked(
                [&] { return first_blocked_step(maze, start, data_of(packed), steps); });
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a, "packed"_a, "steps"_a);
}

void register_census(nb::module_ &module) {
    // (passages east, passages south, [cells with 0 .. 4 passages], straights, [(steps,
    // corridors)])
    module.def(
        "census",
        [](const nb::bytes &rows, Number width, Number height) {
            const Planes maze = planes_of(rows, width, height);
            PythonControl control;
            const nb::gil_scoped_release unlocked;
            const Census census = take_census(maze, control);
            return std::tuple(census.east_passages, census.south_passages,
                              std::vector<Number>(census.by_exits, census.by_exits + 5),
                              census.straights,
                              std::vector<std::pair<Number, Number>>(census.corridors.begin(),
                                                                     census.corridors.end()));
        },
        "rows"_a, "width"_a, "height"_a);
}

void register_streams(nb::module_ &module) {
    // Of bytes or a view of bytes, without copying them.
    module.def(
        "running_sum",
        [](const nb::object &data, Number position, Number sum) {
            Py_buffer view;
            if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) {
                throw nb::python_error();
            }
            sum = running_sum(static_cast<const std::uint8_t *>(view.buf),
                              static_cast<Number>(view.len), position, sum);
            PyBuffer_Release(&view);
            return sum;
        },
        "data"_a, "position"_a, "sum"_a);
    nb::class_<StreamPath>(module, "StreamPath")
        .def(
            "__init__",
            [](StreamPath *self, Number width, Number start_x, Number start_y, Number end_x,
               Number end_y, Number window) {
                shape_of(width, 1);
                new (self) StreamPath(width, {start_x, start_y}, {end_x, end_y}, window);
            },
            "width"_a, "start_x"_a, "start_y"_a, "end_x"_a, "end_y"_a, "window"_a = 0)
        .def(
            "feed",
            [](StreamPath &self, const nb::bytes &rows) {
                if (rows.size() % self.row_bytes() != 0) {
                    throw nb::value_error("the rows are not whole");
                }
                PythonControl control;
                const nb::gil_scoped_release unlocked;
                self.feed(data_of(rows), rows.size() / self.row_bytes(), control);
            },
            "rows"_a)
        .def("finish",
             [](StreamPath &self) {
                 PythonControl control;
                 const nb::gil_scoped_release unlocked;
                 self.finish(control);
             })
        .def("moves",
             [](StreamPath &self) {
                 PythonControl control;
                 return fill_bytes(self.steps(),
                                   [&](std::uint8_t *moves) { self.write_moves(moves, control); });
             })
        .def_prop_ro("height", [](StreamPath &self) { return self.height(); })
        .def_prop_ro("live", [](StreamPath &self) { return self.live(); })
        .def_prop_ro("memory", [](StreamPath &self) { return self.bytes(); });
}

} // namespace labirinto::binding
