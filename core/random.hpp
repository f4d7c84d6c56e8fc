// The random stream of the seed promise: every bit of it is fixed, on every platform.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace labirinto {

// SplitMix64 (Steele, Lea and Flood 2014): seeds the generator and mixes child seeds.
class SplitMix64 {
  public:
    explicit constexpr SplitMix64(std::uint64_t state) : state_(state) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

  private:
    std::uint64_t state_;
};

// What a child stream is for.  The numbers are part of the seed promise; 5 is that of books.
enum class Purpose : std::uint64_t {
    strip = 1,
    edge = 2,
    item = 3,
    ends = 4,
    points = 7,
    choice = 11,
    band = 12,
    symmetry = 13
};

constexpr std::uint64_t child_seed(std::uint64_t seed, Purpose purpose, std::uint64_t k) {
    const std::uint64_t once = SplitMix64(seed).next() ^ static_cast<std::uint64_t>(purpose);
    const std::uint64_t twice = SplitMix64(once).next() ^ k;
    return SplitMix64(twice).next();
}

// xoshiro256++ 1.0 (Blackman and Vigna 2019).
class Xoshiro256pp {
  public:
    explicit constexpr Xoshiro256pp(std::uint64_t seed) {
        SplitMix64 filler(seed);
        for (auto &word : words_) {
            word = filler.next();
        }
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
        const std::uint64_t t = words_[1] << 17;
        words_[2] ^= words_[0];
        words_[3] ^= words_[1];
        words_[1] ^= words_[2];
        words_[0] ^= words_[3];
        words_[2] ^= t;
        words_[3] = std::rotl(words_[3], 45);
        return result;
    }

    std::uint64_t words_[4];
};

// Uniform in 0 .. count-1: the high word of count times 32 bits, drawn again for the few low words
// that would favour some numbers (Lemire 2019).
template <class Source> constexpr std::uint64_t draw_among(Source &bits, std::uint32_t count) {
    std::uint64_t product = bits.take(32) * count;
    if (static_cast<std::uint32_t>(product) < count) [[unlikely]] {
        const std::uint32_t uneven = (0 - count) % count; // 2^32 modulo count
        while (static_cast<std::uint32_t>(product) < uneven) {
            product = bits.take(32) * count;
        }
    }
    return product >> 32;
}

// Random bits, taken low end first from each word.
class Bits {
  public:
    explicit constexpr Bits(std::uint64_t seed) : generator_(seed) {}
    explicit constexpr Bits(const Xoshiro256pp &generator) : generator_(generator) {}

    // The next `count` bits, 1 to 64.
    constexpr std::uint64_t take(unsigned count) {
        if (count <= left_) {
            const std::uint64_t value = count == 64 ? word_ : word_ & ((1ULL << count) - 1);
            drop(count);
            return value;
        }
        const unsigned have = left_;
        std::uint64_t value = have == 0 ? 0 : word_;
        refill();
        const unsigned rest = count - have;
        value |= (rest == 64 ? word_ : word_ & ((1ULL << rest) - 1)) << have;
        drop(rest);
        return value;
    }

    // 0 east, 1 south, 2 west, 3 north.
    constexpr unsigned direction() {
        if (left_ < 2) [[unlikely]] {
            return static_cast<unsigned>(take(2));
        }
        const auto value = static_cast<unsigned>(word_ & 3);
        word_ >>= 2;
        left_ -= 2;
        return value;
    }

    // Uniform in 0 .. count-1: as many bits as count-1 has, drawn again while too large.
    constexpr std::uint64_t below(std::uint64_t count) {
        const auto width = static_cast<unsigned>(std::bit_width(count - 1));
        if (width == 0) {
            return 0;
        }
        std::uint64_t value = take(width);
        while (value >= count) {
            value = take(width);
        }
        return value;
    }

    // The same by draw_among: where `below` draws again at random, which a processor cannot
    // foresee, this hardly ever does.
    constexpr std::uint64_t among(std::uint32_t count) { return draw_among(*this, count); }

    // What gives the words from which no bit has been taken yet.
    constexpr const Xoshiro256pp &generator() const { return generator_; }

    // The number of bits taken so far.
    constexpr std::uint64_t taken() const { return 64 * words_ - left_; }

  private:
    constexpr void refill() {
        word_ = generator_.next();
        left_ = 64;
        ++words_;
    }

    constexpr void drop(unsigned count) {
        word_ = count == 64 ? 0 : word_ >> count;
        left_ -= count;
    }

    Xoshiro256pp generator_;
    std::uint64_t word_ = 0; // the bits above `left_` are zero
    unsigned left_ = 0;
    std::uint64_t words_ = 0;
};

// Words of the stream, made before they are needed.
class WordsAhead {
  public:
    static constexpr std::size_t made = 16; // at a time
    static constexpr std::size_t spare = 4; // behind those, so that one can look beyond their end

    explicit WordsAhead(std::uint64_t seed) : generator_(seed) { make(0); }

    // Leaves out as many words as it makes.
    void advance() {
        std::copy_n(words_ + made, spare, words_);
        make(spare);
    }

