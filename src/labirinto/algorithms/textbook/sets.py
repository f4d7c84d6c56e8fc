"""Disjoint sets in the simplest form: for every member, the set that contains it."""

from typing import TypeVar

MemberT = TypeVar("MemberT")


def unite(sets: dict[MemberT, set[MemberT]], one: MemberT, other: MemberT) -> None:
    """Unite the sets of two members: the smaller is merged into the larger."""
    smaller, larger = sorted((sets[one], sets[other]), key=len)
    larger |= smaller
    for member in smaller:
        sets[member] = larger
