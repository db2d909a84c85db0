"""Withdrawal, prisoners and atomic bombs together: whole games, and the solver against the referee."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from sandtable.ai import player
from sandtable.battle.odds import odds
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game, Header, play
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, choices
from tests.helpers import at, position, tell

RETREAT, PRISONERS = "gemmell.retreat_by_defender", "gemmell.prisoners_of_war"
RESEARCH, BOMBS = "gemmell.atomic_research", "gemmell.atomic_bombs"
ALL = (RETREAT, PRISONERS, RESEARCH, BOMBS)
RED, GERMANY, UK = "Soviet Union", "Germany", "United Kingdom"


def games(rules: Any, count: int, rounds: int = 4, options: Any = None, who: str = "random") -> list[Game]:
    """Whole games; each power begins with the technology, a bomber and a bomb where these rules are on."""
    limit = {"common.round_limit.rounds": rounds, **(options or {})}
    ruleset = registry.build("classic", [*rules, "common.round_limit"], limit)
    out = []
    for seed in range(count):
        game = Game(Header(ruleset, str(seed)), recording=False)
        if BOMBS in rules:
            for power in ruleset.powers.values():
                game.state.techs[power.name].append("atomic_bomb")
                force = ruleset.words.read_force("1 bomber, 2 atomic bombs", power.name)
                for stack, n in force.items():
                    game.state.put(power.capital, stack, n)
        play(game, {p: player(who, f"{seed}/{p}") for p in ruleset.powers})
        assert game.over and game.decided()
        out.append(game)
    return out


def kinds(played: list[Game]) -> Counter[str]:
    """How often each kind of event happened."""
    return Counter(e.kind for e in chain(*(g.events for g in played)))


@pytest.mark.parametrize("rule", [RETREAT, PRISONERS, RESEARCH])
def test_whole_games_with_one_rule(rule: str) -> None:
    played = games([rule], 20, rounds=2)
    assert kinds(played)["battle_ended"] > 20


def test_whole_games_with_all_of_them_and_everything_happens() -> None:
    seen = kinds(games(ALL, 20, rounds=3))
    wanted = ("withdrew", "taken_prisoner", "surrender_refused", "prisoners_freed", "bomb_loaded", "atomic_explosion")
    assert all(seen[kind] for kind in wanted), seen


@pytest.mark.parametrize(
    "options",
    [
        {"declaration_order": "simultaneous", "allow_sea_battles": True, "partial_retreat": True},
        {
            "declaration_order": "defender_first",
            "transport_ownership": "own_and_allied",
            "allow_embattled_destination": True,
        },
    ],
)
def test_whole_games_with_other_options(options: dict[str, Any]) -> None:
    chosen = {f"{RETREAT}.{k}": v for k, v in options.items()}
    chosen |= {f"{PRISONERS}.naval_surrender": True, f"{PRISONERS}.capture_leftover": "kept"}
    chosen |= {f"{BOMBS}.captured_bomb": "captured", f"{BOMBS}.max_bombs_per_territory_per_turn": 3}
    assert kinds(games(ALL, 6, rounds=3, options=chosen))["withdrew"]


def test_who_takes_the_advice_drops_bombs_withdraws_and_surrenders() -> None:
    seen = kinds(games(ALL, 1, rounds=1, who="advised"))
    assert seen["atomic_explosion"]  # its bombers are loaded and sent


@pytest.mark.clause("gemmell.retreat_by_defender.6", "gemmell.prisoners_of_war.1")
def test_units_left_behind_for_lack_of_room_may_surrender() -> None:
    game = attack(
        GERMANY, ["6 infantry: Germany > Western Europe"],
        {"Germany": {GERMANY: "7 infantry"}, "Western Europe": {UK: "2 infantry, 1 tank"},
         "North Sea Zone": {UK: "1 transport"}},
        owners={"Western Europe": UK}, dice=[6] * 9, rules=[RETREAT, PRISONERS],
    )  # fmt: skip
    tell(game, "press on")
    assert choices(game) == ["fight on", "withdraw", "surrender"]
    tell(game, "withdraw", "2 infantry")
    assert choices(game) == ["fight on", "surrender"]
    tell(game, "surrender", "accept")
    assert at(game, "Western Europe") == {"infantry": 6, "prisoner_of_united_kingdom": 1}
    assert asked(game)[0] == "move"


@pytest.mark.parametrize(
    ("rules", "choice", "options"),
    [
        ([RETREAT], "withdraw", {}),
        ([PRISONERS], "surrender", {}),
        ([RETREAT], "withdraw", {f"{RETREAT}.declaration_order": "defender_first"}),
    ],
)
def test_the_solver_follows_the_same_steps_as_the_referee(rules: Any, choice: str, options: Any) -> None:
    """The defender leaves after the second round; the attacker's survivors are spread as the solver says."""
    own, enemy, rolled = "3 infantry, 2 tanks", "3 infantry, 1 tank", 500
    ruleset = registry.build("classic", rules, options)
    found = odds(ruleset, own, enemy, retreat=["defense: rounds 2"])
    expected: Counter[int] = Counter()
    for outcome in found.outcomes:
        expected[sum(outcome.attacker.values())] += outcome.p  # type: ignore[assignment]
    units = {"Ukraine S.S.R.": {GERMANY: own}, "Caucasus": {RED: enemy}}
    start = position(GERMANY, "combat_move", units, rules=rules, options=options).start
    assert start is not None
    seen: Counter[int] = Counter()
    for seed in range(rolled):
        game = Game(Header(ruleset, str(seed)), state=start.copy(), recording=False)
        tell(game, f"{own}: Ukraine S.S.R. > Caucasus")
        while game.battle is not None:
            assert game.decision
            answer = game.decision.advice
            if game.decision.kind == "offer":
                answer = choice if game.battle.round >= 2 else "fight on"
            elif game.decision.kind == "retreat":
                answer = "press on"
            game.answer(answer)
        seen[sum(n for k, n in at(game, "Caucasus", GERMANY).items() if not k.startswith("prisoner"))] += 1
    for count, p in expected.items():
        sigma = (max(p, 1e-9) * (1 - p) / rolled) ** 0.5
        assert abs(seen[count] / rolled - p) < 4.5 * sigma + 1e-9, (count, p, seen[count] / rolled)


