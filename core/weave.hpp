// Squares in rows, some of which are bridges: one passage leads over them and another under them.
//
// A bridge is two cells, each joined in every maze to both of its neighbours in line.  No two
// bridges touch, not even at a corner: so cells that are joined lie in one line, and never around
// a loop.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "graph.hpp"
#include "planes.hpp"
#include "prefetch.hpp"
#include "random.hpp"

namespace labirinto {

// A cell, and the way that leads over it: from left to right, or from top to bottom.
struct Bridge {
    std::uint32_t cell;
    bool is_across;
};

// Squares of a rectangle, a bit each: as much as this stays in the caches.
class SquareBits {
  public:
    explicit SquareBits(std::size_t squares) : bytes_(8 * (squares / 64 + 2)) {}

    bool has(std::uint32_t square) const { return has_bit(bytes_.data(), square); }
    void set(std::uint32_t square) { set_bit(bytes_.data(), square); }

    // Sets this one and the next two.
    void set_three(std::uint32_t square) {
        std::uint8_t *const first = &bytes_[square / 8];
        const unsigned bits = 7U << square % 8;
        first[0] |= static_cast<std::uint8_t>(bits);
        first[1] |= static_cast<std::uint8_t>(bits >> 8);
    }

    // Calls visit(square) for those that are set, in ascending order.
    template <class Visit> void for_each(Visit visit) const {
        for (std::size_t byte = 0; byte < bytes_.size(); byte += 8) {
            for (std::uint64_t rest = load_word(&bytes_[byte], 8, 0); rest != 0; rest &= rest - 1) {
                visit(static_cast<std::uint32_t>(8 * byte + std::countr_zero(rest)));
            }
        }
    }

  private:
    std::vector<std::uint8_t> bytes_;
};

// As many bridges as fit, each in turn at a random place that touches none before it; then the
// first of them, a share of all and at least one.  In ascending order.
inline std::vector<Bridge> place_bridges(std::uint32_t width, std::uint32_t height, double share,
                                         std::uint64_t seed) {
    std::vector<Bridge> found;
    if (width < 3 || height < 3) {
        return found;
    }
    std::vector<std::uint32_t> cells(std::size_t{width - 2} * (height - 2));
    for (std::size_t row = 0; row < height - std::size_t{2}; ++row) {
        const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(row * (width - 2));
        std::iota(begin, begin + (width - 2), static_cast<std::uint32_t>((row + 1) * width + 1));
    }
    SquareBits is_near(std::size_t{width} * height);
    WordsAhead words(seed);
    BitsAhead bits(words);
    const auto count = static_cast<std::uint32_t>(cells.size());
    for (std::uint32_t k = 0; k < count; ++k) {
        // The place of a later step is drawn from the bits after those of the steps until then,
        // each of which takes one more if a bridge fits.
        constexpr std::uint32_t ahead = 2;
        if (k + ahead < count) {
            for (unsigned bridges = 0; bridges <= ahead; ++bridges) {
                const std::uint64_t drawn = bits.peek(32, 32 * ahead + bridges);
                prefetch(&cells[k + ahead + (drawn * (count - k - ahead) >> 32)]);
            }
        }
        std::swap(cells[k], cells[k + bits.among(count - k)]);
        const std::uint32_t cell = cells[k];
        if (is_near.has(cell)) {
            continue;
        }
        found.push_back({cell, bits.take(1) == 1});
        for (const std::uint32_t middle : {cell - width, cell, cell + width}) {
            is_near.set_three(middle - 1);
        }
    }
    const double wanted = share * static_cast<double>(found.size()) + 0.5;
    found.resize(std::clamp(static_cast<std::size_t>(wanted), std::size_t{1}, found.size()));
    // In the order of their bits, which takes less time than to sort them.
    SquareBits is_bridge(std::size_t{width} * height), is_across(std::size_t{width} * height);
    for (const Bridge &bridge : found) {
        is_bridge.set(bridge.cell);
        if (bridge.is_across) {
            is_across.set(bridge.cell);
        }
    }
    std::size_t place = 0;
    is_bridge.for_each([&](std::uint32_t cell) { found[place++] = {cell, is_across.has(cell)}; });
    return found;
}

// What kernels make mazes of: nodes are cells, those that bridges join being one.
//
// The number of an edge is that of its wall on the mesh of `woven`: cells come in reading order,
// then those below bridges, and a wall has the number in which its lower cell comes to it.
class WovenSquares {
  public:
    enum class Kind : std::uint8_t { plain, across, along, outside };

    // The bridges are in ascending order, inside the rectangle, and do not touch.
    WovenSquares(std::uint32_t width, std::uint32_t height, std::vector<Bridge> bridges)
        : width_(width), height_(height), bridges_(std::move(bridges)),
          kinds_(stride() * (height + std::size_t{2}) + 1, Kind::outside) {
        for (std::uint32_t y = 0; y < height; ++y) {
            std::fill_n(&kinds_[place(0, y)], width, Kind::plain);
        }
        for (const auto &[cell, is_across] : bridges_) {
            kinds_[place(cell % width, cell / width)] = is_across ? Kind::across : Kind::along;
        }
    }

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    const std::vector<Bridge> &bridges() const { return bridges_; }
    std::uint32_t squares() const { return width_ * height_; }
    std::uint32_t cells() const { return squares() + static_cast<std::uint32_t>(bridges_.size()); }
    std::uint32_t nodes() const {
        return squares() - 3 * static_cast<std::uint32_t>(bridges_.size());
    }
    std::uint32_t walls() const { return 2 * squares() - width_ - height_; }

