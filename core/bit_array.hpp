// Bits in bytes, low end first: the planes of a maze, masks, and the walls of a mesh.
#pragma once

#include <cstdint>

namespace labirinto {

inline bool has_bit(const std::uint8_t *bits, std::uint64_t at) {
    return bits[at / 8] >> at % 8 & 1;
}
inline void set_bit(std::uint8_t *bits, std::uint64_t at) {
    bits[at / 8] |= static_cast<std::uint8_t>(1U << at % 8);
}
inline void clear_bit(std::uint8_t *bits, std::uint64_t at) {
    bits[at / 8] &= static_cast<std::uint8_t>(~(1U << at % 8));
}
inline void flip_bit(std::uint8_t *bits, std::uint64_t at) {
    bits[at / 8] ^= static_cast<std::uint8_t>(1U << at % 8);
}

} // namespace labirinto
