"""`basic` in a war of stacks: whole games, what it buys, where it marches, that it guards its capital."""

from __future__ import annotations

import time

import pytest

from sandtable.ai import player
from sandtable.ai.basic import stacks
from sandtable.ai.basic.fronts import Fronts
from sandtable.ai.basic.ground import Ground, gunnery
from sandtable.ai.basic.levy import Levy, placing
from sandtable.ai.basic.skirmish import worth_attacking
from sandtable.ai.basic.style import PLAIN, Style
from sandtable.battle.volley import ATTACKER, DEFENDER
from sandtable.core.decisions import Move
from sandtable.engine.economy import placement_form
from sandtable.engine.game import Game, play
from sandtable.rules import registry
from tests.helpers import position


def moves(game: Game, power: str) -> list[Move]:
    return list(Fronts(game, power).plan())


def marched(plan: list[Move], end: str) -> int:
    return sum(n for move in plan if move.path[-1] == end for _, n in move.units)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    limit = {"common.round_limit.rounds": 8}
    out = []
    for seed in range(2):
        game = Game.new("great_war", ["common.round_limit"], limit, seed=seed, listening=False)
        out.append(play(game, dict.fromkeys(game.rules.powers, player("basic", seed))))
    return out


def test_games_are_played_to_the_end(games: list[Game]) -> None:
    assert all(game.state.victory for game in games)


def test_fronts_move_and_troops_cross_the_sea(games: list[Game]) -> None:
    for game in games:
        taken = [
            s for s, owner in game.state.owner.items() if owner and game.rules.spaces[s].owner not in (None, owner)
        ]
        assert len(taken) > 5
        over = ("United States", "Britain")
        home = {"United States of America", "Canada", "London", "Wales", "Scotland", "Yorkshire", "Ireland"}
        there = [
            (stack.owner, n)
            for space, force in game.state.forces.items()
            if game.rules.is_land[space] and space not in home
            for stack, n in force.items()
        ]
        assert all(sum(n for owner, n in there if owner == power) for power in over)


def test_the_same_seed_plays_the_same_game(games: list[Game]) -> None:
    limit = {"common.round_limit.rounds": 2}
    hashes = set()
    for _ in range(2):
        game = Game.new("great_war", ["common.round_limit"], limit, seed=5, listening=False)
        hashes.add(play(game, dict.fromkeys(game.rules.powers, player("basic", 5))).state_hash)
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("french", "style", "end"),
    [
        (8, PLAIN, "Belgium"), (8, Style(hold=frozenset(["Ruhr"])), "Ruhr"),
        (24, PLAIN, "Holland"), (24, Style(push=frozenset(["Belgium"])), "Belgium"),
        (30, PLAIN, "Ruhr"), (30, Style(leave=frozenset(["Ruhr"])), "Alsace"),
    ],
)  # fmt: skip
def test_an_army_goes_where_the_style_wants_it(french: int, style: Style, end: str) -> None:
    own = {"Ruhr": {"Germany": "16 infantry, 8 artillery"}, "Berlin": {"Germany": "6 infantry"}}
    enemy = {"Belgium": {"France": f"{french} infantry, {french // 3} artillery"}}
    game = position("Germany", "move", {**own, **enemy}, owners={"Belgium": "France"}, edition="great_war")
    plan = list(Fronts(game, "Germany", style=style).plan())
    assert marched(plan, end) == (0 if end == "Ruhr" else 24)
    assert sum(n for move in plan if move.path[0] == "Ruhr" for _, n in move.units) == marched(plan, end)


def test_it_is_asked_of_the_rules_which_war_it_is() -> None:
    assert stacks.fits(Game.new("great_war", seed=1))
    assert not stacks.fits(Game.new("classic", seed=1))


def test_expected_hits_are_those_of_the_volleys() -> None:
    guns = gunnery(Game.new("great_war", seed=1))
    army = {"infantry": 3, "artillery": 2}
    assert guns.fire(ATTACKER, army, {"infantry": 9}).hits == pytest.approx((2 * 3 + 2 + 2 * 3) / 6)
    assert guns.fire(DEFENDER, army, {"infantry": 9}).hits == pytest.approx(15 / 6)
    flown = {**army, "fighter": 1}
    assert guns.fire(ATTACKER, flown, {"infantry": 9}).hits == pytest.approx((2 * 3 + 2 + 2 * 4 + 2) / 6)
    assert guns.fire(ATTACKER, {"tank": 3, "infantry": 1}, {"infantry": 2}).spared == 3


def test_a_weak_neighbor_is_attacked_and_a_strong_one_is_not() -> None:
    own = {"Ruhr": {"Germany": "16 infantry, 8 artillery"}, "Berlin": {"Germany": "6 infantry"}}
    weak = position("Germany", "move", {**own, "Belgium": {"France": "3 infantry"}},
                    owners={"Belgium": "France"}, edition="great_war")  # fmt: skip
    assert marched(moves(weak, "Germany"), "Belgium") >= 6
    strong = position("Germany", "move", {**own, "Belgium": {"France": "60 infantry, 20 artillery"}},
                      owners={"Belgium": "France"}, edition="great_war")  # fmt: skip
    assert marched(moves(strong, "Germany"), "Belgium") == 0


