// Blocks of many mazes: cells of any, ends and solutions of perfect ones.
#pragma once

#include "../../core/batch_solutions.hpp"
#include "target.hpp"

namespace fuzz {

inline void batch(Input &input) {
    const std::uint64_t count = 1 + input.byte() % 4;
    const auto kind = static_cast<EndsKind>(input.byte() % 4);
    const std::uint64_t seed = input.byte();
    const std::uint64_t width = 1 + input.byte() % 80;
    Shape shape{width, 1};
    shape.height = std::max<std::uint64_t>(1, input.left() / shape.row_bytes() / count);
    if (shape.cells() == 1) {
        return;
    }
    std::vector<std::uint8_t> rows;
    std::vector<std::uint64_t> numbers;
    std::vector<Maze> mazes;
    for (std::uint64_t item = 0; item < count; ++item) {
        mazes.push_back({shape, input.bytes(shape.bytes())});
        make_perfect(mazes.back());
        rows.insert(rows.end(), mazes.back().rows.begin(), mazes.back().rows.end());
        numbers.push_back(item * seed);
    }
    Control control;
    std::vector<std::uint8_t> cells(count * shape.cells());
    batch_cells(rows.data(), shape, count, 1, cells.data(), control);
    std::vector<std::int32_t> ends(4 * count);
    std::vector<std::uint8_t> paths(count * shape.cells());
    solve_items(rows.data(), shape, count, seed, numbers.data(), {kind, ends.data(), paths.data()},
                1, control);
    for (std::uint64_t item = 0; item < count; ++item) {
        const Planes planes = mazes[item].planes();
        std::vector<std::uint8_t> own(shape.cells());
        compass(planes, own.data());
        expect(std::equal(own.begin(), own.end(),
                          cells.begin() + static_cast<std::ptrdiff_t>(item * shape.cells())),
               "the cells of an item are those of its maze");
        const LargeMazeSolver large(planes);
        const Pair pair = large.ends(kind, child_seed(seed, Purpose::item, numbers[item]), control);
        const std::int32_t wanted[4] = {
            static_cast<std::int32_t>(pair.start.x), static_cast<std::int32_t>(pair.start.y),
            static_cast<std::int32_t>(pair.end.x), static_cast<std::int32_t>(pair.end.y)};
        expect(std::equal(wanted, wanted + 4, ends.begin() + static_cast<std::ptrdiff_t>(4 * item)),
               "small and large mazes have the same ends");
        std::vector<std::uint8_t> path(shape.cells());
        large.write_path(pair, path.data(), control);
        expect(std::equal(path.begin(), path.end(),
                          paths.begin() + static_cast<std::ptrdiff_t>(item * shape.cells())),
               "and the same paths");
    }
}

} // namespace fuzz
