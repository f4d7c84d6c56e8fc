// Questions about a maze in a rectangle, of all cells or of those of a mask: see questions.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "census.hpp"
#include "mask.hpp"
#include "open_maze.hpp"
#include "questions.hpp"
#include "search.hpp"
#include "search_loops.hpp"

namespace labirinto {

class SquaresMaze {
  public:
    using Among = Candidates;

    SquaresMaze(const Planes &planes, const std::optional<Mask> &mask, std::uint64_t cells)
        : planes_(planes), mask_(mask), cells_(cells) {}

    std::uint64_t places() const { return planes_.shape().cells(); }

    bool is_tree(Control &control) const {
        return is_perfect(planes_, cell_at(mask_ ? mask_->place_of(0) : 0), cells_, control);
    }

    template <class Visit> void for_neighbours(Place place, Visit visit) const {
        const Cell cell = cell_at(place);
        const unsigned exits = planes_.exits(cell.x, cell.y);
        for (unsigned direction = 0; direction < 4; ++direction) {
            if (exits >> direction & 1) {
                visit(place_of(neighbour(cell, direction)));
            }
        }
    }

    std::uint64_t distances(Place start, std::int32_t *out, Control &control) const {
        return labirinto::distances(planes_, cell_at(start), out, control);
    }

    std::optional<Route> path(Place start, Place end, bool is_tree, Control &control) const {
        const auto moves =
            is_tree ? std::optional(tree_path(planes_, cell_at(start), cell_at(end), control))
                    : shortest_path(planes_, cell_at(start), cell_at(end), control);
        if (!moves) {
            return std::nullopt;
        }
        Route route{moves->size(), std::vector<std::uint8_t>(route_bytes(moves->size()))};
        pack_moves(moves->data(), moves->size(), route.packed.data());
        return route;
    }

    static std::uint64_t route_bytes(std::uint64_t steps) { return (steps + 3) / 4; }

    std::uint64_t first_blocked_step(Place start, const std::uint8_t *packed,
                                     std::uint64_t steps) const {
        return labirinto::first_blocked_step(planes_, cell_at(start), packed, steps);
    }

    FarPlace farthest(Place start, const Among &among, bool is_tree, Control &control) const {
        if (is_tree) {
            const Far far = labirinto::farthest(planes_, cell_at(start), among, control);
            return {place_of(far.cell), far.distance};
        }
        std::vector<std::int32_t> steps(places());
        distances(start, steps.data(), control);
        return farthest_of(steps, candidates_of(among));
    }

    std::optional<std::pair<Place, Place>>
    farthest_pair(const Among &among, std::uint64_t most_visits, Control &control) const {
        if (places() > std::min(most_visits, low_bits(31))) {
            return std::nullopt;
        }
        return farthest_pair_of(*this, candidates_of(among), cells_, most_visits, control);
    }

    // The parts that no passage joins, by their first cells: that cell, and how many they are.
    std::vector<std::pair<Place, std::uint64_t>> parts(Control &control) const {
        std::vector<bool> seen(places());
        std::vector<std::pair<Place, std::uint64_t>> found;
        const auto reach = [&](Cell cell, unsigned) {
            auto known = seen[place_of(cell)];
            const bool is_new = !known;
            known = true;
            return is_new;
        };
        const auto never = [] { return false; };
        for (Place first = 0; first < places(); ++first) {
            if (!seen[first] && has(first)) {
                seen[first] = true;
                const auto cells = search_levels(planes_, cell_at(first), control, reach, never);
                found.emplace_back(first, cells);
            }
        }
        return found;
    }

    Counts counts(Control &control) const {
        const Census census = take_census(planes_, control);
        Counts counts{census.east_passages,
                      census.south_passages,
                      census.straights,
                      {census.by_exits, census.by_exits + 5},
                      {census.corridors.begin(), census.corridors.end()}};
        counts.by_exits[0] -= places() - cells_; // that are outside
        return counts;
    }

    OpenSquares opened(std::uint8_t *rows) const { return {rows, planes_.shape(), mask_}; }

  private:
    Cell cell_at(Place place) const {
        return {place % planes_.shape().width, place / planes_.shape().width};
    }
    Place place_of(Cell cell) const { return cell.y * planes_.shape().width + cell.x; }
    bool has(Place place) const {
        const Cell cell = cell_at(place);
        return !mask_ || mask_->has(cell.x, cell.y);
    }

    std::vector<Place> candidates_of(const Among &among) const {
        std::vector<Place> found;
        for (Place place = 0; place < places(); ++place) {
            if (has(place) && among.have(cell_at(place))) {
                found.push_back(place);
            }
        }
        return found;
    }

    Planes planes_;
    std::optional<Mask> mask_;
    std::uint64_t cells_;
};

} // namespace labirinto
