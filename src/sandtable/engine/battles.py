"""The referee of battles: it reads the steps of a battle, rolls their volleys, and asks for decisions.

`Battle` is also what user interfaces show: sides, round, casualties. The state holds the units of a battle; they change
there as soon as they are lost or leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..battle.columns import columns, held_columns
from ..battle.contest import program
from ..battle.lifts import fixed
from ..battle.midway import Midway, Owed, Waiting
from ..battle.reading import can_hit
from ..battle.resolution import resolution, share, shots
from ..battle.volley import (
    ATTACKER,
    DEFENDER,
    LEAVING,
    Adrift,
    Assign,
    BattleStep,
    Check,
    Clear,
    Deal,
    Helpless,
    Leave,
    Piece,
    Repeat,
    Side,
    Volley,
    absorbed,
    lives,
    other,
)
from ..core.forces import Force, Stack, add
from ..core.marks import JUST_HIT
from . import refits, roles
from .board import deck_room, friendly, together, without_deck
from .casualties import adrift, aimed_freely, casualties, coupled, hit
from .memory import GUNS_FIRED
from .naming import fire_at_named
from .reactions import react
from .salvo import fire_salvo

if TYPE_CHECKING:
    from .game import Flow, Game


#: Rounds without any change after which a battle of tests and roles is broken off; and any other: only dice that never
#: hit get that far, and without decisions they would go on forever.
MOST_IDLE, ENDLESS = 100, 2000


class Battle:
    """One battle for a space.

    | field | meaning |
    | --- | --- |
    | name | what kind of battle it is, if it is one of its own beside the others in its space |
    | units | side -> stacks that still fight |
    | fallen | side -> stacks hit in this round that still fire in it |
    | aside | side -> stacks that fire in volleys that ask for them and cannot be hit |
    | guests | aircraft of allies on the attacker's carriers: they do not fight, but may be lost if their owner agrees |
    | apart | stacks that are aimed at with dice of their own, where each target gets its own die |
    | reserve | units of either side in the space that take no part, but may make a last unit dispensable |
    | seaborne | were units landed for this attack? |
    | gone | sides that left the battle |
    | waiting, canceled | hits that wait for a `Deal`, and side -> enemy hits that it has canceled in this round |
    | step, exchange, owed | where the round stands: the name of its step, the number of the exchange in it, and what is
      still to come of the volley whose losses are chosen |
    """

    def __init__(
        self, game: Game, space: str, sequence: str, attacker: str, attackers: Force, defenders: Force, name: str = ""
    ) -> None:
        self.name = name
        self.space, self.sequence, self.attacker = space, sequence, attacker
        self.units: dict[Side, Force] = {ATTACKER: dict(attackers), DEFENDER: dict(defenders)}
        self.fallen: dict[Side, Force] = {ATTACKER: {}, DEFENDER: {}}
        self.aside: dict[Side, Force] = {ATTACKER: {}, DEFENDER: {}}
        self.guests: Force = {}
        self.apart: frozenset[Stack] = frozenset()
        self.reserve: Force = {}
        self.reserve_named = False  # has a rule named the units that stay out of it?
        self.round = 0
        self.seaborne = False
        self.gone: set[Side] = set()
        self.step, self.exchange = "", 0
        self.owed: Owed | None = None
        self.waiting: list[Waiting] = []
        self.canceled: dict[Side, int] = {ATTACKER: 0, DEFENDER: 0}
        self.salvo = (0, "")  # the last salvo that was rolled: round and name
        self.pending: list[tuple[Volley, int]] = []  # hits of the salvo that are still to be assigned
        self.gunfire = (-1, "")  # the step in which guns that fire once a turn fired here, in several rolls if need be
        self.rolled = False  # was a die rolled in this round?
        self.idle = 0  # rounds in a row without any change
        self.owners: dict[Side, tuple[str, ...]] = {
            side: tuple(dict.fromkeys(s.owner for s in force)) for side, force in self.units.items()
        }
        self.game = game
        self._pieces: dict[tuple[Stack, bool], Piece] = {}
        self.program = program(game.rules, sequence, space, game.state.round)
        for side in (ATTACKER, DEFENDER):
            self.aside[side] = dict(game.rules.q.bystanders(game, self, side))

    @property
    def where(self) -> str:
        """The space, with the name of a battle that has one: for texts."""
        return f"{self.space} ({self.name})" if self.name else self.space

    @property
    def steps(self) -> tuple[tuple[str, BattleStep], ...]:
        """The steps of this round of combat."""
        return self.program.in_round(max(1, self.round))

    def piece(self, stack: Stack, aside: bool = False) -> Piece:
        """Return what the description of a battle knows of this unit."""
        key = (stack, aside)
        found = self._pieces.get(key)
        if found is None:
            fresh = int(stack.cond.noted(JUST_HIT) or 0)
            unit, *worse = self.game.forms(stack, self.space, fresh)
            asked, held = self.program.asked, self.game.state.techs.get(stack.owner, ())
            found = self._pieces[key] = Piece(
                stack.owner,
                unit,
                unit.hits - stack.cond.damage,
                aside,
                tuple(m for m in stack.cond.marks if m in asked.marks),
                tuple(c for c in held if c in asked.held),
                sum(self.game.stats(*unit).cost for unit in stack.cond.cargo),
                tuple(worse),
            )
        return found

    def pieces(self, side: Side, fallen: bool = False) -> dict[Piece, int]:
        """Return the units of a side as pieces, including units lost this round that still fire, if requested."""
        out: dict[Piece, int] = {}
        rows = [(self.units[side], False), (self.aside[side], True)]
        if fallen:
            rows.append((self.fallen[side], False))
        for force, aside in rows:
            for stack, n in force.items():
                piece = self.piece(stack, aside)
                out[piece] = out.get(piece, 0) + n
        return out

    def firing(self, side: Side) -> dict[Piece, int]:
        """Return the units of a side that may fire: those that leave fire only if they were hit in this round."""
        out = self.pieces(side, fallen=True)
        if LEAVING in self.program.asked.marks and any(LEAVING in piece.marks for piece in out):
            fallen = _as_pieces(self, self.fallen[side])
            out = {p: n for p, k in out.items() if (n := fallen.get(p, 0) if LEAVING in p.marks else k)}
        return out

    def midway(self) -> Midway | None:
        """Return the position within the round if the battle is in mid-round."""
        if not self.step:
            return None
        fallen = {side: _as_pieces(self, force) for side, force in self.fallen.items()}
        canceled = self.canceled[ATTACKER], self.canceled[DEFENDER]
        return Midway(self.round, self.step, fallen, self.owed, self.exchange, tuple(self.waiting), canceled)

    def power(self, side: Side) -> str:
        """Return the power that decides for a side: the attacker, or the owner of the territory or of most units."""
        if side == ATTACKER:
            return self.attacker
        owner = self.game.state.owner.get(self.space)
        force = self.units[side] or self.fallen[side]
        counts: dict[str, int] = {}
        for stack, n in force.items():
            counts[stack.owner] = counts.get(stack.owner, 0) + n
        if owner in counts:
            return str(owner)
        return max(counts, key=lambda p: counts[p]) if counts else str(owner or next(iter(self.owners[side]), ""))

    def over(self) -> bool:
        return bool(self.gone) or not self.units[ATTACKER] or not self.units[DEFENDER]

    def settle(self, stack: Stack, n: int) -> Stack:
        """Give units in the space of the battle the numbers that go with their damage; return their new stack."""
        marks = (m for m in stack.cond.marks if m.startswith(JUST_HIT))
        return self.game.state.turn_into(self.space, stack, stack.cond.unmarked(*marks), n)

    def remove(self, side: Side, force: Mapping[Stack, int]) -> None:
        """Take units out of the battle without destroying them."""
        for stack, n in force.items():
            add(self.units[side], stack, -n)


def fight(game: Game, battle: Battle) -> Flow:
    """Fight rounds of combat until a side has no units left in the battle or has retreated (classic.R89, R90)."""
    game.battle = battle
    game.emit(
        "battle_started",
        space=battle.space,
        attacker=battle.attacker,
        attackers=dict(battle.units[ATTACKER]),
        defenders=dict(battle.units[DEFENDER]),
    )
    most = game.rules.switches.get(f"{battle.sequence}_rounds", 0)  # 0: to the end
    while not battle.over() and (not most or battle.round < most):
        battle.round += 1
        battle.rolled, before = False, (dict(battle.units[ATTACKER]), dict(battle.units[DEFENDER]))
        yield from react(game, "battle" if battle.round == 1 else "round", battle.space, what=battle)
        ended = False
        for name, step in battle.steps:
            if not ended or isinstance(
                step, Adrift
            ):  # what is lost at the end of a round is lost after the last one too
                battle.step = name
                yield from one_step(game, battle, name, step)
                ended = battle.over() and not any(battle.fallen.values())
        _clear(battle)
        roles.forget(game, battle)
        changed = before != (battle.units[ATTACKER], battle.units[DEFENDER])
        battle.idle = 0 if changed else battle.idle + (1 if battle.rolled else MOST_IDLE)
        if not battle.over() and (_stalemate(battle) or battle.idle >= (MOST_IDLE if battle.program.soft else ENDLESS)):
            break
    roles.forget(game, battle, at_the_end=True)
    after_battle(game, battle)
    game.emit(
        "battle_ended", space=battle.space, rounds=battle.round, outcome=outcome(battle),
        attackers=dict(battle.units[ATTACKER]), defenders=dict(battle.units[DEFENDER]),
    )  # fmt: skip
    game.battle = None


def one_step(game: Game, battle: Battle, name: str, step: BattleStep) -> Flow:
    """Run one step of a round."""
    if isinstance(step, Volley) and step.salvo:
        yield from fire_salvo(game, battle, step.salvo)
    elif isinstance(step, Volley):
        yield from fire(game, battle, step)
    elif isinstance(step, Clear):
        _clear(battle)
    elif isinstance(step, Deal):
        yield from _deal(game, battle)
    elif isinstance(step, Repeat):
        yield from _repeated(game, battle, step)
    elif isinstance(step, Helpless):
        _helpless(game, battle, step)
    elif isinstance(step, Adrift):
        adrift(game, battle, step)
    elif isinstance(step, Check) and not battle.over():
        roles.test(game, battle, step)
    elif isinstance(step, Assign) and not battle.over():
        yield from roles.assign(game, battle, step)
    elif isinstance(step, Leave) and not battle.over():
        yield from step.ask(game, battle)


def _repeated(game: Game, battle: Battle, step: Repeat) -> Flow:
    """Repeat rolls between units of one kind until one side has none of them left."""

    def ready(side: Side) -> bool:
        return any(step.until.takes(battle.piece(s)) for s in battle.units[side])

    exchanges = 0
    while exchanges < (step.most or ENDLESS):
        volleys = step.steps if ready(ATTACKER) and ready(DEFENDER) else ()
        volleys = volleys if exchanges else (*step.first, *volleys)
        own, enemy = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
        if not can_hit(volleys, ATTACKER, own, enemy) and not can_hit(volleys, DEFENDER, enemy, own):
            return
        exchanges += 1
        battle.exchange = exchanges
        for volley in volleys:
            yield from fire(game, battle, volley)
        for force in battle.fallen.values():
            for stack in [s for s in force if step.until.takes(battle.piece(s))]:
                del force[stack]
        if step.ask is not None and not battle.over():
            yield from step.ask(game, battle)


def _helpless(game: Game, battle: Battle, step: Helpless) -> None:
    """Remove the units of a side that has only such units left, if the other side has others."""
    for side in (ATTACKER, DEFENDER):
        if step.side not in ("both", side):
            continue
        force, enemy = battle.units[side], battle.units[other(side)]
        helpless = {s: n for s, n in force.items() if step.who.takes(battle.piece(s))}
        rest = {s: n for s, n in force.items() if s not in helpless}
        saved = bool(rest) and (step.alone or _can_fight(battle, side, rest))
        if helpless and not saved and any(not step.who.takes(battle.piece(s)) for s in enemy):
            hit(game, battle, side, {s: n * battle.piece(s).hits for s, n in helpless.items()})


def _can_fight(battle: Battle, side: Side, force: Force) -> bool:
    """Return whether these units of a side could hit the enemy, or be hit."""
    steps = [step for _, step in battle.program.steps]
    own, enemy, past = _as_pieces(battle, force), battle.pieces(other(side)), battle.round
    return can_hit(steps, side, own, enemy, past) or can_hit(steps, other(side), enemy, own, past)


def _clear(battle: Battle) -> None:
    """Remove the casualties of the round; units that were damaged in it have their new numbers from now on."""
    battle.fallen = {ATTACKER: {}, DEFENDER: {}}
    battle.waiting, battle.canceled = [], {ATTACKER: 0, DEFENDER: 0}
    for force in battle.units.values():
        for stack, n in list(force.items()):
            if stack.cond.noted(JUST_HIT):
                add(force, stack, -n)
                add(force, battle.settle(stack, n), n)


def _stalemate(battle: Battle) -> bool:
    """Can neither side ever score a hit again (classic.R195)?"""
    steps = [step for _, step in battle.program.steps]
    own, enemy, past = battle.pieces(ATTACKER), battle.pieces(DEFENDER), battle.round
    return not can_hit(steps, ATTACKER, own, enemy, past) and not can_hit(steps, DEFENDER, enemy, own, past)


def outcome(battle: Battle) -> str:
    """Return the outcome in a few words."""
    if battle.units[ATTACKER] and battle.units[DEFENDER]:
        return "attack broken off" if battle.gone else "both sides remain"
    if battle.units[ATTACKER]:
        return "attacker wins"
    return "defender holds" if battle.units[DEFENDER] else "both sides destroyed"


def fire(game: Game, battle: Battle, volley: Volley) -> Flow:
    """Roll a volley column by column; casualties of one column are chosen before the next is rolled (classic.R85)."""
    side = volley.side
    if (
        volley.once_a_turn
        and battle.space in GUNS_FIRED.get(game.state)
        and battle.gunfire != (battle.round, battle.step)
    ):
        return
    if volley.picks == "named":
        yield from fire_at_named(game, battle, volley)
        return
    firing = battle.firing(side)
    how = resolution(volley.resolution or game.rules.switch("resolution"))
    shooter = battle.power(side)
    if side == DEFENDER and volley.who.aside:
        shooter = game.state.owner.get(battle.space) or shooter  # who controls the territory (classic.R98)
    fired = False
    for aims in _aims(battle, volley):
        facing = battle.pieces(other(side), fallen=True)
        if aims is not None:
            targets = _as_pieces(battle, aims)
        else:
            targets = battle.pieces(other(side)) if battle.fallen[other(side)] else facing
        rows = columns(volley, firing, targets, facing)
        fired = fired or bool(rows)
        spare = absorbed(volley, targets)
        narrow = volley.narrow is not None and any(value > volley.narrow[0] for value, _ in rows)
        whole = narrow or volley.held is not None or (volley.directed and volley.directed.by is not None)
        parts = [rows] if (how.pooled or volley.together or whole) and rows else [[row] for row in rows]
        for i, part in enumerate(parts):
            rolled = _rolled(game, battle, volley, part, (firing, targets), shooter)
            if volley.held is not None:
                battle.waiting.append(rolled)
                continue
            later = tuple(row for rows in parts[i + 1 :] for row in rows)
            spare = yield from _dealt(game, battle, rolled, spare, aims, later)
    if fired and volley.once_a_turn:
        battle.gunfire = battle.round, battle.step
        if battle.space not in GUNS_FIRED.get(game.state):
            GUNS_FIRED.of(game.state).append(battle.space)


def _rolled(
    game: Game,
    battle: Battle,
    volley: Volley,
    part: list[tuple[int, int]],
    sides: tuple[Mapping[Piece, int], Mapping[Piece, int]],
    shooter: str,
) -> Waiting:
    """Roll columns of a volley, of those who fire at targets; return their hits."""
    how = resolution(volley.resolution or game.rules.switch("resolution"))
    hits = aimed = loose = 0
    groups = _groups(battle, volley, *sides, part, shooter)
    for power, own, what in groups:
        dice, scored = how.roll(own, game.dice.roll)
        battle.rolled = True
        hits += scored
        if what == AIMED:
            aimed += scored if how.pooled else apart(volley, own, dice)
        elif what == LOOSE:
            loose += scored
        if volley.cancels:
            battle.canceled[volley.side] += sum(face <= volley.cancels for face in dice)
        game.emit(
            "volley_fired", power=power, side=volley.side, space=battle.space, volley=volley.text,
            hits_on=how.told(own), dice=dice, hits=scored,
        )  # fmt: skip
        game.note_hits(power, how, own, scored)
    if not groups[0][2] and (volley.held or volley.directed):  # hits of a total: each kind of unit scored its share
        by, open, _ = held_columns(volley, *sides, battle.pieces(other(volley.side), fallen=True))
        aimed = share(hits, by, part) if volley.directed and volley.directed.by is not None else aimed
        loose = min(hits - aimed, share(hits, open, part))
    return Waiting(volley, aimed, loose, hits - aimed - loose)


def _deal(game: Game, battle: Battle) -> Flow:
    """Deal the hits that waited, less those that the other side has canceled."""
    for i, row in enumerate(battle.waiting):
        enemy = other(row.volley.side)
        gone = min(row.loose, battle.canceled[enemy])
        if gone:
            battle.canceled[enemy] -= gone
            battle.waiting[i] = row._replace(loose=row.loose - gone)
            game.emit("hits_canceled", power=battle.power(enemy), space=battle.space, hits=gone)
    battle.canceled = {ATTACKER: 0, DEFENDER: 0}
    while battle.waiting:
        row = battle.waiting.pop(0)
        yield from _dealt(game, battle, row, absorbed(row.volley, battle.pieces(other(row.volley.side))))


def _dealt(
    game: Game,
    battle: Battle,
    rolled: Waiting,
    spare: int,
    aims: Force | None = None,
    later: tuple[tuple[int, int], ...] = (),
) -> Flow:
    """Take hits on the side under fire; return how many of the later ones it still absorbs."""
    volley, aimed, hits = rolled.volley, rolled.aimed, rolled.aimed + rolled.loose + rolled.usual
    if spare and hits:
        taken = min(spare, hits)
        spare, hits = spare - taken, hits - taken
        game.emit("absorbed", power=battle.power(other(volley.side)), space=battle.space, hits=taken)
    aimed = min(aimed, hits)
    battle.owed = Owed(volley, hits, later, spare)
    if aimed:
        found = yield from direct(game, battle, volley, aimed)
        hits -= aimed if volley.narrow else found
    if hits and volley.coupled:
        yield from coupled(game, battle, volley, hits)
    elif hits:
        battle.owed = Owed(volley, hits, later, spare)
        yield from casualties(game, battle, volley, hits, aims)
    battle.owed = None
    return spare


#: What is known of the hits of dice that are rolled together: the firer directs them, or they can be canceled.
AIMED, LOOSE = "aimed", "loose"


def _groups(
    battle: Battle,
    volley: Volley,
    firing: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    part: list[tuple[int, int]],
    shooter: str,
) -> list[tuple[str, list[tuple[int, int]], str]]:
    """Return the dice that are rolled one after the other: who rolls them, their columns, and what is known of their
    hits."""
    how = resolution(volley.resolution or battle.game.rules.switch("resolution"))
    aims = volley.directed
    if volley.held is not None or (aims is not None and aims.by is not None):
        if not how.apart(part):
            return [(shooter, part, "")]
        by, open, rest = held_columns(volley, firing, targets, battle.pieces(other(volley.side), fallen=True))
        return [(shooter, rows, what) for rows, what in ((rest, "usual"), (open, LOOSE), (by, AIMED)) if rows]
    if how.pooled:
        return [(shooter, part, "")]
    return [(power, own, AIMED) for power, own in _by_owner(volley, firing, targets, part, shooter)]


def apart(volley: Volley, rows: list[tuple[int, int]], dice: list[int]) -> int:
    """How many of the dice of columns hit what the firer directs them at, or only the units of a narrow roll."""
    if volley.narrow is not None:
        return sum(1 for value, face in shots(rows, dice) if volley.narrow[0] < face <= value)
    if volley.directed is None:
        return 0
    return sum(1 for value, face in shots(rows, dice) if face <= min(value, volley.directed.number))


def direct(game: Game, battle: Battle, volley: Volley, hits: int) -> Flow:
    """The firer directs hits at units of its choice, or their owner takes narrow hits; returns how many found one."""
    if volley.narrow is not None:
        aim = volley.with_(at=volley.narrow[1])
    else:
        assert volley.directed is not None
        aim = volley.with_(at=volley.directed.at, picks="firer")
    under = battle.units[other(volley.side)]
    able = sum(n * lives(volley, battle.piece(s)) for s, n in under.items() if aim.at.takes(battle.piece(s)))
    hits = min(hits, able)
    if hits and volley.directed is not None and volley.directed.free:
        return (yield from aimed_freely(game, battle, aim, hits))
    if hits:
        yield from casualties(game, battle, aim, hits)
    return hits


def _by_owner(
    volley: Volley,
    firing: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    part: list[tuple[int, int]],
    shooter: str,
) -> list[tuple[str, list[tuple[int, int]]]]:
    """Each power rolls for its own units (classic.R128.2), where a column's dice can be told apart."""
    open = volley.when or not all(fixed(e) for e in volley.lifts)
    if len(part) > 1 or volley.dice != "each" or open or volley.who.aside:
        return [(shooter, part)]
    out: list[tuple[str, list[tuple[int, int]]]] = []
    value, owners = part[0][0], dict.fromkeys(p.owner for p in firing)
    if len(owners) == 1:
        return [(next(iter(owners)), part)]
    for owner in owners:
        own = dict(columns(volley, {p: n for p, n in firing.items() if p.owner == owner}, targets))
        if value in own:
            out.append((owner, [(value, own[value])]))
    return out


