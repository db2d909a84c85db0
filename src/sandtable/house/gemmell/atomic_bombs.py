"""Atomic Bombs: building, carrying, and dropping them, and their effects.

A bomb lies in a territory as a unit that cannot move. A bomber loads it, as cargo, at the start of its move; what is
still aboard at the end of the turn is unloaded where the bomber has landed.
"""

from collections.abc import Collection
from functools import partial

from ...engine import survival
from ...engine.memory import BOUGHT, COMPLEXES
from ...engine.payload import Payload
from ...engine.quota import Quota
from ...engine.strength import cost_of
from ...words import Draft, Game, No, Option, Options, Stack, declare_event, game_memory
from ...words.asking import declare_decision
from ...words.board import on_board, seize
from ..documents import gemmell
from .atomic_research import ATOMIC_BOMB

declare_decision("buy_bombs", "amount: atomic bombs to build")
declare_decision("load_bomb", "allocate: bombers that load an atomic bomb, by territory")
declare_event("bomb_loaded", "{power} loads {count:atomic bomb} in {space}")
declare_event("atomic_explosion", "{power} drops an atomic bomb on {space}: rolls {dice}, destroys {force}")
declare_event("bomb_seized", "{power} captures {count:atomic bomb} from {loser} in {space}")

RULE, RAID = "gemmell.atomic_bombs", "atomic raid"
ALONE = "an atomic bomb cannot move by itself: a bomber must load it at the start of the bomber's move"
BY_BOMBER = No(ALONE, f"{RULE}.3")
RAID_ONLY = No("a bomber carrying an atomic bomb can only fly an atomic raid", f"{RULE}.4")
OTHERS = "an atomic bomb cannot be dropped on units of a power that you are not at war with"
HITS = game_memory("atomic_hits", dict[str, int], "territory -> atomic bombs dropped on it")
BUILT = game_memory("atomic_bombs_built", dict[str, int], "power -> atomic bombs built by it")


@gemmell(
    RULE, "Atomic Bombs",
    Option("cost", 20, "cost of a bomb in IPCs", low=0, high=999),
    Option("industrial_technology_discount", 0, "IPC discount per bomb with Industrial Technology", low=0, high=99),
    Option("lifetime_limit", 3, "maximum bombs a power may build per game", low=0, high=999),
    Option("land_unit_survival", [6], "die results on which a land unit survives"),
    Option("air_unit_survival", [5, 6], "die results on which an air unit survives"),
    Option("first_hit_production", "half_rounded_down", "IPC value of a territory after the first bomb",
           choices=("half_rounded_down", "half_rounded_up", "unchanged")),
    Option("second_hit_production", 0, "IPC value of a territory after the second bomb", low=0, high=99),
    Option("max_bombs_per_territory_per_turn", 1, "maximum bombs dropped on one territory per turn", low=1, high=99),
    Option("captured_bomb", "destroyed", "what happens to an unused bomb when its territory is captured",
           choices=("destroyed", "captured")),
    Option("prisoners_roll", True, "prisoners in the target territory roll to survive like land units"),
    needs=["gemmell.atomic_research"],
)  # fmt: skip
def atomic_bombs(draft: Draft, option: Options) -> None:
    """A power with the technology may build up to three atomic bombs at 20 IPCs each. A bomber may drop one bomb on an
    enemy or neutral territory in a strategic bombing raid. The bomb destroys industrial complexes and antiaircraft
    guns; each land unit survives on a 6 and each aircraft on a 5 or 6. The territory's IPC value is halved for the rest
    of the game, and drops to 0 if it is bombed again."""
    draft.needs_in_play(f"table technologies.{ATOMIC_BOMB}")
    row = {
        "name": "Atomic bomb", "plural": "Atomic bombs", "aliases": ["bomb", "bombs"], "kind": "land",
        "cost": option.cost, "tags": ["passive", "stays_owned"],
    }  # fmt: skip
    draft.add(("units", ATOMIC_BOMB), row, "only powers with the technology may build it")
    if option.industrial_technology_discount:
        cheaper = draft.when("it also makes bombs cheaper", holds="industrial_technology")
        cheaper.add(ATOMIC_BOMB, cost=-option.industrial_technology_discount)
    draft.add(("memory", HITS.key), {}, "bombs dropped on each territory")
    draft.add(("memory", BUILT.key), {}, "bombs built by each power")
    draft.add(("missions", RAID), f"{RULE}.8")
    AtomicBombs(option).enter(draft)


