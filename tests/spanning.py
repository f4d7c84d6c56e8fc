"""What a perfect maze is, in plain Python that shares no code with the package."""

from collections.abc import Iterable

Cell = tuple[int, int]
Passage = tuple[Cell, Cell]

# Bits fill whole bytes and words of 64, and numbers of columns outgrow 8 and 16 bits.
TURNING_POINTS = (63, 64, 65, 127, 128, 129, 255, 256, 257)

AWKWARD = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (3, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (7, 3),
    (8, 3),
    (9, 3),
    *((side, 1) for side in TURNING_POINTS),
    *((1, side) for side in TURNING_POINTS),
    *((side, 2) for side in TURNING_POINTS),
    *((2, side) for side in TURNING_POINTS),
    *((side, 5) for side in TURNING_POINTS),
    *((5, side) for side in TURNING_POINTS),
    (63, 65),
    (64, 64),
    (128, 127),
    (255, 257),
    (256, 256),
    (257, 256),
]

WIDE = [
    (65_535, 1),
    (65_536, 1),
    (65_537, 1),
    (65_535, 2),
    (65_536, 2),
    (65_537, 2),
    (1, 65_537),
    (2, 65_536),
]


def neighbours_in(width: int, height: int) -> list[Passage]:
    """Every passage that there could be."""
    return [
        ((x, y), (x + dx, y + dy))
        for y in range(height)
        for x in range(width)
        for dx, dy in ((1, 0), (0, 1))
        if x + dx < width and y + dy < height
    ]


def passages_of(rows: bytes, width: int, height: int) -> list[Passage]:
    """The passages that the bits of the rows stand for, those that lead nowhere included."""
    stride = (width + 7) // 8
    assert len(rows) == 2 * stride * height
    passages = []
    for y in range(height):
        for plane, (dx, dy) in enumerate(((1, 0), (0, 1))):
            begin = (2 * y + plane) * stride
            for group, byte in enumerate(rows[begin : begin + stride]):
                for bit in range(8):
                    if byte >> bit & 1:
                        x = 8 * group + bit
                        passages.append(((x, y), (x + dx, y + dy)))
    return passages


def rows_of(passages: Iterable[Passage], width: int, height: int) -> bytes:
    """The reverse of ``passages_of``, each passage from its western or northern cell."""
    stride = (width + 7) // 8
    rows = bytearray(2 * stride * height)
    for (x, y), (_, y2) in passages:
        rows[(2 * y + y2 - y) * stride + x // 8] |= 1 << x % 8
    return bytes(rows)


def is_spanning_tree(width: int, height: int, passages: Iterable[Passage]) -> bool:
    """Whether the passages join all cells, with none too many."""
    passages = list(passages)
    return len(passages) == width * height - 1 and is_forest(width, height, passages)


def is_forest(width: int, height: int, passages: Iterable[Passage]) -> bool:
    """Whether the passages join cells of the rectangle, none of them in a loop."""
    parents = list(range(width * height))

    def root_of(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    for (x, y), (x2, y2) in passages:
        if not (0 <= x < width and 0 <= y < height and 0 <= x2 < width and 0 <= y2 < height):
            return False
        one, other = root_of(y * width + x), root_of(y2 * width + x2)
        if one == other:
            return False
        parents[one] = other
    return True


def kirchhoff(width: int, height: int) -> int:
    """The number of mazes: a minor of the Laplacian matrix, in whole numbers (Bareiss 1968)."""
    size = width * height
    matrix = [[0] * size for _ in range(size)]
    for passage in neighbours_in(width, height):
        one, other = (y * width + x for x, y in passage)
        matrix[one][one] += 1
        matrix[other][other] += 1
        matrix[one][other] -= 1
        matrix[other][one] -= 1
    minor = [row[1:] for row in matrix[1:]]
    before = 1
    for k in range(size - 1):
        # A minor of a positive definite matrix: no pivot is 0, and no rows have to be exchanged.
        for i in range(k + 1, size - 1):
            for j in range(k + 1, size - 1):
                product = minor[i][j] * minor[k][k] - minor[i][k] * minor[k][j]
                minor[i][j] = product // before
        before = minor[k][k]
    return before