LOADED = "1 bomber (carrying atomic_bomb of Japan)"


@pytest.mark.clause("gemmell.atomic_bombs.7")
def test_no_bomb_on_the_treaty_partner_before_war_is_declared() -> None:
    rules = [RESEARCH, BOMBS, "gemmell.nonaggression_treaty"]
    units = {"Manchuria": {"Japan": "1 bomber, 1 atomic bomb"}, "Yakut S.S.R.": {RED: "2 infantry"}}
    game = position("Japan", "combat_move", units, ipcs={"Japan": 12}, rules=rules, dice=[1, 6])
    raid = f"{LOADED}: Manchuria > Yakut S.S.R. [atomic raid]"
    tell(game, "load_bombs", "1 Manchuria", "go on")
    with pytest.raises(Illegal, match="nonaggression_treaty"):
        game.answer(raid)
    war = position("Japan", "combat_move", units, ipcs={"Japan": 12}, rules=rules, dice=[1, 6])
    tell(war, "declare_war", "load_bombs", "1 Manchuria", raid)
    assert at(war, "Yakut S.S.R.", RED) == {"infantry": 1}


@pytest.mark.clause("gemmell.atomic_bombs.7")
def test_a_bomb_on_a_neutral_costs_the_fee_of_the_invasion_rule() -> None:
    rules = [RESEARCH, BOMBS, "gemmell.neutral_invasion"]
    units = {"Manchuria": {"Japan": "1 bomber, 1 atomic bomb"}}
    game = position("Japan", "combat_move", units, ipcs={"Japan": 12}, rules=rules, dice=[])
    tell(game, "load_bombs", "1 Manchuria", f"{LOADED}: Manchuria > Mongolia [atomic raid]")
    paid = [e["ipcs"] for e in game_events(game, "neutral_violated")]
    assert paid == [5]
    assert [e["space"] for e in game_events(game, "atomic_explosion")] == ["Mongolia"]


def game_events(game: Game, kind: str) -> list[Any]:
    return [e.data for e in game.events if e.kind == kind]
