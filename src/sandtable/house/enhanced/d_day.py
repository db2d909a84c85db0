"""D-Day Invasion: British units that stayed idle attack together with the Americans, in the American turn."""

from collections.abc import Sequence
from typing import Any

from ...words import Draft, Flow, Force, Game, No, Option, Options, Stack, declare_event, declare_mark, game_memory
from ...words.asking import Choice, Choose, Confirm, Decision, declare_decision
from ...words.board import COMBAT, control, distances, friendly, having
from ..documents import enhanced
from .nations import UK, fire_by_nation, support_by_nation

ID = "enhanced.d_day"
US = "United States"
declare_decision("d_day", "confirm: declare D-Day for this round")
declare_decision("d_day_owner", "choose: which of two powers controls a territory captured on D-Day")
declare_event("d_day", "{power} declares D-Day")
declare_event("d_day_lost", "{space} is in Allied hands before D-Day: there will be no D-Day")
declare_event("d_day_owner", "{power} controls {space} after D-Day")
PLAN = game_memory("d_day", dict[str, Any], "D-Day: the round it is declared for, how often it was, and if it is lost")
READY = declare_mark("d_day", "British unit that did nothing in its own turn and may take part in D-Day")
LOADED = declare_mark("d_day_used", "British transport that loaded or offloaded in its own turn")
#: Marks of British units that have begun to take part.
JOINED = {READY, "combat", "seaborne"}
PHASES = ("combat_move", "combat", "second_combat_move", "second_combat", "noncombat_move")
Groups = tuple[tuple[str, ...], ...]
Units = Sequence[tuple[Stack, int]]

NOT_READY = No("this British unit moved, fought, or was placed in the British turn", f"{ID}.8")
NOT_HERE = No("on D-Day, British units fight only in the sea zone of the assault and its targets", f"{ID}.3")
NO_WAY_IN = No("on D-Day, land units attack this territory only from the sea zone of the assault", f"{ID}.4")


@enhanced(
    ID, "D-Day Invasion",
    Option("uses_per_game", 1, "how often D-Day may be declared", low=1, high=9),
    Option("targets", ["France", "Northwestern Europe"], "territories that may be assaulted"),
    Option("assault_sea_zone", "Sea Zone 7", "the sea zone from which units land"),
    Option("overland_sources", ["Germany", "Italy"], "territories from which land units may attack overland"),
    Option("new_british_units_eligible", False, "British units placed in that turn may take part"),
    Option("artillery_supports_other_nation", True, "artillery supports infantry of the other power"),
)  # fmt: skip
def d_day(draft: Draft, option: Options) -> None:
    """Once per game, at the start of its turn, the United Kingdom may declare D-Day. British units that do nothing in
    that turn then move and fight together with the American ones in the American turn of the round. They attack France
    or Northwestern Europe: by amphibious assault from Sea Zone 7, overland from Germany or Italy, and by air. The right
    is lost if one of these territories becomes Allied before."""
    plan = Plan(draft, option)
    draft.add("memory.d_day", {})
    draft.add(("stances", READY), {"until": "kept"})
    draft.step("turn", "d_day", plan.asked, before="develop", text="the declaration of D-Day", powers=(UK,))
    place = {"after": "collect"} if option.new_british_units_eligible else {"before": "place"}
    draft.step("turn", "d_day_units", plan.note_idle, text="units that may take part in D-Day", powers=(UK,), **place)
    draft.step("conquest", "d_day", plan.captured)
    draft.step("turn_end", "d_day", plan.over)
    draft.modify("acting", plan.acting)
    draft.modify("attackers", plan.attackers)
    draft.modify("may_move", plan.may_move, how="forbid")
    draft.modify("may_go", plan.may_go, how="forbid")
    draft.modify("may_load", plan.may_load, how="forbid")
    draft.modify("may_unload", plan.may_load, how="forbid")
    draft.modify("transport_marks", plan.transport_marks)
    for sequence in ("land_battle", "sea_battle"):
        for name in draft.staged(sequence, "antiaircraft"):
            fire_by_nation(draft, sequence, name)
    if not option.artillery_supports_other_nation:
        support_by_nation(draft)


