// Questions about a maze on a mesh, a bit for every wall, set where a passage leads through it: see
// questions.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bit_array.hpp"
#include "control.hpp"
#include "mesh.hpp"
#include "open_maze.hpp"
#include "questions.hpp"
#include "search_loops.hpp"

namespace labirinto {

class MeshMaze {
  public:
    // All cells, or some in ascending order.
    using Among = std::optional<std::vector<std::uint32_t>>;

    // The mesh has to outlive it.
    MeshMaze(const Mesh &mesh, const std::uint8_t *passages)
        : mesh_(mesh), graph_(mesh.graph()), passages_(passages) {}

    std::uint64_t places() const { return graph_.nodes(); }

    bool is_tree(Control &control) const {
        std::uint64_t passages = 0;
        for (std::uint32_t wall = 0; wall < mesh_.walls(); ++wall) {
            passages += has_bit(passages_, wall);
        }
        return passages == places() - 1 && parts(control).size() == 1;
    }

    template <class Visit> void for_neighbours(Place cell, Visit visit) const {
        for (const auto &[node, wall] : graph_.links_of(static_cast<std::uint32_t>(cell))) {
            if (has_bit(passages_, wall)) {
                visit(node);
            }
        }
    }

    // Breadth-first from a cell: the steps to every cell, or -1.  If `parents` is not null, also
    // the cell before each on a shortest path, `Mesh::none` for the start and for cells not
    // reached.  Returns the number of cells reached.
    std::uint64_t distances(Place start, std::int32_t *steps, Control &control,
                            std::uint32_t *parents = nullptr) const {
        PollThrottle throttle(control, 1 << 20, places());
        std::fill_n(steps, places(), -1);
        if (parents) {
            std::fill_n(parents, places(), Mesh::none);
        }
        std::vector<std::uint32_t> reached{static_cast<std::uint32_t>(start)};
        steps[start] = 0;
        for (std::size_t k = 0; k < reached.size(); ++k) {
            const std::uint32_t cell = reached[k];
            throttle.poll(k);
            for_neighbours(cell, [&](std::uint32_t node) {
                if (steps[node] < 0) {
                    steps[node] = steps[cell] + 1;
                    if (parents) {
                        parents[node] = cell;
                    }
                    reached.push_back(node);
                }
            });
        }
        return reached.size();
    }

    std::optional<Route> path(Place start, Place end, bool, Control &control) const {
        std::vector<std::int32_t> steps(places());
        std::vector<std::uint32_t> parents(places());
        distances(start, steps.data(), control, parents.data());
        if (steps[end] < 0) {
            return std::nullopt;
        }
        const auto length = static_cast<std::uint64_t>(steps[end]);
        Route route{length, std::vector<std::uint8_t>(route_bytes(length))};
        auto cell = static_cast<std::uint32_t>(end);
        for (std::uint64_t k = length + 1; k-- > 0; cell = parents[cell]) {
            std::memcpy(route.packed.data() + 4 * k, &cell, 4);
        }
        return route;
    }

    static std::uint64_t route_bytes(std::uint64_t steps) { return 4 * (steps + 1); }

    std::uint64_t first_blocked_step(Place start, const std::uint8_t *packed,
                                     std::uint64_t steps) const {
        for (std::uint64_t step = 0; step < steps; ++step) {
            std::uint32_t next = 0;
            std::memcpy(&next, packed + 4 * (step + 1), 4);
            bool is_open = false;
            for_neighbours(start, [&](std::uint32_t node) { is_open |= node == next; });
            if (!is_open) {
                return step;
            }
            start = next;
        }
        return steps;
    }

    FarPlace farthest(Place start, const Among &among, bool, Control &control) const {
        std::vector<std::int32_t> steps(places());
        distances(start, steps.data(), control);
        return farthest_of(steps, candidates_of(among));
    }

    std::optional<std::pair<Place, Place>>
    farthest_pair(const Among &among, std::uint64_t most_visits, Control &control) const {
        return farthest_pair_of(*this, candidates_of(among), places(), most_visits, control);
    }

    // The parts that no passage joins, by their first cells: that cell, and how many they are.
    std::vector<std::pair<Place, std::uint64_t>> parts(Control &control) const {
        PollThrottle throttle(control, 1 << 20, places());
        std::vector<std::pair<Place, std::uint64_t>> found;
        std::vector<std::uint8_t> seen(places());
        std::vector<std::uint32_t> waiting;
        const auto reach = [&](std::uint32_t node) {
            if (!seen[node]) {
                seen[node] = true;
                waiting.push_back(node);
            }
        };
        for (std::uint32_t first = 0; first < places(); ++first) {
            if (seen[first]) {
                continue;
            }
            found.emplace_back(first, 0);
            reach(first);
            while (!waiting.empty()) {
                const std::uint32_t cell = waiting.back();
                waiting.pop_back();
                throttle.poll(first);
                ++found.back().second;
                for_neighbours(cell, reach);
            }
        }
        return found;
    }

    Counts counts(Control &control) const {
        PollThrottle throttle(control, 1 << 16, places());
        Counts counts;
        std::vector<std::uint32_t> exits(places());
        for (std::uint32_t cell = 0; cell < places(); ++cell) {
            for_neighbours(cell, [&](std::uint32_t) { ++exits[cell]; });
            if (counts.by_exits.size() <= exits[cell]) {
                counts.by_exits.resize(exits[cell] + 1);
            }
            ++counts.by_exits[exits[cell]];
        }
        // The passage out of a corridor cell that is not the one by which it was entered.
        const auto ahead = [&](const Graph::Link &entered) {
            const Graph::Link *link = graph_.links_of(entered.node).data();
            while (link->edge == entered.edge || !has_bit(passages_, link->edge)) {
                ++link;
            }
            return *link;
        };
        std::map<std::uint64_t, std::uint64_t> corridors;
        for (std::uint32_t cell = 0; cell < places(); ++cell) {
            throttle.poll(cell);
            if (exits[cell] == 2) {
                continue;
            }
            for (Graph::Link link : graph_.links_of(cell)) {
                if (!has_bit(passages_, link.edge)) {
                    continue;
                }
                std::uint64_t length = 1;
                for (; exits[link.node] == 2; ++length) {
                    link = ahead(link);
                }
                ++corridors[length];
            }
        }
        // Each was followed from both of its ends.
        for (const auto &[length, number] : corridors) {
            counts.corridors.emplace_back(length, number / 2);
        }
        return counts;
    }

    OpenMesh opened(std::uint8_t *passages) const { return {passages, mesh_}; }

  private:
    std::vector<std::uint32_t> candidates_of(const Among &among) const {
        if (among) {
            return *among;
        }
        std::vector<std::uint32_t> cells(places());
        std::iota(cells.begin(), cells.end(), 0U);
        return cells;
    }

    const Mesh &mesh_;
    const Graph &graph_;
    const std::uint8_t *passages_;
};

} // namespace labirinto
