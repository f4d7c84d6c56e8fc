// Mazes that are made row by row, in memory that depends on their width alone.
//
// A class of rows, such as EllerRows, has
//
//     static constexpr const char *name;        // of the kernel
//     static constexpr const char *class_name;  // of a stream of rows
//     static constexpr std::array<const char *, N> parameters;
//     Rows(std::uint64_t width, N times std::uint64_t);
//     std::uint64_t width() const;
//     void begin(std::uint64_t seed);         // of a maze
//     void next_row(std::uint8_t *row);       // which is not the last
//     void last_row(std::uint8_t *row);
//     static std::uint64_t least_state_bytes(std::uint64_t width);  // of any state of this width
//     std::uint64_t state_bytes() const;      // of the state before the next row
//     void save(std::uint8_t *out) const;     // that state, into bytes that are 0
//     bool restore(std::uint64_t y, const std::uint8_t *state, std::uint64_t size);
//                                             // before row y; false, and unchanged, if it was
//                                             // never saved there
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "control.hpp"
#include "planes.hpp"
#include "random.hpp"

namespace labirinto {

// Makes more rows, none of them the last.  A class that makes many at a time has an overload.
template <class Rows>
void make_rows(Rows &source, std::uint64_t count, std::uint8_t *rows, Control &control) {
    const std::uint64_t row_bytes = Shape{source.width(), 1}.row_bytes();
    PollThrottle throttle(control, static_cast<std::uint32_t>((1 << 20) / row_bytes + 1), count);
    for (std::uint64_t y = 0; y < count; ++y) {
        source.next_row(rows + y * row_bytes);
        throttle.poll(y);
    }
}

// Makes the state before the next row one that can be saved.  A class that has to work for it has
// an overload; a call that was stopped can be repeated.
template <class Rows> void prepare_state(Rows & /*source*/, Control & /*control*/) {}

template <class Rows> class RowKernel {
  public:
    using Source = Rows;

    static constexpr const char *name = Rows::name;
    static constexpr auto parameters = Rows::parameters;

    template <class... Parameters>
    explicit RowKernel(Shape shape, Parameters... values)
        : shape_(shape), source_(shape.width, values...) {}

    void make(std::uint64_t seed, std::uint8_t *rows, Control &control) {
        source_.begin(seed);
        make_rows(source_, shape_.height - 1, rows, control);
        source_.last_row(rows + (shape_.height - 1) * shape_.row_bytes());
    }

  private:
    Shape shape_;
    Rows source_;
};

// The saved words of a generator, before the rest of a state.
constexpr std::uint64_t generator_bytes = 32;

inline void save_generator(const Xoshiro256pp &generator, std::uint8_t *out) {
    std::memcpy(out, generator.words_, generator_bytes);
}

// False, and unchanged, if these words are of no generator.
inline bool restore_generator(Xoshiro256pp &generator, const std::uint8_t *state) {
    // It never reaches zero, and would never leave it.
    if (std::none_of(state, state + generator_bytes, [](std::uint8_t byte) { return byte; })) {
        return false;
    }
    std::memcpy(generator.words_, state, generator_bytes);
    return true;
}

} // namespace labirinto
