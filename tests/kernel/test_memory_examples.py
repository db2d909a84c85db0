"""The example rules that remember something: in games, in positions, in `why`, and when one of them fails."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.core.errors import Illegal, RuleFault
from sandtable.engine import position, save
from sandtable.engine.game import Game
from sandtable.engine.invariants import Watch
from sandtable.rules import registry
from sandtable.rules.explain import explain

from .examples_memory import EXAMPLES, LEVIED, LOST

IDS = [rule.id for rule in EXAMPLES]


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    table = registry.rules()
    table.update((rule.id, rule) for rule in EXAMPLES)
    yield
    for id in IDS:
        del table[id]


@pytest.mark.parametrize("edition", ["classic", "great_war"])
@pytest.mark.parametrize("seed", range(2))
def test_random_games_with_all_of_them(edition: str, seed: int, tmp_path: Path) -> None:
    game = Game.new(edition, [*IDS, "common.round_limit"], {"common.round_limit.rounds": 2}, seed=seed)
    watch, rng = Watch(game), random.Random(seed)
    while game.open:
        game.answer(game.open[0].form.sample(rng))
        assert watch.faults() == []
    game.save(tmp_path / "game.json")
    assert save.replay(tmp_path / "game.json").message == ""
    found = position.begun(position.read(position.write(game.position()).encode()))
    assert found.state.hash() == game.state.hash()
    freed = Game.load(tmp_path / "game.json").without("ex_memory.levy")
    assert LOST.key in game.state.facts and not freed.state.now.get(LEVIED.key, 0)


def test_spoils_are_paid_and_captured_land_is_held() -> None:
    units = {"Eastern Europe": {"Germany": "2 infantry, 2 armor"}, "Ukraine S.S.R.": {"Germany": "1 armor"}}
    owners = {"Caucasus": "Soviet Union"}
    game = Game.at(
        "classic", IDS, power="Germany", phase="combat_move", others="facilities", units=units, owners=owners,
        ipcs={"Germany": 0},
    )  # fmt: skip
    game.answer("1 armor: Ukraine S.S.R. > Caucasus")
    game.answer("done")
    with pytest.raises(Illegal, match="captured in this turn"):
        game.answer("1 armor (moved 1, combat): Caucasus > Ukraine S.S.R.")
    while game.state.power == "Germany":
        game.answer("done" if game.open[0].kind == "move" else game.open[0].advice)
    assert [e.data["ipcs"] for e in game.events if e.data.get("why") == "spoils"] == [1]
    assert LOST.get(game.state) == {"Soviet Union": 1}


def test_why_and_explain_name_them() -> None:
    rules = registry.build("classic", IDS)
    assert [e.rule for e in rules.why("income.spoils")] == ["ex_memory.spoils"]
    assert "ex_memory.occupation" in [e.rule for e in rules.why("may_move")]
    assert len(explain(rules.record, rules.tables, "ex_memory.levy")) == 2


def test_a_rule_that_fails_among_them_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.at(
        "classic", IDS, power="Germany", phase="noncombat_move", others="facilities",
        units={"Eastern Europe": {"Germany": "1 infantry"}}, facts={LOST.key: {"Germany": 2}},
    )  # fmt: skip
    before = game.state_hash
    game.state.facts[LOST.key]["Germany"] = "two"  # as if another program had written it
    with pytest.raises(RuleFault) as caught:
        game.answer("done")
    assert caught.value.rule == "ex_memory.levy"
    assert game.state_hash == before
    game.answer("done")
    assert [e.data["ipcs"] for e in game.events if e.data.get("why") == "levy"] == [2]
