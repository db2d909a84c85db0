"""Fire from outside a battle, offers before its dice, and the reasons for a number."""

from __future__ import annotations

import pytest

from sandtable.battle.reasons import why_numbers
from sandtable.battle.volley import ATTACKER, DEFENDER
from sandtable.engine.battles import Battle
from sandtable.engine.odds import sides_at
from sandtable.rules import registry
from tests.helpers import at, happened, position, tell

from .examples_battles import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
RED, GERMANY, UKRAINE, BALTIC = "Soviet Union", "Germany", "Ukraine S.S.R.", "Baltic Sea Zone"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_port_guns_fire_at_aircraft_over_the_sea() -> None:
    units = {
        "Karelia S.S.R.": {RED: "1 fighter"}, BALTIC: {GERMANY: "1 transport"},
        GERMANY: {GERMANY: "1 antiaircraft gun"},
    }  # fmt: skip
    game = position(RED, "combat_move", units, dice=[1], rules=["ex_battles.port_guns"])
    tell(game, f"1 fighter: Karelia S.S.R. > {BALTIC}")
    if game.decision is not None and game.decision.kind == "move":
        tell(game, "done")
    assert [(e["volley"], e["dice"], e["hits"]) for e in happened(game, "volley_fired")] == [("port guns", [1], 1)]
    assert at(game, BALTIC, RED) == {}


def test_the_motherland_rolls_besides_its_defenders() -> None:
    units = {UKRAINE: {GERMANY: "1 infantry"}, "Caucasus": {RED: "6 infantry"}}
    game = position(
        GERMANY,
        "combat_move",
        units,
        owners={UKRAINE: GERMANY},
        dice=[6, 6, 6, 6, 6, 6, 6, 2, 6],
        rules=["ex_battles.motherland"],
    )
    _, sides = sides_at(game, "Caucasus", "1 infantry")
    assert {p.type: n for p, n in sides[DEFENDER].items() if p.aside} == {"motherland": 2}
    tell(game, f"1 infantry: {UKRAINE} > Caucasus")
    assert [(e["volley"], len(e["dice"])) for e in happened(game, "volley_fired")][:3] == [
        ("attackers", 1), ("defenders", 6), ("motherland", 2),
    ]  # fmt: skip


def test_a_power_reacts_outside_its_turn() -> None:
    units = {UKRAINE: {GERMANY: "1 infantry, 1 fighter"}, "Caucasus": {RED: "1 infantry"}}
    game = position(RED, "combat_move", units, owners={UKRAINE: GERMANY}, dice=[1, 6], rules=["ex_battles.withdrawal"])
    tell(game, f"1 infantry: Caucasus > {UKRAINE}")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power, game.decision.advice) == ("reaction", GERMANY, "go on")
    tell(game, "fly_off")
    assert at(game, UKRAINE, GERMANY).get("fighter", 0) == 0
    assert [(e["volley"], len(e["dice"])) for e in happened(game, "volley_fired")] == [
        ("attackers", 1),
        ("defenders", 1),
    ]


def test_why_a_number() -> None:
    units = {UKRAINE: {RED: "1 armor", GERMANY: "1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    game = position(
        RED,
        "combat_move",
        units,
        owners={UKRAINE: GERMANY},
        techs={RED: ["super_armor"]},
        rules=["ex_battles.super_armor"],
    )
    q = game.rules.q
    battle = Battle(game, UKRAINE, "land_battle", RED, q.attackers(game, UKRAINE, RED), q.defenders(game, UKRAINE, RED))
    own, enemy = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
    armor = next(iter(own))
    (first,) = why_numbers(battle.program, ATTACKER, armor, own, enemy, 1)
    assert (first.value, first.printed, [r.by for r in first.reasons]) == (4, 3, ["ex_battles.super_armor"])
    assert str(first).startswith("attack 4 (")
    (second,) = why_numbers(battle.program, ATTACKER, armor, own, enemy, 2)
    assert (second.value, second.reasons) == (3, ())
