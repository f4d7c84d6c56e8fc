// Many mazes of one size, one after the other in one buffer.
//
// Item k of a batch is the maze that an algorithm makes from the child seed k of the batch's seed,
// so that it does not matter who makes it, or with which others.  Threads are handed some hundred
// small items at a time; what an algorithm needs in memory is taken once for all of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "aldous_broder.hpp"
#include "control.hpp"
#include "thread_team.hpp"
#include "eller.hpp"
#include "geometry.hpp"
#include "grid.hpp"
#include "kruskal.hpp"
#include "planes.hpp"
#include "random.hpp"
#include "wilson_cells.hpp"
#include "wilson_walls.hpp"

namespace labirinto {

// Counts items where a kernel would count its rows or cells.
class ItemControl : public Control {
  public:
    explicit ItemControl(Control &outside) : outside_(outside) {}

    void check(std::uint64_t, std::uint64_t) override { outside_.check(done_, 0); }

    void count_item() { ++done_; }

  private:
    Control &outside_;
    std::uint64_t done_ = 0;
};

// Calls work(i, control) for every item i below `count`, with a `work` from new_work() for each
// task: it may keep memory from one item to the next.
template <class NewWork>
void for_items(Shape shape, std::uint64_t count, unsigned threads, Control &control,
               NewWork new_work) {
    const std::uint64_t per_task = std::clamp<std::uint64_t>((1 << 15) / shape.cells(), 1, 1000);
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

// Which items are to be made, and where to: `rows` are all walls.
struct Items {
    Shape shape;
    std::uint64_t seed; // of the batch
    std::uint64_t first, count;
    std::uint8_t *rows;

    std::uint64_t seed_of(std::uint64_t i) const {
        return child_seed(seed, Purpose::item, first + i);
    }
    std::uint8_t *rows_of(std::uint64_t i) const { return rows + i * shape.bytes(); }
};

// Each item by make(seed, rows, control), with a `make` from new_maker() for each task.
template <class NewMaker>
void make_items(const Items &items, unsigned threads, Control &control, NewMaker new_maker) {
    for_items(items.shape, items.count, threads, control, [&] {
        return [&items, make = new_maker()](std::uint64_t i, Control &inside) mutable {
            make(items.seed_of(i), items.rows_of(i), inside);
        };
    });
}

inline void batch_wilson_cells(const Items &items, unsigned threads, Control &control) {
    make_items(items, threads, control, [&] {
        return [grid = Grid(items.shape)](std::uint64_t seed, std::uint8_t *rows,
                                          Control &inside) mutable {
            grid.clear();
            wilson_cells_in(grid, seed, rows, inside);
        };
    });
}

// Mazes of one strip at the same time; of several strips one after the other, each by all threads.
inline void batch_wilson_walls(const Items &items, unsigned threads, Control &control,
                               std::uint64_t strip_rows) {
    const bool has_strips = items.shape.height > strip_rows + 1;
    const unsigned inner = has_strips ? threads : 1;
    make_items(items, has_strips ? 1 : threads, control, [&] {
        return [&](std::uint64_t seed, std::uint8_t *rows, Control &inside) {
            wilson_walls(items.shape, seed, strip_rows, inner, rows, inside);
        };
    });
}

inline void batch_eller(const Items &items, unsigned threads, Control &control, std::uint64_t join,
                        std::uint64_t drop) {
    make_items(items, threads, control, [&] {
        return [shape = items.shape, source = EllerRows(items.shape.width, 0, join, drop)](
                   std::uint64_t seed, std::uint8_t *rows, Control &inside) mutable {
            source.begin(seed);
            source.next_rows(rows, shape.height - 1, inside);
            source.last_row(rows + (shape.height - 1) * shape.row_bytes());
        };
    });
}

inline void batch_aldous_broder(const Items &items, unsigned threads, Control &control) {
    make_items(items, threads, control, [&] {
        return [grid = Grid(items.shape)](std::uint64_t seed, std::uint8_t *rows,
                                          Control &inside) mutable {
            grid.clear();
            aldous_broder_in(grid, seed, rows, inside);
        };
    });
}

inline void batch_kruskal(const Items &items, unsigned threads, Control &control) {
    make_items(items, threads, control, [&] {
        return [source = Kruskal(items.shape)](std::uint64_t seed, std::uint8_t *rows,
                                               Control &inside) mutable {
            source.make(seed, rows, inside);
        };
    });
}

// A byte a cell of every item; see `compass`.
inline void batch_cells(const std::uint8_t *rows, Shape shape, std::uint64_t count,
                        unsigned threads, std::uint8_t *out, Control &control) {
    for_items(shape, count, threads, control, [&] {
        return [&](std::uint64_t i, Control &) {
            compass(Planes(rows + i * shape.bytes(), shape), out + i * shape.cells());
        };
    });
}

} // namespace labirinto