    // Each square has a place, and around all of them are places outside.
    std::size_t stride() const { return width_ + std::size_t{1}; }
    std::size_t places() const { return kinds_.size(); }
    Kind kind(std::size_t place) const { return kinds_[place]; }
    bool is_bridge(std::size_t place) const {
        return kinds_[place] == Kind::across || kinds_[place] == Kind::along;
    }

    // Whether a square is the first of a node: others lie beyond a bridge, in a row or in a column.
    bool is_first(std::size_t place) const {
        return (kinds_[place] == Kind::plain) & !is_bridge(place - 1) &
               !is_bridge(place - stride());
    }

    // Visits the places of all squares in reading order.
    template <class Visit> void for_places(Visit visit) const {
        for (std::uint32_t y = 0; y < height_; ++y) {
            const std::size_t end = place(width_, y);
            for (std::size_t at = place(0, y); at < end; ++at) {
                visit(at);
            }
        }
    }

    // Visits all walls in the order of their numbers: calls open(is_wall) for one that is open in
    // every maze and leads under a bridge, and else visit(is_wall, place, other).  It takes no
    // branch for what bridges are at, which a processor cannot foresee.
    template <class Open, class Visit> void for_walls(Open open, Visit visit) const {
        const std::size_t below = stride();
        for_places([&](std::size_t at) {
            const Kind kind = kinds_[at];
            // What lies under a bridge has a higher number than all around it.
            open(kinds_[at - below] == Kind::across);
            visit((kind != Kind::along) & (kinds_[at + 1] != Kind::outside), at, at + 1);
            visit((kind != Kind::across) & (kinds_[at + below] != Kind::outside), at, at + below);
            open(kinds_[at - 1] == Kind::along);
        });
    }

    // The nodes and their links, for kernels that take graphs; made when it is needed.
    const Graph &graph() const { return joined().graph; }

    // Opens the passages of all bridges, whatever the seed of the maze.
    void begin(std::uint8_t *passages, std::uint64_t) const {
        for (const std::uint32_t wall : joined().open) {
            set_bit(passages, wall);
        }
    }

  private:
    struct Joined {
        Graph graph;
        std::vector<std::uint32_t> open; // walls
    };

    const Joined &joined() const {
        std::call_once(is_joined_, [this] { link(number_nodes()); });
        return joined_;
    }

    unsigned is_plain(std::size_t place) const { return kinds_[place] == Kind::plain; }

    // The nodes of places; of those that are no nodes any.  Counts the links of nodes, too.
    std::vector<std::uint32_t> number_nodes() const {
        std::vector<std::uint32_t> numbers(places());
        std::uint32_t count = 0;
        std::vector<std::uint32_t> &first = joined_.graph.first;
        first.assign(nodes() + std::size_t{1}, 0);
        for_places([&](std::size_t at) {
            const bool after = is_bridge(at - 1);
            const bool below = is_bridge(at - stride());
            const std::size_t before = after ? at - 2 : below ? at - 2 * stride() : at;
            const bool is_new = is_first(at);
            const std::uint32_t node = is_new ? count : numbers[before];
            const unsigned links = is_plain(at - 1) + is_plain(at + 1) + is_plain(at - stride()) +
                                   is_plain(at + stride());
            numbers[at] = node;
            first[node] += is_plain(at) * links;
            count += is_new;
        });
        return numbers;
    }

    void link(const std::vector<std::uint32_t> &numbers) const {
        Graph &graph = joined_.graph;
        std::exclusive_scan(graph.first.begin(), graph.first.end(), graph.first.begin(),
                            std::uint32_t{0});
        std::vector<std::uint32_t> next = graph.first;
        graph.links.resize(graph.first.back());
        joined_.open.resize(4 * bridges_.size() + 1);
        // Local, so that the compiler can keep them in registers.
        std::uint32_t wall = 0;
        std::size_t opened = 0;
        Graph::Link nowhere;
        const auto open = [&](bool is_wall) {
            joined_.open[opened] = wall;
            opened += is_wall;
            wall += is_wall;
        };
        // Either it is open, or there are two links.
        const auto add = [&](bool is_wall, std::size_t at, std::size_t other) {
            const bool is_link = is_wall & (is_plain(at) & is_plain(other));
            for (const auto &[from, to] :
                 {std::pair(numbers[at], numbers[other]), std::pair(numbers[other], numbers[at])}) {
                *(is_link ? &graph.links[next[from]] : &nowhere) = {to, wall};
                next[from] += is_link;
            }
            joined_.open[opened] = wall;
            opened += is_wall & !is_link;
            wall += is_wall;
        };
        for_walls(open, add);
        joined_.open.pop_back();
    }

    std::size_t place(std::uint32_t x, std::uint32_t y) const {
        return stride() * (y + std::size_t{1}) + x + 1;
    }

    std::uint32_t width_, height_;
    std::vector<Bridge> bridges_;
    std::vector<Kind> kinds_;
    mutable std::once_flag is_joined_;
    mutable Joined joined_;
};

} // namespace labirinto
