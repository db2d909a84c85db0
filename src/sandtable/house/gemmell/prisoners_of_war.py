"""Prisoners of War: surrender, prisoners, and how they are freed.

A marker is a unit type of its own for each nation (`prisoner_of_japan` …), owned by the captor: movement by land and by
transport then holds for it as for any unit, and its nation is never forgotten.
"""

from collections.abc import Mapping

from ...engine.board import nearest_territory
from ...words import FRESH, Draft, Flow, Game, No, Option, Options, Stack, counted, declare_event, declare_mark, total
from ...words.asking import Choice, Choose, Decision, declare_decision
from ...words.battles import ATTACKER, DEFENDER, Battle, fighting_for, take_off
from ...words.board import owned
from ..documents import gemmell
from .prospects import hopeless_for_defender

declare_decision("answer_surrender", "choose: does the attacker accept a surrender?")
declare_event("surrender_offered", "{power} offers to surrender {force} in {space}")
TAKES = "{power} takes {count:prisoner} of {nation} in {space}"
declare_event("taken_prisoner", TAKES, veiled="{power} takes prisoners in {space}")
declare_event("surrender_refused", "{power} refuses the surrender; {nation} loses {force} in {space}")
declare_event("prisoners_freed", "{power} frees {count:prisoner} in {space}: {infantry} infantry for {nation}")

RULE = "gemmell.prisoners_of_war"
ACCEPT, REFUSE, INFANTRY = "accept", "refuse", "infantry"
TAKEN = declare_mark("taken", "prisoner taken in this turn, who cannot move")
FREED = declare_mark("freed", "infantry freed in this turn, which cannot move")
NOT_YET = No("prisoners cannot move on the turn they were taken", f"{RULE}.10")
FRIENDLY_ONLY = No("prisoners can only move into friendly territory", f"{RULE}.10")
JUST_FREED = No("infantry freed this turn cannot move until its owner's next turn", f"{RULE}.8")


@gemmell(
    RULE, "Prisoners of War",
    Option("minimum_rounds", 1, "combat rounds that must be fought before defenders may surrender", low=1, high=20),
    Option("prisoners_per_infantry", 2, "freed prisoners needed for one infantry (rounded down)", low=1, high=20),
    Option("prisoners_per_ipc", 2, "prisoners held per IPC of income for the captor (rounded down)", low=1, high=20),
    Option("liberators", "alliance", "who can free prisoners by capturing the territory",
           choices=("owner_only", "alliance")),
    Option("hidden_stacks", False, "hide the number and nationality of prisoners from other players"),
    Option("prisoner_move", 1, "territories a prisoner may be moved by land per turn", low=0, high=6),
    Option("naval_surrender", False, "fleets may surrender in sea battles"),
    Option("capture_leftover", "removed", "what happens to the odd prisoner when an odd number is freed",
           choices=("removed", "kept")),
    wants={"gemmell.retreat_by_defender": "defenders must fight on or surrender; they cannot retreat"},
)  # fmt: skip
def prisoners_of_war(draft: Draft, option: Options) -> None:
    """After at least one round of combat, a defender may offer to surrender. If the attacker refuses, the units are
    destroyed. If the attacker accepts, each unit becomes a prisoner, which the captor moves like infantry. The captor
    collects 1 IPC for every two prisoners. When prisoners are freed, every two become one infantry of their nation."""
    nation = {marker_of(power): power for power in draft.get("powers")}
    infantry = draft.get(("units", INFANTRY, "name"))
    for marker, power in nation.items():
        row = {
            "name": f"{power} prisoner", "plural": f"{power} prisoners", "kind": "land", "cost": 0,
            "move": option.prisoner_move, "tags": ["passive", "prisoner", "stays_owned"],
        }  # fmt: skip
        draft.add(("units", marker), row, f"marks surrendered units of {power}")
        draft.carried_like(marker, INFANTRY, f"a prisoner takes the space of one {infantry.lower()}")  # .10
        if option.hidden_stacks:
            draft.add(("hidden", marker), True, "only the captor can see its prisoners")
    prison = Prisoners(option, nation)
    draft.offer("defense", "surrender", "offer to surrender", prison.surrender, prison.may_surrender,
                hopeless_for_defender)  # fmt: skip
    draft.step("conquest", "liberate_prisoners", prison.liberate, text="free prisoners of the captor's side")
    draft.step("aftermath", "prisoners_escape", prison.escape, text="free prisoners held by a defeated attacker")
    draft.step("income", "prisoners", prison.line, text="IPCs for prisoners")
    draft.modify("may_move", prison.may_move, how="forbid")
    draft.modify("land_step", prison.land_step, how="forbid")


