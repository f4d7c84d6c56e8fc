// Several loop-erased random walks at once, in turns, for graphs that fit into no cache: while one
// waits for memory, the others go on.
//
// Let every node have a stack of arrows, each along one of its links.  Wherever the uppermost
// arrows of some nodes form a cycle, they are popped, until there is none: then the uppermost
// arrows are a tree.  Whichever cycle is popped first, they all are in the end, and the tree is the
// same (Propp and Wilson 1998).  So walks may take any turns that depend on nothing but the arrows
// seen so far: what is drawn next is independent of these, and each tree as likely as with one
// walk.
//
// The arrows seen are those of the nodes on the paths of the walks, which lead from the start of a
// walk to where it is.  On its own path, a walk closes a cycle.  On that of another, it waits
// until that joins the tree, or loses this node to a cycle; unless the other waits for the first,
// perhaps by way of more of them: then their paths close a cycle.  So one of them can always go on.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "control.hpp"
#include "huge_pages.hpp"
#include "prefetch.hpp"
#include "random.hpp"

namespace labirinto {

template <class Links> class WalksTogether {
  public:
    static constexpr std::uint32_t most = 250;

    // To the roots, whose heads are among those of all nodes; `arrows` gets the link of each place.
    WalksTogether(const Links &links, const std::vector<std::uint32_t> &heads,
                  const std::vector<std::uint32_t> &roots, std::uint32_t *arrows)
        : links_(links), heads_(heads), arrows_(arrows), owners_(heads.size()) {
        for (const std::uint32_t root : roots) {
            owners_[links_.place(heads_[root])] = tree;
        }
        root_ = heads_[roots[0]];
    }

    // With so many walks, no more than `most`.
    void run(std::uint32_t count, Bits &bits, Control &control) {
        constexpr std::uint32_t patience = 1 << 15; // rounds between two looks at the control
        walks_.resize(count);
        for (Walk &walk : walks_) {
            walk.at = root_;
        }
        bool is_walking = true;
        for (std::uint32_t round = 1; is_walking; ++round) {
            for (Walk &walk : walks_) {
                if (walk.link != 0) {
                    walk.at = links_.target(walk.link);
                    links_.expect(walk.at);
                }
            }
            for (Walk &walk : walks_) {
                walk.place = links_.place(walk.at);
                prefetch(&owners_[walk.place]);
            }
            is_walking = false;
            for (std::uint32_t k = 0; k < count; ++k) {
                is_walking |= turn(k, bits);
            }
            if (round % patience == 0) [[unlikely]] {
                control.check(next_, heads_.size());
            }
        }
    }

  private:
    // Of a place: on no path, in the tree, or on the path of the walk with this number and more.
    static constexpr std::uint8_t nobody = 0;
    static constexpr std::uint8_t tree = 1;
    static constexpr std::uint8_t first = 2;

    struct Step {
        std::uint32_t at, place, link;
    };
    struct Walk {
        std::uint32_t at = 0;    // the head of its node
        std::uint32_t place = 0; // of that node
        std::uint32_t link = 0;  // by which it comes there in this round; 0 if it was there before
        std::vector<Step> path;  // behind it
    };

    // Whether the walk goes on.
    bool turn(std::uint32_t k, Bits &bits) {
        Walk &walk = walks_[k];
        const std::uint8_t owner = owners_[walk.place];
        if (owner == tree) {
            for (const auto &[at, place, link] : walk.path) {
                owners_[place] = tree;
                arrows_[place] = link;
            }
            walk.path.clear();
            return starts(walk);
        }
        const bool has_come = std::exchange(walk.link, 0) != 0;
        if (owner != nobody) {
            if (!has_come || !closes_cycle(k)) {
                return true;
            }
            pop_cycle(k);
        }
        walk.link = links_.draw(bits, walk.at);
        links_.expect(walk.link);
        owners_[walk.place] = static_cast<std::uint8_t>(first + k);
        walk.path.push_back({walk.at, walk.place, walk.link});
        return true;
    }

    // At the next node that is in no tree.  Nodes without links are left out: they are no part of
    // the walks, or roots.
    bool starts(Walk &walk) {
        walk.link = 0;
        for (; next_ < heads_.size(); ++next_) {
            const std::uint32_t at = heads_[next_];
            if (owners_[links_.place(at)] != tree && links_.count(at) != 0) {
                walk.at = at;
                ++next_;
                return true;
            }
        }
        return false;
    }

    // Whether the walk is on its own path or on that of one that waits for it.
    bool closes_cycle(std::uint32_t k) const {
        std::uint32_t other = k;
        for (std::size_t n = 0; n < walks_.size(); ++n) {
            const std::uint8_t owner = owners_[walks_[other].place];
            const std::uint32_t next = owner - std::uint32_t{first};
            if (owner < first || (next == other && next != k)) {
                return false; // this one goes on, or has just gone on
            }
            other = next;
            if (other == k) {
                return true;
            }
        }
        return false; // another cycle, which one of its own walks is about to find
    }

    // Cuts the paths of all walks in it back to where the ones that wait for them are.
    void pop_cycle(std::uint32_t k) {
        std::uint32_t place = walks_[k].place;
        std::uint32_t other;
        do {
            other = owners_[place] - std::uint32_t{first};
            Walk &walk = walks_[other];
            const std::uint32_t next = walk.place;
            Step step;
            do {
                step = walk.path.back();
                walk.path.pop_back();
                owners_[step.place] = nobody;
            } while (step.place != place);
            walk.at = step.at;
            walk.place = place;
            walk.link = 0;
            place = next;
        } while (other != k);
    }

    const Links &links_;
    const std::vector<std::uint32_t> &heads_;
    std::uint32_t root_; // the head of one
    std::uint32_t *arrows_;
    HugeVector<std::uint8_t> owners_;
    std::vector<Walk> walks_;
    std::uint32_t next_ = 0; // the node from which to look for starts
};

} // namespace labirinto
