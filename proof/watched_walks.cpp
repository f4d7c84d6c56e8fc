// The kernels of the core, word for word, with one class exchanged: the random bits that they walk
// by are counted, and can be made to prefer directions.  The core itself cannot be made to.
#include <cstdint>
#include <cstring>

#include "random.hpp"

namespace labirinto {

class WatchedBits {
  public:
    // Where the shares of east, south and west end, in units of 2^-32; null for equal shares.
    static inline const std::uint64_t *share_ends = nullptr;
    // On a mesh, how likely the first link is taken without a draw, in units of 2^-32.
    static inline std::uint64_t first_share = 0;
    // Directions drawn.
    static inline std::uint64_t drawn = 0;

    explicit WatchedBits(std::uint64_t seed) : bits_(seed) {}

    unsigned direction() {
        ++drawn;
        if (share_ends == nullptr) {
            return bits_.direction();
        }
        const std::uint64_t value = bits_.take(32);
        return static_cast<unsigned>(value >= share_ends[0]) + (value >= share_ends[1]) +
               (value >= share_ends[2]);
    }

    std::uint64_t among(std::uint32_t count) {
        ++drawn;
        return first_share > 0 && bits_.take(32) < first_share ? 0 : bits_.among(count);
    }

    std::uint64_t take(unsigned count) { return bits_.take(count); }
    std::uint64_t below(std::uint64_t count) { return bits_.below(count); }
    std::uint64_t taken() const { return bits_.taken(); }

  private:
    Bits bits_;
};

} // namespace labirinto

#define Bits WatchedBits
#include "aldous_broder.hpp"
#include "kernel.hpp"
#include "mesh_kinds.hpp"
#include "mesh_walls.hpp"
#include "wilson_cells.hpp"
#include "wilson_rows.hpp"
#include "wilson_walls.hpp"

enum class Walk : unsigned { cells = 0, walls = 1, aldous_broder = 2, rows = 3 };

// Mazes of the seeds from `seed` on, one after the other, and for each the directions drawn.
extern "C" __attribute__((visibility("default"))) void
make_mazes(Walk walk, std::uint64_t width, std::uint64_t height, std::uint64_t seed,
           std::uint64_t count, std::uint64_t rows_at_once, const std::uint64_t *share_ends,
           std::uint8_t *rows, std::uint64_t *steps) {
    using namespace labirinto;
    const Shape shape{width, height};
    Control alone;
    WatchedBits::share_ends = share_ends;
    std::memset(rows, 0, count * shape.bytes());
    for (std::uint64_t k = 0; k < count; ++k) {
        WatchedBits::drawn = 0;
        std::uint8_t *const out = rows + k * shape.bytes();
        if (walk == Walk::cells) {
            make_maze<WilsonCells>(shape, seed + k, 1, out, alone);
        } else if (walk == Walk::walls) {
            make_maze<WilsonWalls>(shape, seed + k, 1, out, alone, rows_at_once);
        } else if (walk == Walk::rows) {
            make_maze<WilsonByRows>(shape, seed + k, 1, out, alone, height, rows_at_once, 1);
        } else {
            make_maze<AldousBroder>(shape, seed + k, 1, out, alone);
        }
        steps[k] = WatchedBits::drawn;
    }
}

// The same on hexagons, a bit a wall; `first_share` as above.
extern "C" __attribute__((visibility("default"))) void
make_hexagonal_mazes(Walk walk, std::uint32_t width, std::uint32_t height, std::uint64_t seed,
                     std::uint64_t count, std::uint64_t first_share, std::uint8_t *passages) {
    using namespace labirinto;
    const Mesh mesh(hexagonal({std::vector<RowsOfCells::Row>(height, {0, width})}));
    const std::uint64_t bytes = (mesh.walls() + 7) / 8;
    Control alone;
    WatchedBits::first_share = first_share;
    std::memset(passages, 0, count * bytes);
    WilsonCellsOnGraph on_cells(mesh);
    MeshWalls on_walls(mesh);
    for (std::uint64_t k = 0; k < count; ++k) {
        if (walk == Walk::cells) {
            on_cells.make(seed + k, passages + k * bytes, alone);
        } else {
            on_walls.make(seed + k, passages + k * bytes, alone);
        }
    }
}
