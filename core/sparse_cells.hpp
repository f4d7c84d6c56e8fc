// The few remaining cells of the rows of a maze, kept one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "planes.hpp"

namespace labirinto {

// Cells with their exits, in the order of their numbers.  A number is y * width + x, so that the
// neighbours of a cell are one and `width` away.  It is split into a chunk and the place of the
// cell in it, which fits into 32 bits together with the exits.
class SparseCells {
  public:
    // The position of a cell, valid until the next tidy().
    struct Place {
        std::uint64_t chunk, at;
    };

    explicit SparseCells(std::uint64_t width) : width_(width) {}

    std::uint64_t live() const { return live_; }

    std::uint64_t bytes() const {
        std::uint64_t sum =
            chunks_.capacity() * sizeof(Chunk) + untidy_.capacity() * sizeof(std::uint64_t);
        for (const Chunk &chunk : chunks_) {
            sum += chunk.entries.capacity() * sizeof(std::uint32_t);
        }
        return sum;
    }

    // A cell behind all others, with at least one exit.
    void append(std::uint64_t cell, unsigned exits) {
        const std::uint64_t number = cell >> chunk_bits;
        if (number >= chunks_.size()) {
            if (!chunks_.empty()) {
                chunks_.back().entries.shrink_to_fit();
            }
            chunks_.resize(number + 1);
        }
        chunks_[number].entries.push_back(entry_of(cell) | exits);
        ++live_;
    }

    // The first place not before a cell's.
    Place from(std::uint64_t cell) const {
        const std::uint64_t number = cell >> chunk_bits;
        if (number >= chunks_.size()) {
            return {chunks_.size(), 0};
        }
        const auto &entries = chunks_[number].entries;
        return skip_empty({number, lower_bound(entries, 0, entries.size(), entry_of(cell))});
    }

    bool is_end(Place place) const { return place.chunk == chunks_.size(); }
    Place next(Place place) const { return skip_empty({place.chunk, place.at + 1}); }

    std::uint64_t cell(Place place) const {
        return place.chunk << chunk_bits | entry(place) >> exit_bits;
    }
    unsigned exits(Place place) const { return entry(place) & all_exits; }

    // The place of the cell that an exit leads to.
    Place neighbour(Place place, unsigned direction) const {
        switch (direction) {
        case east:
            return skip_empty({place.chunk, place.at + 1});
        case west:
            return place.at > 0 ? Place{place.chunk, place.at - 1} : last_before(place.chunk);
        case south:
            return find_after(place, cell(place) + width_);
        default:
            return find_before(place, cell(place) - width_);
        }
    }

    void close(Place place, unsigned exits_to_close) {
        Chunk &chunk = chunks_[place.chunk];
        std::uint32_t &changed = chunk.entries[place.at];
        changed &= ~exits_to_close;
        if ((changed & all_exits) != 0) {
            return;
        }
        --live_;
        ++chunk.dead;
        if (!chunk.untidy && chunk.dead > chunk.entries.size() / 4) {
            chunk.untidy = true;
            untidy_.push_back(place.chunk);
        }
    }

    // Releases the memory of cells without exits where there are many.
    void tidy() {
        for (const std::uint64_t number : untidy_) {
            chunks_[number].compact();
        }
        untidy_.clear();
    }

    void compact() {
        for (Chunk &chunk : chunks_) {
            chunk.compact();
        }
        untidy_.clear();
        untidy_.shrink_to_fit();
    }

  private:
    static constexpr unsigned exit_bits = 4;
    static constexpr unsigned all_exits = (1U << exit_bits) - 1;
    // Small enough to be compacted one at a time; large enough to cost nothing when empty, 32 bytes
    // for four million cells.
    static constexpr unsigned chunk_bits = 22;

    struct Chunk {
        std::vector<std::uint32_t> entries; // place of the cell, then its exits: none if it is dead
        std::uint32_t dead = 0;
        bool untidy = false;

        void compact() {
            std::erase_if(entries, [](std::uint32_t entry) { return (entry & all_exits) == 0; });
            entries.shrink_to_fit();
            dead = 0;
            untidy = false;
        }
    };

    using Entries = std::vector<std::uint32_t>;

    // A cell's entry without exits, which comes before that with any.
    static std::uint32_t entry_of(std::uint64_t cell) {
        return static_cast<std::uint32_t>((cell & low_bits(chunk_bits)) << exit_bits);
    }

    std::uint32_t entry(Place place) const { return chunks_[place.chunk].entries[place.at]; }

    Place skip_empty(Place place) const {
        while (place.chunk < chunks_.size() && place.at >= chunks_[place.chunk].entries.size()) {
            place = {place.chunk + 1, 0};
        }
        return place;
    }

    Place last_before(std::uint64_t number) const {
        while (chunks_[--number].entries.empty()) {
        }
        return {number, chunks_[number].entries.size() - 1};
    }

    // The first of the entries first .. last-1 that is not below a value, or `last`.
    static std::uint64_t lower_bound(const Entries &entries, std::uint64_t first,
                                     std::uint64_t last, std::uint32_t value) {
        std::uint64_t count = last - first;
        while (count > 0) {
            const std::uint64_t step = (count + 1) / 2;
            first += entries[first + step - 1] < value ? step : 0;
            count -= step;
        }
        return first;
    }

    // Cells a row apart are not far apart: the steps of the search begin small.
    Place find_after(Place place, std::uint64_t cell) const {
        const std::uint64_t number = cell >> chunk_bits;
        const Entries &entries = chunks_[number].entries;
        const std::uint32_t value = entry_of(cell);
        std::uint64_t first = 0;
        std::uint64_t last = entries.size();
        if (number == place.chunk) {
            first = place.at + 1;
            for (std::uint64_t step = 4; first + step < last; step *= 2) {
                if (entries[first + step] >= value) {
                    last = first + step;
                } else {
                    first += step;
                }
            }
        }
        return {number, lower_bound(entries, first, last, value)};
    }

    Place find_before(Place place, std::uint64_t cell) const {
        const std::uint64_t number = cell >> chunk_bits;
        const Entries &entries = chunks_[number].entries;
        const std::uint32_t value = entry_of(cell);
        std::uint64_t first = 0;
        std::uint64_t last = entries.size();
        if (number == place.chunk) {
            last = place.at;
            for (std::uint64_t step = 4; first + step < last; step *= 2) {
                if (entries[last - step] <= value) {
                    first = last - step;
                } else {
                    last -= step;
                }
            }
        }
        return {number, lower_bound(entries, first, last, value)};
    }

    std::uint64_t width_;
    std::vector<Chunk> chunks_;
    std::vector<std::uint64_t> untidy_;
    std::uint64_t live_ = 0;
};

} // namespace labirinto
