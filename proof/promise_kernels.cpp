// Mazes by the kernels alone, without a Python, to be compiled with any compiler and sanitizer.
//
// Reads a maze or a batch a line: "kernel width height seed count threads", with count 0 for a
// single maze, then the number of parameters and their values.  Writes the rows of all
// mazes, one after the other.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "all_kernels.hpp"
#include "batch.hpp"

using namespace labirinto;

namespace {

struct Order {
    std::string kernel;
    Shape shape{1, 1};
    std::uint64_t seed = 0, count = 0;
    unsigned threads = 1;
    std::vector<std::uint64_t> parameters;
};

template <class Kernel, std::size_t... I>
void follow(const Order &order, std::uint8_t *rows, Control &control, std::index_sequence<I...>) {
    const auto &[kernel, shape, seed, count, threads, parameters] = order;
    if (count == 0) {
        make_maze<Kernel>(shape, seed, threads, rows, control, parameters.at(I)...);
    } else {
        make_batch<Kernel>({shape, seed, 0, count, rows}, threads, control, parameters.at(I)...);
    }
}

bool follow(const Order &order, std::uint8_t *rows, Control &control) {
    bool known = false;
    AllKernels::for_each([&]<class Kernel>() {
        if (order.kernel == Kernel::name) {
            known = true;
            follow<Kernel>(order, rows, control,
                           std::make_index_sequence<Kernel::parameters.size()>());
        }
    });
    return known;
}

std::istream &operator>>(std::istream &line, Order &order) {
    std::size_t parameters = 0;
    line >> order.kernel >> order.shape.width >> order.shape.height >> order.seed >> order.count >>
        order.threads >> parameters;
    order.parameters.resize(line ? parameters : 0);
    for (std::uint64_t &parameter : order.parameters) {
        line >> parameter;
    }
    return line;
}

} // namespace

int main() {
    Control quiet;
    Order order;
    while (std::cin >> order) {
        const std::uint64_t mazes = order.count == 0 ? 1 : order.count;
        std::vector<std::uint8_t> rows(mazes * order.shape.bytes());
        if (!follow(order, rows.data(), quiet)) {
            std::fprintf(stderr, "there is no kernel %s\n", order.kernel.c_str());
            return 1;
        }
        std::fwrite(rows.data(), 1, rows.size(), stdout);
    }
    return std::cin.eof() ? 0 : 1;
}
