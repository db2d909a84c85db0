"""The questions of a raid: who scrambles, who escorts the bombers, and who flies home."""

from typing import NamedTuple

from ...engine.moving import carry_out
from ...words import Flow, Force, Game, Illegal, Move, Stack, add, declare_mark, total
from ...words.asking import Allocate, Choice, Choose, Decision, Limit, PickUnits, declare_decision
from ...words.battles import ATTACKER, DEFENDER, Battle, Side
from ...words.board import COMBAT, Mover

declare_decision("intercept", "pick_units: aircraft that scramble against a raid")
declare_decision("escorts", "allocate: fighters that escort bombers, by type and space")
declare_decision("raid_goes_on", "choose: fight on over the target of a raid, or fly home")

ESCORT = declare_mark("raid_escort", "fighter that escorts a raid and takes part in no other attack")
RULE = "smith.strategic_bombings"
GO_ON, HOME = "go on", "fly home"


class Interception(NamedTuple):
    """Aircraft over the target of a raid; with `may_retreat`, those that have scrambled may go back down."""

    may_retreat: bool

    def scramble(self, game: Game, battle: Battle) -> Flow:
        """The owners of aircraft in the territory may scramble them (.1)."""
        foes = game.enemies(battle.attacker, battle.space)
        there = {s: n for s, n in game.state.at(battle.space).items()
                 if s.owner in foes and game.unit(s).kind == "air" and s.owner in game.rules.powers}  # fmt: skip
        for owner in dict.fromkeys(s.owner for s in there):
            own = {s: n for s, n in there.items() if s.owner == owner}
            rising = yield Decision(
                "intercept", owner, f"Choose the aircraft in {battle.space} that scramble against the raid",
                PickUnits(own, 0, total(own), f"{RULE}.1"), advice=_sensible(game, battle, own), rule=f"{RULE}.1",
                context={"space": battle.space, "side": DEFENDER},
            )  # fmt: skip
            for stack, n in rising.items():
                add(battle.units[DEFENDER], stack, n)

    def escorts(self, game: Game, battle: Battle) -> Flow:
        """If the defender scrambles, the attacker may name nearby fighters as escorts (.3)."""
        if battle.units[DEFENDER]:
            yield from self.always(game, battle)

    def always(self, game: Game, battle: Battle) -> Flow:
        """The attacker may name fighters that can reach the target and still land."""
        ways: dict[tuple[str, ...], tuple[Stack, int, tuple[str, ...]]] = {
            (s.type, space): way for space, s, way in flights(game, battle)
        }
        most = {key: n for key, (_, n, _) in ways.items()}
        if not most:
            return
        form = Allocate(most, [Limit("escorts", dict.fromkeys(most, 1), sum(most.values()))], f"{RULE}.3")
        answer = yield Decision(
            "escorts", battle.attacker, f"Choose fighters that escort the raid on {battle.space}", form,
            advice=_escorts(battle, most), rule=f"{RULE}.3", context={"space": battle.space, "side": ATTACKER},
        )  # fmt: skip
        for key, n in answer.items():
            stack, _, path = ways[key]
            yield from self.join(game, battle, Move(((stack, n),), path))

    def join(self, game: Game, battle: Battle, move: Move) -> Flow:
        """Escorts fly to the target, and fight there (.4); those that could not land any more stay at home."""
        try:
            Mover(game, COMBAT).check(move)
        except Illegal:
            return
        before = dict(game.state.at(battle.space))
        yield from carry_out(game, move, COMBAT)
        for stack, n in list(game.state.at(battle.space).items()):
            come = n - before.get(stack, 0) if stack.owner == battle.attacker else 0
            if come > 0 and game.unit(stack).kind == "air":
                new = game.state.turn_into(battle.space, stack, stack.cond.marked(ESCORT), come)
                add(battle.units[ATTACKER], new, come)

    def go_on(self, game: Game, battle: Battle) -> Flow:
        """After each exchange the attacker may break off the raid, and each power may let its scrambled aircraft go
        back down."""
        if (yield self.question(battle, ATTACKER, battle.attacker)) == HOME:
            for stack, n in dict(battle.units[ATTACKER]).items():
                game.state.turn_into(battle.space, stack, stack.cond.marked("fought").unmarked("dogfight"), n)
            game.emit("flew_off", power=battle.attacker, force=dict(battle.units[ATTACKER]), space=battle.space)
            battle.remove(ATTACKER, dict(battle.units[ATTACKER]))
        elif self.may_retreat:
            for owner in dict.fromkeys(s.owner for s in battle.units[DEFENDER] if s.owner in game.rules.powers):
                if (yield self.question(battle, DEFENDER, owner)) == HOME:
                    down = {s: n for s, n in battle.units[DEFENDER].items() if s.owner == owner}
                    for stack, n in down.items():
                        game.state.turn_into(battle.space, stack, stack.cond.unmarked("dogfight"), n)
                    battle.remove(DEFENDER, down)

    def question(self, battle: Battle, side: Side, power: str) -> Decision:
        """Return the question whether the aircraft of a power fight on."""
        home = "fly home without bombing" if side == ATTACKER else "go back down"
        other: Side = DEFENDER if side == ATTACKER else ATTACKER
        weak = 2 * _strength(battle.units[side]) < _strength(battle.units[other])
        return Decision(
            "raid_goes_on", power, f"Raid on {battle.space}: fight on?",
            Choose([Choice(GO_ON, "fight on"), Choice(HOME, home)]), advice=HOME if weak else GO_ON, rule=f"{RULE}.2",
            context={"space": battle.space, "side": side, "ask": "Fight on?", "leaving": [HOME]},
        )  # fmt: skip


Flight = tuple[str, Stack, tuple[Stack, int, tuple[str, ...]]]


def flights(game: Game, battle: Battle) -> list[Flight]:
    """Return the fighters that have not moved, can reach the target, and can land afterwards, with their ways."""
    mover, out = Mover(game, COMBAT), list[Flight]()
    for space, stack, n in mover.movable():
        unit = game.unit(stack, space)
        if unit.kind == "air" and "raids" not in unit.tags and not stack.cond.moved and space != battle.space:
            for option in mover.options(space, stack):
                if option.path[-1] == battle.space and not option.mission:
                    out.append((space, stack, (stack, min(n, option.most), option.path)))
                    break
    return out


def _strength(force: Force) -> int:
    """Return a rough strength in a dogfight: fighters hit three times as often as bombers."""
    return sum(n * (1 if s.type == "bomber" else 3) for s, n in force.items())


def _sensible(game: Game, battle: Battle, own: Force) -> Force:
    """Return the fighters, if they are a match for the bombers and half of the escorts that may come."""
    fighters = {s: n for s, n in own.items() if s.type != "bomber"}
    escorts = sum(way[1] for _, _, way in flights(game, battle))
    return fighters if 2 * _strength(fighters) >= 2 * _strength(battle.units[ATTACKER]) + 3 * escorts else {}


def _escorts(battle: Battle, most: dict[tuple[str, ...], int]) -> dict[tuple[str, ...], int]:
    """Return the escorts that are as many as the aircraft against them."""
    out: dict[tuple[str, ...], int] = {}
    need = total(battle.units[DEFENDER])
    for key, n in most.items():
        if take := min(n, need):
            out[key] = take
            need -= take
    return out