def _aims(battle: Battle, volley: Volley) -> list[Force | None]:
    """Return the groups of targets with dice of their own, or None for the whole other side."""
    if not battle.apart or volley.dice != "per_target":
        return [None]
    units = battle.units[other(volley.side)]
    apart = {s: n for s, n in units.items() if s in battle.apart}
    rest = {s: n for s, n in units.items() if s not in battle.apart}
    return [group for group in (apart, rest) if group]


def _as_pieces(battle: Battle, force: Force) -> dict[Piece, int]:
    out: dict[Piece, int] = {}
    for stack, n in force.items():
        piece = battle.piece(stack)
        out[piece] = out.get(piece, 0) + n
    return out


def _with_room(game: Game, force: Mapping[Stack, int], target: str) -> Force:
    """Return the units of a force that a space has room for (query `room_for`)."""
    out, taken = Force(), 0
    for stack, n in force.items():
        room = game.rules.q.room_for(game, stack, target)
        if room is not None:
            n = max(0, min(n, room - taken))
            taken += n
        if n:
            out[stack] = n
    return out


def take_off(game: Game, battle: Battle, side: Side, force: Mapping[Stack, int]) -> None:
    """Take units of a side out of a battle and off the board, without a report."""
    battle.remove(side, force)
    for stack, n in force.items():
        game.state.put(battle.space, stack, -n)


