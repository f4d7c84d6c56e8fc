// Everything that runs on several threads, to be compiled with -fsanitize=thread.
#include <cstdio>
#include <vector>

#include "batch.hpp"
#include "batch_solutions.hpp"
#include "kernel.hpp"
#include "wilson_cells.hpp"
#include "wilson_walls.hpp"

using namespace labirinto;

namespace {

struct Stop {};

struct Stopper : Control {
    void check(std::uint64_t, std::uint64_t) override { throw Stop(); }
};

std::vector<std::uint8_t> make(Shape shape, std::uint64_t strip_rows, unsigned threads) {
    std::vector<std::uint8_t> rows(shape.bytes());
    Control quiet;
    make_maze<WilsonWalls>(shape, 7, threads, rows.data(), quiet, strip_rows);
    return rows;
}

bool is_stopped(unsigned threads) {
    const Shape shape{1000, 2000};
    std::vector<std::uint8_t> rows(shape.bytes());
    Stopper stopper;
    try {
        make_maze<WilsonWalls>(shape, 7, threads, rows.data(), stopper, 300);
    } catch (const Stop &) {
        return true;
    }
    return false;
}

std::vector<std::uint8_t> make_batch(Shape shape, std::uint64_t strip_rows, unsigned threads) {
    constexpr std::uint64_t count = 3000;
    std::vector<std::uint8_t> rows(count * shape.bytes());
    Control quiet;
    const Items items{shape, 7, 3, count, rows.data()};
    if (strip_rows == 0) {
        make_batch<WilsonCells>(items, threads, quiet);
    } else {
        make_batch<WilsonWalls>(items, threads, quiet, strip_rows);
    }
    return rows;
}

struct Found {
    std::vector<std::int32_t> ends;
    std::vector<std::uint8_t> paths;

    bool operator==(const Found &) const = default;
};

Found solve_batch(Shape shape, const std::vector<std::uint8_t> &rows, unsigned threads) {
    const std::uint64_t count = rows.size() / shape.bytes();
    std::vector<std::uint64_t> numbers(count);
    Found found{std::vector<std::int32_t>(4 * count),
                std::vector<std::uint8_t>(count * shape.cells())};
    Control quiet;
    solve_items(rows.data(), shape, count, 7, numbers.data(),
                {EndsKind::border, found.ends.data(), found.paths.data()}, threads, quiet);
    return found;
}

} // namespace

int main() {
    int checks = 0;
    for (const Shape shape : {Shape{1, 50}, Shape{3, 500}, Shape{64, 200}, Shape{257, 300}}) {
        for (const std::uint64_t strip_rows : {1, 2, 7, 64}) {
            const auto alone = make(shape, strip_rows, 1);
            for (const unsigned threads : {2U, 3U, 7U}) {
                if (make(shape, strip_rows, threads) != alone) {
                    std::printf("failed: %u threads make another maze\n", threads);
                    return 1;
                }
                ++checks;
            }
        }
    }
    for (const Shape shape : {Shape{2, 1}, Shape{9, 9}, Shape{20, 7}}) {
        for (const std::uint64_t strip_rows : {0, 3, 100}) {
            const auto alone = make_batch(shape, strip_rows, 1);
            const Found found = solve_batch(shape, alone, 1);
            for (const unsigned threads : {2U, 3U, 7U}) {
                if (make_batch(shape, strip_rows, threads) != alone ||
                    solve_batch(shape, alone, threads) != found) {
                    std::printf("failed: %u threads make another batch\n", threads);
                    return 1;
                }
                ++checks;
            }
        }
    }
    for (const unsigned threads : {1U, 2U, 7U}) {
        if (!is_stopped(threads)) {
            std::printf("failed: %u threads cannot be stopped\n", threads);
            return 1;
        }
        ++checks;
    }
    std::printf("threads: %d checks\n", checks);
}
