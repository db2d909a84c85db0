"""Players of one side: who they are, and who acts for a partner whose time has run out. Nothing here does I/O.

The sides are those of the position as it stands, so a rule that changes them changes who the partners are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .records import Seat


def side_of(sides: Mapping[str, str], power: str) -> list[str]:
    """Return the powers of a power's side, itself included."""
    return [other for other, side in sides.items() if side == sides[power]] if power in sides else [power]


def partners(seats: Sequence[Seat], sides: Mapping[str, str], power: str) -> list[Seat]:
    """Return the seats of the other people of a power's side who are not out of time themselves."""
    own = {seat.token for seat in seats if seat.power == power}
    return [
        seat
        for seat in seats
        if seat.awaited and not seat.away and seat.token not in own and sides.get(seat.power) == sides.get(power)
    ]


def decided(seats: Sequence[Seat], sides: Mapping[str, str], powers: Collection[str]) -> tuple[str, ...]:
    """Return the powers whose decisions the player of `powers` makes: first the player's own, without those in which
    partners act for the player, and then those of partners for whom the player acts."""
    covered = [seat.power for seat in seats if seat.covered]
    own = [power for power in powers if power not in covered]
    others = [power for power in covered if power not in powers]
    return (*own, *(p for p in others if any(seat.power in powers for seat in partners(seats, sides, p))))
