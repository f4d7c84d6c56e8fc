// Wilson's algorithm by rows: in tiles of any size, stopped, out of memory, saved and restored.
#include <new>

#include "kernels.hpp"

namespace checks {

namespace {

// Allocations until one fails; none while it is negative.
thread_local int allocations_left = -1;

struct Limited {
    explicit Limited(int allocations) { allocations_left = allocations; }
    ~Limited() { allocations_left = -1; }
};

Maker rows_maker(std::uint64_t side, std::uint64_t most_opened, std::uint64_t endless = 0) {
    return [=](Shape shape, std::uint64_t seed, std::uint8_t *rows, Control &control) {
        make_maze<WilsonByRows>(shape, seed, 1, rows, control, endless != 0 ? 0 : shape.height,
                                side, most_opened);
    };
}

void check_tiles_of_rows() {
    Group group("rows in tiles");
    for (const Shape shape : short_shapes()) {
        for (const std::uint64_t side : {1, 2, 3, 48, 64}) {
            for (const std::uint64_t endless : {0, 1}) {
                group.begin(named(shape) + " tiles of " + std::to_string(side));
                const Made made = make(shape, 5, rows_maker(side, 1, endless));
                expect_perfect(made);
                expect(make(shape, 5, rows_maker(side, huge, endless)).rows == made.rows,
                       "the maze depends on when tiles are closed");
            }
        }
    }
}

// Reads some rows, and loses none of them when it is stopped or memory runs out.
void read_some(WilsonRows &rows, std::uint64_t count, unsigned trouble, std::uint8_t *out) {
    try {
        if (trouble % 3 == 0) {
            Stopper stopper(static_cast<int>(1 + trouble / 3 % 4));
            rows.read(count, out, stopper);
        } else {
            const Limited limited(static_cast<int>(trouble % 7));
            rows.read(count, out, quiet);
        }
    } catch (const Stop &) {
    } catch (const std::bad_alloc &) {
    }
}

void check_rows_in_trouble() {
    Group group("rows in trouble");
    for (const std::uint64_t width : {1, 2, 9, 48, 49, 50, 130}) {
        for (const std::uint64_t height : {0, 1, 2, 48, 49, 50, 100}) {
            for (const std::uint64_t side : {1, 2, 7, 48}) {
                const Shape shape{width, height == 0 ? 101 : height};
                group.begin(named(shape) + " tiles of " + std::to_string(side));
                WilsonRows whole_maze(width, height, side, huge);
                Bytes expected(shape.bytes());
                whole_maze.begin(5);
                whole_maze.read(shape.height, expected.data(), quiet);
                WilsonRows rows(width, height, side, 2);
                rows.begin(5);
                Bytes found(shape.bytes());
                std::uint8_t *const out = found.data();
                for (unsigned trouble = 0; rows.y() < shape.height; ++trouble) {
                    const std::uint64_t y = rows.y();
                    const std::uint64_t count = std::min<std::uint64_t>(shape.height - y, 5);
                    read_some(rows, count, trouble, out + y * shape.row_bytes());
                    if (trouble % 4 == 0) {
                        rows.prepare_state(quiet);
                        Bytes state(rows.state_bytes());
                        rows.save(state.data());
                        WilsonRows again(width, height, side, 1);
                        again.begin(5);
                        expect(again.restore(rows.y(), state.data(), state.size()),
                               "its own state is refused");
                        expect(!again.restore(rows.y(), state.data(), state.size() - 1),
                               "a state that was cut is restored");
                        Bytes saved(again.state_bytes());
                        again.save(saved.data());
                        expect(saved == state, "another state");
                        std::swap(rows, again);
                    }
                }
                expect(found == expected, "other rows");
            }
        }
    }
}

// Squares of 1,000: at most 100 x w^1.25 bytes, of which some are for a state to go back to.
void check_memory_of_rows() {
    Group group("memory of rows");
    int within = 0;
    Bytes made(Shape{1000, 1000}.bytes());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        group.begin("seed " + std::to_string(seed));
        WilsonRows rows(1000, 1000, 48, 16);
        rows.begin(seed);
        rows.read(1000, made.data(), quiet);
        within += rows.memory() <= 80 * 5623;
    }
    expect(within >= 19, "they take more");
}

} // namespace

void check_rows() {
    check_tiles_of_rows();
    check_rows_in_trouble();
    check_memory_of_rows();
}

} // namespace checks

void *operator new(std::size_t size) {
    if (checks::allocations_left >= 0 && checks::allocations_left-- == 0) {
        checks::allocations_left = -1;
        throw std::bad_alloc();
    }
    void *const memory = std::malloc(size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

// std::stable_sort takes its buffer by this form; the sanitizer's own would not match the delete
// below.
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return std::malloc(size); }

// Inlined, it would look as if it freed what another allocator gave.
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { operator delete(memory); }
