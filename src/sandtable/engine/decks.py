"""Carriers shared out among the aircraft that must land on them; each carrier is in one place only (classic.R56)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

#: A group of aircraft: where they are, and the movement that each has left.
Group = tuple[str, int]
#: Positions of the carriers that are tried one by one; beyond that number a carrier counts as being everywhere it can
#: sail to, which lets more aircraft fly than may come down in the end.
MOST = 2000


class Deck(NamedTuple):
    """One carrier: free places, and the zones where it can be when aircraft land."""

    room: int
    berths: tuple[str, ...]


def seated(decks: Iterable[Deck], aircraft: Mapping[Group, int], near: Callable[[Group, str], bool]) -> int:
    """Return how many of the aircraft can land on a carrier, at best; `near` says whether a group reaches a zone."""
    groups, alike = list(aircraft), dict[tuple[int, tuple[frozenset[int], ...]], int]()
    for deck in decks:
        choices = _choices(deck, groups, near)
        if deck.room > 0 and choices:
            alike[deck.room, choices] = alike.get((deck.room, choices), 0) + 1
    counts = [aircraft[g] for g in groups]
    everywhere = [(room, frozenset().union(*choices)) for (room, choices), n in alike.items() for _ in range(n)]
    most = _matched(counts, everywhere)
    ways = prod(comb(len(choices) + n - 1, n) for (_, choices), n in alike.items())
    if ways == 1 or ways > MOST or not most:
        return most
    best = 0
    rows = [[(room, c) for c in combinations_with_replacement(choices, n)] for (room, choices), n in alike.items()]
    for chosen in product(*rows):
        best = max(best, _matched(counts, [(room, served) for room, row in chosen for served in row]))
        if best == most:
            break
    return best


def _choices(deck: Deck, groups: Sequence[Group], near: Callable[[Group, str], bool]) -> tuple[frozenset[int], ...]:
    """The groups that reach a carrier, by where it is; places that serve no more than another one are left out."""
    served = {frozenset(i for i, group in enumerate(groups) if near(group, berth)) for berth in deck.berths}
    best = [s for s in served if s and not any(s < other for other in served)]
    return tuple(sorted(best, key=sorted))


def _matched(counts: Sequence[int], decks: Sequence[tuple[int, frozenset[int]]]) -> int:
    """Return how many aircraft find a place, if each group can land on the decks that name it."""
    taken: list[dict[int, int]] = [{} for _ in decks]

    def place(group: int, seen: set[int]) -> bool:
        """Finds a place for one more aircraft of a group, by moving others if need be."""
        for d, (room, served) in enumerate(decks):
            if group not in served or d in seen:
                continue
            seen.add(d)
            row = taken[d]
            if sum(row.values()) < room:
                row[group] = row.get(group, 0) + 1
                return True
            for other in [g for g, n in row.items() if n and g != group]:
                if place(other, seen):
                    row[other] -= 1
                    row[group] = row.get(group, 0) + 1
                    return True
        return False

    out = 0
    for group, n in enumerate(counts):
        for _ in range(n):
            if not place(group, set()):
                break
            out += 1
    return out
