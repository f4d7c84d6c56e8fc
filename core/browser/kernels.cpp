// The kernels for JavaScript: compiled for speed, and all else here for size.
#include "browser.hpp"

#include "../row_kernel.hpp"

namespace labirinto::browser {

namespace {

// The rows of a maze in a stream.
class Stream {
  public:
    virtual void make(Number count, bool ends, Bytes rows) = 0;
};

template <class Rows> class StreamOf : public Stream {
  public:
    template <std::size_t... I>
    StreamOf(Number width, std::uint64_t seed, const std::uint64_t *numbers,
             std::index_sequence<I...>)
        : rows_(width, numbers[I]...) {
        rows_.begin(seed);
    }

    void make(Number count, bool ends, Bytes rows) override {
        make_rows(rows_, count - ends, rows, free_run);
        if (ends) {
            rows_.last_row(rows + (count - ends) * Shape{rows_.width(), 1}.row_bytes());
        }
    }

  private:
    Rows rows_;
};

} // namespace

EXPORT(kernel_name) const char *kernel_name(Number number) { // null after the last
    const char *name = nullptr;
    with_kernel(number, [&]<class Kernel>() { name = Kernel::name; });
    return name;
}

// Whether a maze of this kernel was made: on all cells, or on those of a mask in one piece.
EXPORT(make)
bool make(Number number, Number width, Number height, const std::uint8_t *mask,
          const std::uint64_t *numbers, std::uint64_t seed, Bytes rows) {
    bool is_made = false;
    with_kernel(number, [&]<class Kernel>() {
        const Shape shape{width, height};
        if (!mask) {
            make_on<Kernel>(shape, numbers, seed, rows);
            is_made = true;
        } else if constexpr (TakesMask<Kernel>) {
            make_on<typename Kernel::Masked>(Mask(mask, shape), numbers, seed, rows);
            is_made = true;
        }
    });
    return is_made;
}

// ---- Rows without end ----

// Null if the kernel does not make rows.  It lasts as long as the memory.
EXPORT(open_stream)
Stream *open_stream(Number number, Number width, const std::uint64_t *numbers, std::uint64_t seed) {
    Stream *stream = nullptr;
    with_kernel(number, [&]<class Kernel>() {
        if constexpr (MakesRows<Kernel>) {
            using Rows = typename Kernel::Source;
            stream = new StreamOf<Rows>(width, seed, numbers,
                                        std::make_index_sequence<Rows::parameters.size()>());
        }
    });
    return stream;
}

// The next rows, the last of them the final row if the maze `ends` there.
EXPORT(stream_rows)
void stream_rows(Stream *stream, Number count, bool ends, Bytes rows) {
    stream->make(count, ends, rows);
}

} // namespace labirinto::browser
