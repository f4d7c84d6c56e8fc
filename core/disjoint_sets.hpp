// Sets of things that are numbered from 0, and joined one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace labirinto {

// By union by rank and path halving.
class DisjointSets {
  public:
    explicit DisjointSets(std::uint64_t count) : parents_(count), ranks_(count) {}

    // Makes each number a set of its own; to be called before every maze.
    void separate() {
        std::iota(parents_.begin(), parents_.end(), 0U);
        std::fill(ranks_.begin(), ranks_.end(), 0);
    }

    // Joins the sets of two numbers; false if they are in one set already.
    bool join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) {
            return false;
        }
        if (ranks_[a] < ranks_[b]) {
            std::swap(a, b);
        }
        ranks_[a] += ranks_[a] == ranks_[b];
        parents_[b] = a;
        return true;
    }

    // The one that stands for all of a set.
    std::uint32_t find(std::uint32_t i) {
        while (parents_[i] != i) {
            parents_[i] = parents_[parents_[i]];
            i = parents_[i];
        }
        return i;
    }

  private:
    std::vector<std::uint32_t> parents_; // another one of the set, or itself
    std::vector<std::uint8_t> ranks_;    // the paths to it are no longer
};

} // namespace labirinto
