// Rectangles and questions about mazes in them, moves, and paths in rows that pass.
#include "questions.hpp"

#include "../batch_solutions.hpp"
#include "../pieces.hpp"
#include "../running_sum.hpp"
#include "../stream_path.hpp"

namespace labirinto::binding {

void register_squares(nb::module_ &module) {
    nb::class_<Squares> squares(module, "Squares");
    squares.def(nb::init<Number, Number, std::optional<nb::bytes>>(), "width"_a, "height"_a,
                "mask"_a = nb::none());
    define_questions(squares);
    squares.def("place_of", &Squares::place_of, "cell"_a);
    squares.def("number_of", &Squares::number_of, "place"_a);
    // How many parts the cells form, and how long they are if they are thin.
    squares
        .def_prop_ro("piece_count",
                     [](const Squares &grid) {
                         return unlocked(
                             [&] { return grid.mask() ? count_pieces(*grid.mask()) : Number{1}; });
                     })
        .def_prop_ro("length",
                     [](const Squares &grid) {
                         const auto &[width, height] = grid.shape();
                         return grid.mask() ? grid.mask()->length() : width + height - 1;
                     })
        // The walls and the frame without some openings as strokes: x, y and the radius of the arc
        // to the next one of every vertex, as 64-bit floats, and of each stroke the number of its
        // first vertex, as 32-bit numbers.
        .def(
            "strokes",
            [](const Squares &grid, const nb::bytes &bits, const Openings &gaps) {
                const auto &[width, height] = grid.shape();
                return find_strokes(lines_of(walls_of(bits, width, height, gaps)));
            },
            "bits"_a, "gaps"_a)
        // The rows, with most dead ends filled in which none of some cells lies.
        .def(
            "without_dead_ends",
            [](const Squares &grid, const nb::bytes &bits, const SomeSquares &cells,
               unsigned turns) {
                maze_of(grid, bits);
                std::vector<std::uint8_t> kept;
                const auto mask = among_of(grid, cells, kept).among;
                if (!mask) {
                    throw nb::value_error("the cells have to be named");
                }
                return fill_bytes(bits.size(), [&](std::uint8_t *out) {
                    std::memcpy(out, data_of(bits), bits.size());
                    fill_dead_ends(
                        out, grid.shape(), turns,
                        [&](std::uint64_t y, std::uint64_t word) { return mask->word(word, y); });
                });
            },
            "bits"_a, "cells"_a, "turns"_a);
    module.def(
        "random_pair",
        [](Number cells, Number seed) {
            if (cells < 2) {
                throw nb::value_error("there are no two cells");
            }
            return random_pair(cells, seed);
        },
        "cells"_a, "seed"_a);
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
