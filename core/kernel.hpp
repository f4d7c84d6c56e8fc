// What a kernel is: a class that makes mazes of one shape, one after the other, in the same memory.
//
//     static constexpr const char *name;
//     static constexpr std::array<const char *, N> parameters;  // the names of N whole numbers
//     Kernel(Shape shape, N times std::uint64_t);
//     void make(std::uint64_t seed, std::uint8_t *rows, Control &control);  // into rows of all 0
//
// [[gnu::flatten]] before make() inlines all that it calls.  In a module of so many kernels,
// compilers stop doing that by themselves, and write the state of the random bits, which should be
// in registers, to memory at each draw.
//
// A kernel that lets several threads share one maze also has
//
//     static bool is_shared(Shape shape, N times std::uint64_t);  // whether the shape allows it
//     void use_threads(unsigned threads);
//
// One that works on other grids names the kernels for these, often itself.  They have parameters of
// their own, and make():
//
//     using Masked = ...;   // Masked(const Mask &mask, ...), for any shape
//     using OnGraph = ...;  // OnGraph(const Graph &graph, ...), where only neighbours matter; sets
//                           // the bits of the edges that are passages
//     using OnMesh = ...;   // OnMesh(const Mesh &mesh, ...), for cells of any form; sets the bits
//     of
//                           // the walls that are open
//
// and one that needs only the current row names what makes the rows, as in row_kernel.hpp:
//
//     using Source = ...;
#pragma once

#include <cstdint>

#include "control.hpp"
#include "mask.hpp"
#include "mesh.hpp"
#include "planes.hpp"

namespace labirinto {

template <class Kernel>
concept UsesThreads = requires(Kernel &kernel, unsigned threads) { kernel.use_threads(threads); };

template <class Kernel>
concept TakesMask = requires { typename Kernel::Masked; };

template <class Kernel>
concept TakesGraph = requires { typename Kernel::OnGraph; };

template <class Kernel>
concept TakesMesh = requires { typename Kernel::OnMesh; };

template <class Kernel>
concept MakesRows = requires { typename Kernel::Source; };

// Makes one maze, the same for any number of threads.
template <class Kernel, class... Parameters>
void make_maze(Shape shape, std::uint64_t seed, unsigned threads, std::uint8_t *rows,
               Control &control, Parameters... parameters) {
    Kernel kernel(shape, parameters...);
    if constexpr (UsesThreads<Kernel>) {
        kernel.use_threads(threads);
    }
    kernel.make(seed, rows, control);
}

} // namespace labirinto
