// Sets of things that are numbered from 0, and joined one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace labirinto {

// By union by size and path halving.  For fewer than 2^31 numbers.
class DisjointSets {
  public:
    explicit DisjointSets(std::uint64_t count) : parents_(count) {}

    // Makes each number a set of its own; to be called before every maze.
    void separate() { std::fill(parents_.begin(), parents_.end(), -1); }

    // Joins the sets of two numbers; false if they are in one set already.
    bool join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) {
            return false;
        }
        if (parents_[a] > parents_[b]) {
            std::swap(a, b);
        }
        parents_[a] += parents_[b];
        parents_[b] = static_cast<std::int32_t>(a);
        return true;
    }

    // The one that stands for all of a set.
    std::uint32_t find(std::uint32_t i) {
        for (;;) {
            const std::int32_t parent = parents_[i];
            if (parent < 0) {
                return i;
            }
            const std::int32_t next = parents_[static_cast<std::uint32_t>(parent)];
            if (next < 0) {
                return static_cast<std::uint32_t>(parent);
            }
            parents_[i] = next;
            i = static_cast<std::uint32_t>(next);
        }
    }

  private:
    // Of each number another one of its set, or the size of the set, made negative.
    std::vector<std::int32_t> parents_;
};

} // namespace labirinto
