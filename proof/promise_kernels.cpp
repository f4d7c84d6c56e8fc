// Mazes by the kernels alone, without a Python, to be compiled with any compiler and sanitizer.
//
// Reads a maze or a batch a line: "kernel width height seed count threads parameters", with count 0
// for a single maze; writes the rows of all, one after the other.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "batch.hpp"

using namespace labirinto;

namespace {

struct Quiet : Control {
    void check(std::uint64_t, std::uint64_t) override {}
};

struct Order {
    std::string kernel;
    Shape shape{1, 1};
    std::uint64_t seed = 0, count = 0;
    unsigned threads = 1;
    std::uint64_t first = 0, second = 0; // parameters
};

bool make(const Order &order, std::uint8_t *rows, Control &control) {
    const auto &[kernel, shape, seed, count, threads, first, second] = order;
    if (kernel == "wilson_cells") {
        wilson_cells(shape, seed, rows, control);
    } else if (kernel == "wilson_walls") {
        wilson_walls(shape, seed, first, threads, rows, control);
    } else if (kernel == "eller") {
        eller(shape, seed, first, second, rows, control);
    } else if (kernel == "aldous_broder") {
        aldous_broder(shape, seed, rows, control);
    } else if (kernel == "kruskal") {
        kruskal(shape, seed, rows, control);
    } else {
        return false;
    }
    return true;
}

bool make_batch(const Order &order, std::uint8_t *rows, Control &control) {
    const auto &[kernel, shape, seed, count, threads, first, second] = order;
    const Items items{shape, seed, 0, count, rows};
    if (kernel == "wilson_cells") {
        batch_wilson_cells(items, threads, control);
    } else if (kernel == "wilson_walls") {
        batch_wilson_walls(items, threads, control, first);
    } else if (kernel == "eller") {
        batch_eller(items, threads, control, first, second);
    } else if (kernel == "aldous_broder") {
        batch_aldous_broder(items, threads, control);
    } else if (kernel == "kruskal") {
        batch_kruskal(items, threads, control);
    } else {
        return false;
    }
    return true;
}

} // namespace

int main() {
    Quiet quiet;
    Order order;
    while (std::cin >> order.kernel >> order.shape.width >> order.shape.height >> order.seed >>
           order.count >> order.threads >> order.first >> order.second) {
        const std::uint64_t mazes = order.count == 0 ? 1 : order.count;
        std::vector<std::uint8_t> rows(mazes * order.shape.bytes());
        const bool known = order.count == 0 ? make(order, rows.data(), quiet)
                                            : make_batch(order, rows.data(), quiet);
        if (!known) {
            std::fprintf(stderr, "there is no kernel %s\n", order.kernel.c_str());
            return 1;
        }
        std::fwrite(rows.data(), 1, rows.size(), stdout);
    }
    return std::cin.eof() ? 0 : 1;
}
