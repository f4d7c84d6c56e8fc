// Arrays, lines and pixels.
#include "python.hpp"

#include <algorithm>
#include <string>

#include "../path_data.hpp"
#include "../pixel_rows.hpp"
#include "../raster.hpp"
#include "../strokes.hpp"
#include "../tiles.hpp"

namespace labirinto::binding {

void register_views(nb::module_ &module) {
    module.def(
        "has_stray_bits",
        [](const nb::bytes &rows, Number width, Number height) {
            return has_stray_bits(planes_of(rows, width, height));
        },
        "rows"_a, "width"_a, "height"_a);
    // A byte a cell: N 1, E 2, S 4, W 8; 16 outside the mask.
    module.def(
        "exits",
        [](const nb::bytes &rows, Number width, Number height,
           const std::optional<nb::bytes> &bits) {
            const Planes maze = planes_of(rows, width, height);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            return fill_bytes(width * height, [&](std::uint8_t *out) {
                compass(maze, out);
                for_outside(mask, [&](Number x, Number y) { out[y * width + x] = 16; });
            });
        },
        "rows"_a, "width"_a, "height"_a, "mask"_a = nb::none());
    module.def(
        "blocks",
        [](const nb::bytes &rows, Number width, Number height, const Openings &openings,
           const std::optional<nb::bytes> &bits) {
            const Walls walls = walls_of(rows, width, height, openings);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            return fill_bytes((2 * width + 1) * (2 * height + 1), [&](std::uint8_t *out) {
                blocks(walls, out);
                for_outside(mask, [&](Number x, Number y) {
                    out[(2 * y + 1) * (2 * width + 1) + 2 * x + 1] = 1;
                });
            });
        },
        "rows"_a, "width"_a, "height"_a, "openings"_a, "mask"_a = nb::none());
    // x0, y0, x1, y1 of each straight run of wall, as 32-bit integers.
    module.def(
        "wall_runs",
        [](const nb::bytes &rows, Number width, Number height, const Openings &openings) {
            const Walls walls = walls_of(rows, width, height, openings);
            return to_bytes(unlocked([&] { return wall_runs(walls); }));
        },
        "rows"_a, "width"_a, "height"_a, "openings"_a);
    // Strokes as the data of a path in SVG.
    module.def(
        "path_data",
        [](const nb::bytes &vertices, const nb::bytes &first) {
            Strokes strokes{values_of<Strokes::Vertex>(vertices), values_of<std::uint32_t>(first)};
            if (strokes.first.empty() || strokes.first.back() != strokes.vertices.size() ||
                !std::is_sorted(strokes.first.begin(), strokes.first.end())) {
                throw nb::value_error("these are no strokes");
            }
            const std::string text = unlocked([&] { return path_data(strokes); });
            return nb::str(text.data(), text.size());
        },
        "vertices"_a, "first"_a);
}

void register_raster(nb::module_ &module) {
    nb::class_<Raster>(module, "Raster")
        .def(
            "__init__",
            [](Raster *self, Number width, const Openings &openings, Number cell, Number wall,
               Number margin, Number line, Number mark, unsigned depth, bool filtered) {
                shape_of(width, 1);
                new (self) Raster(width, openings_of(openings),
                                  {cell, wall, margin, line, mark, depth, filtered});
            },
            "width"_a, "openings"_a, "cell"_a, "wall"_a, "margin"_a, "line"_a, "mark"_a, "depth"_a,
            "filtered"_a)
        .def(
            "overlay_path",
            [](Raster &self, Number x, Number y, const nb::bytes &moves, unsigned enters,
               unsigned leaves) {
                self.overlay(path_overlays({x, y}, data_of(moves), moves.size(), enters, leaves));
            },
            "x"_a, "y"_a, "moves"_a, "enters"_a, "leaves"_a)
        .def(
            "overlay_marks",
            [](Raster &self, const Marks &marks) {
                std::vector<Overlay> overlays;
                for (const auto &[x, y, colour] : marks) {
                    overlays.push_back({x, y, 0, colour});
                }
                self.overlay(overlays);
            },
            "marks"_a)
        .def(
            "resume",
            [](Raster &self, Number y, const nb::bytes &row_before) {
                if (y == 0 || row_before.size() != self.row_bytes()) {
                    throw nb::value_error("there is no row before, or it is of another width");
                }
                self.resume(y, data_of(row_before));
            },
            "y"_a, "row_before"_a)
        .def("margin",
             [](Raster &self) {
                 std::vector<std::uint8_t> out;
                 self.paint_margin(out);
                 return to_bytes(out);
             })
        .def(
            "rows",
            [](Raster &self, const nb::bytes &rows, Number count,
               const std::optional<nb::bytes> &floors) {
                if (rows.size() % self.row_bytes() != 0 ||
                    rows.size() / self.row_bytes() != count) {
                    throw nb::value_error("there are not as many rows");
                }
                if (floors && (floors->size() % self.width() != 0 ||
                               floors->size() / self.width() != count)) {
                    throw nb::value_error("there are not as many colours as cells");
                }
                const std::uint8_t *const colours = floors ? data_of(*floors) : nullptr;
                return to_bytes(unlocked([&] {
                    std::vector<std::uint8_t> out;
                    self.paint_rows(data_of(rows), count, out, colours);
                    return out;
                }));
            },
            "rows"_a, "count"_a, "floors"_a = nb::none())
        .def("last_line", [](Raster &self) {
            std::vector<std::uint8_t> out;
            self.paint_last_line(out);
            return to_bytes(out);
        });
    module.def(
        "unfilter",
        [](unsigned filter, const nb::bytes &row, const nb::bytes &above) {
            if (filter > 4 || row.size() != above.size()) {
                throw nb::value_error("no such filter, or rows of different lengths");
            }
            return fill_bytes(row.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(row), row.size());
                unfilter(filter, out, data_of(above), row.size());
            });
        },
        "filter"_a, "row"_a, "above"_a);
    module.def(
        "sample",
        [](const nb::bytes &row, unsigned depth, Number first, Number step, Number count,
           unsigned colour) {
            if (count > 0 && (first + (count - 1) * step + 1) * depth > 8 * row.size()) {
                throw nb::index_error("the row is too short");
            }
            return fill_bytes((count + 7) / 8, [&](std::uint8_t *out) {
                sample(data_of(row), depth, first, step, count, colour, out);
            });
        },
        "row"_a, "depth"_a, "first"_a, "step"_a, "count"_a, "colour"_a);
}

