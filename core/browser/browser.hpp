// The core for JavaScript: numbers, and places in a memory that both see.
//
// A maze is its rows, the sides of its rectangle and its mask, 0 for none, as in planes.hpp and
// mask.hpp; a cell is a place, y * width + x, and there are fewer than 2^31.  Seeds are 64 bits.
// What has no size that the caller knows is an answer, which lasts until the next call.  The caller
// checks values: what throws an exception elsewhere is a trap here, after which only `fault` holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "../all_kernels.hpp"
#include "../control.hpp"
#include "../kernel.hpp"
#include "../mask.hpp"
#include "../planes.hpp"

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

namespace labirinto::browser {

using Bytes = std::uint8_t *;
using Number = std::uint32_t;

inline Control free_run;

inline std::optional<Mask> mask_at(const std::uint8_t *mask, Shape shape) {
    return mask ? std::optional(Mask(mask, shape)) : std::nullopt;
}

// Passes as many of these numbers as a kernel has parameters.
template <class Kernel, class Cells>
void make_on(const Cells &cells, const std::uint64_t *numbers, std::uint64_t seed, Bytes rows) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        Kernel kernel(cells, numbers[I]...);
        kernel.make(seed, rows, free_run);
    }(std::make_index_sequence<Kernel::parameters.size()>());
}

template <class Visit> void with_kernel(Number number, Visit visit) {
    Number here = 0;
    AllKernels::for_each([&]<class Kernel>() {
        if (here++ == number) {
            visit.template operator()<Kernel>();
        }
    });
}

} // namespace labirinto::browser
