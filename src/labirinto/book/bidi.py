"""Which way text runs: the Unicode bidirectional algorithm (UAX #9) for one line.

Signs that set a direction by hand (embeddings, overrides, isolates) are passed over: in a title
they are rare, and the rules for what stands in them would be longer than all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import bidirectional

BRACKETS = {"(": ")", "[": "]", "{": "}"}
_OPENED_BY = {closing: opening for opening, closing in BRACKETS.items()}

_PASSED_OVER = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN"}
_NEUTRAL = {"B", "S", "WS", "ON"}


def visual_runs(text: str, right_to_left: bool) -> list[tuple[int, int, bool]]:
    """The runs of one direction in a line, from left to right as they are seen.

    Args:
        right_to_left: the direction of the line as a whole.

    Returns:
        For each run where it begins and ends in the text, and whether it goes right to left.
    """
    levels = _levels(text, right_to_left)
    runs: list[tuple[int, int, int]] = []
    for place, level in enumerate(levels):
        if runs and runs[-1][2] == level:
            runs[-1] = (runs[-1][0], place + 1, level)
        else:
            runs.append((place, place + 1, level))
    # From the highest level down to the first, what is at a level or above is turned round.
    for level in range(max(levels, default=0), 0, -1):
        begin = 0
        while begin < len(runs):
            end = begin
            while end < len(runs) and runs[end][2] >= level:
                end += 1
            runs[begin:end] = reversed(runs[begin:end])
            begin = end + 1
    return [(begin, end, level % 2 == 1) for begin, end, level in runs]


def _levels(text: str, right_to_left: bool) -> list[int]:
    """The level of each character; odd ones go right to left."""
    base = int(right_to_left)
    places = [p for p, letter in enumerate(text) if bidirectional(letter) not in _PASSED_OVER]
    # What Unicode has not given a letter yet is as one of Latin.
    kinds = [bidirectional(text[place]) or "L" for place in places]
    _resolve_weak(kinds, "R" if right_to_left else "L")
    _resolve_brackets(kinds, [text[place] for place in places], right_to_left)
    _resolve_neutral(kinds, right_to_left)
    levels = [base] * len(text)
    level = base
    resolved = dict(zip(places, kinds, strict=True))
    for place in range(len(text)):
        kind = resolved.get(place)
        if kind is not None:
            # Rules I1 and I2.
            if kind == "R":
                level = 1
            elif kind == "L":
                level = 2 * base
            else:
                level = 2
        levels[place] = level
    # Rule L1: spaces at the end go the way of the line.
    for place in reversed(range(len(text))):
        if bidirectional(text[place]) not in _PASSED_OVER | {"WS", "S", "B"}:
            break
        levels[place] = base
    return levels


def _resolve_weak(kinds: list[str], start: str) -> None:
    """Rules W1 to W7: marks, numbers and what stands beside them."""
    before = start
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = before
        before = kinds[at]
    strong = start
    for at, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        around = (kinds[at - 1], kinds[at + 1])
        if around == ("EN", "EN") and kinds[at] in ("ES", "CS"):
            kinds[at] = "EN"
        elif around == ("AN", "AN") and kinds[at] == "CS":
            kinds[at] = "AN"
    for begin, end in _stretches(kinds, {"ET"}):
        beside = kinds[max(0, begin - 1) : begin] + kinds[end : end + 1]
        kinds[begin:end] = ["EN" if "EN" in beside else "ON"] * (end - begin)
    strong = start
    for at, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
        elif kind in ("ES", "CS"):
            kinds[at] = "ON"


def _resolve_brackets(kinds: list[str], letters: list[str], right_to_left: bool) -> None:
    """Rule N0: a pair of brackets goes the way of what is in it."""
    base = "R" if right_to_left else "L"
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for at, letter in enumerate(letters):
        if kinds[at] != "ON":
            continue
        if letter in BRACKETS:
            opened.append((letter, at))
        elif letter in _OPENED_BY:
            for depth in reversed(range(len(opened))):
                if opened[depth][0] == _OPENED_BY[letter]:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    for begin, end in sorted(pairs):
        inside = {_strong(kind) for kind in kinds[begin + 1 : end]} & {"L", "R"}
        if not inside:
            continue
        way = base
        if base not in inside:
            earlier = (_strong(kind) for kind in reversed(kinds[:begin]))
            context = next((kind for kind in earlier if kind in ("L", "R")), base)
            way = base if context == base else context
        for bracket in (begin, end):
            kinds[bracket] = way
            # Marks on a bracket go with it.
            for at in range(bracket + 1, len(letters)):
                if bidirectional(letters[at]) != "NSM":
                    break
                kinds[at] = way


def _resolve_neutral(kinds: list[str], right_to_left: bool) -> None:
    """Rules N1 and N2: spaces and signs go the way of both neighbours, or of the line."""
    base = "R" if right_to_left else "L"
    for begin, end in _stretches(kinds, _NEUTRAL):
        before = _strong(kinds[begin - 1]) if begin else base
        after = _strong(kinds[end]) if end < len(kinds) else base
        kinds[begin:end] = [before if before == after else base] * (end - begin)


def _strong(kind: str) -> str:
    """The direction that a resolved kind counts as: numbers stand in for right to left."""
    return "R" if kind in ("R", "EN", "AN") else kind


def _stretches(kinds: list[str], wanted: set[str]) -> Iterator[tuple[int, int]]:
    """Where unbroken stretches of some kinds begin and end."""
    begin = 0
    while begin < len(kinds):
        end = begin
        while end < len(kinds) and kinds[end] in wanted:
            end += 1
        if end > begin:
            yield begin, end
        begin = max(end, begin + 1)
