"""Time to think: a limit per turn, or a bank of time with an increment; and what happens when it runs out.

A clock runs for each player whom the game asks, also in another player's turn. When it runs out, partners or a computer
player act in the seat until its player comes back. Nothing here does I/O; times are in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .records import Seat
from .terms import Pace

#: The computer player that acts for a player whose time has run out.
STANDIN = "quick"
#: Seconds that a player has at least after coming back, with a bank.
RETURN = 60.0
#: Seconds between two looks at the clock of a player on holiday.
BREATH = 3600.0


class Clock(msgspec.Struct, frozen=True):
    """The time of a game: what each power had `left` at the time `since`, and the powers `asked` since then.

    `turn` is the latest turn so far: its round, and the place of its `power` in the order. `rested` is until when each
    power has got back the time of its player's holidays.
    """

    pace: Pace
    left: dict[str, float] = {}
    since: float = 0.0
    asked: list[str] = []
    turn: tuple[int, int] = (0, 0)
    power: str = ""
    rested: dict[str, float] = {}

    def remaining(self, power: str, now: float) -> float:
        """Return what a power has left now; below 0 if its time has run out."""
        left = self.left.get(power, float(self.pace.seconds))
        return left - max(0.0, now - self.since) if power in self.asked else left

    def deadline(self) -> float:
        """Return when the first of the powers asked runs out of time; 0 if the clock stands."""
        return min((self.since + self.remaining(power, self.since) for power in self.asked), default=0.0)

    def moved(self, now: float, asked: Iterable[str], turn: tuple[int, int], power: str) -> Clock:
        """Return the clock after the game has changed, and now it is the `turn` of a `power`.

        With a limit per turn, everybody has the whole time again when a new turn begins. With a bank, the power whose
        turn has ended gets the increment. A turn that is played again after an undo counts as the same.
        """
        left = {power: self.remaining(power, now) for power in {*self.left, *self.asked}}
        new = turn > self.turn
        if new and self.pace.kind == "turn":
            left = {}
        elif new and self.power:
            left[self.power] = left.get(self.power, float(self.pace.seconds)) + self.pace.increment
        latest = (turn, power) if new else (self.turn, self.power)
        return Clock(self.pace, left, now, list(asked), *latest, self.rested)

    def returned(self, powers: Iterable[str], now: float) -> Clock:
        """Return the clock after the player of these powers has come back: with the time of a turn, or a little."""
        least = float(self.pace.seconds) if self.pace.kind == "turn" else max(RETURN, float(self.pace.increment))
        left = {power: self.remaining(power, now) for power in {*self.left, *self.asked, *powers}}
        left |= {power: max(least, left[power]) for power in powers}
        return msgspec.structs.replace(self, left=left, since=now)

    def ended(self, powers: Iterable[str]) -> Clock:
        """Return the clock, as it stands now, with no time left for these powers."""
        gone = {power: 0.0 for power in powers if self.left.get(power, 1.0) > 0}
        return msgspec.structs.replace(self, left={**self.left, **gone}) if gone else self

    def rest(self, power: str, begins: float, ends: float, now: float) -> Clock:
        """Return the clock with the time of a holiday given back, as far as it is over by now.

        In a holiday, the power then has `BREATH` at least, so that the clocks are not looked at all the time.
        """
        start, end = max(begins, self.since, self.rested.get(power, 0.0)), min(ends, now)
        if end <= start or power not in self.asked:
            return self
        left = self.left.get(power, float(self.pace.seconds)) + end - start
        if now < ends:
            left = max(left, now - self.since + BREATH)
        return msgspec.structs.replace(self, left={**self.left, power: left}, rested={**self.rested, power: end})


def waited(seats: Iterable[Seat], asked: Iterable[str]) -> list[str]:
    """Return the powers asked whose players are waited for: those of people for whom no computer acts."""
    people = {seat.power for seat in seats if seat.awaited}
    return [power for power in dict.fromkeys(asked) if power in people]
