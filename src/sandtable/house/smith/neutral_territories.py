"""Neutral Territories: countries with an income and a force of their own that defends them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.memory import SWORN
from ...engine.sights import Sign
from ...words import Draft, Game, No, Option, Options, RuleError, Stack, counted, declare_event, turn_memory
from ...words.board import NONCOMBAT, enemy_ships, held_by_nobody, together
from ..documents import smith
from .neutral_fee import Fee
from .neutrals import CAME_BY, COUNTRIES, DORMANT, GOAL, GOAL_WITH_NEUTRALS, INDIGENOUS, NEUTRAL, RULE, closed

ROUSED = turn_memory("roused", dict[str, str], "sea zone -> neutral country whose transport defends it in this turn")
declare_event("roused", "the transport of {country} defends {space}")


@smith(
    RULE, "Neutral Territories: Incomes and Indigenous Forces",
    Option("base_entry_fee", 0, "IPCs to enter a neutral country, on top of the fight", low=0, high=99),
    Option("transport_withdraw_distance", 1,
           "sea zones that a transport of a neutral can withdraw if it appears among enemy ships", low=1, high=2),
    Option("table", COUNTRIES, "income and force of each neutral country"),
)  # fmt: skip
def neutral_territories(draft: Draft, option: Options) -> None:
    """Every neutral country has an income and a force that defends it. Any power may attack it at any time and controls
    it after a victory. A transport of a neutral country must be sunk before a landing there. Aircraft cannot fly across
    neutral countries."""
    _countries(draft, option.table)
    higher = draft.get("switches").get(GOAL_WITH_NEUTRALS)
    if higher is not None:
        draft.adjust(("switches", GOAL), higher - draft.get(("switches", GOAL)), "neutral countries have incomes, too")
    neutrals = Neutrals(option)
    draft.modify("may_go", neutrals.may_go, how="forbid")
    draft.modify("air_step", neutrals.air_step, how="forbid")
    draft.modify("enemies", neutrals.enemies)
    draft.modify("landing_waits", neutrals.landing_waits)
    draft.modify("movement_allowance", neutrals.withdrawal)
    draft.step("combat", "rouse", neutrals.rouse, before="battles", text="transports of neutral countries defend them")
    draft.step("combat", "return_to_port", neutrals.return_to_port, after="battles")
    draft.step("conquest", "scuttle", neutrals.scuttle)
    draft.step("turn", "stay_and_fight", neutrals.stay_and_fight, before="combat")
    draft.modify("must_fight", neutrals.must_fight)
    draft.step("signs", "neutral_countries", signs)
    if option.base_entry_fee:
        fee = Fee(option.base_entry_fee)
        draft.modify("may_attack", fee.may_attack, how="forbid")
        draft.step("entering", "neutral_fee", fee.pay, before="take_undefended")


def _countries(draft: Draft, table: Mapping[str, Any]) -> None:
    """Write the incomes and forces into the tables (.1, .5 to .18)."""
    draft.add(("armies", NEUTRAL), {"text": "the neutral countries"})
    draft.add(("stances", INDIGENOUS), {"until": "moved"})
    dormant = {}
    for name, row in table.items():
        space = draft.find("spaces", name)
        if not isinstance(row, Mapping) or not all(isinstance(n, int) and n >= 0 for n in row.values()):
            raise RuleError(f"{draft.rule}: {name} needs ipcs and a force, such as {{'ipcs': 1, 'infantry': 1}}")
        force = {draft.find("units", unit): n for unit, n in row.items() if unit != "ipcs" and n}
        ships = [unit for unit in force if draft.get(("units", unit, "kind")) == "sea"]
        if [unit for unit in ships if unit != "transport"]:
            raise RuleError(f"{draft.rule}: {name} can have transports, but no other ships")
        for unit in ships:
            dormant[space] = force.pop(unit)
        draft.add(("holders", space), NEUTRAL)
        draft.add(("setup", space, NEUTRAL), force)
        draft.in_play(f"table spaces.{space}.value", f"table armies.{NEUTRAL}")
        draft.set(("spaces", space, "value"), row.get("ipcs", 0))
    draft.add("memory.dormant_transports", dormant)
    draft.in_play("switch neutrals_may_be_entered", text="neutral countries are attacked, not entered for a fee")


def signs(game: Game) -> list[Sign]:
    """Return what players see of the neutral countries: their transports, and how some have joined a power."""
    state = game.state
    out = [
        Sign(country, "army", f"{counted(n, 'transport')} will defend the sea zone of a landing here", n)
        for country, n in DORMANT.get(state).items()
        if n and held_by_nobody(game, country)
    ]
    return out + [
        Sign(country, "flag", text, 0, state.owner.get(country) or "") for country, text in CAME_BY.get(state).items()
    ]


class Neutrals:
    """What the neutral countries do under the chosen options."""

    def __init__(self, option: Options) -> None:
        self.distance = option.transport_withdraw_distance

    # --- airspace -----------------------------------------------------------------------------------------------------

    def may_go(
        self, answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]
    ) -> No | None:
        """Aircraft may attack a neutral country but not fly across it."""
        if answer is not None or len(path) < 3 or not any(game.unit(s).kind == "air" for s, _ in units):
            return answer
        return next((no for space in path[1:-1] if (no := closed(game, space)) is not None), None)

    def air_step(self, answer: No | None, game: Game, space: str, phase: str) -> No | None:
        """Aircraft cannot enter a neutral country in the noncombat move."""
        return closed(game, space) if answer is None and phase == NONCOMBAT else answer

    # --- the transport of a country -----------------------------------------------------------------------------------

    def landing_waits(self, answer: bool, game: Game, space: str) -> bool:
        """A landing waits until the transport of the country is sunk (.21)."""
        return answer or (bool(DORMANT.get(game.state).get(space)) and held_by_nobody(game, space))

    def enemies(self, answer: frozenset[str], game: Game, space: str) -> frozenset[str]:
        """The transport of a country defends the zone of the landing (.21)."""
        return answer | {NEUTRAL} if space in ROUSED.get(game.state) else answer

    def rouse(self, game: Game) -> None:
        """Put the transports of countries into the zones from which most units land there (.20, .21)."""
        state, allied = game.state, together(game, game.state.power)
        for country, count in DORMANT.get(state).items():
            coming = {
                zone: sum(
                    n * len(s.cond.cargo)
                    for s, n in state.at(zone).items()
                    if s.owner in allied and s.cond.noted("landing") == country and "unloaded" not in s.cond.marks
                )
                for zone in game.rules.sea_near[country]
            }
            zone = max(coming, key=lambda z: (coming[z], z), default="")
            if zone and coming[zone] and held_by_nobody(game, country):
                state.put(zone, Stack(NEUTRAL, "transport"), count)
                ROUSED.of(state)[zone] = country
                game.emit("roused", country=country, space=zone)
                game.changed()

    def return_to_port(self, game: Game) -> None:
        """Let a transport that was not sunk lie low again, or remove it if its country has fallen (.4)."""
        state = game.state
        for zone, country in ROUSED.take(state).items():
            left = {s: n for s, n in state.at(zone).items() if s.owner == NEUTRAL}
            for stack, n in left.items():
                state.put(zone, stack, -n)
            if country in DORMANT.get(state):
                DORMANT.of(state)[country] = sum(left.values())
            game.changed()

    def scuttle(self, game: Game, space: str) -> None:
        """Remove the transport of a country that falls in battle."""
        if DORMANT.get(game.state).get(space) is not None:
            DORMANT.of(game.state).pop(space)

    def withdrawal(self, answer: int, game: Game, stack: Stack, space: str) -> int:
        """A transport that appeared among enemy ships can withdraw only 1 zone (.22)."""
        among = INDIGENOUS in stack.cond.marks and enemy_ships(game, stack.owner, space)
        return min(answer, stack.cond.moved + self.distance) if among and not stack.cond.moved else answer

    def stay_and_fight(self, game: Game) -> None:
        """Such a transport that did not withdraw in its owner's combat move fights (.22, .23)."""
        power, state = game.state.power, game.state
        for zone in game.rules.zones:
            for stack, n in list(state.at(zone).items()):
                if stack.owner == power and INDIGENOUS in stack.cond.marks:
                    state.turn_into(zone, stack, stack.cond.unmarked(INDIGENOUS), n)
                    if enemy_ships(game, power, zone):
                        SWORN.of(state).append(zone)

    def must_fight(self, answer: bool, game: Game, zone: str) -> bool:
        """Such a transport cannot stay among enemy ships without a fight (.22)."""
        return answer or zone in SWORN.get(game.state)
