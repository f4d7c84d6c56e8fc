// Sets of things that are numbered from 0, and joined one by one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace labirinto {

// By union by size and path halving.
class DisjointSets {
  public:
    explicit DisjointSets(std::uint64_t count) : parents_(count), sizes_(count) {}

    // Makes each number a set of its own; to be called before every maze.
    void separate() {
        for (std::uint64_t i = 0; i < parents_.size(); ++i) {
            parents_[i] = static_cast<std::uint32_t>(i);
            sizes_[i] = 1;
        }
    }

    // Joins the sets of two numbers; false if they are in one set already.
    bool join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) {
            return false;
        }
        if (sizes_[a] < sizes_[b]) {
            std::swap(a, b);
        }
        parents_[b] = a;
        sizes_[a] += sizes_[b];
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
    std::vector<std::uint32_t> parents_;
    std::vector<std::uint32_t> sizes_;
};

} // namespace labirinto
