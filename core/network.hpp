// Electrical networks whose nodes are eliminated one by one: a star of wires becomes a mesh between
// its other ends, which carries the same currents.
//
// A node whose wires have the conductances c1 + c2 + ... = d leaves wires of c1 c2 / d.  Only
// positive numbers are added, multiplied and divided, so every one is right to the last digits,
// however unequal they are (Grassmann, Taksar and Heyman 1985).  Each node keeps its mesh as a
// small dense triangle, as in a multifrontal factorisation (Duff and Reid 1983).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"

namespace labirinto {

class Network {
  public:
    // Of each node, in the order of elimination, the wires to later ones begin at `first`; they
    // have these ends and conductances.  No more than `most_bytes` are taken.
    Network(std::span<const std::int32_t> first, std::span<const std::int32_t> ends,
            std::span<const double> conductances, std::uint64_t most_bytes)
        : first_(first), ends_(ends), conductances_(conductances), bytes_left_(most_bytes),
          nodes_(static_cast<std::uint32_t>(first.size() - 1)), places_(nodes_), stars_(nodes_) {}

    // Finds for each node but the last the sum of its conductances when it is eliminated.  Stars
    // are kept if resistances are wanted.
    void eliminate(double *sums, bool keeps_stars, Control &control) {
        std::vector<std::vector<Triangle>> meshes(nodes_); // of each node, those where it is next
        std::vector<double> shares;
        for (std::uint32_t node = 0; node + 1 < nodes_; ++node) {
            Triangle mesh = joined(node, std::move(meshes[node]));
            const std::size_t size = mesh.ends.size() - 1;
            if (size == 0) {
                throw std::invalid_argument("the graph is not connected");
            }
            const double *const row = mesh.row(size);
            const double sum = std::accumulate(row, row + size, 0.0);
            shares.assign(row, row + size);
            for (double &share : shares) {
                share /= sum;
            }
            for (std::size_t k = 1; k < size; ++k) {
                double *const wires = mesh.row(k);
                for (std::size_t other = 0; other < k; ++other) {
                    wires[other] += row[k] * shares[other];
                }
            }
            sums[node] = sum;
            mesh.ends.pop_back();
            mesh.values.resize(Triangle::begin(size));
            if (keeps_stars) {
                take(size * (sizeof(double) + sizeof(std::uint32_t)));
                stars_[node] = {mesh.ends, shares, sum};
            }
            meshes[mesh.ends.back()].push_back(std::move(mesh));
            report(node, size, control);
        }
        for (Triangle &mesh : meshes.back()) {
            give_back(mesh);
        }
    }

    // Finds for each wire the effective resistance between its ends, after all have been
    // eliminated.
    //
    // Elimination changes none of them.  So, last node first, those of a node to the ends of its
    // star follow from those between the ends: where a unit of current enters at an end and leaves
    // at the node, it leaves by all wires of the star.
    void find_resistances(double *found, Control &control) {
        std::vector<std::uint32_t> waiting(nodes_); // stars of which a node is the next to go
        for (std::uint32_t node = 0; node + 1 < nodes_; ++node) {
            ++waiting[stars_[node].ends.back()];
        }
        std::vector<Triangle> known(nodes_);
        known[nodes_ - 1].ends = {nodes_ - 1};
        std::vector<double> means;
        std::vector<std::uint32_t> where; // the ends of a star are among those that are known
        for (std::uint32_t node = nodes_ - 1; node-- > 0;) {
            const Star &star = stars_[node];
            const std::size_t size = star.ends.size();
            const std::uint32_t after = star.ends.back();
            std::vector<std::uint32_t> ends = star.ends;
            ends.push_back(node);
            Triangle here = triangle(std::move(ends));
            for (std::uint32_t k = 0; const std::uint32_t end : known[after].ends) {
                places_[end] = k++;
            }
            where.clear();
            for (const std::uint32_t end : star.ends) {
                where.push_back(places_[end]);
            }
            means.assign(size, 0);
            for (std::size_t k = 1; k < size; ++k) {
                const double *const from = known[after].row(where[k]);
                double *const row = here.row(k);
                double mean = 0;
                for (std::size_t other = 0; other < k; ++other) {
                    const double resistance = from[where[other]];
                    row[other] = resistance;
                    mean += resistance * star.shares[other];
                    means[other] += resistance * star.shares[k];
                }
                means[k] = mean;
            }
            const double mean =
                std::inner_product(means.begin(), means.end(), star.shares.begin(), 0.0);
            double *const row = here.row(size);
            for (std::uint32_t k = 0; k < size; ++k) {
                row[k] = 1 / star.sum + means[k] - mean / 2;
                places_[star.ends[k]] = k;
            }
            for (std::int32_t wire = first_[node]; wire < first_[node + 1]; ++wire) {
                found[wire] = row[places_[static_cast<std::uint32_t>(ends_[wire])]];
            }
            if (--waiting[after] == 0) {
                give_back(known[after]);
            }
            if (waiting[node] == 0) {
                give_back(here);
            }
            known[node] = std::move(here);
            report(2 * (nodes_ - 1) - node, size, control);
        }
    }

