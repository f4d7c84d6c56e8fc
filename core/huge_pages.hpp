// Memory for large arrays that are read at random places.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace labirinto {

// Takes large arrays in huge pages, where the system has them: with small ones, the processor looks
// up at almost every access in which page it is.
template <class T> class HugePages {
  public:
    using value_type = T;

    HugePages() = default;
    template <class U> HugePages(const HugePages<U> &) {}

    T *allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < large) {
            return static_cast<T *>(::operator new(bytes));
        }
        void *const memory = ::operator new(bytes, std::align_val_t{page});
#ifdef __linux__
        madvise(memory, bytes, MADV_HUGEPAGE); // only advice: it may fail
#endif
        return static_cast<T *>(memory);
    }

    void deallocate(T *memory, std::size_t count) {
        if (count * sizeof(T) < large) {
            ::operator delete(memory);
        } else {
            ::operator delete(memory, std::align_val_t{page});
        }
    }

    bool operator==(const HugePages &) const { return true; }

  private:
    static constexpr std::size_t page = 1 << 21;
    static constexpr std::size_t large = 2 * page;
};

#ifdef __wasi__ // where all pages are of one size
template <class T> using HugeVector = std::vector<T>;
#else
template <class T> using HugeVector = std::vector<T, HugePages<T>>;
#endif

} // namespace labirinto
