// Drawing one of the links of a node: all equally likely, or each as likely as its weight says.
//
// A node's links lie behind its head, which says how many they are, and each of them holds where
// the head of the next node is: a step to anywhere in a large graph waits for the memory once.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "huge_pages.hpp"
#include "prefetch.hpp"
#include "random.hpp"

namespace labirinto {

class EvenLinks {
  public:
    static constexpr std::uint32_t head = 2; // what comes before a node's links

    EvenLinks(std::uint32_t nodes, std::uint32_t links) : words_(head * nodes + links) {}

    void set_head(std::uint32_t at, std::uint32_t place, std::uint32_t count) {
        words_[at] = count;
        words_[at + 1] = place;
    }
    void set_target(std::uint32_t link, std::uint32_t at) { words_[link] = at; }

    // Of the node whose head is there, its number of links, and its place among all.
    std::uint32_t count(std::uint32_t at) const { return words_[at]; }
    std::uint32_t place(std::uint32_t at) const { return words_[at + 1]; }

    std::uint32_t draw(Bits &bits, std::uint32_t at) const {
        return at + head + static_cast<std::uint32_t>(bits.among(count(at)));
    }

    // The head to which a link leads.
    std::uint32_t target(std::uint32_t link) const { return words_[link]; }

    // Brings what is there, at a head or a link, nearer.
    void expect(std::uint32_t at) const { prefetch(&words_[at]); }

  private:
    HugeVector<std::uint32_t> words_;
};

// The alias method (Walker 1974; Vose 1991), in whole numbers, which no platform rounds otherwise.
//
// Each link has a slot, and all slots of a node have the same room.  A heavy link gives what does
// not fit into its own slot to slots of light ones, each of which then has one other link.  A slot
// is drawn, then one of its two links.
class WeighedLinks {
  public:
    static constexpr std::uint32_t head = 1;

    WeighedLinks(std::uint32_t nodes, std::uint32_t links) : slots_(head * nodes + links) {}

    void set_head(std::uint32_t at, std::uint32_t place, std::uint32_t count) {
        slots_[at].other = count;
        slots_[at].target = place;
    }
    void set_target(std::uint32_t link, std::uint32_t at) { slots_[link].target = at; }

    std::uint32_t count(std::uint32_t at) const { return slots_[at].other; }
    std::uint32_t place(std::uint32_t at) const { return slots_[at].target; }

    // Prepares the links of a node, of weights above 0.  One that is 2^60 times lighter than
    // another is never drawn.
    void prepare(std::uint32_t at, const std::vector<double> &weights) {
        const auto count = static_cast<std::uint32_t>(weights.size());
        if (count == 0) {
            return;
        }
        const int digits = 62 - static_cast<int>(std::bit_width(count));
        int exponent;
        std::frexp(*std::max_element(weights.begin(), weights.end()), &exponent);
        amounts_.resize(count);
        std::uint64_t total = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            amounts_[k] = static_cast<std::uint64_t>(std::ldexp(weights[k], digits - exponent));
            total += amounts_[k];
        }
        const std::uint64_t room = std::uint64_t{1} << digits;
        const double all = std::ldexp(static_cast<double>(count), digits);
        std::uint64_t left = count * room; // may wrap, and is added again
        for (std::uint64_t &amount : amounts_) {
            const double share = static_cast<double>(amount) / static_cast<double>(total);
            amount = static_cast<std::uint64_t>(share * all);
            left -= amount;
        }
        *std::max_element(amounts_.begin(), amounts_.end()) += left;
        fill(at + head, count, room, 64 - digits);
    }

    std::uint32_t draw(Bits &bits, std::uint32_t at) const {
        const auto link = static_cast<std::uint32_t>(bits.among(count(at)));
        const std::uint32_t first = at + head;
        const Slot &slot = slots_[first + link];
        const auto drawn = static_cast<std::uint32_t>(bits.take(32));
        bool stays = drawn < slot.high;
        if (drawn == slot.high) [[unlikely]] {
            stays = bits.take(32) < slot.low;
        }
        return first + (stays ? link : slot.other);
    }

    std::uint32_t target(std::uint32_t link) const { return slots_[link].target; }

    void expect(std::uint32_t at) const { prefetch(&slots_[at]); }

  private:
    // Below the bar, whose 64 bits are `high` and `low`, a link itself is drawn, else the other.
    struct Slot {
        std::uint32_t high = 0, low = 0;
        std::uint32_t other = 0;  // counted from the first of the node; in a head, how many
        std::uint32_t target = 0; // in a head, the place of the node
    };

    void fill(std::uint32_t first, std::uint32_t count, std::uint64_t room, int shift) {
        light_.clear();
        heavy_.clear();
        for (std::uint32_t k = 0; k < count; ++k) {
            slots_[first + k].other = k;
            (amounts_[k] < room ? light_ : heavy_).push_back(k);
        }
        while (!light_.empty()) {
            const std::uint32_t one = light_.back();
            const std::uint32_t other = heavy_.back();
            light_.pop_back();
            Slot &slot = slots_[first + one];
            const std::uint64_t bar = amounts_[one] << shift;
            slot.high = static_cast<std::uint32_t>(bar >> 32);
            slot.low = static_cast<std::uint32_t>(bar);
            slot.other = other;
            amounts_[other] -= room - amounts_[one];
            if (amounts_[other] < room) {
                heavy_.pop_back();
                light_.push_back(other);
            }
        }
    }

    HugeVector<Slot> slots_;
    std::vector<std::uint64_t> amounts_; // of the node that is prepared, as are the next two
    std::vector<std::uint32_t> light_, heavy_;
};

} // namespace labirinto