    const std::uint64_t *begin() const { return words_; }

  private:
    void make(std::size_t first) {
        Xoshiro256pp generator = generator_; // stays in registers
        for (std::size_t k = first; k < made + spare; ++k) {
            words_[k] = generator.next();
        }
        generator_ = generator;
    }

    Xoshiro256pp generator_;
    std::uint64_t words_[made + spare];
};

// The same bits as those of `Bits`, for numbers of any width in turn: it takes no branch at the end
// of a word, and hardly any for numbers that are drawn again, neither of which a processor can
// foresee.  To be kept in a local variable.
class BitsAhead {
  public:
    static constexpr unsigned most = 57; // bits at a time

    explicit BitsAhead(WordsAhead &words) : words_(&words), near_(word(0)) {}

    // `count` bits, so far ahead that they end within `spare` words; they are not taken.
    std::uint64_t peek(unsigned count, unsigned ahead = 0) const {
        const std::uint64_t at = at_ + ahead;
        return word(at / 8) >> at % 8 & ((1ULL << count) - 1);
    }

    void skip(std::uint64_t count) {
        move(count);
        near_ = word(at_ / 8);
        in_near_ = at_ % 8;
    }

    // The same for few bits, of which the word is read before it is known how many were skipped
    // last: to read it takes longer than to shift it.
    std::uint64_t peek_few(unsigned count) const {
        return near_ >> in_near_ & ((1ULL << count) - 1);
    }

    void skip_few(unsigned count) {
        near_ = word(at_ / 8);
        in_near_ = at_ % 8 + count;
        if (move(count)) [[unlikely]] {
            skip(0);
        }
    }

    std::uint64_t take(unsigned count) {
        const std::uint64_t value = peek(count);
        skip(count);
        return value;
    }

    // As of `Bits`, for a count up to 2^57.
    std::uint64_t below(std::uint64_t count) {
        return below(count, static_cast<unsigned>(std::bit_width(count - 1)), count);
    }

    // The same, where `width` is the number of bits that count - 1 has, and `guess` is about the
    // count, but known before it: what is drawn need not wait for the count, only be compared.
    std::uint64_t below(std::uint64_t count, unsigned width, std::uint64_t guess) {
        const std::uint64_t one = peek(width);
        const std::uint64_t other = peek(width, width);
        const std::uint64_t again = one >= guess ? ~0ULL : 0;
        const std::uint64_t value = one ^ ((one ^ other) & again);
        if (value >= count || (again & (one < count))) [[unlikely]] {
            std::uint64_t drawn = take(width);
            while (drawn >= count) {
                drawn = take(width);
            }
            return drawn;
        }
        skip(width + (width & again));
        return value;
    }

    // As of `Bits`.
    std::uint64_t among(std::uint32_t count) { return draw_among(*this, count); }

  private:
    std::uint64_t word(std::uint64_t byte) const {
        static_assert(std::endian::native == std::endian::little);
        std::uint64_t value = 0;
        std::memcpy(&value, reinterpret_cast<const std::uint8_t *>(words_->begin()) + byte, 8);
        return value;
    }

    // True if the words were replaced.
    bool move(std::uint64_t count) {
        at_ += count;
        if (at_ >= 64 * WordsAhead::made) [[unlikely]] {
            words_->advance();
            at_ -= 64 * WordsAhead::made;
            return true;
        }
        return false;
    }

    WordsAhead *words_;
    std::uint64_t at_ = 0; // the next bit
    std::uint64_t near_;
    std::uint64_t in_near_ = 0; // the next bit, of `near_`
};

// The number of bits of a number that changes little: mostly as many as it had before, which a
// processor foresees.
class SteadyWidth {
  public:
    unsigned of(std::uint64_t number) {
        if (number >> width_ != 0 || (width_ > 0 && number >> (width_ - 1) == 0)) [[unlikely]] {
            width_ = static_cast<unsigned>(std::bit_width(number));
        }
        return width_;
    }

  private:
    unsigned width_ = 0; // below 64
};

// 64 independent yes/no draws at a time, each yes with the same probability.
//
// Bit by bit from the top, a lane's random binary fraction is compared with 1 - p; a word of
// random bits is drawn only while some lane is still equal to it.  One word for p = 1/2.
class Chances {
  public:
    // `threshold` is p * 2^32, 0 to 2^32.
    explicit constexpr Chances(std::uint64_t threshold)
        : never_(threshold == 0), bar_(static_cast<std::uint32_t>((1ULL << 32) - threshold)) {}

    constexpr std::uint64_t draw(Xoshiro256pp &generator) const {
        if (never_) {
            return 0;
        }
        std::uint64_t yes = 0;
        std::uint64_t equal = ~0ULL;
        for (std::uint32_t rest = bar_; rest != 0 && equal != 0; rest <<= 1) {
            const std::uint64_t word = generator.next();
            if (rest >> 31) {
                equal &= word;
            } else {
                yes |= equal & word;
                equal &= ~word;
            }
        }
        return yes | equal;
    }

  private:
    bool never_;
    std::uint32_t bar_;
};

} // namespace labirinto
