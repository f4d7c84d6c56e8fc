// The kernels: the one list of what makes mazes.  The binding and the checks go through it.
#pragma once

#include "aldous_broder.hpp"
#include "backtracker.hpp"
#include "binary_tree.hpp"
#include "eller.hpp"
#include "growing_tree.hpp"
#include "hunt_and_kill.hpp"
#include "kruskal.hpp"
#include "masked_walls.hpp"
#include "mesh_walls.hpp"
#include "prim.hpp"
#include "recursive_division.hpp"
#include "sidewinder.hpp"
#include "wilson_cells.hpp"
#include "wilson_rows.hpp"
#include "wilson_walls.hpp"

namespace labirinto {

template <class... Kernels> struct KernelList {
    // Calls visit.operator()<Kernel>() for every kernel.
    template <class Visit> static void for_each(Visit visit) {
        (visit.template operator()<Kernels>(), ...);
    }
};

using AllKernels =
    KernelList<WilsonCells, WilsonWalls, WilsonByRows, Eller, AldousBroder, Kruskal, Backtracker,
               Prim, GrowingTree, HuntAndKill, BinaryTree, Sidewinder, RecursiveDivision>;

} // namespace labirinto
