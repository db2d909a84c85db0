"""Small rules for the points of the board, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

if TYPE_CHECKING:
    from sandtable.engine.game import Flow, Game

BOTH, CLASSIC, GREAT_WAR = ("classic", "great_war"), ("classic",), ("great_war",)
EXAMPLES: list[Rule] = []


def rule(*editions: str) -> Callable[[Callable[[Draft], Any]], Callable[[Draft], Any]]:
    """Make a rule without options of a function of the draft."""

    def made(change: Callable[[Draft], Any]) -> Callable[[Draft], Any]:
        def apply(draft: Draft, option: Options) -> None:
            change(draft)

        name, text = change.__name__, (change.__doc__ or "").strip()
        EXAMPLES.append(Rule(f"ex_board.{name}", name.title(), apply, text=text, editions=editions, default=False))
        return change

    return made


# --- points that only one edition kept --------------------------------------------------------------------------------


@rule(*BOTH)
def war_loan(draft: Draft) -> None:
    """At the start of the combat phase, a power with less than 6 IPCs may take 5 IPCs."""

    def lend(game: Game) -> Flow:
        game.state.ipcs[game.state.power] += 5
        game.emit("income", power=game.state.power, ipcs=5, why="war loan")
        yield from ()

    draft.offer("combat", "loan", "take a loan", lend, lambda game: game.state.ipcs[game.state.power] < 6)


@rule("classic")
def late_bombers(draft: Draft) -> None:
    """Bombers are sold from round 3 on."""
    draft.add("calendar.bomber", 3)


@rule("classic")
def barbarossa(draft: Draft) -> None:
    """Germany must attack Karelia in round 1."""
    draft.add("obligations.Barbarossa", {"power": "Germany", "round": 1, "space": "Karelia S.S.R."})


@rule("classic")
def turkey(draft: Draft) -> None:
    """Turkey, with 2 infantry, joins the United Kingdom when it is entered (smith.na_germany_allied_neutral)."""
    draft.add("minors.Turkey", {"home": "Turkey", "colonies": [], "army": {"infantry": 2}, "aligned": "United Kingdom"})


@rule("classic")
def pearl_harbor(draft: Draft) -> None:
    """The United States has a naval base in Hawaii."""
    draft.add("bases.Hawaiian Islands", {})


@rule("classic")
def dominions(draft: Draft) -> None:
    """The United Kingdom may place land units in Australia."""
    draft.add("mobilization.United Kingdom", ["Australia"])


@rule("classic")
def two_cities(draft: Draft) -> None:
    """The Axis win after Japan's turn if they hold two of Karelia, India, and the Caucasus."""
    draft.add("goals.axis", {"after": "Japan", "hold": 2, "of": ["Karelia S.S.R.", "India", "Caucasus"]})


# --- research ---------------------------------------------------------------------------------------------------------


@rule("classic")
def directed_research(draft: Draft) -> None:
    """Dice may be aimed at a technology that some power has; each power that has it takes 1 IPC off
    (smith.directed_research)."""

    def owners(game: Game, aim: str) -> int:
        return sum(aim in held for held in game.state.techs.values())

    draft.modify(
        "research_aims",
        lambda answer, game: ["", *(t for t in game.rules.technologies if owners(game, t))],
        "replace",
    )
    draft.modify(
        "research", lambda answer, game, aim: answer._replace(price=answer.price - owners(game, aim)) if aim else answer
    )


@rule("classic")
def weapons_table(draft: Draft) -> None:
    """Row 5 offers Heavy Bombers, Jet Power, or Long-Range Aircraft; a second discovery of Heavy Bombers raises them to
    3 dice (smith.weapons_table, smith.tech_heavy_bombers)."""
    for name in ("heavy_bombers", "jet_power", "long_range_aircraft"):
        draft.set(("technologies", name, "die"), 5)
    again = draft.capability(
        "heavy_bombers_2", "Heavier Bombers", "Your bombers roll 3 dice.", die=5, after=["heavy_bombers"]
    )
    again.lift("bomber", attack_dice=3)


