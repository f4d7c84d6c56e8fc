"""Disjoint sets in the plainest way: for every member, the set that it is in."""

from typing import TypeVar

MemberT = TypeVar("MemberT")


def unite(sets: dict[MemberT, set[MemberT]], one: MemberT, other: MemberT) -> None:
    """Makes one set of the sets of two members; the smaller moves into the larger."""
    smaller, larger = sorted((sets[one], sets[other]), key=len)
    larger |= smaller
    for member in smaller:
        sets[member] = larger
