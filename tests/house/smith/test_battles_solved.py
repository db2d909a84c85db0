"""Smith's battle rules, alone and together: the referee rolls what the solver solves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.house.smith import defenders as their_choices
from sandtable.rules import registry
from tests.battle.referee import Referee
from tests.battle.test_referee import FAMILY, p_value

AIR = ("land", {"infantry": 2, "fighter": 2, "bomber": 1}, {"infantry": 2, "fighter": 2})
LANDING = ("amphibious", {"infantry": 2, "battleship": 1, "fighter": 1}, {"infantry": 3, "fighter": 1, "bomber": 1})
FLEET = ("sea", {"battleship": 1, "submarine": 1, "fighter": 2}, {"aircraft_carrier": 1, "fighter": 1, "transport": 1})
DOGFIGHTS, ORDER, RETREATS = "smith.dogfights", "smith.order_of_combat", "smith.retreats"
DAMAGE, LANDINGS = "smith.damaged_units", "smith.amphibious_assaults"
SUBMARINES, PORTS = "smith.submarine_units", "smith.port_guns"
PREY = ("sea", {"submarine": 1, "fighter": 2, "transport": 1}, {"submarine": 2, "transport": 1})


ALL = (LANDINGS, RETREATS, DOGFIGHTS, ORDER, DAMAGE, "smith.intrinsic_carrier_squadrons", SUBMARINES, PORTS)
LOW_LUCK = "common.low_luck"


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ((DOGFIGHTS,), AIR),
        ((DOGFIGHTS,), FLEET),
        ((ORDER,), LANDING),
        ((ORDER, DAMAGE), FLEET),
        ((DOGFIGHTS, ORDER), FLEET),
        ((DOGFIGHTS, ORDER, LOW_LUCK), LANDING),
        ((DOGFIGHTS, ORDER, LOW_LUCK), FLEET),
        ((DOGFIGHTS, DAMAGE, RETREATS), FLEET),
        ((DOGFIGHTS, SUBMARINES), PREY),
        ((SUBMARINES, ORDER, PORTS), PREY),
        *((ALL, place) for place in (AIR, LANDING, FLEET, PREY)),
    ],
    ids=lambda value: " ".join(value) if all(isinstance(word, str) for word in value) else str(value[1]),
)
def test_the_referee_rolls_what_is_solved(rules: tuple[str, ...], place: Any) -> None:
    where, attackers, defenders = place
    agrees(Referee(where, attackers, defenders, rules=rules, seed=11))


def agrees(referee: Referee, rolled: int = 150) -> None:
    expected: dict[Any, float] = referee.solved()[1]
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(fought_out(referee) for _ in range(rolled))
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)


def fought_out(referee: Referee) -> Any:
    """One battle in which nobody retreats."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(their_choices, "lost_for_defender", lambda battle: False)
        return referee.roll()


@pytest.mark.parametrize("rules", [(RETREATS,), (RETREATS, DOGFIGHTS), (RETREATS, ORDER, DOGFIGHTS)], ids=" ".join)
def test_a_retreat_of_the_defender_is_solved_too(rules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The defender names everything after round 1: it is fired at in round 2, and leaves without its fire."""
    monkeypatch.setattr(their_choices, "lost_for_defender", lambda battle: True)
    attackers, defenders = {"infantry": 3, "fighter": 1}, {"infantry": 2, "tank": 1, "fighter": 1}
    referee = Referee("land", attackers, defenders, rules=rules, seed=3)
    seen: Counter[Any] = Counter()
    for _ in range(150):
        own, stayed = map(dict, referee.roll())
        left = {"infantry": 0, "tank": 0, "fighter": 0, **stayed}
        for space, force in referee.game.state.forces.items():
            for stack, n in force.items():
                if space != referee.space and stack.owner == "Germany" and stack.type in left:
                    left[stack.type] += n
        seen[tuple(sorted(own.items())), tuple(sorted((k, n) for k, n in left.items() if n))] += 1
    text = [", ".join(f"{n} {kind}" for kind, n in side.items()) for side in (attackers, defenders)]
    found = sandtable.odds("classic", *text, house_rules=rules, retreat=["defender: rounds 1"])
    expected: dict[Any, float] = {}
    for ends in found.outcomes:
        key = tuple(_by_type(side) for side in (ends.attacker, ends.defender))
        expected[key] = expected.get(key, 0.0) + ends.p
    assert p_value(expected, seen, 150) > FAMILY, (expected, seen)


def _by_type(side: Any) -> Any:
    out: Counter[str] = Counter()
    for piece, n in side.items():
        out[piece.type] += n
    return tuple(sorted(out.items()))


def test_the_order_of_the_rules_does_not_matter() -> None:
    for sequence in ("land_battle", "sea_battle"):
        one, other = (registry.build("classic", rules) for rules in ([DOGFIGHTS, ORDER], [ORDER, DOGFIGHTS]))
        assert [(s.name, s.stage) for s in one.sequence(sequence)] == [
            (s.name, s.stage) for s in other.sequence(sequence)
        ]
