// Memory that is fetched before it is needed.
#pragma once

namespace labirinto {

// Asks for what is there, without waiting for it.  Any address may be given.
inline void prefetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

} // namespace labirinto
