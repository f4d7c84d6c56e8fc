// What all parts of the binding share.  Only the files of this folder include Python.
#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "../control.hpp"
#include "../geometry.hpp"
#include "../mask.hpp"
#include "../mesh.hpp"
#include "../planes.hpp"
#include "../strokes.hpp"
#include "../symmetry.hpp"

namespace labirinto::binding {

namespace nb = nanobind;
using namespace nb::literals;

using Number = std::uint64_t;
using Openings = std::vector<std::tuple<Number, Number, unsigned>>;
using Marks = std::vector<std::tuple<Number, Number, std::uint8_t>>;

// Stops the kernel on Ctrl-C, and calls progress(done, total) unless it is None.
class PythonControl : public Control {
  public:
    explicit PythonControl(nb::object progress = nb::none()) : progress_(std::move(progress)) {}

    void check(std::uint64_t done, std::uint64_t total) override {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        if (!progress_.is_none()) {
            progress_(done, total);
        }
    }

  private:
    nb::object progress_;
};

inline nb::bytes new_bytes(Number size) {
    PyObject *const object = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (object == nullptr) {
        throw nb::python_error();
    }
    return nb::steal<nb::bytes>(object);
}

inline std::uint8_t *data_of(const nb::bytes &bytes) {
    return static_cast<std::uint8_t *>(const_cast<void *>(bytes.data()));
}

template <class T> nb::bytes to_bytes(const std::vector<T> &values) {
    return nb::bytes(values.data(), values.size() * sizeof(T));
}

// What a call returns, without the GIL meanwhile.
template <class Call> auto unlocked(Call call) {
    const nb::gil_scoped_release released;
    return call();
}

// New bytes, filled without the GIL.
template <class Fill> nb::bytes fill_bytes(Number size, Fill fill) {
    nb::bytes result = new_bytes(size);
    std::uint8_t *const out = data_of(result);
    const nb::gil_scoped_release unlocked;
    std::memset(out, 0, size);
    fill(out);
    return result;
}

inline Shape shape_of(Number width, Number height) {
    if (width == 0 || height == 0 || width >> 31 || height >> 31) {
        throw nb::value_error("a side is not from 1 to 2147483647");
    }
    return {width, height};
}

inline Planes planes_of(const nb::bytes &rows, Number width, Number height) {
    const Shape shape = shape_of(width, height);
    if (rows.size() != shape.bytes()) {
        throw nb::value_error("the rows do not have the size of the maze");
    }
    return {data_of(rows), shape};
}

// The maps of a symmetry, a byte each.
inline Symmetry symmetry_of(const nb::bytes &maps, Number width, Number height) {
    const Symmetry symmetry(shape_of(width, height), {data_of(maps), maps.size()});
    for (const unsigned map : symmetry.maps()) {
        if (map > 7 || (map & Symmetry::swaps && width != height)) {
            throw nb::value_error("the maps are not those of the rectangle");
        }
    }
    return symmetry;
}

// On several pieces walks would never end.
inline void check_pieces(bool are_one) {
    if (!are_one) {
        throw nb::value_error("the cells are not in one piece");
    }
}

// A maze, or a mask, whose places can be numbered in 31 bits.
template <class Grid> const Grid &small_enough(const Grid &grid) {
    if (grid.shape().cells() >> 31) {
        throw nb::value_error("there are more than 2147483647 places");
    }
    return grid;
}

inline const std::uint8_t *passages_of(const Mesh &mesh, const nb::bytes &passages) {
    if (passages.size() != (mesh.walls() + 7) / 8) {
        throw nb::value_error("the passages do not have the size of the grid");
    }
    return data_of(passages);
}

inline std::vector<Opening> openings_of(const Openings &openings) {
    std::vector<Opening> gaps;
    for (const auto &[x, y, direction] : openings) {
        gaps.push_back({x, y, direction});
    }
    return gaps;
}

inline Walls walls_of(const nb::bytes &rows, Number width, Number height,
                      const Openings &openings) {
    return {planes_of(rows, width, height), openings_of(openings)};
}

inline Mask mask_of(const nb::bytes &bits, Number width, Number height) {
    const Shape shape = shape_of(width, height);
    if (bits.size() != shape.height * shape.stride()) {
        throw nb::value_error("the mask does not have the size of the maze");
    }
    return {data_of(bits), shape};
}

inline std::optional<Mask> mask_or_none(const std::optional<nb::bytes> &bits, Number width,
                                        Number height) {
    return bits ? std::optional(mask_of(*bits, width, height)) : std::nullopt;
}

// The bytes that `count` items of a size take together.
inline Number bytes_of_items(Number count, Number item_bytes) {
    if (count > (Number{1} << 62) / std::max(item_bytes, Number{1})) {
        throw std::bad_alloc();
    }
    return count * item_bytes;
}

// x, y and radius of every vertex, and of each stroke the number of its first.
inline std::pair<nb::bytes, nb::bytes> find_strokes(const Lines &lines) {
    PythonControl control;
    const Strokes strokes = unlocked([&] { return strokes_of(lines, control); });
    return {to_bytes(strokes.vertices), to_bytes(strokes.first)};
}

template <class T> std::vector<T> values_of(const nb::bytes &bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (bytes.size() != values.size() * sizeof(T)) {
        throw nb::value_error("these are not whole numbers");
    }
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

void register_graphs(nb::module_ &module);
void register_kernels(nb::module_ &module);
void register_meshes(nb::module_ &module);
void register_batches(nb::module_ &module);
void register_changes(nb::module_ &module);
void register_contraction(nb::module_ &module);
void register_measures(nb::module_ &module);
void register_masks(nb::module_ &module);
void register_squares(nb::module_ &module);
void register_moves(nb::module_ &module);
void register_views(nb::module_ &module);
void register_raster(nb::module_ &module);
void register_tiles(nb::module_ &module);
void register_streams(nb::module_ &module);

} // namespace labirinto::binding