def depart(game: Game, battle: Battle, side: Side, force: Mapping[Stack, int], target: str) -> None:
    """Move units out of a battle to an adjacent space; their move is over. Allied aircraft on carriers go along
    (classic.R64). Defenders for which the target has no room, such as a second antiaircraft gun, stay in the battle."""
    force = _with_room(game, force, target) if side == DEFENDER else force
    if not force:
        return
    owner = next(iter(force)).owner
    if target == battle.space:
        game.emit("submerged", power=owner, force=dict(force), space=battle.space)
    else:
        game.emit("withdrew", power=owner, force=dict(force), space=battle.space, target=target)
    battle.remove(side, force)
    for whole, n in force.items():
        stack = battle.settle(whole, n)
        game.state.put(battle.space, stack, -n)
        cond = roles.unmarked(battle, side, stack.cond)
        if side == ATTACKER:
            cond = cond.unmarked(*(m for m in cond.marks if m.startswith("landing="))).marked("fought", "retreated")
        game.state.put(target, stack.with_(cond), n)
    room = sum(n * game.unit(s).deck for s, n in force.items())
    if battle.guests and side == ATTACKER and room:
        for stack, n in _deckless_guests(game, battle.space, battle.attacker).items():
            n = min(n, room)
            room -= n
            game.state.put(battle.space, stack, -n)
            game.state.put(target, stack, n)
            add(battle.guests, stack, -min(n, battle.guests.get(stack, 0)))


