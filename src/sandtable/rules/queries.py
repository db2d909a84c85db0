"""The typed declarations behind `points`: every query, sequence and offer as a method with its parameters and result.

The first line of a docstring is the sentence that players and authors read. A rule's function fits a point if its
parameters are some of those declared, chosen by name; `signatures` checks and adapts it when it is registered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..battle.volley import BattleStep, Side
    from ..core.decisions import Move
    from ..core.errors import No
    from ..core.forces import Force, Stack
    from ..core.units import UnitType
    from ..engine.battles import Battle
    from ..engine.game import Flow, Game
    from ..engine.movement import Mover
    from ..engine.reactions import Moment
    from ..engine.research import Terms
    from ..engine.sights import Panel, Score, Sign

    Units = list[tuple[Stack, int]]


class Queries(Protocol):
    """Questions the engine asks while it runs: the base answer is the edition's, rules add modifiers.

    A modifier has the answer so far as first parameter, `answer`. Queries that ask "may it?" answer None for yes, or a
    `No` with the reason.
    """

    def stats(self, game: Game, power: str, type: str) -> UnitType:
        """The attack, defense, movement, and cost of a unit."""

    def value(self, game: Game, space: str) -> int:
        """The IPC value of a territory."""

    def at_war(self, game: Game, power: str, other: str) -> bool:
        """Which powers are at war."""

    def allied(self, game: Game, power: str, other: str) -> bool:
        """Which powers are allies."""

    def enemies(self, game: Game, power: str, space: str) -> frozenset[str]:
        """Which powers' units defend against an attack on a space."""

    def may_attack(self, game: Game, power: str, space: str) -> No | None:
        """Which spaces a power may attack."""

    def attack_price(self, game: Game, power: str, space: str) -> float:
        """What an attack on a space costs its power in IPCs beside its units; several attacks cost it only once."""

    def must_fight(self, game: Game, power: str, zone: str) -> bool:
        """Whether ships of a power among enemy ships must fight; where they need not, their power chooses."""

    def may_move(self, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """Which units may move in a phase."""

    def land_step(self, game: Game, stack: Stack, start: str, space: str, phase: str, first: bool) -> str | No:
        """Where land units may move."""

    def sea_step(self, game: Game, stack: Stack, start: str, space: str, phase: str) -> str | No:
        """Where ships may move."""

    def air_step(self, game: Game, stack: Stack, space: str, phase: str) -> No | None:
        """Where aircraft may fly."""

    def movement_allowance(self, game: Game, stack: Stack, space: str, phase: str) -> int:
        """How far units in a space may move in a turn, in movement points."""

    def step_cost(self, game: Game, stack: Stack, start: str, space: str, phase: str) -> int:
        """How many movement points a step costs."""

    def routes(self, game: Game, stack: Stack, space: str, phase: str) -> tuple[str, ...]:
        """Which spaces units may go to in one step beside the adjacent ones, such as by rail."""

    def halts(self, game: Game, stack: Stack, space: str, phase: str) -> bool:
        """Whether units that must stop in a space lose the rest of their movement."""

    def passage(self, game: Game, stack: Stack, start: str, space: str) -> No | None:
        """Which canals and straits ships may pass, also when they retreat."""

    def hostile_zone(self, game: Game, power: str, zone: str) -> bool:
        """What makes a sea zone hostile to the ships of a power."""

    def must_land(self, game: Game, stack: Stack, space: str) -> bool:
        """Which aircraft must be able to land, and must land by the end of the turn."""

    def decks_to_come(self, game: Game, power: str, zone: str) -> int:
        """How many aircraft can land in a sea zone on carriers that are still to be placed there."""

    def room_for(self, game: Game, stack: Stack, space: str) -> int | None:
        """How many units may be in a space."""

    def combat_end(self, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """Where a combat move may end."""

    def may_go(self, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...], phase: str) -> No | None:
        """Which units may move together."""

    def commitment(self, game: Game, power: str, space: str) -> int:
        """How many units must attack in a contested territory."""

    def landing_fields(self, game: Game, power: str) -> frozenset[str]:
        """Where aircraft may land."""

    def may_board(self, game: Game, stack: Stack, zone: str, phase: str) -> No | None:
        """Where land units may load onto transports."""

    def may_unload(self, game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack) -> No | None:
        """Where transports may offload."""

    def may_load(self, game: Game, carrier: Stack, start: str, zone: str) -> No | None:
        """Which transports in a sea zone units from a territory may load onto."""

    def transport_marks(
        self, game: Game, carrier: Stack, zone: str, space: str, loading: bool, stack: Stack
    ) -> tuple[str, ...]:
        """Which marks a transport gets when a unit loads from a territory, or offloads into one."""

    def boarding_marks(self, game: Game, stack: Stack, start: str) -> tuple[str, ...]:
        """Which marks a transport gets when a unit loads onto it, or a unit that is carried on land."""

    def may_carry(self, game: Game, carrier: Stack, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """Which units other units may carry along on land or in the air, and how far."""

    def may_leave(self, game: Game, space: str, stack: Stack, count: int) -> int:
        """How many units may leave a space."""

    def may_end(self, game: Game, mover: Mover) -> No | None:
        """When a movement phase may end."""

    def landing_waits(self, game: Game, zone: str, space: str) -> bool:
        """When an amphibious assault must wait for a sea battle."""

    def entry_fee(self, game: Game, power: str, space: str, by_air: bool) -> int | None:
        """The IPC cost of entering a space."""

    def missions(self, game: Game, stack: Stack, space: str) -> tuple[str, ...]:
        """Which special missions units may fly."""

    def mission_limit(self, game: Game, stack: Stack, space: str, mission: str) -> int | None:
        """How many units may fly a special mission."""

    def advised_move(self, game: Game, phase: str) -> Move | None:
        """Which move the adviser suggests first."""

    def due_move(self, game: Game, phase: str) -> Move | None:
        """Which move must be made before a phase of movement can end."""

    def advised_purchase(self, game: Game, power: str) -> dict[str, int]:
        """Which units, beside its army, the adviser suggests to purchase first."""

    def for_sale(self, game: Game, power: str) -> dict[str, int]:
        """Which units a power may buy."""

    def may_produce(self, game: Game, power: str, space: str) -> No | None:
        """Which industrial complexes may produce units."""

    def production(self, game: Game, power: str, space: str) -> int | None:
        """How many units an industrial complex may produce."""

    def placement(self, game: Game, power: str, type: str) -> list[str]:
        """Where new units may be placed."""

    def recruits(self, game: Game, power: str, territories: int) -> int:
        """How many new units a power without money gets for its territories."""

    def submarine_damage(self, game: Game, zone: str, count: int, each: int) -> int:
        """How many IPCs submarines destroy without dice."""

    def may_collect(self, game: Game, power: str) -> No | None:
        """Which powers collect income."""

    def damage_limit(self, game: Game, space: str, type: str) -> int | None:
        """How much damage an installation takes."""

    def repair_price(self, game: Game, power: str, points: int) -> int:
        """What the repair of damage on installations costs."""

    def refit_price(self, game: Game, power: str, work: str, type: str) -> int:
        """What repairing or refitting a unit costs."""

    def capital(self, game: Game, power: str) -> str | None:
        """Where a power has its capital now."""

    def new_owner(self, game: Game, space: str, captor: str) -> str:
        """Who controls a captured territory."""

    def defenders(self, game: Game, space: str, attacker: str) -> Force:
        """Which units defend."""

    def attackers(self, game: Game, space: str, attacker: str) -> Force:
        """Which units attack."""

    def bystanders(self, game: Game, battle: Battle, side: Side) -> Force:
        """Which units fire into a battle without taking part: guns, batteries, interceptors, dice of the place."""

    def engaged(self, game: Game, name: str, space: str, side: Side) -> Force:
        """Which units take part in a battle of its own in a space (a row of engagements)."""

    def retreats(self, game: Game, battle: Battle) -> list[str]:
        """Where attackers may retreat."""

    def may_retreat(self, game: Game, battle: Battle, stack: Stack) -> No | None:
        """Which attackers may retreat from a battle, with the others that may."""

    def aircraft_retreat(self, game: Game, battle: Battle) -> str:
        """How attacking aircraft retreat: along with the others, or apart: each by itself, all together, or never."""

    def withdrawals(self, game: Game, battle: Battle, side: Side) -> list[str]:
        """Where submarines may withdraw."""

    def loss_order(self, game: Game, battle: Battle, side: Side, stacks: Sequence[Stack]) -> list[Stack]:
        """The default casualty order."""

    def next_power(self, game: Game, rest: tuple[str, ...]) -> str | None:
        """Which power takes the next turn of the round, of those still to come or as an extra one (None: no more)."""

    def acting(self, game: Game, phase: str) -> tuple[tuple[str, ...], ...]:
        """Which powers act in a phase of the turn: the members of a group together, one group after the other."""

    def turn_order(self, game: Game) -> tuple[str, ...]:
        """The order of play."""

    def victory(self, game: Game, moment: str) -> tuple[str, str] | None:
        """The victory conditions."""

    def research(self, game: Game, power: str, aim: str) -> Terms | None:
        """What a die of weapons development costs and takes."""

    def research_aims(self, game: Game, power: str) -> Sequence[str]:
        """Which technologies dice may be bought for; empty for dice on the charts."""

    def development(self, game: Game, power: str, successes: int) -> Sequence[str]:
        """Which technologies may be gained."""


class Steps(Protocol):
    """Sequences: named steps in order.

    A result of `Flow` says that the step may ask decisions; of `BattleStep`, that it is a description.
    """

    def opening(self, game: Game) -> Flow | None:
        """Before the first turn: each step runs once."""

    def round_start(self, game: Game) -> Flow | None:
        """At the start of each round of all powers."""

    def called(self, game: Game, power: str) -> Flow:
        """Before a turn begins: true sends its power back among those still to come in the round."""

    def turn_start(self, game: Game) -> None:
        """At the very start of each turn, before its first phase, asking nothing."""

    def turn(self, game: Game) -> Flow | None:
        """The phases of one power's turn."""

    def turn_end(self, game: Game) -> Flow | None:
        """After each turn, checks for victory and other reckonings."""

    def round_end(self, game: Game) -> Flow | None:
        """After each round of all powers."""

    def income(self, game: Game, power: str) -> tuple[int, str] | None:
        """Lines of the income ledger, IPCs and why."""

    def conquest(self, game: Game, space: str, captor: str, loser: str | None) -> Flow | None:
        """What follows when a territory changes hands."""

    def breakthrough(self, game: Game, power: str, face: int) -> Flow:
        """What a die of weapons development brings, true when it is used up."""

    def combat(self, game: Game) -> Flow | None:
        """The parts of the combat phase."""

    def war_entry(self, game: Game, power: str) -> None:
        """What follows when a neutral power enters the war, asking nothing."""

    def side_change(self, game: Game, power: str) -> None:
        """What follows when a power changes sides, asking nothing."""

    def entering(self, game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
        """What happens when units enter a space in combat movement."""

    def passing(self, game: Game, units: Units, path: tuple[str, ...], at: int, phase: str) -> Flow:
        """What happens when units come into a space in any phase of movement, before anything else does there."""

    def moved(self, game: Game, move: Move) -> Flow | None:
        """After each move."""

    def land_battle(self) -> BattleStep:
        """The steps of one round of a battle for a territory."""

    def sea_battle(self) -> BattleStep:
        """The steps of one round of a battle for a sea zone."""

    def air_battle(self) -> BattleStep:
        """The steps of one round of a battle in the air, such as before a raid."""

    def raid(self, game: Game, battle: Battle) -> BattleStep | Flow | None:
        """The steps of a strategic bombing raid."""

    def rocket(self, game: Game, power: str, origin: str, space: str) -> Flow:
        """Before a rocket does damage: true stops it."""

    def aftermath(self, game: Game, battle: Battle) -> None:
        """What follows a battle, when it is decided who holds the space, asking nothing."""

    def signs(self, game: Game) -> Sequence[Sign] | None:
        """What people see on the map beside units, such as mines; nothing here changes a game."""

    def scores(self, game: Game) -> Sequence[Score] | None:
        """What decides the game for the sides, beside their production, such as victory points; nothing here changes a
        game."""

    def panels(self, game: Game) -> Panel | None:
        """What people can look up beside the map, such as objectives or a clock; nothing here changes a game."""


class Offers(Protocol):
    """Offers: what a power may do besides, inside a step of its turn.

    `run` is the flow of doing it; `available` and `advised` have the same parameters and answer yes or no.
    """

    def develop(self, game: Game) -> Flow:
        """Before or after you develop weapons."""

    def purchase(self, game: Game) -> Flow:
        """When you purchase units."""

    def combat_move(self, game: Game) -> Flow:
        """During your combat move."""

    def combat(self, game: Game) -> Flow:
        """At the start of the combat phase."""

    def noncombat_move(self, game: Game) -> Flow:
        """During your noncombat move."""

    def place(self, game: Game) -> Flow:
        """When you place new units."""

    def defense(self, game: Game, battle: Battle, power: str) -> Flow:
        """After each combat round, for each defender."""

    def reaction(self, game: Game, power: str, moment: Moment) -> Flow:
        """At moments of any turn, for any power."""
