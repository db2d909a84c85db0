"""How defenders retreat under Smith's rules: they are named, give up their fire, and leave a round later."""

from ...engine.evacuation import refuge_worth
from ...engine.fighting import embattled
from ...engine.leaving import FIGHT_ON
from ...engine.roles import give, take
from ...words import Flow, Force, Game, Played, Stack, declare_mark, total
from ...words.asking import Allocate, Choice, Choose, Decision, Limit, PickUnits, declare_decision
from ...words.battles import DEFENDER, LEAVING, Battle, depart
from ...words.board import NONCOMBAT, deck_room, distances, friendly
from ..gemmell.prospects import lost_for_defender
from .aircraft import GROUNDED, SCRAMBLED
from .neutrals import stays_out
from .refuges import commander, havens

declare_decision("stay", "choose: where the defending units retreat to in the next round, or stay")
declare_decision("rear_guard", "pick_units: units that withdraw; the others fight on")
declare_decision("go_along", "pick_units: aircraft on the ground that retreat with the ground units")
declare_decision("fly_off", "allocate: defending aircraft to landing places, or back to their base")

BOUND_FOR = declare_mark("bound_for", "retreats to this space at the end of the combat round")
RULE = "smith.retreats"
#: The key of the answer by which a plane goes back down.
BASE = "base"


class Defenders(Played):
    """The defender's questions after a round, and the departure a round later."""

    def name_ground(self, game: Game, battle: Battle) -> Flow:
        """The power that controls the territory, or most ships, names where all units that can retreat go (.3, .4)."""
        power, force = commander(game, battle), self.ground(game, battle)
        places = havens(game, battle, DEFENDER, self.option.ground_distance) if power and force else []
        if not places:
            return
        best = max(places, key=lambda s: (refuge_worth(game, power, s), s))
        target = yield Decision(
            "stay", power, f"Battle for {battle.space}, round {battle.round}: keep fighting?",
            Choose([Choice(FIGHT_ON, "keep fighting"), *(Choice(p, f"retreat to {p}") for p in places)]),
            advice=lambda: best if lost_for_defender(battle) else FIGHT_ON, rule=f"{RULE}.11",
            context={"space": battle.space, "round": battle.round, "ask": "Keep fighting?", "leaving": places},
        )  # fmt: skip
        if target == FIGHT_ON:
            return
        if self.option.partial_ground_retreat:
            force = yield self.choose(battle, "rear_guard", power, "Choose the units that retreat", force)
            if not total(force):  # nor do aircraft on the ground retreat then (smith.dogfights.3)
                return
        if game.rules.is_land[battle.space]:
            yield from self.go_along(game, battle, target)
        give(game, battle, DEFENDER, force, (LEAVING, f"{BOUND_FOR}={target}"))

    def ground(self, game: Game, battle: Battle) -> Force:
        """Return the ground units or surface ships that are not named yet; submarines go by themselves (.6, .7), and
        units of neutral countries never leave."""
        kind = "land" if game.rules.is_land[battle.space] else "sea"
        return {
            s: n
            for s, n in battle.units[DEFENDER].items()
            if game.unit(s).kind == kind
            and "submarine" not in game.unit(s).tags
            and LEAVING not in s.cond.marks
            and s.owner in game.rules.powers
        }

    def go_along(self, game: Game, battle: Battle, target: str) -> Flow:
        """Aircraft on the ground may go along with the ground units."""
        down = {s: n for s, n in battle.units[DEFENDER].items() if GROUNDED in s.cond.marks}
        for owner in dict.fromkeys(s.owner for s in down):
            own = {s: n for s, n in down.items() if s.owner == owner}
            own = yield self.choose(battle, "go_along", owner, "Choose the aircraft that go along", own)
            give(game, battle, DEFENDER, own, (LEAVING, f"{BOUND_FOR}={target}"))

    def choose(self, battle: Battle, kind: str, power: str, text: str, force: Force) -> Decision:
        """Return the question which of these units go; all, as advised."""
        return Decision(
            kind, power, f"{text} from {battle.space}", PickUnits(force, 0, total(force), RULE), advice=dict(force),
            rule=RULE, context={"space": battle.space},
        )  # fmt: skip

    def name_aircraft(self, game: Game, battle: Battle) -> Flow:
        """Each power says which of its aircraft in the air fly off (.9, .14) or go back down to their base."""
        scrambling = SCRAMBLED in battle.program.asked.marks
        flying = {
            s: n
            for s, n in battle.units[DEFENDER].items()
            if game.unit(s).kind == "air"
            and LEAVING not in s.cond.marks
            and (not scrambling or SCRAMBLED in s.cond.marks)
        }
        for owner in dict.fromkeys(s.owner for s in flying):
            own = {s: n for s, n in flying.items() if s.owner == owner}
            places = {s: self.landing_places(game, battle, s) for s in own}
            form = _flights(game, battle, own, places, scrambling)
            if owner not in game.rules.powers or not form.most:
                continue
            answer = yield Decision(
                "fly_off", owner, f"Choose where your aircraft in {battle.space} retreat to", form,
                advice=_all_off(form) if lost_for_defender(battle) else {}, rule=f"{RULE}.14",
                context={"space": battle.space},
            )  # fmt: skip
            for (kind, target), n in answer.items():
                self.send_off(game, battle, owner, kind, target, n)

    def landing_places(self, game: Game, battle: Battle, stack: Stack) -> list[str]:
        """Return where a plane may land: friendly, without a battle, within a part of its movement (.14), and not
        across neutral countries: their overflight, and a bribe for it, is for the power whose turn it is."""
        left = game.unit(stack, battle.space).move // self.option.defending_plane_range_divisor
        step, spaces = game.rules.q.air_step, game.rules.spaces
        shut = frozenset(s for s in spaces if stays_out(game, s) or step(game, stack, s, NONCOMBAT) is not None)
        shut -= {battle.space}
        near = distances(game.rules.neighbors, (battle.space,), shut, left).keys() - {battle.space} - embattled(game)
        on_deck, power = game.unit(stack).lands_on_deck, stack.owner
        return sorted(s for s in near if friendly(game, power, s) or (on_deck and _deck(game, battle, s, power) > 0))

    def send_off(self, game: Game, battle: Battle, owner: str, kind: str, target: str, count: int) -> None:
        """Name aircraft of a type for a landing place, or let them go down, to scramble again in a later round."""
        for stack, n in list(battle.units[DEFENDER].items()):
            here = stack.owner == owner and stack.type == kind and LEAVING not in stack.cond.marks
            k = min(n, count) if here and GROUNDED not in stack.cond.marks else 0
            if k and target == BASE:
                take(game, battle, DEFENDER, {stack: k}, (SCRAMBLED,))
            elif k:
                give(game, battle, DEFENDER, {stack: k}, (LEAVING, f"{BOUND_FOR}={target}"))
            count -= k

    def leave(self, game: Game, battle: Battle) -> Flow:
        """The units named that were not hit leave (.12), with the aircraft on their decks; those hit have rolled, and
        stay (.13)."""
        decks: dict[str, int] = {}
        for stack, n in list(battle.units[DEFENDER].items()):
            target = stack.cond.noted(BOUND_FOR)
            if target and LEAVING in stack.cond.marks:
                decks[target] = decks.get(target, 0) + n * game.unit(stack).deck
                bare = take(game, battle, DEFENDER, {stack: n}, (f"{BOUND_FOR}={target}",))
                depart(game, battle, DEFENDER, bare, target)
            elif target:
                take(game, battle, DEFENDER, {stack: n}, (f"{BOUND_FOR}={target}",))
        for target, room in decks.items():
            _carried_off(game, battle, target, room)
        yield from ()


