// What is made from existing rows: batches of them, shapes.
#include "python.hpp"

#include <cstring>

#include "../batch.hpp"
#include "../batch_solutions.hpp"
#include "../contraction.hpp"
#include "../mask.hpp"
#include "../pieces.hpp"
#include "../sparse.hpp"

namespace labirinto::binding {

namespace {

// The number of items in some rows.
Number items_in(const nb::bytes &rows, const Shape &shape) {
    if (rows.size() % shape.bytes() != 0) {
        throw nb::value_error("the items are not whole");
    }
    return rows.size() / shape.bytes();
}

} // namespace

void register_batches(nb::module_ &module) {
    module.def(
        "batch_cells",
        [](const nb::bytes &rows, Number width, Number height, unsigned threads) {
            const Shape shape = shape_of(width, height);
            const Number count = items_in(rows, shape);
            PythonControl control;
            return fill_bytes(bytes_of_items(count, shape.cells()), [&](std::uint8_t *out) {
                batch_cells(data_of(rows), shape, count, threads, out, control);
            });
        },
        "rows"_a, "width"_a, "height"_a, "threads"_a);
    // Ends as 32-bit integers, and paths, if they are wanted, as a byte a cell.
    module.def(
        "batch_solutions",
        [](const nb::bytes &rows, Number width, Number height, Number seed,
           const nb::bytes &numbers, unsigned kind, bool wants_paths, unsigned threads,
           nb::object progress) {
            const Shape shape = shape_of(width, height);
            const Number count = items_in(rows, shape);
            if (shape.cells() == 1 || numbers.size() != 8 * count || kind > 3) {
                throw nb::value_error("single cells, not a number an item, or no such ends");
            }
            std::vector<Number> own_numbers(count);
            std::memcpy(own_numbers.data(), numbers.data(), numbers.size());
            PythonControl control(std::move(progress));
            std::optional<nb::bytes> paths;
            if (wants_paths) {
                paths = fill_bytes(bytes_of_items(count, shape.cells()), [](std::uint8_t *) {});
            }
            std::vector<std::int32_t> ends(4 * count);
            const SolutionsOut out{static_cast<EndsKind>(kind), ends.data(),
                                   paths ? data_of(*paths) : nullptr};
            {
                const nb::gil_scoped_release unlocked;
                solve_items(data_of(rows), shape, count, seed, own_numbers.data(), out, threads,
                            control);
            }
            return std::pair(to_bytes(ends), paths);
        },
        "rows"_a, "width"_a, "height"_a, "seed"_a, "numbers"_a, "kind"_a, "wants_paths"_a,
        "threads"_a, "progress"_a.none());
}

void register_changes(nb::module_ &module) {
    // Rows and mask of a maze without so many cells at its dead ends.
    module.def(
        "sparse",
        [](const nb::bytes &rows, const nb::bytes &bits, Number width, Number height, Number count,
           nb::object progress) {
            const Planes maze = small_enough(planes_of(rows, width, height));
            mask_of(bits, width, height);
            PythonControl control(std::move(progress));
            nb::bytes left = fill_bytes(bits.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(bits), bits.size());
            });
            nb::bytes thinned = fill_bytes(rows.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(rows), rows.size());
                Sparse(out, data_of(left), maze.shape()).make(count, control);
            });
            return std::pair(thinned, left);
        },
        "rows"_a, "mask"_a, "width"_a, "height"_a, "count"_a, "progress"_a = nb::none());
}

void register_contraction(nb::module_ &module) {
    // Passages that are open, and others that can never be; all cells can be reached nevertheless.
    nb::class_<Contraction>(module, "JoinedSquares")
        .def(
            "__init__",
            [](Contraction *self, const nb::bytes &joined, const nb::bytes &closed,
               const std::optional<nb::bytes> &bits, Number width, Number height) {
                const Planes open = planes_of(joined, width, height);
                const Planes walls = planes_of(closed, width, height);
                const std::optional<Mask> mask = mask_or_none(bits, width, height);
                Contraction squares =
                    unlocked([&] { return Contraction(open, walls, mask, {open.shape(), {}}); });
                check_pieces(unlocked([&] { return squares.is_connected(); }));
                new (self) Contraction(std::move(squares));
            },
            "joined"_a, "closed"_a, "mask"_a.none(), "width"_a, "height"_a)
        // Of mazes that the maps of a symmetry, a byte each, do not change; one of the passages of
        // `choices` is open as well.
        .def_static(
            "symmetric",
            [](const nb::bytes &joined, const nb::bytes &choices, const nb::bytes &maps,
               Number width, Number height) {
                const Planes open = planes_of(joined, width, height);
                const Planes some = planes_of(choices, width, height);
                const Symmetry symmetry = symmetry_of(maps, width, height);
                const nb::gil_scoped_release unlocked;
                std::vector<std::uint64_t> places;
                for (std::uint64_t place = 0; place < 8 * open.shape().bytes(); ++place) {
                    if (has_bit(some.east_row(0), place)) {
                        places.push_back(place);
                    }
                }
                const auto repeated = symmetry.repeated();
                return Contraction(open, {repeated.data(), open.shape()}, std::nullopt, symmetry,
                                   places);
            },
            "joined"_a, "choices"_a, "maps"_a, "width"_a, "height"_a);
}

void register_masks(nb::module_ &module) {
    module.def(
        "mask_largest",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(bits.size(), [&](std::uint8_t *out) { keep_largest(mask, out); });
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_joined",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = small_enough(mask_of(bits, width, height));
            PythonControl control;
            return fill_bytes(bits.size(), [&](std::uint8_t *out) {
                std::memcpy(out, data_of(bits), bits.size());
                join_pieces(mask, out, control);
            });
        },
        "mask"_a, "width"_a, "height"_a);
    module.def(
        "mask_surroundings",
        [](const nb::bytes &bits, Number width, Number height) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(bits.size(),
                              [&](std::uint8_t *out) { find_surroundings(mask, out); });
        },
        "mask"_a, "width"_a, "height"_a);
    // Rows with all passages between cells of the mask, or between places outside.
    module.def(
        "mask_passages",
        [](const nb::bytes &bits, Number width, Number height, bool inside) {
            const Mask mask = mask_of(bits, width, height);
            return fill_bytes(mask.shape().bytes(),
                              [&](std::uint8_t *out) { all_passages(mask, inside, out); });
        },
        "mask"_a, "width"_a, "height"_a, "inside"_a);
    // Whether a passage leads outside.
    module.def(
        "leaves_mask",
        [](const nb::bytes &rows, const nb::bytes &bits, Number width, Number height) {
            return leaves(planes_of(rows, width, height), mask_of(bits, width, height));
        },
        "rows"_a, "mask"_a, "width"_a, "height"_a);
}

} // namespace labirinto::binding
