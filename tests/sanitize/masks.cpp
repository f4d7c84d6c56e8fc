// Masks, and mazes of any shape.
#include <string>
#include <vector>

#include "all_kernels.hpp"
#include "kernels.hpp"
#include "mask.hpp"
#include "pieces.hpp"

namespace checks {
namespace {

Mask mask_of(const Bytes &bits, Shape shape) { return {bits.data(), shape}; }

// Cells with a chance in eighths, and at least one of them.
Bytes random_mask(Shape shape, std::uint64_t seed, unsigned eighths) {
    Bytes bits(shape.height * shape.stride());
    Bits random(seed);
    const auto add = [&](std::uint64_t x, std::uint64_t y) {
        set_bit(bits.data() + y * shape.stride(), x);
    };
    for (std::uint64_t y = 0; y < shape.height; ++y) {
        for (std::uint64_t x = 0; x < shape.width; ++x) {
            if (random.take(3) < eighths) {
                add(x, y);
            }
        }
    }
    add(random.below(shape.width), random.below(shape.height));
    return bits;
}

Bytes largest_of(const Bytes &bits, Shape shape) {
    Bytes kept(bits.size());
    keep_largest(mask_of(bits, shape), kept.data());
    return kept;
}

Cell cell_of(const Mask &mask, std::uint64_t number) {
    const std::uint64_t place = mask.place_of(number);
    return {place % mask.shape().width, place / mask.shape().width};
}

std::vector<Shape> masked_shapes() {
    return joined(small_shapes(),
                  {{63, 9}, {64, 9}, {65, 9}, {127, 4}, {128, 4}, {129, 4}, {9, 70}});
}

void check_pieces() {
    Group group("pieces of masks");
    for (const Shape shape : masked_shapes()) {
        group.begin(named(shape));
        const Bytes bits = random_mask(shape, shape.width, 4);
        const Bytes kept = largest_of(bits, shape);
        Bytes united = bits;
        join_pieces(mask_of(bits, shape), united.data(), quiet);
        Bytes around(bits.size());
        find_surroundings(mask_of(bits, shape), around.data());
        expect(count_pieces(mask_of(kept, shape)) == 1, "the largest piece is in pieces");
        expect(count_pieces(mask_of(united, shape)) == 1, "joined pieces are still apart");
        for (std::size_t at = 0; at < bits.size(); ++at) {
            expect((kept[at] & ~bits[at]) == 0, "the largest piece has another's cells");
            expect((bits[at] & ~united[at]) == 0, "joining loses cells");
            expect((bits[at] & around[at]) == 0, "cells are in the surroundings");
        }
    }
}

template <class Kernel> void check_shapes() {
    Group group(std::string("masked_") + Kernel::name);
    for (const Shape shape : masked_shapes()) {
        for (const unsigned eighths : {5U, 7U}) {
            group.begin(named(shape) + " eighths " + std::to_string(eighths));
            const Bytes bits = largest_of(random_mask(shape, shape.height, eighths), shape);
            const Mask mask = mask_of(bits, shape);
            auto kernel = kernel_on<typename Kernel::Masked>(mask);
            for (std::uint64_t seed = 0; seed < 2; ++seed) { // the second in used memory
                Made made = closed_maze(shape);
                kernel.make(seed, made.rows.data(), quiet);
                expect(!leaves(made.planes(), mask), "a passage leads out of the shape");
                expect(passages_in(made) == mask.cells() - 1, "passages are not one less");
                expect(is_perfect(made.planes(), cell_of(mask, 0), mask.cells(), quiet),
                       "a cell of the shape cannot be reached");
            }
        }
    }
}

} // namespace

void check_masks() {
    check_pieces();
    AllKernels::for_each([]<class Kernel>() {
        if constexpr (TakesMask<Kernel>) {
            check_shapes<Kernel>();
        }
    });
}

} // namespace checks