@rule("classic")
def own_chart(draft: Draft) -> None:
    """A chart of its own: row 1 offers Jet Power or Trucks, the other rows nothing (smith.weapons_table)."""
    draft.add("switches.weapons_chart", "weapons developments")
    draft.capability("trucks", "Trucks", "Your infantry moves 2.", rows={"weapons developments": 1})
    draft.set(("technologies", "jet_power", "rows"), {"weapons developments": 1})


@rule("classic")
def improved_labs(draft: Draft) -> None:
    """A power with Improved Labs has one free research attempt in each turn (smith.tech_improved_labs)."""
    draft.capability("improved_labs", "Improved Labs", "You roll one free die for weapons development.", die=6)

    def free(answer: Any, game: Game, power: str) -> Any:
        return answer._replace(free=answer.free + 1) if game.holds(power, "improved_labs") else answer

    draft.modify("research", free)


@rule("classic")
def four_two_rule(draft: Draft) -> None:
    """Dice are aimed; the first purchase is at least 4, the second 2 with certain success (enhanced.four_two_rule)."""
    from sandtable.engine.research import tries

    def terms(answer: Any, game: Game, power: str, aim: str) -> Any:
        again = tries(game, power, aim)
        return answer._replace(least=2, automatic=2) if again else answer._replace(least=4)

    draft.modify("research_aims", lambda answer, game: list(game.rules.technologies), "replace")
    draft.modify("research", terms)


@rule("classic")
def researchers(draft: Draft) -> None:
    """Researchers stay until a breakthrough; there are two charts (anniversary research_tokens_and_charts)."""
    draft.modify("research", lambda answer: answer._replace(stays=True))
    for name in ("rockets", "super_submarines", "industrial_technology"):
        draft.set(("technologies", name, "chart"), "land and factories")


@rule("classic")
def espionage(draft: Draft) -> None:
    """Once per turn, a power may roll a die to steal a technology: on a 6 it does (smith.tech_espionage)."""
    from sandtable.core.events import declare_event
    from sandtable.engine.memory import turn_memory
    from sandtable.engine.research import gain

    declare_event("ex_board_spies", "{power} sends out spies and rolls {die}")
    spied = turn_memory("ex_board_spied", bool, "the spies have been sent out in this turn")

    def there(game: Game) -> list[str]:
        mine = game.state.techs[game.state.power]
        return sorted({t for held in game.state.techs.values() for t in held if t not in mine})

    def spy(game: Game) -> Flow:
        spied.set(game.state, True)
        [die] = game.dice.roll(1)
        game.emit("ex_board_spies", power=game.state.power, die=die)
        if die == 6:
            gain(game, game.state.power, there(game)[0])
        yield from ()

    draft.offer("develop", "spy", "send out spies", spy, lambda game: not spied.get(game.state) and bool(there(game)))


@rule("great_war")
def arms_race(draft: Draft) -> None:
    """1914 with weapons development: better artillery."""
    from sandtable.engine.research import develop

    better = draft.capability("better_artillery", "Better Artillery", "Your artillery attacks at 4.", die=1)
    better.lift("artillery", attack=4)
    draft.step("turn", "develop", develop, before="purchase", text="develop weapons")


# --- purchases, placement, grants, objectives -------------------------------------------------------------------------


@rule("classic")
def naval_production(draft: Draft) -> None:
    """Ships built in the United Kingdom cost 2 IPCs less; before the game it places one free destroyer's worth, a
    submarine, where it has ships (smith.na_uk_naval_production)."""
    from sandtable.core.picks import Pick

    at_home = draft.when(owner="United Kingdom", place="United Kingdom")
    at_home.add(Pick(kinds=("sea",)), cost=-2)
    draft.add("grants.first ship", {"power": "United Kingdom", "units": {"submarine": 1}, "when": "opening"})


