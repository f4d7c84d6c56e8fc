// Whether passages make a spanning tree: a plain union-find, which shares nothing with the core, so
// that labirinto and its peers have the same judge.
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

std::uint32_t root(std::vector<std::uint32_t> &parents, std::uint32_t cell) {
    while (parents[cell] != cell) {
        parents[cell] = parents[parents[cell]];
        cell = parents[cell];
    }
    return cell;
}

} // namespace

// What is wrong with a maze, or null.  The rows are those of labirinto: for each a plane of bits
// "passage east" and a plane "passage south", low end first.
extern "C" const char *fault(const std::uint8_t *rows, std::uint32_t width, std::uint32_t height) {
    const std::uint32_t stride = (width + 7) / 8;
    std::vector<std::uint32_t> parents(std::size_t{width} * height);
    std::iota(parents.begin(), parents.end(), 0);
    std::size_t joined = 0;
    for (std::uint32_t y = 0; y < height; ++y) {
        for (int plane = 0; plane < 2; ++plane, rows += stride) {
            for (std::uint32_t x = 0; x < 8 * stride; ++x) {
                if (!(rows[x / 8] >> x % 8 & 1)) {
                    continue;
                }
                const bool inside = plane == 0 ? x + 1 < width : x < width && y + 1 < height;
                if (!inside) {
                    return "a passage leads out of the maze";
                }
                const std::uint32_t here = y * width + x;
                const std::uint32_t one = root(parents, here);
                const std::uint32_t other = root(parents, here + (plane == 0 ? 1 : width));
                if (one == other) {
                    return "two paths lead to a cell";
                }
                // The higher root under the lower one: trees grow with the rows and stay flat.
                parents[one < other ? other : one] = one < other ? one : other;
                ++joined;
            }
        }
    }
    return joined + 1 == parents.size() ? nullptr : "no path leads to a cell";
}
