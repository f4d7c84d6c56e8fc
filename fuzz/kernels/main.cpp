// A target for libFuzzer, named by -DTARGET=paths; without it, a program that runs the inputs of
// all targets in a folder once more: CORPUS/TARGET/*.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include <malloc.h>

#include "batch.hpp"
#include "eller.hpp"
#include "paths.hpp"
#include "pixels.hpp"
#include "raster.hpp"
#include "stream.hpp"
#include "target.hpp"
#include "views.hpp"
#include "wilson.hpp"

namespace {

std::size_t live_bytes = 0;
std::size_t peak_bytes = 0;

} // namespace

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    void *const pointer = std::malloc(size);
    live_bytes += pointer == nullptr ? 0 : malloc_usable_size(pointer);
    peak_bytes = live_bytes > peak_bytes ? live_bytes : peak_bytes;
    return pointer;
}

void *operator new(std::size_t size) {
    void *const pointer = operator new(size, std::nothrow);
    if (pointer == nullptr) {
        throw std::bad_alloc();
    }
    return pointer;
}

void operator delete(void *pointer) noexcept {
    live_bytes -= pointer == nullptr ? 0 : malloc_usable_size(pointer);
    std::free(pointer);
}

void operator delete(void *pointer, std::size_t) noexcept { operator delete(pointer); }

namespace {

constexpr double most_seconds = 1;
constexpr std::size_t bytes_always = 1 << 18;
constexpr std::size_t bytes_a_byte = 1000;

#ifdef TARGET

// The largest so far; run.py reads the last line.
template <class Value> void note(const char *what, Value value, Value &most) {
    if (value > most) {
        most = value;
        std::fprintf(stderr, "most %s: %g\n", what, static_cast<double>(value));
    }
}

#endif

// Runs a target, and looks at the processor's time and the memory that it took.
template <class Target>
void run_within_bounds(Target target, const std::uint8_t *data, std::size_t size) {
    const std::size_t before = peak_bytes = live_bytes;
    const std::clock_t begun = std::clock();
    fuzz::Input input(data, size);
    target(input);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    fuzz::expect(seconds <= most_seconds, "a second of the processor is enough");
    fuzz::expect(peak_bytes - before <= bytes_always + bytes_a_byte * size,
                 "the memory follows from the length of the input");
#ifdef TARGET
    static double most_milliseconds = 0.5;
    static std::size_t most_bytes = 0;
    note("milliseconds", 1000 * seconds, most_milliseconds);
    note("bytes", peak_bytes - before, most_bytes);
#endif
}

} // namespace

#ifdef TARGET

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    run_within_bounds(fuzz::TARGET, data, size);
    return 0;
}

#else

int main(int, char **arguments) {
    const std::filesystem::path corpus(arguments[1]);
    const std::pair<const char *, void (*)(fuzz::Input &)> targets[] = {
        {"pixels", fuzz::pixels}, {"views", fuzz::views},   {"raster", fuzz::raster},
        {"paths", fuzz::paths},   {"stream", fuzz::stream}, {"eller", fuzz::eller},
        {"batch", fuzz::batch},   {"wilson", fuzz::wilson},
    };
    for (const auto &[name, target] : targets) {
        unsigned count = 0;
        for (const auto &entry : std::filesystem::directory_iterator(corpus / name)) {
            std::ifstream stream(entry.path(), std::ios::binary);
            const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
            const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
            run_within_bounds(target, data.data(), data.size());
            ++count;
        }
        std::printf("%s: %u inputs\n", name, count);
    }
    return 0;
}

#endif
