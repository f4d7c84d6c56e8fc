// Everything that runs on several threads, to be compiled with -fsanitize=thread.
#include <cstdio>
#include <vector>

#include "wilson_walls.hpp"

using namespace labirinto;

namespace {

struct Quiet : Control {
    void check(std::uint64_t, std::uint64_t) override {}
};

struct Stop {};

struct Stopper : Control {
    void check(std::uint64_t, std::uint64_t) override { throw Stop(); }
};

std::vector<std::uint8_t> make(Shape shape, std::uint64_t strip_rows, unsigned threads) {
    std::vector<std::uint8_t> rows(shape.bytes());
    Quiet quiet;
    wilson_walls(shape, 7, strip_rows, threads, rows.data(), quiet);
    return rows;
}

bool is_stopped(unsigned threads) {
    const Shape shape{1000, 2000};
    std::vector<std::uint8_t> rows(shape.bytes());
    Stopper stopper;
    try {
        wilson_walls(shape, 7, 300, threads, rows.data(), stopper);
    } catch (const Stop &) {
        return true;
    }
    return false;
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
    for (const unsigned threads : {1U, 2U, 7U}) {
        if (!is_stopped(threads)) {
            std::printf("failed: %u threads cannot be stopped\n", threads);
            return 1;
        }
        ++checks;
    }
    std::printf("threads: %d checks\n", checks);
}
