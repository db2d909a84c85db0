"""Event registry: every kind of history event, its payload, and its sentence.

An event is (kind, payload). Payload values are powers, spaces, numbers, dice (lists of 1-6) and forces; `sentence` puts
an event into words and `plain` into JSON data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import RuleError
from .forces import Stack
from .text import Words, counted, side_name, way_text


class Event(NamedTuple):
    kind: str
    data: Mapping[str, Any]


class Count(int):
    """A number in a sentence; its format is the noun it counts: ``{rounds:round}`` gives "1 round" or "2 rounds"."""

    def __format__(self, noun: str) -> str:
        return counted(self, noun) if noun else str(self)


#: kind -> sentence; the names in braces are the whole payload. A number may name what it counts (see `Count`).
EVENTS: dict[str, str] = {
    "game_started": "Game start: {edition}",
    "bid_placed": "{power} receives a bid of {ipcs:IPC}",
    "round_started": "Round {round}",
    "turn_started": "{power}: round {round}",
    "phase_started": "{power}: {phase}",
    "developed": "{power} rolls {dice} for weapons development ({ipcs:IPC})",
    "technology_rolled": "{power} rolls {die} on the weapons development chart",
    "technology_gained": "{power} develops {technology}",
    "bought": "{power} buys {units} for {ipcs:IPC}",
    "moved": "{power} moves {force}: {path}",
    "neutral_violated": "{power} pays {ipcs:IPC} to violate the neutrality of {space}",
    "aa_fired": "{power} fires antiaircraft guns over {space}, rolling {dice}: {hits:hit}",
    "lost": "{power} loses {force} in {space}",
    "captured": "{power} captures {space} from {loser}",
    "contested": "{space} is contested: {loser} loses control",
    "liberated": "{power} liberates {space} for {owner}",
    "plundered": "{power} seizes {ipcs:IPC} from {loser}",
    "returned": "{space} returns to {owner}",
    "raided": "{power} bombs {space}, rolling {dice}: {loser} loses {ipcs:IPC}",
    "rocket_fired": "{power} fires rockets from {origin} at {space}, rolling {dice}: {loser} loses {ipcs:IPC}",
    "battle_started": "Battle for {space}: {attacker} attacks with {attackers} against {defenders}",
    "volley_fired": "{power} in {space}: {volley} at {hits_on}, rolling {dice}: {hits:hit}",
    "hits_canceled": "{power} cancels {hits:hit} of enemy fire in {space}",
    "absorbed": "{power} absorbs {hits:hit} in {space} without losses",
    "withdrew": "{power} retreats {force} from {space} to {target}",
    "flew_off": "{power} retreats {force} from {space}",
    "submerged": "{power} submerges {force} in {space}",
    "battle_ended": "Battle for {space} ends after {rounds:round}: {outcome}",
    "landed": "{power} lands {force} in {space}",
    "placed": "{power} places {units} in {space}",
    "kept": "{power} keeps {units} to place later",
    "unplaced": "{power} cannot place {units}; they are removed",
    "income": "{power} collects {ipcs:IPC} ({why})",
    "no_income": "{power} collects no income: {why}",
    "paid": "{power} pays {ipcs:IPC}: {why}",
    "game_ended": "The {side} win: {why}",
}


#: kind -> the powers that gain (+) or pay (-) its `ipcs`, by payload field. Each change of IPCs has such an event.
MONEY: dict[str, tuple[str, ...]] = {
    "developed": ("-power",),
    "bought": ("-power",),
    "neutral_violated": ("-power",),
    "plundered": ("+power", "-loser"),
    "raided": ("-loser",),
    "rocket_fired": ("-loser",),
    "income": ("+power",),
    "paid": ("-power",),
}


#: kind -> the sentence for powers other than `power` where some unit types are hidden (the table `hidden`); they
#: receive only the fields in braces.
VEILED: dict[str, str] = {}


#: kind -> the module that declared it, for kinds of rules.
DECLARED: dict[str, str] = {}

#: The power or side in an event that concerns no power or side, and the sentences of such events.
NOBODY = "nobody"
WITHOUT: dict[str, str] = {
    "captured": "{power} captures {space}",
    "contested": "{space} is contested",
    "game_ended": "The game ends without a winner: {why}",
}


def declare_event(kind: str, sentence: str, money: tuple[str, ...] = (), veiled: str = "") -> None:
    """Add a kind of event for a rule.

    `money` names the fields of the powers that gain or pay its `ipcs`, such as ("+power", "-loser"). `veiled` is the
    sentence for powers other than `power` where units are hidden. Raises `RuleError` if the kind already has another
    sentence.
    """
    if EVENTS.setdefault(kind, sentence) != sentence:
        raise RuleError(f"the event kind {kind!r} is already declared")
    DECLARED.setdefault(kind, sys._getframe(1).f_globals["__name__"])
    if money:
        MONEY[kind] = money
    if veiled:
        VEILED[kind] = veiled


#: The fields of events that contain spaces, some of which are called like powers.
PLACES = ("space", "target", "origin", "zone", "where")
#: The fields of events that contain dice.
DICE = ("dice", "die")


def faces(events: Iterable[Event]) -> list[int]:
    """Return the dice that these events show, in order."""
    return [face for event in events for face in shown(event.data)]


def shown(data: Mapping[str, Any]) -> list[int]:
    """Return the dice in the data of an event, in order."""
    out: list[int] = []
    for field in DICE:
        value = data.get(field, ())
        out += value if isinstance(value, Sequence) else (value,)
    return out


def sentence(event: Event, words: Words) -> str:
    """Return the event in one sentence, without what its units did earlier in the turn."""
    data = event.data
    template = WITHOUT[event.kind] if event.kind in WITHOUT and NOBODY in data.values() else EVENTS[event.kind]
    told = {k: words.said(v, unnamed(k, data)) if is_force(v) else _text(k, v, words) for k, v in data.items()}
    return template.format(**told)


def is_force(value: Any) -> bool:
    """Return whether a value maps stacks to counts."""
    return isinstance(value, Mapping) and all(isinstance(k, Stack) for k in value)


def unnamed(key: str, data: Mapping[str, Any]) -> str:
    """Return the owner who is not named with the units of a force of an event: one whom the event names anyway, or else
    that of the first units if the force is one side of several. "" if all owners are named."""
    owners = [stack.owner for stack in data[key]]
    named = [v for k, v in data.items() if k not in PLACES and isinstance(v, str)]
    known = next((owner for owner in owners if owner in named), "")
    return known if known or key == "force" else next(iter(owners), "")


def _text(key: str, value: Any, words: Words) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return Count(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{n} {words.units[k].called(n) if k in words.units else k}" for k, n in value.items())
    if isinstance(value, tuple | list):
        if key == "path":
            return way_text(value)
        return " ".join(map(str, value)) or "no dice"
    return side_name(value) if key == "side" else str(value)