@rule("classic")
def opening_purchase(draft: Draft) -> None:
    """Before the game, the United Kingdom may buy one ship at 2 IPCs less for a zone next to India; the United States
    has a bomber there (smith.na_uk_naval_production, smith.na_usa_allied_bomber)."""
    from sandtable.core.picks import Pick

    draft.when(owner="United Kingdom", place="United Kingdom").add(Pick(kinds=("sea",)), cost=-2)
    ships = {"transport": 1, "submarine": 1, "aircraft_carrier": 1, "battleship": 1}
    sale = {"power": "United Kingdom", "units": ships, "total": 1, "for_sale": True, "market": "United Kingdom"}
    where = {"places": ["Indian Ocean Sea Zone"], "ships": "open", "when": "opening"}
    draft.add("grants.First Ship", {**sale, **where})
    lent = {"power": "United States", "units": {"bomber": 1}, "places": ["India"], "with_allies": True}
    draft.add("grants.Bomber", {**lent, "when": "opening"})


@rule("classic")
def colonial_garrison(draft: Draft) -> None:
    """Each turn, the United Kingdom places 1 free infantry in Australia, India, or South Africa
    (enhanced.na_england_colonial_garrison)."""
    garrison = {"power": "United Kingdom", "units": {"infantry": 1}, "places": ["Australia", "India", "South Africa"]}
    draft.add("grants.Colonial Garrison", garrison)


@rule(*BOTH)
def fortifications(draft: Draft) -> None:
    """Fortifications are placed in any own territory, at most its value of them in a turn, and at least one
    (pacific.fortifications)."""
    works = {"name": "Fortification", "kind": "land", "cost": 4, "move": 0, "defense": 3}
    draft.add("units.fortification", works)
    draft.add("sites.Fortifications", {"types": ["fortification"], "most": 1, "by_value": True})


@rule("great_war")
def every_corner(draft: Draft) -> None:
    """A power may place 1 infantry in each original territory worth 3 or more (as
    great_war.every_corner_of_the_empire)."""
    corner = {"types": ["infantry"], "original": True, "least_value": 3, "most": 1, "at_complexes": False}
    draft.add("sites.Every Corner", corner)


@rule("classic")
def mediterranean_bonus(draft: Draft) -> None:
    """Germany gets 5 IPCs while the Axis control Gibraltar and Libya and no enemy surface ship is in the western
    Mediterranean (enhanced.na_italy_mediterranean_bonus)."""
    enemy = {"kinds": ["sea"], "without": ["submarine"]}
    draft.add(
        "objectives.Mare Nostrum",
        {"power": "Germany", "hold": ["Gibraltar", "Libya"], "ipcs": 5, "enemy": enemy,
         "clear": ["Western Mediterranean Sea Zone"]},
    )  # fmt: skip


@rule("classic")
def strategic_victory(draft: Draft) -> None:
    """A side wins after the last turn of a round with one objective met (enhanced.strategic_victory)."""
    draft.add("objectives.Karelia", {"power": "Germany", "hold": ["Karelia S.S.R.", "India"], "least": 1})
    draft.add("goals.axis", {"hold": 0, "of": [], "objectives": 1})


@rule("classic")
def temporary_capital(draft: Draft) -> None:
    """A power that loses its capital goes on from its complex of most value (smith.capturing_a_capital)."""
    from sandtable.engine.board import having

    def capital(answer: str | None, game: Game, power: str) -> str | None:
        owner = game.state.owner
        if answer and owner.get(answer) == power:
            return answer
        works = [s for s in game.rules.lands if owner.get(s) == power and having(game, s, "produces")]
        return max(works, key=lambda s: game.rules.q.value(game, s), default=None)

    draft.modify("capital", capital)


@rule("great_war")
def serbian_gift(draft: Draft) -> None:
    """Russia places 2 free infantry in Moscow in the opening."""
    draft.add("grants.gift", {"power": "Russia", "units": {"infantry": 2}, "when": "opening"})


