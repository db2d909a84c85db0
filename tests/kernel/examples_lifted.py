"""Small rules for what was lifted out of long house rules: pacts, quotas, payloads, survival rolls, and turning in."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sandtable.core.decisions import Decision
from sandtable.core.errors import No
from sandtable.core.events import declare_event
from sandtable.core.forces import Stack
from sandtable.engine import disposal, evacuation, survival
from sandtable.engine.battles import Battle
from sandtable.engine.debts import owe, pay, pay_debts
from sandtable.engine.game import Flow, Game
from sandtable.engine.leaving import fighting_for
from sandtable.engine.memory import game_memory, turn_memory
from sandtable.engine.pacts import Pact
from sandtable.engine.payload import Payload
from sandtable.engine.quota import Quota
from sandtable.engine.stowing import holds
from sandtable.rules import points
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

IN_FORCE = game_memory("ex_lifted_pact", bool, "whether the pact of the tests is in force")
OPENED = turn_memory("ex_lifted_opened", list[str], "spaces where the pact of the tests does not hold in this turn")
BUILT = game_memory("ex_lifted_mines", dict[str, int], "power -> mines built by it")
points.declare(points.DECISIONS, "ex_lifted_mines", "amount: mines to build")
points.declare(points.DECISIONS, "ex_lifted_load", "allocate: fighters that load a mine, by territory")
points.declare(points.DECISIONS, "ex_lifted_leave", "pick_units: units that leave by ferry")
points.declare(points.DECISIONS, "ex_lifted_where", "pick_space: where the others go")
points.declare(points.DECISIONS, "ex_lifted_scrap", "allocate: units to scrap, by type and space")
points.declare(points.DECISIONS, "ex_lifted_scrap_loss", "confirm: may an ally scrap the ship that carries your units?")
declare_event("ex_lifted_loaded", "{power} loads {count:mine} in {space}")
declare_event("ex_lifted_mined", "mines in {space}: {dice}")
declare_event("ex_lifted_scrapped", "{power} scraps {force} in {space}")
declare_event("ex_lifted_aid", "{power} gives {to} {ipcs:IPC}", money=("-power", "+to"))
declare_event("ex_lifted_repaid", "{power} repays {to} {ipcs:IPC}", money=("-power", "+to"))


def rule(name: str, change: Callable[[Draft], None], *editions: str) -> Rule:
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"ex_lifted.{name}", name.replace("_", " ").title(), apply, editions=editions, default=False)


def pact(draft: Draft) -> None:
    """Germany and the first power of the other side keep the peace (enhanced.non_aggression_treaty)."""
    powers = draft.get("powers")
    other = next(p for p, row in powers.items() if row["side"] != powers["Germany"]["side"])
    closed, alone = (
        No("the pact closes {space}", "ex_lifted.pact"),
        No("only your partner holds {space}", "ex_lifted.pact"),
    )
    between = Pact("Germany", other, IN_FORCE, OPENED, lambda game, power, space: True, closed, alone)
    draft.add("memory.ex_lifted_pact", True)
    between.keep(draft, dict.fromkeys(("at_war", "enemies", "may_attack", "land_step", "air_step"), "the pact"))


def mines(draft: Draft) -> None:
    """Whoever holds mines builds two at most; a fighter drops one, and each enemy unit survives on a 4 or more."""
    row = {"name": "Mine", "plural": "Mines", "kind": "land", "cost": 5, "tags": ["passive", "stays_owned"]}
    draft.add("units.mine", row)
    draft.capability("mines", "Mines", "The power may build mines.", kind="advantage")
    draft.add("memory.ex_lifted_mines", {})
    draft.add("missions.mining", "ex_lifted.mines")
    draft.include("units.fighter.tags", "lays")
    quota = Quota("mine", "mines", 2, BUILT, "ex_lifted_mines", "mines", "ex_lifted.mines", "ex_lifted.mines.most")
    quota.sell(draft, "mines", "build mines", "mines are bought apart", lambda game: False)
    fixed, bound = (
        No("a mine cannot move by itself", "ex_lifted.fixed"),
        No("a fighter with a mine only lays it", "ex_lifted.bound"),
    )
    load = Payload(
        "mine", "lays", "mining", 1, fixed, bound, No("{owner} is in {space}", "ex_lifted.spared"), "ex_lifted_load",
        "Load mines", "ex_lifted.mines", "ex_lifted_loaded", units_mined, 1, lay,
    )  # fmt: skip
    load.carry(
        draft, "mines", "load mines", fixed="fighters carry", unloaded="mines are unloaded", first="mining first"
    )
    queries = ("missions", "mission_limit", "combat_end", "may_go")
    load.fly(draft, dict.fromkeys(queries, "fighters lay"), "name the fighters", "mines are laid")


def survives(game: Game, stack: Stack) -> Collection[int] | None:
    """Land units survive on a 4 or more; structures and the rest are not touched."""
    return (4, 5, 6) if game.unit(stack).kind == "land" else None


def units_mined(game: Game, space: str) -> float:
    """The units that a mine destroys on average."""
    return sum(survival.odds(game, space, lambda s: survives(game, s)).destroyed.values())


def lay(game: Game, power: str, space: str) -> None:
    """Each enemy unit rolls."""
    dice, lost = survival.strike(game, space, lambda s: None if s.owner == power else survives(game, s))
    game.emit("ex_lifted_mined", space=space, dice=dice)
    for stack, n in lost.items():
        game.emit("lost", power=stack.owner, force={stack: n}, space=space)


def scrap(draft: Draft) -> None:
    """Units may be turned in for a third of their price, at once."""

    def lots(game: Game) -> dict[disposal.Key, disposal.Lot]:
        return disposal.lots(game, lambda kind: game.stats(game.state.power, kind).cost // 3)

    def run(game: Game) -> Flow:
        power, found = game.state.power, lots(game)
        form = disposal.form(game, found, "ex_lifted.scrap")
        chosen = yield Decision("ex_lifted_scrap", power, "Scrap units", form, advice=dict, rule="ex_lifted.scrap")
        prices = yield from disposal.turn_in(
            game, found, chosen, "ex_lifted_scrapped", "ex_lifted_scrap_loss", "ex_lifted.scrap"
        )
        game.state.ipcs[power] += sum(prices)
        game.emit("income", power=power, ipcs=sum(prices), why="scrap")

    draft.offer("purchase", "scrap", "scrap units", run, lambda game: bool(lots(game)))


def war_loan(draft: Draft) -> None:
    """The first power borrows 5 IPCs of the second before the game, and repays them out of its income."""

    def lend(game: Game) -> None:
        first, second = game.state.order[:2]
        pay(game, second, first, 5, "ex_lifted_aid")
        owe(game, first, second, 5)

    draft.add("memory.debts", {})
    draft.step("opening", "war_loan", lend)
    draft.step("income", "loan_repaid", lambda game, power: pay_debts(game, power, "ex_lifted_repaid"))


BOTH = ("classic", "great_war")


def ferry(draft: Draft) -> None:
    """Defenders leave aboard transports, by carrier, or else by land (gemmell.retreat_by_defender)."""
    own = "ex_lifted.ferry"

    def able(game: Game, battle: Battle, power: str) -> bool:
        zones = evacuation.safe_zones(game, battle.space, power)
        return evacuation.can_evacuate(game, battle, power, [holds(game, zone, {power}) for zone in zones])

    def leave(game: Game, battle: Battle, power: str) -> Flow:
        for zone in evacuation.safe_zones(game, battle.space, power):
            yield from evacuation.board_transports(
                game, battle, power, zone, holds(game, zone, {power}), "ex_lifted_leave",
                rule=own, fit=f"{own}.fit", full=f"{own}.full", must=True, advised=True,
            )  # fmt: skip
        for zone, room in evacuation.free_decks(game, battle.space, power).items():
            yield from evacuation.fly_to_carriers(
                game, battle, power, zone, room, "ex_lifted_leave", rule=own, must=True
            )
        places = evacuation.havens(game, battle, power)
        if places and fighting_for(battle, power):
            going = fighting_for(battle, power)
            yield from evacuation.retreat_to(game, battle, power, going, places, "ex_lifted_where", own)

    draft.offer("defense", "ferry", "leave by ferry", leave, able, leaves=True)


EXAMPLES = [
    rule("ferry", ferry, "classic"),
    rule("pact", pact, *BOTH),
    rule("mines", mines, "classic"),
    rule("scrap", scrap, *BOTH),
    rule("war_loan", war_loan, *BOTH),
]
