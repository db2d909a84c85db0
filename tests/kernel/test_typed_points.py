"""What does not fit a point is refused when it is registered, and functions may take fewer parameters by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.battle.volley import Clear, Volley
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game, Header
from sandtable.rules import points, registry
from sandtable.rules.draft import Draft
from sandtable.rules.ruleset import Ruleset

Change = Callable[[Draft], None]


def edited(*changes: Change) -> Draft:
    draft, _, _ = registry.draft("classic")
    for name, change in zip("abc", changes):
        with draft.by(f"t.{name}"):
            change(draft)
    return draft


def ruleset(*changes: Change) -> Ruleset:
    return Ruleset("classic", "spring_1942", (), edited(*changes))


def asking(game: Any) -> Any:
    yield None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda d: d.modify("production", lambda found, where: found),
            r"t\.a does not fit a modifier of production: its function takes \(found, where\), "
            r"but expected is production\(answer, game, power, space\) -> int or None, or fewer of these",
        ),
        (
            lambda d: d.step("income", "gift", lambda somebody: (2, "a gift")),
            r"t\.a does not fit the step income\.gift: its function takes \(somebody\), but expected is "
            r"gift\(game, power\) -> tuple\[int, str\] or None",
        ),
        (lambda d: d.step("land_battle", "x", 42), r"t\.a .* land_battle with its step x: 42 does not describe a part"),
        (lambda d: d.step("sea_battle", "x", lambda game: None), "does not describe a part of a battle"),
        (lambda d: d.replace_step("land_battle", "attackers_fire", 42), "42 does not describe"),
        (lambda d: d.step("raid", "x", 42), "raid.x: 42 is not a function"),
        (lambda d: d.step("turn", "x", 42), r"the step turn\.x: 42 is not a function"),
        (lambda d: d.answer("value", 7), "the query value: 7 is not a function"),  # type: ignore[arg-type]
        (lambda d: d.step("turn_start", "x", asking), "yields decisions, but nothing can be asked there"),
        (lambda d: d.modify("value", asking), "nothing can be asked there"),
        (lambda d: d.offer("defense", "x", "", lambda battles: None), "the offer defense.x"),
        (lambda d: d.offer("purchase", "x", "", asking, lambda now, later: True), r"offer purchase\.x \(available\)"),
        (lambda d: d.modify("value", lambda game, answer, place: 1), r"takes \(game, answer, place\)"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_at_once(change: Change, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        edited(change)


def test_fewer_parameters_are_chosen_by_name() -> None:
    rules = ruleset(
        lambda d: d.modify("value", lambda answer: answer + 1),
        lambda d: d.modify("value", lambda space, answer: answer + len(space)),
        lambda d: d.step("income", "gift", lambda power: (len(power), "a gift")),
    )
    game = Game(Header(rules, "1"))
    assert rules.q.value(game, "Germany") == 10 + 1 + 7
    assert rules.sequence("income")[-1].what(game, "Japan") == (5, "a gift")


def test_one_that_fits_is_called_as_it_is() -> None:
    def more(answer: int, game: Game, space: str) -> int:
        return answer + 1

    assert edited(lambda d: d.modify("value", more)).modifiers["value"] == [more]
    assert edited(lambda d: d.modify("value", lambda answer, *rest: 3)).modifiers["value"][0](1, None, "") == 3


def test_a_plain_function_serves_as_a_flow_and_battles_take_descriptions() -> None:
    draft = edited(
        lambda d: d.step("breakthrough", "none", lambda face: face < 3, before="weapon"),
        lambda d: d.step("land_battle", "more", Volley("more", "attacker")),
        lambda d: d.step("raid", "end", Clear()),
    )
    flow = draft.steps("breakthrough")[0].what(None, "Japan", 2)
    with pytest.raises(StopIteration) as end:
        next(flow)
    assert end.value.value is True


def test_every_point_has_a_signature_with_a_sentence() -> None:
    for kind in (points.QUERIES, points.SEQUENCES, points.OFFERS):
        for name, text in kind.items():
            found = points.signature(kind, name)
            assert found.parameters[:1] == (("game",) if found.parameters else ()), name
            assert found.sentence, text


def test_a_point_declared_by_a_plugin_is_checked_by_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(points.QUERIES, "weather", "(game, zone) -> str: the weather")
    draft = edited(lambda d: d.answer("weather", lambda zone: "rain"))
    assert draft.answers["weather"](None, "Baltic") == "rain"
    with pytest.raises(RuleError, match=r"weather\(answer, game, zone\) -> str"):
        edited(lambda d: d.modify("weather", lambda sun: sun))
