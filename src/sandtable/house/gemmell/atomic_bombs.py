"""Atomic Bombs: building, carrying, and dropping them, and their effects.

A bomb lies in a territory as a unit that cannot move. A bomber loads it, as cargo, at the start of its move; what is
still aboard at the end of the turn is unloaded where the bomber has landed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...battle.volley import ATTACKER
from ...core.decisions import Allocate, Amount, Decision, Move
from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Force, Stack, add
from ...engine.battles import Battle
from ...engine.board import hostile, neutral, of_power
from ...engine.memory import BOUGHT, COMPLEXES, GUNS_FIRED, game_memory
from ...engine.movement import COMBAT, Mover
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule
from .atomic_research import ATOMIC_BOMB

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "buy_bombs", "amount: atomic bombs to build")
points.declare(points.DECISIONS, "load_bomb", "allocate: bombers that load an atomic bomb, by territory")
declare_event("bomb_loaded", "{power} loads {count:atomic bomb} in {space}")
declare_event("atomic_explosion", "{power} drops an atomic bomb on {space}: rolls {dice}, destroys {force}")
declare_event("bomb_seized", "{power} captures {count:atomic bomb} from {loser} in {space}")

RULE = "gemmell.atomic_bombs"
RAID = "atomic raid"
BY_BOMBER = No(
    "an atomic bomb cannot move by itself: a bomber must load it at the start of the bomber's move", f"{RULE}.3"
)
RAID_ONLY = No("a bomber carrying an atomic bomb can only fly an atomic raid", f"{RULE}.4")
OTHERS = "an atomic bomb cannot be dropped on units of a power that you are not at war with: units of"
HITS = game_memory("atomic_hits", dict[str, int], "territory -> atomic bombs dropped on it")
BUILT = game_memory("atomic_bombs_built", dict[str, int], "power -> atomic bombs built by it")


class Odds(NamedTuple):
    """Chance that a bomber reaches a territory, and the IPCs it then destroys on average."""

    arrives: float
    destroyed: dict[Stack, float]


@house_rule(
    RULE,
    "Atomic Bombs",
    editions=("classic",),
    options=[
        Option("cost", 20, "cost of a bomb in IPCs", low=0, high=999),
        Option(
            "industrial_technology_discount", 0, "IPC discount per bomb with Industrial Technology",
            low=0, high=99,
        ),
        Option("lifetime_limit", 3, "maximum bombs a power may build per game", low=0, high=999),
        Option("land_unit_survival", [6], "die results on which a land unit survives"),
        Option("air_unit_survival", [5, 6], "die results on which an air unit survives"),
        Option(
            "first_hit_production", "half_rounded_down", "IPC value of a territory after the first bomb",
            choices=("half_rounded_down", "half_rounded_up", "unchanged"),
        ),
        Option("second_hit_production", 0, "IPC value of a territory after the second bomb", low=0, high=99),
        Option(
            "max_bombs_per_territory_per_turn", 1, "maximum bombs dropped on one territory per turn",
            low=1, high=99,
        ),
        Option(
            "captured_bomb", "destroyed", "what happens to an unused bomb when its territory is captured",
            choices=("destroyed", "captured"),
        ),
        Option("prisoners_roll", True, "prisoners in the target territory roll to survive like land units"),
    ],
    needs=["gemmell.atomic_research"],
)  # fmt: skip
def atomic_bombs(draft: Draft, option: Options) -> None:
    """A power with the technology may build up to three atomic bombs at 20 IPCs each. A bomber may drop one bomb on an
    enemy or neutral territory in a strategic bombing raid. The bomb destroys industrial complexes and antiaircraft
    guns; each land unit survives on a 6 and each aircraft on a 5 or 6. The territory's IPC value is halved for the rest
    of the game, and drops to 0 if it is bombed again."""

    # --- building -----------------------------------------------------------------------------------------------------

    def left_to_build(game: Game, power: str) -> int:
        """Return how many bombs a power may still build: three per game, whether used, lost, or unused (.16)."""
        built = BUILT.get(game.state).get(power, 0)
        return max(0, int(option.lifetime_limit) - built)

    def can_build(game: Game) -> bool:
        """Return whether the power has the technology (.1) and the cash."""
        power = game.state.power
        price = game.stats(power, ATOMIC_BOMB).cost
        return (
            ATOMIC_BOMB in game.state.techs[power]
            and left_to_build(game, power) > 0
            and game.state.ipcs[power] >= price
        )

    def worth_building(game: Game) -> bool:
        """Build only with a bomber that has no bomb yet, and with cash left for other units."""
        power = game.state.power
        bombers = _count(game, power, "raids") + BOUGHT.get(game.state).get("bomber", 0)
        bombs = _count(game, power, ATOMIC_BOMB) + BOUGHT.get(game.state).get(ATOMIC_BOMB, 0)
        return bombers > bombs and game.state.ipcs[power] >= game.stats(power, ATOMIC_BOMB).cost + 6

    def build(game: Game) -> Flow:
        """Build bombs at 20 IPCs each (.1), even with Industrial Technology (.2)."""
        power, state = game.state.power, game.state
        price = game.stats(power, ATOMIC_BOMB).cost
        most = min(left_to_build(game, power), state.ipcs[power] // price if price else 999)
        count: int = yield Decision(
            "buy_bombs", power, f"How many atomic bombs will you build at {price} IPCs each?",
            Amount(0, most, "bombs", f"{RULE}.16"),
            advice=min(1, most), rule=f"{RULE}.1", context={"price": price},
        )  # fmt: skip
        if count:
            state.ipcs[power] -= count * price
            bought = BOUGHT.of(state)
            bought[ATOMIC_BOMB] = bought.get(ATOMIC_BOMB, 0) + count
            built = BUILT.of(state)
            built[power] = built.get(power, 0) + count
            game.emit("bought", power=power, units={ATOMIC_BOMB: count}, ipcs=count * price)

    def not_in_the_list(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Bombs are purchased separately because their number is limited (.16)."""
        return {kind: n for kind, n in answer.items() if kind != ATOMIC_BOMB}

    # --- carrying -----------------------------------------------------------------------------------------------------

    def may_move(answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """Only bombers can move atomic bombs (.3)."""
        return BY_BOMBER if stack.type == ATOMIC_BOMB else answer

    def spots(game: Game, phase: str) -> dict[tuple[str, ...], int]:
        """Return how many bombs the active power's bombers can load in each territory."""
        power, out = game.state.power, dict[tuple[str, ...], int]()
        for space in game.rules.lands:
            bombs = sum(n for s, n in of_power(game, space, power).items() if s.type == ATOMIC_BOMB)
            if bombs:
                out[(space,)] = min(bombs, sum(n for _, n in unladen(game, space, phase)))
        return {key: n for key, n in out.items() if n}

    def unladen(game: Game, space: str, phase: str) -> list[tuple[Stack, int]]:
        """Return the active power's bombers that can load a bomb in a territory, those that have moved least first."""
        power, units = game.state.power, game.units_at(space)[game.state.power]
        found = [
            (s, n)
            for s, n in game.state.at(space).items()
            if s.owner == power
            and "raids" in units[s.type].tags
            and not s.cond.cargo
            and game.stats(power, s.type).move > s.cond.moved
            and game.rules.q.may_move(game, space, s, phase) is None
        ]
        return sorted(found, key=lambda row: (row[0].cond.moved, row[0]))

    def load_in(phase: str) -> tuple[Callable[[Game], Flow], Callable[[Game], bool], Callable[[Game], bool]]:
        """Return the action, condition, and advice for loading bombs in one of the two movement phases."""

        def load(game: Game) -> Flow:
            """Load one bomb per bomber, in the territory of the bomb, at the start of the bomber's move."""
            power, most = game.state.power, spots(game, phase)
            chosen = yield Decision(
                "load_bomb", power, "Choose the bombers that load an atomic bomb",
                Allocate(most, rule=f"{RULE}.3"),
                advice=lambda: dict.fromkeys(good_spots(game, most) if phase == COMBAT else [], 1), rule=f"{RULE}.5",
            )  # fmt: skip
            for (space,), n in chosen.items():
                for stack, there in unladen(game, space, phase):
                    for _ in range(min(n, there)):
                        _take_bomb(game, space, power)
                        game.state.turn_into(space, stack, laden(stack).cond, 1)
                    n -= min(n, there)
                game.emit("bomb_loaded", power=power, count=chosen[(space,)], space=space)

        def can_load(game: Game) -> bool:
            return bool(spots(game, phase))

        def advised(game: Game) -> bool:
            """Load if a target worth bombing is in range."""
            return phase == COMBAT and bool(good_spots(game, spots(game, phase)))

        return load, can_load, advised

    def unload(game: Game) -> None:
        """Unload bombs at the end of the turn where their bombers landed."""
        for space, stack, n in _carriers(game, game.state.power):
            if game.rules.is_land[space]:
                game.state.turn_into(space, stack, stack.cond._replace(cargo=()), n)
                game.state.put(space, Stack(stack.owner, ATOMIC_BOMB), n)

    # --- the raid -----------------------------------------------------------------------------------------------------

    def missions(answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
        """Atomic bombs may be dropped only in a raid (.4), on any enemy or neutral territory (.7), never on a sea zone
        (.8)."""
        if not has_bomb(stack):
            return answer
        power = stack.owner
        target = game.rules.is_land[space] and (hostile(game, power, space) or neutral(game, space))
        return (RAID,) if target and game.rules.q.may_attack(game, power, space) is None else ()

    def mission_limit(answer: int | None, game: Game, stack: Stack, space: str, mission: str) -> int | None:
        """Only one bomb per territory per turn, each carried by its own bomber (.5)."""
        if mission != RAID:
            return answer
        there = sum(n for s, n in game.state.at(space).items() if s.owner == stack.owner and RAID in s.cond.marks)
        return max(0, int(option.max_bombs_per_territory_per_turn) - there)

    def combat_end(answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """A bomber carrying a bomb cannot take part in a battle (.4)."""
        return RAID_ONLY if phase == COMBAT and has_bomb(stack) else answer

    def may_go(answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
        """A bomb hits all units, so it cannot be dropped where units of a power stand that the bomber's is not at war
        with, such as those of a treaty partner in a shared territory."""
        bomber = next((s for s, _ in units if has_bomb(s)), None)
        if (
            bomber is None
            or not game.rules.is_land[path[-1]]
            or game.rules.q.missions(game, bomber, path[-1]) != (RAID,)
        ):
            return answer
        spared = game.friends(bomber.owner) | game.enemies(bomber.owner, path[-1])
        owner = next((s.owner for s in game.state.at(path[-1]) if s.owner not in spared), None)
        return answer if owner is None else No(f"{OTHERS} {owner} are in {{space}}", f"{RULE}.7")

    def name_carriers(game: Game, battle: Battle) -> None:
        """Antiaircraft guns roll separately for each named carrier (.5); a carrier that is hit is lost with its bomb
        (.6)."""
        battle.apart = frozenset(s for s in battle.units[ATTACKER] if has_bomb(s))

    def explode(game: Game, battle: Battle) -> None:
        """Drop the bomb of each surviving carrier, after the damage by the other bombers."""
        for stack, n in list(battle.units[ATTACKER].items()):
            if has_bomb(stack):
                for _ in range(n):
                    explosion(game, battle.attacker, battle.space)
                empty = game.state.turn_into(battle.space, stack, stack.cond._replace(cargo=()), n)
                battle.remove(ATTACKER, {stack: n})
                add(battle.units[ATTACKER], empty, n)

    def explosion(game: Game, power: str, space: str) -> None:
        """Resolve one bomb in a territory (.9 to .15)."""
        state, dice, lost = game.state, list[int](), Force()
        for stack, n in _in_order(game, state.at(space)):
            chance = survival(game, stack, option) if stack.owner != power else None
            if chance is None:
                continue
            faces = game.dice.roll(n) if chance else []
            gone = n - sum(face in chance for face in faces)
            dice += faces
            if gone:
                state.put(space, stack, -gone)
                lost[stack] = gone
        originals = COMPLEXES.get(state)
        COMPLEXES.set(state, [s for s in originals if s != space])  # a complex built later counts as new
        hits = HITS.of(state)
        hits[space] = hits.get(space, 0) + 1
        game.changed()
        game.emit("atomic_explosion", power=power, space=space, dice=dice, force=lost)

    # --- what stays ---------------------------------------------------------------------------------------------------

    def value(answer: int, game: Game, space: str) -> int:
        """IPC value halved (rounded down) for the rest of the game (.13, .14), or 0 after a second bomb (.15)."""
        hits = HITS.get(game.state).get(space, 0)
        return answer if not hits else halved(answer) if hits == 1 else min(answer, option.second_hit_production)

    def halved(worth: int) -> int:
        rest = {"half_rounded_down": worth // 2, "half_rounded_up": (worth + 1) // 2, "unchanged": worth}
        return rest[option.first_hit_production]

    def placement(answer: list[str], game: Game, power: str, type: str) -> list[str]:
        """No new industrial complex where a bomb has reduced the value to 0."""
        if "produces" not in game.stats(power, type).tags:
            return answer
        hits, worth = HITS.get(game.state), game.rules.q.value
        return [s for s in answer if not hits.get(s) or worth(game, s) > 0]

    def seized(game: Game, space: str, captor: str, loser: str | None) -> None:
        """Destroy bombs in a captured territory, or hand them to the captor."""
        for stack, n in list(game.state.at(space).items()):
            if stack.type == ATOMIC_BOMB and stack.owner in game.foes(captor):
                game.state.put(space, stack, -n)
                if option.captured_bomb == "captured":
                    game.state.put(space, Stack(captor, ATOMIC_BOMB), n)
                    game.emit("bomb_seized", power=captor, count=n, loser=stack.owner, space=space)
                else:
                    game.emit("lost", power=stack.owner, force={stack: n}, space=space)

    # --- advice -------------------------------------------------------------------------------------------------------

    def damage(game: Game, space: str) -> float:
        """Return what a bomb costs the enemy on average, in IPCs: units, and three turns of production."""
        owner, price = game.state.owner.get(space), 0.0
        if owner is None:
            return 0.0
        for stack, n in destroyed(game, space, option).items():
            price += n * game.unit(stack).cost
        worth: int = game.rules.q.value(game, space)
        after = halved(worth) if not HITS.get(game.state).get(space) else 0
        return price + 3 * (worth - after)

    def best_raid(game: Game, space: str, stack: Stack) -> Move | None:
        """Return the raid that does the most damage; this favors rich capitals with industrial complexes."""
        raids = [o for o in Mover(game, COMBAT).flights(space, stack) if o.mission == RAID]
        raids = [o for o in raids if damage(game, o.path[-1]) >= 15]
        return max(raids, key=lambda o: (damage(game, o.path[-1]), o.path)).move(1) if raids else None

    def good_spots(game: Game, keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return the territories with a target worth bombing in range."""
        out = []
        for key in keys:
            bombers = unladen(game, key[0], COMBAT)
            if bombers and best_raid(game, key[0], laden(bombers[0][0])):
                out.append(key)
        return out

    def advised_move(answer: Move | None, game: Game, phase: str) -> Move | None:
        """Bombers carrying bombs make their raids first."""
        if answer is None and phase == COMBAT:
            for space, stack, _ in _carriers(game, game.state.power):
                if RAID not in stack.cond.marks:
                    return best_raid(game, space, stack)
        return answer

    draft.needs_in_play(f"table technologies.{ATOMIC_BOMB}")
    row = {
        "name": "Atomic bomb", "plural": "Atomic bombs", "aliases": ["bomb", "bombs"], "kind": "land",
        "cost": option.cost, "tags": ["passive", "stays_owned"],
    }  # fmt: skip
    draft.add(("units", ATOMIC_BOMB), row, "only powers with the technology may build it")
    if option.industrial_technology_discount:
        cell = ("technologies", "industrial_technology", "effects")
        cheaper = {"unit": ATOMIC_BOMB, "stat": "cost", "add": -option.industrial_technology_discount}
        draft.set(cell, [*draft.get(cell), cheaper], "it also makes bombs cheaper")
    draft.add(("memory", HITS.key), {}, "bombs dropped on each territory")
    draft.add(("memory", BUILT.key), {}, "bombs built by each power")
    draft.add(("missions", RAID), f"{RULE}.8")
    draft.offer("purchase", "build_bombs", "build atomic bombs", build, can_build, worth_building)
    draft.modify("for_sale", not_in_the_list, how="forbid")
    draft.modify("may_move", may_move, how="forbid")
    for at, phase in (("combat_move", COMBAT), ("noncombat_move", "noncombat")):
        load, can_load, advised = load_in(phase)
        draft.offer(at, "load_bombs", "load atomic bombs onto bombers", load, can_load, advised)
    draft.modify("missions", missions)
    draft.modify("may_go", may_go, "forbid")
    draft.modify("mission_limit", mission_limit)
    draft.modify("combat_end", combat_end, how="forbid")
    draft.modify("advised_move", advised_move)
    draft.step(
        "raid", "carriers_named", name_carriers, before="antiaircraft_fire", text="choose the bombers that carry bombs"
    )
    draft.step("raid", "explosion", explode, after="damage", text="the atomic bomb explodes")
    draft.step("turn_end", "bombs_unloaded", unload, text="atomic bombs are unloaded where their bombers landed")
    draft.step("conquest", "bombs_seized", seized, text="atomic bombs in a captured territory are lost")
    draft.modify("value", value)
    draft.modify("placement", placement, how="forbid")


def has_bomb(stack: Stack) -> bool:
    """Return whether a stack carries an atomic bomb."""
    return any(kind == ATOMIC_BOMB for _, kind in stack.cond.cargo)


def laden(stack: Stack) -> Stack:
    """Return a bomber with one of its owner's bombs aboard."""
    return stack.with_(stack.cond._replace(cargo=((stack.owner, ATOMIC_BOMB),)))


def survival(game: Game, stack: Stack, option: Options) -> Collection[int] | None:
    """The results on which a unit survives; None: it is not touched.

    Complexes (.9), guns (.10) and bombs never survive, land units on a 6 (.11), aircraft on a 5 or 6 (.12).
    """
    unit = game.unit(stack)
    if unit.kind == "structure" or "antiaircraft" in unit.tags or stack.type == ATOMIC_BOMB:
        return ()
    if "prisoner" in unit.tags and not option.prisoners_roll:
        return None
    if unit.kind == "land":
        return set(option.land_unit_survival)
    return set(option.air_unit_survival) if unit.kind == "air" else None


def destroyed(game: Game, space: str, option: Options) -> dict[Stack, float]:
    """Return the value of enemy units that a bomb destroys on average."""
    foes, out = game.foes(game.state.power), dict[Stack, float]()
    for stack, n in game.state.at(space).items():
        chance = survival(game, stack, option)
        if stack.owner in foes and chance is not None:
            out[stack] = n * (1 - len(chance) / 6)
    return out


def odds(game: Game, space: str) -> Odds:
    """Return the exact odds of a single carrier of the active power over a territory."""
    chosen = next(rule.options for rule in game.rules.rules if rule.id == RULE)
    aa = [game.stats(s.owner, s.type).aa for s in game.state.at(space) if s.owner in game.foes(game.state.power)]
    hits_on = 0 if space in GUNS_FIRED.get(game.state) else max(aa, default=0)
    return Odds(1 - hits_on / 6, destroyed(game, space, Options(**chosen)))


def _carriers(game: Game, power: str) -> list[tuple[str, Stack, int]]:
    """Return all of the power's bombers with a bomb aboard."""
    return [
        (space, stack, n)
        for space, force in game.state.forces.items()
        for stack, n in force.items()
        if stack.owner == power and has_bomb(stack)
    ]


def _count(game: Game, power: str, what: str) -> int:
    """Return how many units of a type, or with a tag, a power has on the board."""
    units = game.units_at()[power]
    return sum(
        n
        for force in game.state.forces.values()
        for s, n in force.items()
        if s.owner == power and (s.type == what or what in units[s.type].tags)
    )


def _in_order(game: Game, force: Mapping[Stack, int]) -> list[tuple[Stack, int]]:
    """Return units in the order in which they roll: land units, then aircraft, in the order of the unit table."""
    rank = {kind: i for i, kind in enumerate(game.rules.units)}
    air = {kind for kind, unit in game.rules.units.items() if unit.kind == "air"}
    return sorted(force.items(), key=lambda row: (row[0].type in air, rank[row[0].type], row[0]))


def _take_bomb(game: Game, space: str, power: str) -> None:
    """Remove one of the power's bombs from a territory."""
    bomb = next(s for s in game.state.at(space) if s.owner == power and s.type == ATOMIC_BOMB)
    game.state.put(space, bomb, -1)