void register_tiles(nb::module_ &module) {
    // The share of wall in every pixel of across x down cells, as a number from first to last.
    module.def(
        "tones",
        [](const nb::bytes &rows, Number width, Number height, Number across, Number down,
           std::uint8_t first, std::uint8_t last, const std::optional<nb::bytes> &bits) {
            const Planes maze = planes_of(rows, width, height);
            const std::optional<Mask> mask = mask_or_none(bits, width, height);
            const Tones tones{across, down, first, last};
            if (!tones.can_be()) {
                throw nb::value_error("there are no such pixels, or no such tones");
            }
            return fill_bytes(tones.pixels(maze.shape()),
                              [&](std::uint8_t *out) { paint_tones(maze, mask, tones, out); });
        },
        "rows"_a, "width"_a, "height"_a, "across"_a, "down"_a, "first"_a, "last"_a,
        "mask"_a = nb::none());
    // Distances as 32-bit numbers, to a byte each from first to last.
    module.def(
        "distance_colours",
        [](const nb::bytes &distances, std::uint8_t first, std::uint8_t last) {
            const Number count = distances.size() / sizeof(std::int32_t);
            if (count == 0 || distances.size() % sizeof(std::int32_t) != 0 || first > last) {
                throw nb::value_error("there are no distances, or no such colours");
            }
            return fill_bytes(count, [&](std::uint8_t *out) {
                paint_distances(reinterpret_cast<const std::int32_t *>(data_of(distances)), count,
                                first, last, out);
            });
        },
        "distances"_a, "first"_a, "last"_a);
    // The same of a perfect maze, from its passages.
    module.def(
        "tree_colours",
        [](const nb::bytes &rows, Number width, Number height, Number x, Number y,
           std::uint8_t first, std::uint8_t last) {
            const Planes maze = planes_of(rows, width, height);
            if (x >= width || y >= height || first > last) {
                throw nb::value_error("the cell is outside the maze, or there are no such colours");
            }
            PythonControl control;
            return fill_bytes(width * height, [&](std::uint8_t *out) {
                paint_distances(maze, {x, y}, first, last, out, control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "x"_a, "y"_a, "first"_a, "last"_a);
    nb::class_<PathPieces>(module, "PathPieces")
        .def(
            "__init__",
            [](PathPieces *self, Number x, Number y, const nb::bytes &moves) {
                new (self) PathPieces({x, y}, data_of(moves), moves.size());
            },
            "x"_a, "y"_a, "moves"_a)
        .def_prop_ro("memory", &PathPieces::bytes)
        // Lays what is in a window over a raster whose first column is that of the window.
        .def(
            "overlay",
            [](const PathPieces &self, Raster &raster, Number x, Number y, Number width,
               Number height, unsigned enters, unsigned leaves) {
                if (enters > 4 || leaves > 4) {
                    throw nb::value_error("a path goes in no direction");
                }
                std::vector<Overlay> overlays =
                    self.overlays({x, y, width, height}, enters, leaves);
                for (Overlay &overlay : overlays) {
                    overlay.x -= x;
                }
                raster.overlay(overlays);
            },
            "raster"_a, "x"_a, "y"_a, "width"_a, "height"_a, "enters"_a, "leaves"_a)
        // Pixels, a byte each, with those of the path in a colour.
        .def(
            "mark",
            [](const PathPieces &self, const nb::bytes &pixels, Number x, Number y, Number width,
               Number height, unsigned shift, std::uint8_t colour) {
                if (height == 0 || pixels.size() / height != width || pixels.size() % height != 0 ||
                    shift > 62) {
                    throw nb::value_error("there are not as many pixels");
                }
                return fill_bytes(pixels.size(), [&](std::uint8_t *out) {
                    std::memcpy(out, data_of(pixels), pixels.size());
                    self.mark({x, y, width, height}, shift, colour, out);
                });
            },
            "pixels"_a, "x"_a, "y"_a, "width"_a, "height"_a, "shift"_a, "colour"_a);
}

} // namespace labirinto::binding
