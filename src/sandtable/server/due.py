"""Which notices are due when a game changes: compares who was waited for before with who is waited for now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from . import outbox
from .outbox import ACTING, CONSENT, OWN, Due
from .queries import Work
from .records import Seat
from .rooms import Room

#: Seconds before a notice is sent, so that a player who is still there gets none.
PATIENCE = 30.0
#: A reminder comes when this share of the time is left, at most a day before its end; and only if
#: there is at least an hour.
SHARE, AHEAD, LEAST = 0.25, 86400.0, 3600.0


class Waited(NamedTuple):
    """Whom a game waits for: by the tokens of seats, the powers of their players, and those of absent partners for whom
    they act; when the time of each power runs out (0: never), whether the game is over, and a power of each player
    whose consent is wanted, by token."""

    powers: Mapping[str, list[str]]
    acting: Mapping[str, list[str]]
    until: Mapping[str, float]
    over: bool
    consents: Mapping[str, str]

    def reminded(self, holder: str) -> float:
        """Return when the time of a player runs out; 0: never."""
        return min((u for power in self.powers.get(holder, ()) if (u := self.until.get(power, 0.0))), default=0.0)


def waited(room: Room) -> Waited:
    """Return whom a game waits for now."""
    live, found, acting = room.game, dict[str, list[str]](), dict[str, list[str]]()
    open = set() if room.asleep or live.over else {decision.power for decision in live.open()}
    clock = room.clock
    for seat in room.seats:
        if seat.power in open and seat.awaited:
            tokens = dict.fromkeys(s.token for s in (room.partners(seat.power) if seat.covered else [seat]) if s.token)
            for token in tokens:
                (acting if seat.covered else found).setdefault(token, []).append(seat.power)
    asked = clock.asked if clock else ()
    until = {power: clock.since + clock.remaining(power, clock.since) for power in asked} if clock else {}
    missing = live.proposal.missing(room.seats) if live.proposal and not live.over else ()
    consents = {s.token: s.power for s in reversed(room.seats) if s.power in missing and s.token}
    return Waited(found, acting, until, live.over, consents)


def works(room: Room, before: Waited, now: float) -> list[Work]:
    """Return the notices to write with a change of a game that has been made in memory."""
    after = waited(room)
    if after.over:
        ending = [] if before.over or room.next else _ending(room, now)
        return [] if before.over else [outbox.silence(room.id), *_post(room, now, ending)]
    gone = before.powers.keys() - after.powers.keys()
    found = [outbox.cancel(room.id, gone, OWN)] if gone else []
    dues = [due for holder in after.powers if holder not in before.powers for due in asked(room, after, holder, now)]
    if relieved := before.acting.keys() - after.acting.keys():
        found.append(outbox.cancel(room.id, relieved, [ACTING]))
    for holder, powers in after.acting.items():
        new = (power for power in powers if power not in before.acting.get(holder, ()))
        dues += [Due(ACTING, holder, power, now + PATIENCE) for power in new]
    if answered := before.consents.keys() - after.consents.keys():
        found.append(outbox.cancel(room.id, answered, [CONSENT]))
    wanted = after.consents.keys() - before.consents.keys()
    dues += [Due(CONSENT, holder, after.consents[holder], now + PATIENCE) for holder in wanted]
    for holder in after.powers.keys() & before.powers.keys():
        if abs(after.reminded(holder) - before.reminded(holder)) > 1:  # such as a new turn of the same player
            found.append(outbox.cancel(room.id, [holder], ["reminder"]))
            dues += reminder(after, holder, now)
    return [*found, *_post(room, now, dues)]


def taken(room: Room, seats: Iterable[Seat], now: float) -> list[Work]:
    """Return the notices to write when others begin to act in seats."""
    dues = [Due("covered" if seat.covered else "seat", seat.token, seat.power, now) for seat in seats]
    return _post(room, now, dues)


def _post(room: Room, now: float, dues: Sequence[Due]) -> list[Work]:
    return [outbox.post(room.id, room.game.revision, room.writes, now, dues)] if dues else []


def asked(room: Room, after: Waited, holder: str, now: float) -> list[Due]:
    """Return the notices for a player who is waited for from now on."""
    powers = after.powers[holder]
    kind = "turn" if room.game.position.power in powers else "decision"
    return [Due(kind, holder, powers[0], now + PATIENCE), *reminder(after, holder, now)]


def reminder(after: Waited, holder: str, now: float) -> list[Due]:
    """Return the reminder for a player, if there is much time left."""
    until = after.reminded(holder)
    left = until - now
    if not until or left < LEAST:
        return []
    return [Due("reminder", holder, after.powers[holder][0], until - min(AHEAD, left * SHARE))]


def _ending(room: Room, now: float) -> list[Due]:
    holders = {seat.token: seat.power for seat in room.seats if seat.kind == "human" and seat.token}
    return [Due("over", holder, power, now) for holder, power in holders.items()]