def _carried_off(game: Game, battle: Battle, target: str, room: int) -> None:
    """Let aircraft that stayed on their carriers leave with them, as many as those that leave have places for (.14)."""
    for stack, n in list(battle.units[DEFENDER].items()):
        unit = game.unit(stack)
        aboard = GROUNDED in stack.cond.marks and unit.lands_on_deck
        k = min(n, room // unit.deck_places) if aboard else 0
        if k:
            room -= k * unit.deck_places
            depart(game, battle, DEFENDER, {stack: k}, target)


def _flights(game: Game, battle: Battle, own: Force, places: dict[Stack, list[str]], scrambling: bool) -> Allocate:
    """Return the form: aircraft of each type for each place, within their number and the decks there."""
    kinds: dict[str, int] = {}
    for stack, n in own.items():
        kinds[stack.type] = kinds.get(stack.type, 0) + n
    most: dict[tuple[str, ...], int] = {}
    for stack in own:
        for place in [*places[stack], *([BASE] if scrambling else [])]:
            most[stack.type, place] = kinds[stack.type]
    owner = next(iter(own)).owner
    limits = [Limit(f"aircraft: {kind}", {key: 1 for key in most if key[0] == kind}, n) for kind, n in kinds.items()]
    for place in {key[1] for key in most if key[1] != BASE and not game.rules.is_land[key[1]]}:
        each = {key: game.stats(owner, key[0]).deck_places for key in most if key[1] == place}
        limits.append(Limit(f"places on carriers in {place}", each, _deck(game, battle, place, owner)))
    return Allocate(most, limits, RULE)


def _all_off(form: Allocate) -> dict[tuple[str, ...], int]:
    """Return the answer that sends all aircraft away, as many as find a place."""
    out: dict[tuple[str, ...], int] = {}
    for key in form.most:
        room = form.room(out, key) if key[1] != BASE else 0
        if room:
            out[key] = room
    return out


def _deck(game: Game, battle: Battle, zone: str, power: str) -> int:
    """Return the free places for a power's aircraft on carriers in a zone, without those for aircraft bound for it."""
    if game.rules.is_land[zone]:
        return 0
    bound = {s: n for s, n in battle.units[DEFENDER].items() if s.cond.noted(BOUND_FOR) == zone}
    taken = sum(n * game.unit(s).deck_places for s, n in bound.items() if game.unit(s).kind == "air")
    return max(0, deck_room(game, zone, power) - taken)
