"""Submarines that move through sea zones with enemy ships, and are detected or not."""

from typing import NamedTuple

from ...engine.moving import came
from ...words import Flow, Force, Game, Move, No, Stack, declare_event, declare_mark
from ...words.asking import Choice, Choose, Decision, declare_decision
from ...words.board import COMBAT, HOSTILE_ZONE, PASS, STOP, allowance

declare_decision("detected", "choose: detected submarines fight there, or go back")
declare_event("detected", "{power} in {space}: submarines of {loser} detected at {hits_on}, rolling {dice}: {count}")

RULE = "smith.submarine_units"
ONLY_PASS = No("submarines may pass a sea zone with enemy ships, but not stop there in the noncombat move", f"{RULE}.7")
FIGHT, BACK = "fight", "back"
SET_OUT = declare_mark("set_out", "submarine whose moves of this turn began in this zone")
Units = list[tuple[Stack, int]]


class Sneaking(NamedTuple):
    """How submarines slip past enemy ships: the number that one ship detects one on, and what each further ship
    adds."""

    base: int
    step: int

    def pass_enemies(self, answer: str | No, game: Game, stack: Stack) -> str | No:
        """Submarines may move through sea zones with enemy ships without a fight (.7)."""
        blocked = answer == STOP or answer is HOSTILE_ZONE
        return PASS if blocked and "submarine" in game.unit(stack).tags else answer

    def not_stop(self, answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """In the noncombat move, submarines do not stop among enemy ships."""
        if answer is not None or phase == COMBAT or "submarine" not in game.unit(stack).tags:
            return answer
        return ONLY_PASS if game.rules.q.hostile_zone(game, stack.owner, path[-1]) else None

    def detect(self, game: Game, units: Units, path: tuple[str, ...], at: int, phase: str) -> Flow:
        """Enemy ships detect submarines that pass: 1 ship on 3 or less, each further ship adds 1 (.8)."""
        space, power = path[at], units[0][0].owner
        subs = [(s, n) for s, n in units if "submarine" in game.unit(s).tags]
        ships = {s: n for s, n in game.state.at(space).items()
                 if s.owner in game.enemies(power, space) and game.unit(s).kind == "sea"}  # fmt: skip
        if at == len(path) - 1 or not subs or not ships:
            yield from ()
            return None
        number = min(6, self.base + self.step * (sum(ships.values()) - 1))
        found = self.roll(game, space, subs, next(iter(ships)).owner, number)
        for start in dict.fromkeys(s.cond.noted(SET_OUT) or path[0] for s in found):
            force = {s: n for s, n in found.items() if (s.cond.noted(SET_OUT) or path[0]) == start}
            yield from self.react(game, force, start, path[: at + 1], phase)
        left = [(s, n - found.get(s, 0)) for s, n in units]
        return [(s, n) for s, n in left if n]

    def roll(self, game: Game, space: str, subs: Units, watch: str, number: int) -> Force:
        """Roll a die for each submarine, if one can make a difference; return those detected."""
        count = sum(n for _, n in subs)
        dice = game.dice.roll(count) if 0 < number < 6 else []
        faces = iter(dice or [6 if number < 6 else 0] * count)
        found = {s: k for s, n in subs if (k := sum(next(faces) <= number for _ in range(n)))}
        game.emit("detected", power=watch, loser=subs[0][0].owner, space=space, dice=dice, hits_on=number,
                  count=sum(found.values()))  # fmt: skip
        return found

    def react(self, game: Game, found: Force, start: str, way: tuple[str, ...], phase: str) -> Flow:
        """Submarines that are detected fight the ships there, or go back to where their moves of this turn began
        (.9)."""
        space, answer = way[-1], BACK
        if phase == COMBAT and game.rules.q.may_attack(game, next(iter(found)).owner, space) is None:
            answer = yield Decision(
                "detected", next(iter(found)).owner, f"Your submarines are detected in {space}: fight, or go back?",
                Choose([Choice(BACK, f"go back to {start}"), Choice(FIGHT, f"fight in {space}")]),
                advice=lambda: FIGHT if _strong(game, found, space) else BACK, rule=f"{RULE}.9",
                context={"space": space, "zone": start},
            )  # fmt: skip
        for stack, n in found.items():
            cond = stack.cond._replace(moved=allowance(game, stack, start, phase))
            if answer == FIGHT:
                game.state.put(space, stack.with_(cond.marked("combat")), n)
                came(game, space, "sea", way[-2], n)
            else:
                game.state.put(start, stack.with_(cond), n)
                back = way[::-1] if start == way[0] else (*way[::-1], start)
                game.emit("moved", power=stack.owner, force={stack: n}, path=back)

    def note_start(self, game: Game, move: Move) -> None:
        """Submarines that can still move on keep in mind where they set out."""
        power, end = move.units[0][0].owner, move.path[-1]
        for stack, n in list(game.state.at(end).items()):
            own = stack.owner == power and "submarine" in game.unit(stack).tags
            on = own and 0 < stack.cond.moved < game.unit(stack).move
            if on and not stack.cond.noted(SET_OUT):
                game.state.turn_into(end, stack, stack.cond.marked(f"{SET_OUT}={move.path[0]}"), n)

    def stop(self, game: Game, move: Move) -> None:
        """A submarine that ends its combat move among enemy ships attacks them: its movement is over."""
        power, end = move.units[0][0].owner, move.path[-1]
        if game.rules.is_land[end] or not game.rules.q.hostile_zone(game, power, end):
            return
        for stack, n in list(game.state.at(end).items()):
            if stack.owner == power and "submarine" in game.unit(stack).tags and "combat" in stack.cond.marks:
                moved = max(stack.cond.moved, allowance(game, stack, end, COMBAT))
                game.state.turn_into(end, stack, stack.cond._replace(moved=moved), n)


def _strong(game: Game, found: Force, space: str) -> bool:
    """Return whether submarines are a match for the ships in a zone."""
    power = next(iter(found)).owner
    own = sum(n * game.unit(s).attack for s, n in found.items())
    there = {s: n for s, n in game.state.at(space).items() if s.owner in game.foes(power)}
    return own > sum(n * game.unit(s).defense for s, n in there.items())