def after_battle(game: Game, battle: Battle) -> None:
    """Mark the survivors of the active power as having fought; aircraft without a deck find a place or are lost.

    Fighters of a sunk defending carrier may go to an island (classic.R107), an ally's on a sunk attacking carrier share
    its fate (classic.R129); the attacker's own fly on (classic.R108).
    """
    state = game.state
    refits.after_battle(game, battle)
    for stack, n in list(battle.units[ATTACKER].items()):
        new = state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)
        battle.remove(ATTACKER, {stack: n})
        add(battle.units[ATTACKER], new, n)
    if not game.rules.is_land[battle.space]:
        if not game.rules.switches.get("homeless_fighters_wait", False):
            others = [p for p in game.rules.powers if p not in game.friends(battle.attacker)]
            come_down(game, battle.space, without_deck(game, battle.space, others, others))
        for stack, n in _deckless_guests(game, battle.space, battle.attacker).items():
            _gone(game, battle.space, stack, n)


def guests(game: Game, zone: str, power: str) -> Force:
    """Return the allied aircraft in a zone that are on carriers of this power because their own side's other decks are
    full."""
    allies = _allies(game, power)
    return without_deck(game, zone, allies, allies)


def _deckless_guests(game: Game, zone: str, power: str) -> Force:
    """Return the allied aircraft for which no carrier of their side is left."""
    allies = _allies(game, power)
    return without_deck(game, zone, allies, (*allies, *together(game, power)))


