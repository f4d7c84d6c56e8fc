// Memory that will soon be read.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace labirinto {

// Begins to read a line of the cache; any address will do.  The walker of a large maze knows long
// before it arrives where it goes, and would else wait for memory at each step.
inline void prefetch(const void *address) {
#if defined(_MSC_VER) && !defined(__clang__)
#if defined(_M_X64)
    _mm_prefetch(static_cast<const char *>(address), _MM_HINT_T0);
#endif
#else
    __builtin_prefetch(address);
#endif
}

} // namespace labirinto
