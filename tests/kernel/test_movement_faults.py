"""Positions that were judged wrongly before: carriers, fighters of the Great War, ships, raids, and neutrals."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import in_phase, refused, way
from tests.conformance.great_war import board as trenches
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


# Carriers (R56, R57)


def zones_around(game: Game, start: str) -> dict[str, int]:
    from sandtable.engine.board import distances

    return distances(game.rules.neighbors, (start,))


@clause("classic.R56", "classic.R56.1")
def test_a_carrier_is_in_one_place_only() -> None:
    """Two fighters need the one carrier at places that are too far from each other: the second may not fly."""
    from sandtable.engine.decks import Deck, seated

    reach = {("west", 1): {"a"}, ("east", 1): {"b"}}

    def near(group: tuple[str, int], berth: str) -> bool:
        return berth in reach[group]

    both = {("west", 1): 1, ("east", 1): 1}
    assert seated([Deck(2, ("a", "b"))], both, near) == 1
    assert seated([Deck(2, ("a", "b"))] * 2, both, near) == 2
    assert seated([Deck(1, ("a", "b")), Deck(1, ("a",))], {("west", 1): 1, ("east", 1): 1}, near) == 2
    assert seated([Deck(1, ("a",))], {("west", 1): 3}, near) == 1


@clause("classic.R56", "classic.R57")
def test_a_carrier_may_not_sail_away_from_a_fighter_that_is_out() -> None:
    game = position(
        UK, "combat_move",
        {
            "East Indies Sea Zone": {UK: "1 carrier, 1 fighter"},
            "Philippines Sea Zone": {"Japan": "1 transport"},
            "Borneo Sea Zone": {"Japan": "1 submarine"},
            "United Kingdom": {UK: "1 infantry"},
        },
        owners=dict.fromkeys(lands_but("United Kingdom"), "Japan"),
    )  # fmt: skip
    near = zones_around(game, "East Indies Sea Zone")
    assert near["Philippines Sea Zone"] == 2
    tell(game, way(game, path(game, "1 fighter", "East Indies Sea Zone", "Philippines Sea Zone")))
    away = [z for z in near if near[z] <= 2 and zones_around(game, "Philippines Sea Zone")[z] > 2]
    game.state.put(away[0], game.rules.words.read_force("1 transport", "Japan").popitem()[0], 1)
    with pytest.raises(Illegal, match="could not land any more") as error:
        game.answer(path(game, "1 carrier", "East Indies Sea Zone", away[0]))
    assert error.value.rule == "classic.R56"


def lands_but(*kept: str) -> list[str]:
    from sandtable.rules import registry

    rules = registry.build("classic")
    return [s for s in rules.lands if s not in kept and not rules.spaces[s].neutral and rules.spaces[s].owner]


def path(game: Game, units: str, start: str, end: str) -> str:
    """An order by the shortest way over the sea."""
    back = zones_around(game, end)
    here, steps = start, [start]
    while here != end:
        here = min((n for n in game.rules.sea_near[here] if n in back), key=lambda n: (back[n], n))
        steps.append(here)
    return f"{units}: {' > '.join(steps)}"


def fetch() -> Game:
    """A fighter that has fought two spaces from its carrier, with one space left: only the carrier can save it."""
    units = {
        "East Indies Sea Zone": {UK: "1 carrier"},
        "United Kingdom": {UK: "1 infantry"},
    }
    game = position(UK, "noncombat_move", units, owners=dict.fromkeys(lands_but("United Kingdom"), "Japan"))
    from sandtable.core.forces import Condition, Stack

    game.state.put("Philippines Sea Zone", Stack(UK, "fighter", Condition(3, 0, (), ("combat", "fought"))), 1)
    return game


@clause("classic.R57")
def test_phase_4_does_not_end_before_the_carrier_has_fetched_its_fighter() -> None:
    game = fetch()
    refused(game, "done", "classic.R57")
    advice = game.decision.advice  # type: ignore[union-attr]
    assert advice.units[0][0].type == "aircraft_carrier"
    tell(game, advice)
    refused(game, "done", "classic.R57")
    tell(game, game.decision.advice)  # type: ignore[union-attr]
    if in_phase(game, "noncombat"):
        tell(game, "done")
    assert not happened(game, "lost")


@clause("classic.R57")
def test_the_carrier_may_not_sail_elsewhere_in_phase_4() -> None:
    game = fetch()
    near, fighter = zones_around(game, "East Indies Sea Zone"), zones_around(game, "Philippines Sea Zone")
    away = next(z for z in game.rules.zones if near.get(z) == 1 and fighter[z] > 1)
    ends = {o.path[-1] for z, s, _ in moves(game) if s.type == "aircraft_carrier" for o in source(game).options(z, s)}
    assert ends and all(fighter[z] <= 1 for z in ends)
    refused(game, path(game, "1 carrier", "East Indies Sea Zone", away), "classic.R56")


def source(game: Game):  # type: ignore[no-untyped-def]
    assert game.decision
    return game.decision.form.source  # type: ignore[attr-defined]


def moves(game: Game):  # type: ignore[no-untyped-def]
    return source(game).movable()


# Guests on carriers (R64)


@clause("classic.R64")
@pytest.mark.parametrize(("own", "rides"), [(0, 0), (1, 0), (2, 1)])
def test_a_guest_rides_only_if_the_carriers_that_stay_have_no_room_for_it(own: int, rides: int) -> None:
    fighters = f", {own} fighter" if own else ""
    game = position(
        UK, "noncombat_move", {"North Sea Zone": {UK: f"2 carriers{fighters}", US: "1 fighter"}},
    )  # fmt: skip
    tell(game, "1 carrier: North Sea Zone > Eastern Canada Sea Zone")
    assert at(game, "Eastern Canada Sea Zone", US) == ({"fighter": 1} if rides else {})


# Ships among enemies (R44, R69)


NAMES = {"aircraft_carrier": "carrier"}


@clause("classic.R69", "classic.R44")
@pytest.mark.parametrize("ship", ["transport", "aircraft_carrier", "submarine", "battleship"])
def test_ships_that_begin_among_enemies_may_leave_for_a_free_zone(ship: str) -> None:
    units = {"North Sea Zone": {UK: f"1 {NAMES.get(ship, ship)}", "Germany": "1 submarine"}}
    game = position(UK, "combat_move", units, dice=[1, 6, 6])
    tell(game, f"1 {NAMES.get(ship, ship)}: North Sea Zone > Eastern Canada Sea Zone")
    assert at(game, "Eastern Canada Sea Zone") == {ship: 1}
    # it has moved: not again in this turn
    tell(game, "done")
    while game.decision and not in_phase(game, "noncombat") and game.state.power == UK:
        tell(game, game.decision.advice)
    if in_phase(game, "noncombat"):
        with pytest.raises(Illegal):
            game.answer(way(game, f"1 {NAMES.get(ship, ship)}: Eastern Canada Sea Zone > North Sea Zone"))


# Raids (R126)


@clause("classic.R126", "classic.R121")
def test_a_raid_is_flown_before_infantry_takes_the_place() -> None:
    units = {
        "United Kingdom": {UK: "1 bomber, 1 infantry"},
        "Ukraine S.S.R.": {UK: "1 infantry, 1 tank"},
        "Italy": {},
    }
    units.pop("Italy")
    game = position(UK, "combat_move", units, owners={"Ukraine S.S.R.": UK, "Caucasus": UK}, dice=[4],
                    ipcs={"Soviet Union": 20, "Germany": 20})  # fmt: skip
    bombers = [o for z, s, _ in moves(game) if s.type == "bomber" for o in source(game).options(z, s)]
    target = next(o for o in bombers if o.mission == "raid" and o.path[-1] == "Germany")
    tell(game, target.move(1))
    game.state.put("Eastern Europe", game.rules.words.read_force("1 infantry, 1 tank", UK).popitem()[0], 1)
    game.state.owner["Eastern Europe"] = UK
    stack = next(s for s in game.state.at("Eastern Europe"))
    tell(game, f"1 {stack.type}: Eastern Europe > Germany")
    assert game.state.owner["Germany"] == "Germany"  # not yet
    if in_phase(game, "combat"):
        tell(game, "done")
    assert happened(game, "raided")[0]["ipcs"] == 4
    assert game.state.owner["Germany"] == UK


# Neutrals (R49.4, R155.1)


SWISS = {
    "Western Europe": {"Germany": "1 infantry, 3 tanks"},
    "Germany": {UK: "1 infantry"},
}


def alps(**more: object) -> Game:
    return position("Germany", "combat_move", SWISS, owners={"Germany": UK}, **more)  # type: ignore[arg-type]


@clause("classic.R49.4", "classic.R155.1")
def test_every_tank_stops_in_a_neutral_that_was_entered_in_this_turn() -> None:
    game = alps(ipcs={"Germany": 10})
    tell(game, "1 infantry: Western Europe > Switzerland")
    refused(game, "1 tank: Western Europe > Switzerland > Germany", "classic.R49.4")
    tell(game, "1 tank: Western Europe > Switzerland")
    with pytest.raises(Illegal):
        game.answer(way(game, "1 tank: Switzerland > Germany"))


@clause("classic.R155.3")
def test_the_refusal_names_the_neutral_that_cannot_be_paid_for() -> None:
    game = alps(ipcs={"Germany": 2})
    with pytest.raises(Illegal, match="to enter Switzerland"):
        game.answer("1 tank: Western Europe > Switzerland > Germany")


# Fighters of the Great War (R35)


WEST = {"Alsace": {"Germany": "1 infantry, 1 fighter"}, "Lorraine": {"France": "3 infantry"}}


@clause("great_war.R35")
def test_a_fighter_and_infantry_go_in_one_order() -> None:
    game = trenches.scene("Germany", "move", WEST)
    tell(game, "1 infantry, 1 fighter: Alsace > Lorraine")
    assert at(game, "Lorraine", "Germany") == {"infantry": 1, "fighter": 1}


@clause("great_war.R35")
def test_a_fighter_may_go_first() -> None:
    game = trenches.scene("Germany", "move", WEST)
    tell(game, "1 fighter: Alsace > Lorraine", "1 infantry: Alsace > Lorraine")
    assert at(game, "Lorraine", "Germany") == {"infantry": 1, "fighter": 1}
    trenches.refused(trenches.scene("Germany", "move", {**WEST, "Alsace": {"Germany": "1 fighter"}}),
                     "1 fighter: Alsace > Lorraine", "R35")  # fmt: skip


@clause("great_war.R35")
def test_a_fighter_that_nobody_has_followed_goes_back() -> None:
    game = trenches.scene("Germany", "move", WEST)
    tell(game, "1 fighter: Alsace > Lorraine", "done")
    assert at(game, "Alsace") == {"infantry": 1, "fighter": 1}
    assert happened(game, "turned_back")[0]["target"] == "Alsace"
    assert "flown_ahead" not in game.state.now


SHORE = {"Sea Zone 9": {"Britain": "1 transport (carrying fighter of Britain + infantry of Britain)"}}


@clause("great_war.R35")
@pytest.mark.parametrize("orders", [
    ["1 fighter: Sea Zone 9 > Belgium", "1 infantry: Sea Zone 9 > Belgium"],
    ["1 infantry, 1 fighter: Sea Zone 9 > Belgium"],
])  # fmt: skip
def test_so_from_a_transport(orders: list[str]) -> None:
    game = trenches.scene("Britain", "move", SHORE, owners={"Belgium": "Germany"})
    tell(game, *orders)
    assert at(game, "Belgium") == {"infantry": 1, "fighter": 1}


@clause("great_war.R35")
def test_a_fighter_that_landed_alone_is_aboard_again() -> None:
    game = trenches.scene("Britain", "move", SHORE, owners={"Belgium": "Germany"})
    tell(game, "1 fighter: Sea Zone 9 > Belgium", "done")
    assert at(game, "Belgium") == {}
    (ship,) = list(game.state.at("Sea Zone 9"))
    assert sorted(kind for _, kind in ship.cond.cargo) == ["fighter", "infantry"]