def _allies(game: Game, power: str) -> list[str]:
    return [p for p in game.rules.powers if p not in together(game, power) and p in game.friends(power)]


def _gone(game: Game, zone: str, stack: Stack, n: int) -> None:
    game.state.put(zone, stack, -n)
    game.emit("lost", power=stack.owner, force={stack: n}, space=zone)


def come_down(game: Game, zone: str, force: Force) -> None:
    """Land aircraft of a sunk defending carrier on a friendly island in the zone, or remove them (classic.R107).

    By a switch they may also fly to a carrier or a friendly territory one space away (classic.R211).
    """
    for stack, n in force.items():
        for target, room in places_to_land(game, zone, stack):
            go = min(n, room)
            if go:
                game.state.put(zone, stack, -go)
                game.state.put(target, stack, go)
                game.emit("withdrew", power=stack.owner, force={stack: go}, space=zone, target=target)
                n -= go
        if n:
            _gone(game, zone, stack, n)


def places_to_land(game: Game, zone: str, stack: Stack) -> list[tuple[str, int]]:
    """Return where an aircraft without a deck may go, with the room there: islands, then decks, then any friendly
    coast."""
    coasts = [s for s in game.rules.land_near[zone] if friendly(game, stack.owner, s)]
    islands = [(s, 999) for s in coasts if game.rules.spaces[s].island]
    if not game.rules.switches.get("homeless_fighters_fly", False):
        return islands
    each = game.unit(stack, zone).deck_places
    decks = [(z, max(0, deck_room(game, z, stack.owner)) // each) for z in game.rules.sea_near[zone]]
    return [*islands, *decks, *((s, 999) for s in coasts)]
