#include "browser.hpp"

#include <cstdlib>
#include <new>
#include <vector>

#include "../batch_solutions.hpp"
#include "../braid.hpp"
#include "../contraction.hpp"
#include "../pieces.hpp"
#include "../sparse.hpp"
#include "../squares_maze.hpp"
#include "../tiles.hpp"

namespace labirinto::browser {

namespace {

enum class Fault : Number { none, memory, exception };
Fault fault = Fault::none;

[[noreturn]] void fail(Fault reason) {
    fault = reason;
    __builtin_trap();
}

std::vector<std::uint8_t> answer;

template <class Value> void put(const Value &value) {
    const auto *const bytes = reinterpret_cast<const std::uint8_t *>(&value);
    answer.insert(answer.end(), bytes, bytes + sizeof value);
}

SquaresMaze maze_at(const std::uint8_t *rows, Number width, Number height,
                    const std::uint8_t *mask) {
    const Shape shape{width, height};
    const std::optional<Mask> cells = mask_at(mask, shape);
    return {Planes(rows, shape), cells, cells ? cells->cells() : shape.cells()};
}

// `among` is the mask of the cells that may be ends, or null for all.
Candidates candidates(Number width, Number height, const std::uint8_t *among) {
    const Shape shape{width, height};
    return {shape, false, mask_at(among, shape)};
}

} // namespace

// ---- Memory ----

EXPORT(fault) const Fault *fault_place() { return &fault; }
EXPORT(take) void *take(std::size_t size) { return std::calloc(size, 1); } // null if there is none
EXPORT(release) void release(void *memory) { std::free(memory); }
EXPORT(answer) const std::uint8_t *answer_place() { return answer.data(); }
EXPORT(answer_size) std::size_t answer_size() { return answer.size(); }

// ---- Changes ----

// The same where some passages are open from the start, those in `rows`, and some walls always
// stand.  False if that leaves the cells in several pieces, too.
EXPORT(make_joined)
bool make_joined(Number number, Number width, Number height, const std::uint8_t *mask,
                 const std::uint8_t *closed, const std::uint64_t *numbers, std::uint64_t seed,
                 Bytes rows) {
    bool is_made = false;
    with_kernel(number, [&]<class Kernel>() {
        if constexpr (TakesGraph<Kernel>) {
            const Shape shape{width, height};
            const Contraction cells(Planes(rows, shape), Planes(closed, shape),
                                    mask_at(mask, shape), {shape, {}});
            if (cells.is_connected()) {
                make_on<typename Kernel::OnGraph>(cells.graph(), numbers, seed, rows);
                is_made = true;
            }
        }
    });
    return is_made;
}

// The same for a maze that the maps of a symmetry do not change.
EXPORT(make_symmetric)
void make_symmetric(Number number, Number width, Number height, const std::uint8_t *maps,
                    Number count, const std::uint64_t *numbers, std::uint64_t seed, Bytes rows) {
    with_kernel(number, [&]<class Kernel>() {
        if constexpr (TakesGraph<Kernel>) {
            const Shape shape{width, height};
            const Symmetry symmetry(shape, {maps, static_cast<std::size_t>(count)});
            const std::vector<std::uint8_t> repeated = symmetry.repeated();
            const Contraction cells(Planes(rows, shape), Planes(repeated.data(), shape),
                                    std::nullopt, symmetry);
            make_on<typename Kernel::OnGraph>(cells.graph(), numbers, seed, rows);
            symmetry.complete(rows);
        }
    });
}

EXPORT(braid)
void braid(Bytes rows, Number width, Number height, const std::uint8_t *mask, std::uint64_t share,
           std::uint64_t seed) {
    Braid(maze_at(rows, width, height, mask).opened(rows)).make(share, seed, free_run);
}

// Takes cells out of the mask.
EXPORT(sparse) void sparse(Bytes rows, Number width, Number height, Bytes mask, Number count) {
    Sparse(rows, mask, {width, height}).make(count, free_run);
}

// ---- Questions ----

EXPORT(is_tree)
bool is_tree(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask) {
    return maze_at(rows, width, height, mask).is_tree(free_run);
}

// The steps of a shortest path, or -1; the answer has four moves in a byte.
EXPORT(path)
std::int32_t path(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
                  Number start, Number end, bool is_tree) {
    auto route = maze_at(rows, width, height, mask).path(start, end, is_tree, free_run);
    if (!route) {
        return -1;
    }
    answer = std::move(route->packed);
    return static_cast<std::int32_t>(route->steps);
}

// To every place, or -1.
EXPORT(distances)
void distances(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
               Number start, std::int32_t *out) {
    maze_at(rows, width, height, mask).distances(start, out, free_run);
}

// The answer is a place and the steps to it.
EXPORT(farthest)
void farthest(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
              Number start, const std::uint8_t *among, bool is_tree) {
    const auto [place, steps] =
        maze_at(rows, width, height, mask)
            .farthest(start, candidates(width, height, among), is_tree, free_run);
    answer.clear();
    put(static_cast<Number>(place));
    put(static_cast<Number>(steps));
}

// The two that are farthest apart, if that takes no more visits of cells; the answer is both.
EXPORT(farthest_pair)
bool farthest_pair(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
                   const std::uint8_t *among, std::uint64_t most_visits) {
    const auto pair = maze_at(rows, width, height, mask)
                          .farthest_pair(candidates(width, height, among), most_visits, free_run);
    answer.clear();
    if (pair) {
        put(static_cast<Number>(pair->first));
        put(static_cast<Number>(pair->second));
    }
    return pair.has_value();
}

// Fills most dead ends in which none of some cells lies.
EXPORT(fill_dead_ends)
void fill_dead_ends(Bytes rows, Number width, Number height, const std::uint8_t *cells,
                    Number turns) {
    const Mask kept(cells, {width, height});
    labirinto::fill_dead_ends(
        rows, {width, height}, turns,
        [&](std::uint64_t y, std::uint64_t word) { return kept.word(word, y); });
}

// For each part that no passage joins to the others, its first cell and how many there are.
EXPORT(parts)
void parts(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask) {
    const auto found = maze_at(rows, width, height, mask).parts(free_run);
    answer.clear();
    for (const auto &[place, cells] : found) {
        put(static_cast<Number>(place));
        put(static_cast<Number>(cells));
    }
}

// Passages east and south, corridors with two opposite passages, cells with 0 to 4 passages; then
// the steps of corridors and how many have so many.
EXPORT(census)
void census(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask) {
    const Counts counts = maze_at(rows, width, height, mask).counts(free_run);
    answer.clear();
    for (const auto &count : {counts.east_passages, counts.south_passages, counts.straights}) {
        put(static_cast<Number>(*count));
    }
    for (const std::uint64_t count : counts.by_exits) {
        put(static_cast<Number>(count));
    }
    for (const auto &[steps, corridors] : counts.corridors) {
        put(static_cast<Number>(steps));
        put(static_cast<Number>(corridors));
    }
}

// Two different numbers below `cells`: the answer.
EXPORT(random_pair) void random_pair(Number cells, std::uint64_t seed) {
    const auto [one, other] = labirinto::random_pair(cells, seed);
    answer.clear();
    put(static_cast<Number>(one));
    put(static_cast<Number>(other));
}

// ---- Masks ----

EXPORT(mask_length)
Number mask_length(const std::uint8_t *mask, Number width, Number height) {
    return static_cast<Number>(Mask(mask, {width, height}).length());
}
EXPORT(mask_pieces)
Number mask_pieces(const std::uint8_t *mask, Number width, Number height) {
    return static_cast<Number>(count_pieces({mask, {width, height}}));
}

// Where the cell with this number is.
EXPORT(mask_place)
Number mask_place(const std::uint8_t *mask, Number width, Number height, Number cell) {
    return static_cast<Number>(Mask(mask, {width, height}).place_of(cell));
}

// The places outside that a path without cells joins to the outside of the rectangle.
EXPORT(mask_surroundings)
void mask_surroundings(const std::uint8_t *mask, Number width, Number height, Bytes out) {
    find_surroundings({mask, {width, height}}, out);
}

// Rows with all passages between cells of the mask, or between places outside.
EXPORT(mask_passages)
void mask_passages(const std::uint8_t *mask, Number width, Number height, bool inside, Bytes out) {
    all_passages({mask, {width, height}}, inside, out);
}

// ---- Views ----

// A byte a place: N 1, E 2, S 4, W 8; 16 outside the mask.
EXPORT(exits)
void exits(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
           Bytes out) {
    const Shape shape{width, height};
    compass(Planes(rows, shape), out);
    for_outside(mask_at(mask, shape),
                [&](std::uint64_t x, std::uint64_t y) { out[y * width + x] = 16; });
}

// A pixel for across x down cells, from `first` where there is no wall to `last`; `across` is a
// power of two.  The answer has its rows.
EXPORT(tones)
void tones(const std::uint8_t *rows, Number width, Number height, const std::uint8_t *mask,
           Number across, Number down, std::uint8_t first, std::uint8_t last) {
    const Shape shape{width, height};
    const Tones wanted{across, down, first, last};
    answer.assign(wanted.pixels(shape), 0);
    paint_tones(Planes(rows, shape), mask_at(mask, shape), wanted, answer.data());
}

} // namespace labirinto::browser

// The compiler's calls for exceptions and memory, which would otherwise need the library for them.
extern "C" void *__cxa_allocate_exception(std::size_t) noexcept {
    labirinto::browser::fail(labirinto::browser::Fault::exception);
}
extern "C" void __cxa_throw(void *, void *, void *) {
    labirinto::browser::fail(labirinto::browser::Fault::exception);
}
void *operator new(std::size_t size) {
    void *const memory = std::malloc(size);
    if (memory == nullptr) {
        labirinto::browser::fail(labirinto::browser::Fault::memory);
    }
    return memory;
}

// The library's own would print the reason, which takes 25 kB.
void std::__libcpp_verbose_abort(const char *, ...) noexcept {
    labirinto::browser::fail(labirinto::browser::Fault::exception);
}