  private:
    // A number for every two of some nodes, the later ones first.
    struct Triangle {
        std::vector<std::uint32_t> ends;
        std::vector<double> values;

        static std::size_t begin(std::size_t k) { return k * (k - 1) / 2; }
        // Those of the node at this place to the ones before it.
        double *row(std::size_t k) { return values.data() + begin(k); }
        const double *row(std::size_t k) const { return values.data() + begin(k); }
    };
    struct Star {
        std::vector<std::uint32_t> ends; // the later ones first
        std::vector<double> shares;      // of their conductances in the sum
        double sum;
    };

    // The wires of a node, and of all meshes in which it is the next to be eliminated.
    Triangle joined(std::uint32_t node, std::vector<Triangle> meshes) {
        std::vector<std::uint32_t> ends{node};
        for (std::int32_t wire = first_[node]; wire < first_[node + 1]; ++wire) {
            ends.push_back(static_cast<std::uint32_t>(ends_[wire]));
        }
        for (const Triangle &mesh : meshes) {
            ends.insert(ends.end(), mesh.ends.begin(), mesh.ends.end());
        }
        std::sort(ends.begin(), ends.end(), std::greater());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        for (std::uint32_t k = 0; k < ends.size(); ++k) {
            places_[ends[k]] = k;
        }
        Triangle whole;
        if (!meshes.empty() && meshes.back().ends.size() == ends.size()) {
            whole = std::move(meshes.back());
            meshes.pop_back();
        } else {
            whole = triangle(std::move(ends));
        }
        for (Triangle &mesh : meshes) {
            for (std::size_t k = 1; k < mesh.ends.size(); ++k) {
                const double *const from = mesh.row(k);
                double *const row = whole.row(places_[mesh.ends[k]]);
                for (std::size_t other = 0; other < k; ++other) {
                    row[places_[mesh.ends[other]]] += from[other];
                }
            }
            give_back(mesh);
        }
        double *const row = whole.row(whole.ends.size() - 1);
        for (std::int32_t wire = first_[node]; wire < first_[node + 1]; ++wire) {
            row[places_[static_cast<std::uint32_t>(ends_[wire])]] += conductances_[wire];
        }
        return whole;
    }

    Triangle triangle(std::vector<std::uint32_t> ends) {
        const std::size_t size = Triangle::begin(ends.size());
        take(size * sizeof(double));
        return {std::move(ends), std::vector<double>(size)};
    }

    void give_back(Triangle &unused) {
        bytes_left_ += unused.values.capacity() * sizeof(double);
        unused = {};
    }

    void take(std::uint64_t bytes) {
        if (bytes > bytes_left_) {
            throw std::bad_alloc();
        }
        bytes_left_ -= bytes;
    }

    // Reports now and then, after working on a star of this size.
    void report(std::uint32_t done, std::uint64_t size, Control &control) {
        constexpr std::uint64_t often = 1 << 20;
        const std::uint32_t total = 2 * (nodes_ - 1);
        work_ += (size + 1) * (size + 1);
        if (work_ > often || done == 0 || done == total) {
            work_ = 0;
            control.check(done, total);
        }
    }

    std::span<const std::int32_t> first_, ends_;
    std::span<const double> conductances_;
    std::uint64_t bytes_left_;
    std::uint64_t work_ = 0; // since the last look at the control
    std::uint32_t nodes_;
    std::vector<std::uint32_t> places_; // of nodes among the ends of the triangle that is worked on
    std::vector<Star> stars_;
};

} // namespace labirinto
