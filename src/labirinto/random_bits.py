"""The random stream of the seed promise, in plain Python."""

from labirinto.seeds import split_mix

MASK = 2**64 - 1


def _rotate(word: int, count: int) -> int:
    return (word << count | word >> (64 - count)) & MASK


class Xoshiro256pp:
    """The generator xoshiro256++ 1.0 (Blackman and Vigna 2019), seeded by SplitMix64."""

    def __init__(self, seed: int) -> None:
        golden = 0x9E3779B97F4A7C15
        self.words: list[int] = [split_mix((seed + k * golden) & MASK) for k in range(4)]

    def next(self) -> int:
        """Return the next 64 random bits."""
        a, b, c, d = self.words
        result = (_rotate((a + d) & MASK, 23) + a) & MASK
        shifted = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        self.words = [a, b, c, _rotate(d, 45)]
        return result


class Bits:
    """Random bits, taken low end first from each word of 64.

    Args:
        seed: Of a generator of their own, or the generator whose next words are taken.
    """

    def __init__(self, seed: int | Xoshiro256pp) -> None:
        self._generator = seed if isinstance(seed, Xoshiro256pp) else Xoshiro256pp(seed)
        self._bits = 0
        self._left = 0

    def take(self, count: int) -> int:
        """Return a number of ``count`` bits."""
        while self._left < count:
            self._bits |= self._generator.next() << self._left
            self._left += 64
        value = self._bits & ((1 << count) - 1)
        self._bits >>= count
        self._left -= count
        return value

    def direction(self) -> int:
        """Return a direction: 0 east, 1 south, 2 west, 3 north."""
        return self.take(2)

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1, each equally likely; redrawn while too large."""
        if count == 1:
            return 0
        width = (count - 1).bit_length()
        while (value := self.take(width)) >= count:
            pass
        return value

    def chance(self, threshold: int) -> bool:
        """Return True with probability ``threshold`` / 2^32; what is certain takes no bits."""
        if threshold in (0, 2**32):
            return threshold > 0
        return self.take(32) < threshold

    def among(self, count: int) -> int:
        """Return a number from 0 to count - 1, each equally likely: the high word of count times 32
        bits, redrawn for the few low words that would favour some numbers (D. Lemire, ACM Trans.
        Model. Comput. Simul. 29, 2019).
        """
        while (product := self.take(32) * count) % 2**32 < 2**32 % count:
            pass
        return product >> 32


def chances(generator: Xoshiro256pp, threshold: int, count: int) -> list[bool]:
    """Return ``count`` answers, each True with probability p = ``threshold`` / 2^32.

    Answers are drawn in lanes, 64 at a time.  A lane is True if its random binary fraction is at
    least 1 - p.  The fractions are compared with it bit by bit from the top; a word of random bits
    is drawn only while some lane is undecided and the remaining bits of 1 - p are not all 0.
    """
    answers: list[bool] = []
    while len(answers) < count:
        answers += _chances_of_64(generator, threshold)
    return answers[:count]


def _chances_of_64(generator: Xoshiro256pp, threshold: int) -> list[bool]:
    if threshold == 0:
        return [False] * 64
    bar = f"{2**32 - threshold:032b}".rstrip("0")
    answers: list[bool | None] = [None] * 64
    for digit in bar:
        if None not in answers:
            break
        word = generator.next()
        for lane in range(64):
            bit = str(word >> lane & 1)
            if answers[lane] is None and bit != digit:
                answers[lane] = bit > digit
    return [answer is not False for answer in answers]