# --- armies of nobody -------------------------------------------------------------------------------------------------


@rule("classic")
def neutral_forces(draft: Draft) -> None:
    """Turkey (3 IPCs; 2 infantry and 1 armor) and Spain (4 IPCs; 3 infantry and 1 armor) defend themselves
    (smith.neutral_territories)."""
    draft.add("armies.Neutral", {})
    for space, worth, infantry in (("Turkey", 3, 2), ("Spain", 4, 3)):
        draft.add(("holders", space), "Neutral")
        draft.add(("setup", space), {"Neutral": {"infantry": infantry, "tank": 1}})
        draft.set(("spaces", space, "value"), worth)


@rule("classic")
def economic_conquest(draft: Draft) -> None:
    """A power next to Turkey may pay its value; on a 1 or 2 it takes over the country with its army
    (smith.economic_conquest). Needs neutral forces."""
    from sandtable.core.events import declare_event
    from sandtable.engine.armies import held_by_nobody, take_over

    declare_event("ex_board_bribe", "{power} tries to buy Turkey and rolls {die}")

    def near(game: Game) -> bool:
        return held_by_nobody(game, "Turkey") and any(
            game.state.owner.get(s) == game.state.power for s in game.rules.land_near["Turkey"]
        )

    def buy(game: Game) -> Flow:
        game.state.ipcs[game.state.power] -= 3
        game.emit("paid", power=game.state.power, ipcs=3, why="economic conquest")
        [die] = game.dice.roll(1)
        game.emit("ex_board_bribe", power=game.state.power, die=die)
        if die <= 2:
            take_over(game, "Turkey", game.state.power)
        yield from ()

    draft.offer("purchase", "turkey", "try to buy Turkey", buy, lambda game: near(game) and game.state.ipcs[
        game.state.power] >= 3)  # fmt: skip


@rule("great_war")
def armed_switzerland(draft: Draft) -> None:
    """Albania is held by 4 infantry of nobody, from the start."""
    draft.add("armies.Local Forces", {})
    draft.drop("minors.Albania")
    draft.add("holders.Albania", "Local Forces")
    draft.add(("setup", "Albania"), {"Local Forces": {"infantry": 4}})


# --- installations, convoys, stocks -----------------------------------------------------------------------------------


@rule("classic")
def bombing_damage(draft: Draft) -> None:
    """Raids damage complexes, up to twice the value of their territory (anniversary bombing_damage_and_repair)."""
    draft.set("switches.installation_damage", 2)


@rule("classic")
def improved_factories(draft: Draft) -> None:
    """Damage is repaired at half price, rounded up (enhanced.tech_improved_factories). Needs bombing damage."""
    draft.capability("improved_factories", "Improved Factories", "You repair at half price.", die=6)

    def price(answer: int, game: Game, power: str) -> int:
        return (answer + 1) // 2 if game.holds(power, "improved_factories") else answer

    draft.modify("repair_price", price)


@rule("classic")
def convoy_center(draft: Draft) -> None:
    """The Caribbean is an American convoy center worth 5; the Hawaiian zone is the route of the Hawaiian Islands
    (pacific convoy_centers_and_routes)."""
    draft.add("convoys.Caribbean Sea Zone", {"owner": "United States", "value": 5})
    draft.add("convoys.Hawaiian Islands Sea Zone", {"territory": "Hawaiian Islands"})


@rule(*BOTH)
def supply_chain(draft: Draft) -> None:
    """Each territory yields a supply to its own store when its power collects income; captured supplies are lost
    (great_war.supply_chain)."""
    from sandtable.engine import stocks

    draft.add("stocks.supply", {"text": "supplies"})

    def collect(game: Game, power: str) -> None:
        for space in [s for s, owner in game.state.owner.items() if owner == power]:
            troops = sum(n for s, n in game.state.at(space).items() if s.owner == power)
            stocks.add(game, "supply", space, 1, most=2 * troops)

    draft.step("income", "supplies", collect)