def test_the_capital_is_not_left_to_whoever_walks_in() -> None:
    game = position(
        "France", "move",
        {"Paris": {"France": "12 infantry, 4 artillery"}, "Picardy": {"Germany": "14 infantry, 4 artillery"}},
        owners={"Picardy": "Germany"}, edition="great_war",
    )  # fmt: skip
    plan = moves(game, "France")
    left = 16 - sum(n for move in plan if move.path[0] == "Paris" for _, n in move.units)
    assert left >= 8 or marched(plan, "Picardy") >= 12


def test_a_contested_territory_is_fought_for_when_that_pays() -> None:
    good = position("Germany", "combat", {"Lorraine": {"Germany": "9 infantry, 9 artillery", "France": "4 infantry"}},
                    facts={"contested": {"Lorraine": "France"}}, edition="great_war")  # fmt: skip
    assert worth_attacking(good, "Lorraine", "Germany")
    bad = position("Germany", "combat", {"Lorraine": {"Germany": "6 infantry", "France": "20 infantry"}},
                   facts={"contested": {"Lorraine": "France"}}, edition="great_war")  # fmt: skip
    assert not worth_attacking(bad, "Lorraine", "Germany")


def test_guns_are_bought_beside_soldiers_and_transports_by_those_behind_the_sea() -> None:
    rules = registry.build("great_war")
    prices = {u: unit.cost for u, unit in rules.units.items() if u != "tank"}
    game = Game.new("great_war", seed=1)
    order = Levy(game, "Germany", prices).fill()
    assert order.get("infantry", 0) + order.get("artillery", 0) >= 5 and "transport" not in order
    many = position("Germany", "purchase", {"Berlin": {"Germany": "10 infantry, 20 artillery"}}, edition="great_war")
    few = position("Germany", "purchase", {"Berlin": {"Germany": "30 infantry"}}, edition="great_war")
    assert Levy(many, "Germany", prices).fill().get("infantry", 0) > Levy(few, "Germany", prices).fill().get(
        "infantry", 0
    )
    assert Levy(game, "United States", prices).fill()["transport"] >= 2


#: Soldiers in London, and what stands elsewhere.
LONDON = {"London": {"Britain": "8 infantry, 4 artillery"}, "Paris": {"France": "20 infantry"}}


def bought(power: str, units: dict[str, dict[str, str]]) -> dict[str, int]:
    game = position(power, "purchase", units, edition="great_war")
    return Levy(game, power, {u: unit.cost for u, unit in game.rules.units.items() if u != "tank"}).fill()


def test_no_transports_are_bought_where_a_submarine_waits_for_them() -> None:
    hunted = {**LONDON, "Sea Zone 9": {"Germany": "1 submarine"}}
    assert bought("Britain", LONDON)["transport"] >= 3
    assert bought("Britain", {**LONDON, "Sea Zone 11": {"Germany": "1 transport"}})["transport"] >= 3
    assert "transport" not in bought("Britain", hunted)
    assert bought("Britain", {**hunted, "Sea Zone 8": {"Britain": "2 battleships"}})["transport"] >= 3


def test_no_transports_are_bought_while_empty_ones_have_room_for_all_that_wait() -> None:
    home = {"United States of America": {"United States": "8 infantry"}}
    sailed = {**home, "Sea Zone 9": {"United States": "4 transports"}}
    assert bought("United States", sailed)["transport"] >= 2
    assert bought("United States", {**home, "Sea Zone 1": {"United States": "3 transports"}})["transport"] == 1
    assert "transport" not in bought("United States", {**home, "Sea Zone 1": {"United States": "4 transports"}})


def test_ships_are_placed_where_they_are_not_sunk() -> None:
    ships = {"Sea Zone 9": {"Britain": "3 transports"}, "Sea Zone 8": {"Britain": "1 battleship"}}
    for foe, zone in (("2 submarines", "Sea Zone 8"), ("2 transports", "Sea Zone 9")):
        units = {**LONDON, **ships, "Sea Zone 5": {"Germany": foe}}
        game = position("Britain", "purchase", units, edition="great_war")
        form = placement_form(game, "Britain", {"transport": 2})
        assert placing(game, "Britain", form) == {("transport", zone): 2}


def test_the_capital_of_a_power_at_peace_attracts_no_armies() -> None:
    game = Game.new("great_war", seed=1)
    ground = Ground(game, "Britain")
    assert ground.at_peace("United States of America") and not ground.at_peace("Paris")
    assert ground.wanted("United States of America") == 0 < ground.wanted("Constantinople")
    assert ground.pull.get("Canada", 0.0) < 1
    assert not Ground(game, "United States").at_peace("Berlin")


def test_stacks_ten_times_as_large_are_planned_as_fast() -> None:
    seconds = []
    for times in (1, 10):
        game = Game.new("great_war", seed=1)
        for space, force in game.state.forces.items():
            if game.rules.is_land[space]:
                for stack in force:
                    force[stack] *= times
        moves(game, "Austria-Hungary")
        start = time.process_time()
        for _ in range(3):
            moves(game, "Austria-Hungary")
        seconds.append(time.process_time() - start)
    assert seconds[1] < 4 * seconds[0]


def test_attraction_leads_from_every_capital_by_land_to_an_enemy() -> None:
    game = Game.new("great_war", seed=1)
    for power in ("Germany", "France", "Russia", "Italy", "Ottoman Empire", "Austria-Hungary"):
        ground = Ground(game, power)
        assert not ground.idle(game.rules.powers[power].capital)
    assert Ground(game, "Britain").idle("London")
    assert Ground(game, "United States").idle("United States of America")
