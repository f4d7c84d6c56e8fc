// Many mazes of one size, one after the other in one buffer.
//
// Item k of a batch is the maze of the child seed k of the batch's seed, so that it depends neither
// on the thread that makes it nor on the other items.  Threads take some hundred small items at a
// time, with one kernel, and so one allocation, for all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "control.hpp"
#include "geometry.hpp"
#include "kernel.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "thread_team.hpp"

namespace labirinto {

// Reports items instead of the rows or cells that a kernel reports.
class ItemControl : public Control {
  public:
    explicit ItemControl(Control &outside) : outside_(outside) {}

    void check(std::uint64_t, std::uint64_t) override { outside_.check(done_, 0); }

    void count_item() { ++done_; }

  private:
    Control &outside_;
    std::uint64_t done_ = 0;
};

// Calls work(i, control) for every item i below `count`, each of so many cells, with a `work` from
// new_work() for each task, which may keep memory from one item to the next.
template <class NewWork>
void for_items(std::uint64_t cells, std::uint64_t count, unsigned threads, Control &control,
               NewWork new_work) {
    const std::uint64_t per_task = std::clamp<std::uint64_t>((1 << 15) / cells, 1, 1000);
    const std::uint64_t tasks = (count + per_task - 1) / per_task;
    ThreadTeam team(threads, control, count);
    team.run(tasks, [&](std::uint64_t task, Control &outside) {
        ItemControl inside(outside);
        auto work = new_work();
        const std::uint64_t end = std::min(count, (task + 1) * per_task);
        for (std::uint64_t i = task * per_task; i < end; ++i) {
            work(i, inside);
            inside.count_item();
        }
        inside.check(0, 0);
    });
}

// The items to make, and where: `rows` are all 0.
struct Items {
    Shape shape;
    std::uint64_t seed; // of the batch
    std::uint64_t first, count;
    std::uint8_t *rows;
};

// Makes all items with kernels of new_kernel(); each has so many cells and takes so many bytes.
template <class NewKernel>
void make_items(std::uint64_t cells, std::uint64_t bytes, const Items &items, unsigned threads,
                Control &control, NewKernel new_kernel, unsigned threads_an_item = 1) {
    for_items(cells, items.count, threads, control, [&] {
        return [&, kernel = new_kernel()](std::uint64_t i, Control &inside) mutable {
            if constexpr (UsesThreads<decltype(kernel)>) {
                kernel.use_threads(threads_an_item);
            }
            kernel.make(child_seed(items.seed, Purpose::item, items.first + i),
                        items.rows + i * bytes, inside);
        };
    });
}

// Makes items in rectangles.  Threads share the items, or each item where its kernel can do so.
template <class Kernel, class... Parameters>
void make_batch(const Items &items, unsigned threads, Control &control, Parameters... parameters) {
    unsigned threads_an_item = 1;
    if constexpr (UsesThreads<Kernel>) {
        if (Kernel::is_shared(items.shape, parameters...)) {
            std::swap(threads, threads_an_item);
        }
    }
    make_items(
        items.shape.cells(), items.shape.bytes(), items, threads, control,
        [&] { return Kernel(items.shape, parameters...); }, threads_an_item);
}

// A byte a cell of every item; see `compass`.
inline void batch_cells(const std::uint8_t *rows, Shape shape, std::uint64_t count,
                        unsigned threads, std::uint8_t *out, Control &control) {
    for_items(shape.cells(), count, threads, control, [&] {
        return [&](std::uint64_t i, Control &) {
            compass(Planes(rows + i * shape.bytes(), shape), out + i * shape.cells());
        };
    });
}

} // namespace labirinto