class AtomicBombs:
    """The bombs of a game under the chosen options."""

    def __init__(self, option: Options) -> None:
        self.option = option
        self.quota = Quota(  # at 20 IPCs each (.1), even with Industrial Technology (.2)
            ATOMIC_BOMB, holds=ATOMIC_BOMB, most=option.lifetime_limit, built=BUILT, asks="buy_bombs", what="bombs",
            rule=f"{RULE}.1", limit=f"{RULE}.16",
        )  # fmt: skip
        self.bombs = Payload(
            ATOMIC_BOMB, carrier="raids", mission=RAID, most=option.max_bombs_per_territory_per_turn, fixed=BY_BOMBER,
            bound=RAID_ONLY, spared=No(f"{OTHERS}: units of {{owner}} are in {{space}}", f"{RULE}.7"), asks="load_bomb",
            prompt="Choose the bombers that load an atomic bomb", rule=f"{RULE}.5", loaded="bomb_loaded",
            damage=self.damage, least=15, effect=self.explosion,
        )  # fmt: skip

    def enter(self, draft: Draft) -> None:
        """Let bombs be built, carried, and dropped."""
        apart = "Bombs are purchased separately because their number is limited (.16)."
        self.quota.sell(draft, "build_bombs", "build atomic bombs", apart, self.worth_building)
        self.bombs.carry(
            draft, "bombs", "load atomic bombs onto bombers", fixed="Only bombers can move atomic bombs (.3).",
            unloaded="atomic bombs are unloaded where their bombers landed",
            first="Bombers carrying bombs make their raids first.",
        )  # fmt: skip
        draft.step("conquest", "bombs_seized", self.seized, text="atomic bombs in a captured territory are lost")
        # The guns roll separately for each named carrier (.5); a carrier that is hit is lost with its bomb (.6).
        targets = "in a raid (.4), on any enemy or neutral territory (.7), never on a sea zone (.8)"
        self.bombs.fly(draft, {
            "missions": f"Atomic bombs may be dropped only {targets}.",
            "may_go": "No bomb may be dropped on units of a power that the bomber's is not at war with (.7).",
            "mission_limit": "Only one bomb per territory per turn, each carried by its own bomber (.5).",
            "combat_end": "A bomber carrying a bomb cannot take part in a battle (.4).",
        }, named="choose the bombers that carry bombs", dropped="the atomic bomb explodes")  # fmt: skip
        draft.modify("value", self.value)
        draft.modify("placement", self.placement, how="forbid")

    def worth_building(self, game: Game) -> bool:
        """Build only with a bomber that has no bomb yet, and with cash left for other units."""
        power, bought = game.state.power, BOUGHT.get(game.state)
        bombers = on_board(game, power, "raids") + bought.get("bomber", 0)
        bombs = on_board(game, power, ATOMIC_BOMB) + bought.get(ATOMIC_BOMB, 0)
        return bombers > bombs and game.state.ipcs[power] >= game.stats(power, ATOMIC_BOMB).cost + 6

    def explosion(self, game: Game, power: str, space: str) -> None:
        """Resolve one bomb in a territory (.9 to .15)."""
        dice, lost = survival.strike(game, space, lambda s: None if s.owner == power else self.survives(game, s))
        COMPLEXES.discard(game.state, space)  # a complex built later counts as new
        HITS.count(game.state, space)
        game.changed()
        game.emit("atomic_explosion", power=power, space=space, dice=dice, force=lost)

    def survives(self, game: Game, stack: Stack) -> Collection[int] | None:
        """The results on which a unit survives; None: it is not touched.

        Complexes (.9), guns (.10) and bombs never survive, land units on a 6 (.11), aircraft on a 5 or 6 (.12).
        """
        unit = game.unit(stack)
        if unit.kind == "structure" or "antiaircraft" in unit.tags or stack.type == ATOMIC_BOMB:
            return ()
        if "prisoner" in unit.tags and not self.option.prisoners_roll:
            return None
        faces = {"land": self.option.land_unit_survival, "air": self.option.air_unit_survival}.get(unit.kind)
        return None if faces is None else set(faces)

    def value(self, answer: int, game: Game, space: str) -> int:
        """IPC value halved (rounded down) for the rest of the game (.13, .14), or 0 after a second bomb (.15)."""
        return self.after(answer, HITS.get(game.state).get(space, 0))

    def after(self, worth: int, hits: int) -> int:
        """Return the IPC value of a territory after this number of bombs."""
        if hits > 1:
            return min(worth, int(self.option.second_hit_production))
        half = {"half_rounded_down": worth // 2, "half_rounded_up": (worth + 1) // 2, "unchanged": worth}
        return half[self.option.first_hit_production] if hits else worth

    def placement(self, answer: list[str], game: Game, power: str, type: str) -> list[str]:
        """No new industrial complex where a bomb has reduced the value to 0."""
        hits = HITS.get(game.state) if "produces" in game.stats(power, type).tags else ()
        return [s for s in answer if s not in hits or game.rules.q.value(game, s) > 0]

    def seized(self, game: Game, space: str, captor: str) -> None:
        """Destroy bombs in a captured territory, or hand them to the captor."""
        seize(game, space, captor, ATOMIC_BOMB, "bomb_seized" if self.option.captured_bomb == "captured" else "")

    def damage(self, game: Game, space: str) -> float:
        """Return what a bomb costs the enemy on average, in IPCs: units, and three turns of production."""
        worth: int = game.rules.q.value(game, space)
        after = 0 if HITS.get(game.state).get(space) else self.after(worth, 1)
        units = cost_of(game, survival.odds(game, space, partial(self.survives, game)).destroyed)
        return units + 3 * (worth - after) if game.state.owner.get(space) else 0.0