class Plan:
    """Who takes part in D-Day, where, and when."""

    def __init__(self, draft: Draft, option: Options) -> None:
        self.option = option
        self.targets = draft.find_all("spaces", option.targets)
        self.sources = draft.find_all("spaces", option.overland_sources)
        self.zone = draft.find("spaces", option.assault_sea_zone)
        self.arena = {self.zone, *self.targets}

    def declared(self, game: Game) -> bool:
        """Return whether D-Day is declared for this round."""
        return bool(PLAN.get(game.state).get("round") == game.state.round)

    def now(self, game: Game) -> bool:
        """Return whether British units act in the American turn now."""
        return self.declared(game) and {UK, US} <= set(game.acting)

    # --- declaration --------------------------------------------------------------------------------------------------

    def asked(self, game: Game) -> Flow:
        """The United Kingdom may declare D-Day while no target was ever Allied (.1, .14)."""
        plan = PLAN.get(game.state)
        allied = plan.get("lost") or any(friendly(game, UK, space) for space in self.targets)
        if game.state.power != UK or allied or plan.get("uses", 0) >= self.option.uses_per_game:
            return
        answer = yield Decision(
            "d_day", UK, "Declare D-Day? British units that stay idle in this turn attack in the American turn",
            Confirm(), advice=lambda: self.advised(game), rule=f"{ID}.1",
        )  # fmt: skip
        if answer:
            PLAN.of(game.state).update(round=game.state.round, uses=plan.get("uses", 0) + 1)
            game.emit("d_day", power=UK)

    def advised(self, game: Game) -> bool:
        """Advise it if the transports nearby land more units than one of the targets has."""
        near = distances(game.rules.sea_near, (self.zone,), limit=2)
        ships = sum(n for z in near for p in (UK, US) for n in having(game, z, "transport", p).values())
        weakest = min(sum(game.rules.q.defenders(game, space, UK).values()) for space in self.targets)
        return 2 * ships > weakest + 2

    def note_idle(self, game: Game) -> None:
        """British units that did nothing in their turn may take part (.8, .9)."""
        if game.state.power != UK or not self.declared(game):
            return
        for space, force in list(game.state.forces.items()):
            for stack, n in list(force.items()):
                idle = not stack.cond.moved and not stack.cond.marks
                if stack.owner == UK and idle and game.unit(stack, space).kind != "structure":
                    game.state.turn_into(space, stack, stack.cond.marked(READY), n)

    def captured(self, game: Game, space: str) -> Flow:
        """A target in Allied hands ends the right to D-Day (.14); on D-Day, the Americans name its owner."""
        if space not in self.targets or not friendly(game, UK, space):
            return
        known = PLAN.get(game.state).get("lost")
        PLAN.of(game.state)["lost"] = True
        if not self.now(game) and not known:
            PLAN.of(game.state).pop("round", None)
            game.emit("d_day_lost", space=space)
        elif self.now(game) and having(game, space, "captures", US) and having(game, space, "captures", UK):
            owner = yield Decision(
                "d_day_owner", US, f"Choose the power that controls {space}", Choose([Choice(US, US), Choice(UK, UK)]),
                advice=US, rule=f"{ID}.10", context={"space": space},
            )  # fmt: skip
            control(game, space, owner)
            game.emit("d_day_owner", power=owner, space=space)

    def over(self, game: Game) -> None:
        """After the American turn, British units are as all others."""
        if game.state.power != US:
            return
        for space, force in list(game.state.forces.items()):
            for stack, n in list(force.items()):
                if READY in stack.cond.marks:
                    game.state.turn_into(space, stack, stack.cond.unmarked(READY), n)

    # --- the American turn --------------------------------------------------------------------------------------------

    def acting(self, answer: Groups, game: Game, phase: str) -> Groups:
        """The Americans move and fight together with the British units that may take part (.2, .10)."""
        if phase not in PHASES or not self.declared(game) or game.state.order[game.state.turn] != US:
            return answer
        return tuple((*group, UK) if US in group else group for group in answer)

    def attackers(self, answer: Force, game: Game, space: str, attacker: str) -> Force:
        """Of the British units, those that may take part fight where the assault is."""
        if attacker == UK or not self.now(game):
            return answer
        return {s: n for s, n in answer.items() if s.owner != UK or (space in self.arena and JOINED & {*s.cond.marks})}

    def may_move(self, answer: No | None, game: Game, stack: Stack) -> No | None:
        """British units that did something in their own turn stay (.8, .9)."""
        barred = stack.owner == UK and self.now(game) and not JOINED & {*stack.cond.marks}
        return NOT_READY if answer is None and barred else answer

    def may_load(self, answer: No | None, game: Game, carrier: Stack) -> No | None:
        """British transports that did something in their own turn take no part."""
        return self.may_move(answer, game, carrier) if self.now(game) else answer

    def transport_marks(self, answer: tuple[str, ...], game: Game) -> tuple[str, ...]:
        """Loading and offloading in the British turn is using the transport (.8)."""
        return (*answer, LOADED) if game.state.power == UK and self.declared(game) else answer

    def may_go(self, answer: No | None, game: Game, units: Units, path: tuple[str, ...], phase: str) -> No | None:
        """Land units reach the targets from the sea zone or overland (.4, .5), and the British attack nothing else."""
        if answer is not None or phase != COMBAT or not self.now(game):
            return answer
        kinds, end = {game.unit(s, path[0]).kind for s, _ in units}, path[-1]
        if "land" in kinds and any(space in self.targets for space in path[1:]):
            return None if path[0] == self.zone or (path[0] in self.sources and "air" not in kinds) else NO_WAY_IN
        if units[0][0].owner != UK or end in self.arena or (not game.rules.is_land[end] and kinds == {"land"}):
            return None
        sails = kinds == {"sea"} and not game.rules.q.hostile_zone(game, UK, end)
        return None if sails else NOT_HERE
