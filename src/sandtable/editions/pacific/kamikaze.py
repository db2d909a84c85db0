"""Kamikaze attacks: six for the whole game, before the battles of an Allied turn in the home waters (R95 to R102)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Allocate, Decision, Limit
from ...core.events import declare_event
from ...core.files import read_yaml
from ...core.forces import Stack
from ...core.text import counted
from ...engine.battles import come_down
from ...engine.board import without_deck
from ...engine.memory import game_memory
from ...rules import points
from .score import JAPAN

if TYPE_CHECKING:
    from ...engine.game import Flow, Game
    from ...rules.draft import Draft

USED = game_memory("kamikaze_used", int, "kamikaze attacks that Japan has made")
points.declare(points.DECISIONS, "kamikaze", "allocate: kamikaze attacks by sea zone, owner, and type of the target")
declare_event("kamikaze", "{power} makes kamikaze attacks on {target} in {space}, rolling {dice}: {hits:hit}")


def write(draft: Draft) -> None:
    """Add the attacks before all other combat (R98) and the zones (R97)."""
    from . import FOLDER

    zones = read_yaml(FOLDER / "board.yaml")["kamikaze_zones"]
    draft.add(("switches", "kamikaze_zones"), zones)
    draft.add(("settings", "kamikaze_zones"), {"text": "Sea zones in which Japan can make kamikaze attacks."})
    draft.step("combat", "kamikaze", attack, before="declare_interceptors", text="kamikaze attacks")


def left(game: Game) -> int:
    """Return the attacks that Japan can still make (R96)."""
    return int(max(0, game.rules.switch("kamikaze_attacks") - USED.get(game.state)))


def targets(game: Game) -> dict[tuple[str, ...], int]:
    """Return zone, owner, and type of the Allied surface warships in the zones, with their number (R97, R100)."""
    foes, found = game.foes(JAPAN), dict[tuple[str, ...], int]()
    for zone in game.rules.switch("kamikaze_zones"):
        for stack, n in game.state.at(zone).items():
            if stack.owner in foes and "warship" in game.unit(stack, zone).tags:
                key = (zone, stack.owner, stack.type)
                found[key] = found.get(key, 0) + n
    return found


def attack(game: Game) -> Flow:
    """Let Japan declare all its attacks in an enemy turn, then roll them (R98, R98.1, R99)."""
    able, most = targets(game) if JAPAN not in game.acting else {}, left(game)
    if not able or not most:
        return
    rule = game.rules.cite("kamikaze")
    form = Allocate(
        dict.fromkeys(able, most), [Limit(f"{counted(most, 'attack')} left", dict.fromkeys(able, 1), most)], rule
    )
    answer = yield Decision(
        "kamikaze", JAPAN, "Choose the targets of kamikaze attacks", form, advice=lambda: advised(game, able, most),
        rule=rule, context={"ask": "Choose the targets of kamikaze attacks"},
    )  # fmt: skip
    for (zone, owner, kind), n in answer.items():
        USED.set(game.state, USED.get(game.state) + n)
        dice = game.dice.roll(n)
        hits = sum(die <= game.rules.switch("kamikaze_hits_on") for die in dice)
        game.emit(
            "kamikaze", power=JAPAN, target=game.rules.units[kind].called(1), space=zone, dice=dice, hits=hits,
        )  # fmt: skip
        for _ in range(hits):
            _hit(game, zone, owner, kind)
    for zone in dict.fromkeys(zone for zone, *_ in answer):
        _come_down(game, zone)


def _hit(game: Game, zone: str, owner: str, kind: str) -> None:
    """Remove a ship at once, or damage a battleship (R101)."""
    stacks = [s for s in game.state.at(zone) if (s.owner, s.type) == (owner, kind)]
    if not stacks:
        return
    stack: Stack = min(stacks, key=lambda s: (-s.cond.damage, len(s.cond.cargo), s))
    if stack.cond.damage + 1 < game.unit(stack, zone).hits:
        whole = min((s for s in stacks), key=lambda s: (s.cond.damage, s))
        game.state.turn_into(zone, whole, whole.cond._replace(damage=whole.cond.damage + 1), 1)
        return
    game.state.put(zone, stack, -1)
    game.emit("lost", power=owner, force={stack: 1}, space=zone)


def _come_down(game: Game, zone: str) -> None:
    """Land the aircraft of sunk carriers in the zone, or remove them (R78); those of the powers that move fly on."""
    friends = [p for p in game.rules.powers if p in game.friends(game.state.power)]
    others = [p for p in friends if p not in game.acting]
    come_down(game, zone, without_deck(game, zone, others, friends))


def advised(game: Game, able: dict[tuple[str, ...], int], most: int) -> dict[tuple[str, ...], int]:
    """Advise two attacks on each carrier, then one on each destroyer; battleships only take damage."""
    answer: dict[tuple[str, ...], int] = {}
    for carriers in (True, False):
        for key, n in able.items():
            unit = game.rules.units[key[2]]
            if unit.hits == 1 and bool(unit.deck) == carriers:
                taken = min(most, n * (2 if carriers else 1))
                if taken:
                    answer[key] = taken
                    most -= taken
    return answer