class Prisoners:
    """The prisoners of a game: `nation` tells whose units the markers stand for."""

    def __init__(self, option: Options, nation: Mapping[str, str]) -> None:
        self.option, self.nation = option, nation

    def may_surrender(self, game: Game, battle: Battle, power: str) -> bool:
        """Return whether a defender may surrender: after a round (.2), to an attacker with units that can hold
        prisoners."""
        guards = "land" if game.rules.is_land[battle.space] else "sea"
        if battle.round < self.option.minimum_rounds or (guards == "sea" and not self.option.naval_surrender):
            return False
        return bool(fighting_for(battle, power)) and any(game.unit(s).kind == guards for s in battle.units[ATTACKER])

    def surrender(self, game: Game, battle: Battle, power: str) -> Flow:
        """Offer all remaining units of the power in the battle (.1); the attacker must answer at once (.3)."""
        force, captor, space = fighting_for(battle, power), battle.attacker, battle.space
        count = total(force)
        game.emit("surrender_offered", power=power, force=force, space=space)
        answer = yield Decision(
            "answer_surrender", captor, f"{power} offers to surrender {counted(count, 'unit')} in {space}. Accept?",
            Choose([Choice(ACCEPT, "accept and take them prisoner"), Choice(REFUSE, "refuse and destroy them")]),
            rule=f"{RULE}.3", context={"space": space, "power": power, "count": count},
            advice=lambda: ACCEPT if self.income(game, captor, count) > self.income(game, captor) else REFUSE,
        )  # fmt: skip
        take_off(game, battle, DEFENDER, force)  # in both cases they stop fighting
        if answer == REFUSE:  # .4
            game.emit("surrender_refused", power=captor, nation=power, force=force, space=space)
            return
        camp = space if game.rules.is_land[space] else nearest_territory(game, captor, space)
        game.state.put(camp, Stack(captor, marker_of(power), FRESH.marked(TAKEN)), count)  # .5, .6
        game.emit("taken_prisoner", power=captor, count=count, nation=power, space=camp)

    def liberate(self, game: Game, space: str, captor: str) -> None:
        """The captor of a territory frees its side's prisoners there (.7); they become infantry of their nation
        (.8)."""
        freed: dict[str, int] = {}
        alliance = game.friends(captor) if self.option.liberators == "alliance" else (captor,)
        held = [(s, n, self.nation[s.type]) for s, n in game.state.at(space).items() if s.type in self.nation]
        for stack, n, of in held:
            if of in alliance:
                game.state.put(space, stack, -n)
                freed[of] = freed.get(of, 0) + n
            elif of in game.foes(captor) and stack.owner not in game.friends(captor):  # an odd one left here earlier
                game.state.put(space, stack, -n)
                game.state.put(space, Stack(captor, stack.type, FRESH.marked(TAKEN)), n)
        for of, n in freed.items():
            infantry, odd = divmod(n, self.option.prisoners_per_infantry)
            game.state.put(space, Stack(of, INFANTRY, FRESH.marked(FREED)), infantry)
            if odd and self.option.capture_leftover == "kept":
                game.state.put(space, Stack(of, marker_of(of)), odd)
            game.emit("prisoners_freed", power=captor, count=n, infantry=infantry, nation=of, space=space)

    def escape(self, game: Game, battle: Battle) -> None:
        """The defenders free the prisoners of an attacker that fails to capture the territory."""
        holder = game.state.owner.get(battle.space)
        if holder is not None and holder in game.foes(battle.attacker):
            self.liberate(game, battle.space, holder)

    def income(self, game: Game, power: str, more: int = 0) -> int:
        """Return 1 IPC for every two prisoners on the board or aboard transports, rounded down (.9), and `more`."""
        friends = {power, *game.friends(power)}
        held = sum(owned(game, power, marker) for marker, of in self.nation.items() if of not in friends)
        return int((held + more) // self.option.prisoners_per_ipc)

    def line(self, game: Game, power: str) -> tuple[int, str] | None:
        """Collect income for all prisoners together, each time the captor collects income (.9)."""
        ipcs = self.income(game, power)
        return (ipcs, "prisoners of war") if ipcs else None

    def may_move(self, answer: No | None, stack: Stack) -> No | None:
        """Prisoners cannot move on the turn they are taken or freed."""
        just_taken = TAKEN in stack.cond.marks and stack.type in self.nation
        return NOT_YET if just_taken else JUST_FREED if FREED in stack.cond.marks else answer

    def land_step(self, answer: str | No, stack: Stack) -> str | No:
        """Prisoners can only move into friendly territory."""
        return FRIENDLY_ONLY if isinstance(answer, No) and stack.type in self.nation else answer


def marker_of(power: str) -> str:
    """Return the unit type of a nation's prisoners."""
    return f"prisoner_of_{power.lower().replace(' ', '_')}"
