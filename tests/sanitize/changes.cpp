// Mazes in which cells are joined from the start, and mazes that are changed.
#include <string>
#include <vector>

#include "all_kernels.hpp"
#include "braid.hpp"
#include "contraction.hpp"
#include "kernels.hpp"
#include "mesh_kinds.hpp"
#include "sparse.hpp"

namespace checks {
namespace {

// A room in the middle with 2 cells between it and the frame, where there is space for one.
Made room_in(Shape shape) {
    Made room = closed_maze(shape);
    for (std::uint64_t y = 2; y + 2 < shape.height; ++y) {
        for (std::uint64_t x = 2; x + 2 < shape.width; ++x) {
            if (x + 3 < shape.width) {
                open_passage(room, x, y, false);
            }
            if (y + 3 < shape.height) {
                open_passage(room, x, y, true);
            }
        }
    }
    return room;
}

template <class Kernel> void check_joined() {
    if constexpr (TakesGraph<Kernel>) {
        Group group(std::string("joined_") + Kernel::name);
        for (const Shape shape : joined(small_shapes(), {{63, 9}, {64, 9}, {65, 9}, {9, 65}})) {
            group.begin(named(shape));
            const Made room = room_in(shape);
            const Made nothing = closed_maze(shape);
            const Contraction cells(room.planes(), nothing.planes(), std::nullopt, {shape, {}});
            expect(cells.is_connected(), "the cells are in pieces");
            auto kernel = kernel_on<typename Kernel::OnGraph>(cells.graph());
            for (std::uint64_t seed = 0; seed < 2; ++seed) { // the second in used memory
                Made made = room;
                kernel.make(seed, made.rows.data(), quiet);
                expect(!has_stray_bits(made.planes()), "a passage leads out of the maze");
                expect(passages_in(made) == passages_in(room) + cells.graph().nodes() - 1,
                       "passages are not one less than nodes");
                expect(spans(made), "a cell cannot be reached");
            }
        }
    }
}

template <class Kernel> void check_half_turns() {
    if constexpr (TakesGraph<Kernel>) {
        Group group(std::string("symmetric_") + Kernel::name);
        const std::vector<std::uint8_t> turn{Symmetry::flips_x | Symmetry::flips_y};
        for (const Shape shape : joined({}, {{1, 3}, {5, 7}, {63, 9}, {65, 9}, {9, 65}})) {
            group.begin(named(shape));
            const Symmetry half(shape, turn);
            const Bytes repeated = half.repeated();
            const Made nothing = closed_maze(shape);
            const Contraction cells(nothing.planes(), {repeated.data(), shape}, std::nullopt, half);
            Made made = closed_maze(shape);
            cells.begin(made.rows.data(), 1);
            kernel_on<typename Kernel::OnGraph>(cells.graph()).make(1, made.rows.data(), quiet);
            cells.complete(made.rows.data());
            expect(!has_stray_bits(made.planes()), "a passage leads out of the maze");
            expect(passages_in(made) == shape.cells() - 1 && spans(made), "it is not perfect");
        }
    }
}

void check_pieces() {
    Group group("joined cells in pieces");
    for (const Shape shape : small_shapes()) {
        group.begin(named(shape));
        const Made nothing = closed_maze(shape);
        const Made all = open_maze(shape);
        const Contraction apart(nothing.planes(), all.planes(), std::nullopt, {shape, {}});
        expect(apart.is_connected() == (shape.cells() == 1), "walls that stand are passed");
        const Contraction one(all.planes(), nothing.planes(), std::nullopt, {shape, {}});
        expect(one.graph().nodes() == 1 && one.is_connected(), "joined cells are not one");
    }
}

void check_braids() {
    Group group("braids");
    for (const Shape shape : short_shapes()) {
        group.begin(named(shape));
        Made made = sample_maze(shape);
        const std::uint64_t passages = passages_in(made);
        Braid(OpenSquares(made.rows.data(), shape, std::nullopt)).make(whole, 7, quiet);
        expect(!has_stray_bits(made.planes()), "a passage leads out of the maze");
        expect(passages_in(made) >= passages && spans(made), "a braid has closed a passage");
    }
    const Mesh mesh(hexagonal({{{0, 9}, {0, 9}, {0, 9}}}));
    group.begin("hexagons");
    Bytes passages((mesh.walls() + 7) / 8);
    Backtracker::OnMesh(mesh).make(1, passages.data(), quiet);
    OpenMesh maze(passages.data(), mesh);
    Braid(maze).make(whole, 7, quiet);
    for (std::uint32_t cell = 0; cell < mesh.cells(); ++cell) {
        expect(!maze.is_dead_end(cell), "a dead end is left");
    }
}

void check_thinning() {
    Group group("thinning out");
    for (const Shape shape : short_shapes()) {
        for (const std::uint64_t count : {std::uint64_t{1}, shape.cells() / 2, shape.cells() - 1}) {
            group.begin(named(shape) + " by " + std::to_string(count));
            Made made = sample_maze(shape);
            Bytes bits(shape.height * shape.stride(), 255);
            Sparse(made.rows.data(), bits.data(), shape).make(count, quiet);
            const Mask mask(bits.data(), shape);
            expect(!leaves(made.planes(), mask), "a passage leads to a cell that is gone");
            const std::uint64_t left = shape.cells() - std::min(count, shape.cells() - 1);
            expect(passages_in(made) == left - 1, "as many cells did not go");
        }
    }
}

} // namespace

void check_changes() {
    AllKernels::for_each([]<class Kernel>() {
        check_joined<Kernel>();
        check_half_turns<Kernel>();
    });
    check_pieces();
    check_braids();
    check_thinning();
}

} // namespace checks
