"""The Japanese-Soviet Non-Aggression Treaty: peace between two powers at war with each other's allies.

The kernel handles friends, foes, and powers at peace; this rule only defines who is at war, and where. While the treaty
lasts, Japan and the Soviet Union are at peace. They cannot enter each other's territory or airspace, and their ships
share sea zones. In Asia, their units do not take part when the other fights a third power.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, PickSpace
from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Stack
from ...engine.board import cargo_room, fights, friendly, of_power
from ...engine.fighting import still_to_fight
from ...engine.memory import FOUGHT, game_memory, turn_memory
from ...engine.strength import garrison, reach
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "break_treaty", "pick_space: which space of the treaty partner is attacked")
points.declare(points.DECISIONS, "forced_retreat", "pick_space: where units go that stood aside in a lost territory")
OPENED = turn_memory("opened", list[str], "spaces where an attack on the treaty partner was paid for in this turn")
TREATY = game_memory("treaty", bool, "whether the treaty is in force")
declare_event("war_declared", "{power} pays {ipcs:IPC} and declares war on {other}", ("-power",))
declare_event("treaty_broken", "{power} pays {ipcs:IPC} to attack {other} in {space}", ("-power",))

JAPAN, SOVIETS = "Japan", "Soviet Union"
PARTNER = {JAPAN: SOVIETS, SOVIETS: JAPAN}
#: Powers whose territories in Asia the treaty protects.
BRITISH_AND_AMERICANS = ("United Kingdom", "United States")
ASIA = [
    "India", "Persia", "Syria-Iraq", "China", "Sinkiang", "Manchuria", "Kwangtung", "French Indo-China", "Philippines",
    "East Indies", "Borneo Celebes", "Okinawa", "Japan",
]  # fmt: skip
ID = "gemmell.nonaggression_treaty"


@house_rule(
    ID,
    "Japanese-Soviet Non-Aggression Treaty",
    editions=("classic",),
    options=[
        Option("war_fee", 10, "IPCs paid to declare war on the treaty partner", low=0, high=99),
        Option(
            "fee_mode", "once_ends_treaty",
            "whether the fee is paid once and ends the treaty, or is paid for every invasion",
            choices=("once_ends_treaty", "per_invasion"),
        ),
        Option(
            "protected_allied_regions", "british_and_american_asia",
            "Allied territories where Soviet units alone are protected by the treaty",
            choices=("british_and_american_asia", "all_allied", "none"),
        ),
        Option(
            "asian_territories", ASIA, "territories that count as Asia while under British or American control"
        ),
        Option(
            "scope", "all_attacks",
            "what the treaty forbids; all_attacks includes attacks at sea, strategic bombing raids, and rockets",
            choices=("all_attacks", "land_invasion_only"),
        ),
        Option(
            "symmetric_stacking", True,
            "Japanese units likewise do not take part when the Soviet Union attacks a German territory",
        ),
    ],
)  # fmt: skip
def nonaggression_treaty(draft: Draft, option: Options) -> None:
    """Japan and the Soviet Union cannot attack each other until one of them pays 10 IPCs to declare war. Japan also
    cannot attack a British or American territory in Asia held only by Soviet units. If other Allied units are there,
    Japan may attack; the Soviet units do not take part and must leave if the territory is captured."""
    asia = frozenset(draft.find("spaces", name) for name in option.asian_territories)
    once, everything = option.fee_mode == "once_ends_treaty", option.scope == "all_attacks"
    what = "declare war on it" if once else "pay for the attack"
    closed = No(
        f"the non-aggression treaty forbids attacking {{space}}; to attack, first {what} ({option.war_fee} IPCs)",
        f"{ID}.1",
    )
    lone = No(f"only your treaty partner holds {{space}}; to attack, first {what} ({option.war_fee} IPCs)", f"{ID}.4")

    def lasts(game: Game, power: str, space: str = "") -> bool:
        """Return whether the treaty binds this power (in this space) now."""
        return power in PARTNER and TREATY.get(game.state) and space not in OPENED.get(game.state)

    def at_war(answer: bool, game: Game, power: str, other: str) -> bool:
        """The treaty partners are at peace on land, at sea, and in the air (gemmell.nonaggression_treaty.1)."""
        return answer and not (everything and PARTNER.get(power) == other and TREATY.get(game.state))

    def covers(game: Game, power: str, space: str) -> bool:
        """Return whether the treaty protects the partner's units in a third power's territory
        (gemmell.nonaggression_treaty.3)."""
        owner = game.state.owner.get(space)
        if owner is None or owner not in game.friends(PARTNER[power]) or owner in PARTNER:
            return False
        if power == SOVIETS:
            return bool(option.symmetric_stacking)
        if option.protected_allied_regions == "british_and_american_asia":
            return owner in BRITISH_AND_AMERICANS and space in asia
        return bool(option.protected_allied_regions == "all_allied")

    def enemies(answer: frozenset[str], game: Game, power: str, space: str) -> frozenset[str]:
        """In Asia, the partner's units do not take part in battles; elsewhere they fight
        (gemmell.nonaggression_treaty.6)."""
        if power not in PARTNER or not TREATY.get(game.state):
            return answer
        other = PARTNER[power]
        if not lasts(game, power, space):
            return answer | {other}  # the fee for this attack is paid
        if covers(game, power, space):
            return answer - {other}
        owner = game.state.owner.get(space)
        return answer | {other} if owner in answer and owner != other else answer

    def held_alone(game: Game, power: str, space: str) -> bool:
        """Return whether only the partner's units hold this territory, guns aside (gemmell.nonaggression_treaty.4,
        .5)."""
        fighting = {s.owner for s in game.state.at(space) if fights(game, s)}
        return PARTNER[power] in fighting and not fighting & (game.foes(power) - {PARTNER[power]})

    def may_attack(answer: No | None, game: Game, power: str, space: str) -> No | None:
        """A territory held only by the partner's units cannot be attacked, unlike one held jointly
        (gemmell.nonaggression_treaty.4, .5)."""
        if answer is None and lasts(game, power, space):
            if covers(game, power, space) and held_alone(game, power, space):
                return lone
        return answer

    def shut(game: Game, power: str, space: str) -> bool:
        """Return whether the partner controls this territory while the treaty is in force."""
        return lasts(game, power, space) and game.state.owner.get(space) == PARTNER[power]

    def land_step(
        answer: str | No, game: Game, stack: Stack, start: str, space: str, phase: str, first: bool
    ) -> str | No:
        """Land units cannot enter the partner's territory, even if others hold it (gemmell.nonaggression_treaty.1)."""
        return closed if shut(game, stack.owner, space) else answer

    def may_unload(
        answer: No | None, game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack
    ) -> No | None:
        """Transports cannot offload into the partner's territory (gemmell.nonaggression_treaty.1)."""
        return closed if shut(game, stack.owner, space) else answer

    def air_step(answer: No | None, game: Game, stack: Stack, space: str, phase: str) -> No | None:
        """Aircraft cannot fly over the partner's territory (gemmell.nonaggression_treaty.1)."""
        return closed if everything and shut(game, stack.owner, space) else answer

    # --- declaring war ------------------------------------------------------------------------------------------------

    def targets(game: Game) -> list[str]:
        """Return the spaces an attack can be paid for: those the partner controls or holds alone, within reach."""
        power, units = game.state.power, game.units_at()
        other = PARTNER[power]
        return [
            space
            for space in game.rules.spaces
            if shut(game, power, space)
            or (lasts(game, power, space) and covers(game, power, space) and held_alone(game, power, space))
            or (
                everything
                and lasts(game, power, space)
                and not game.rules.is_land[space]
                and any(s.owner == other and units[s.owner][s.type].kind == "sea" for s in game.state.at(space))
            )
        ]

    def can_declare(game: Game) -> bool:
        """Return whether the power can pay the whole fee (gemmell.nonaggression_treaty.2)."""
        power = game.state.power
        if not lasts(game, power) or game.state.ipcs[power] < option.war_fee:
            return False
        return once or bool(targets(game))

    def pays(game: Game) -> bool:
        return can_declare(game) and (bool(worthwhile(game) >= 4) if once else bool(prize(game)))

    def declare_war(game: Game) -> Flow:
        """Pay 10 IPCs to the bank; from now on the two powers are at war (gemmell.nonaggression_treaty.1, .2)."""
        power, state = game.state.power, game.state
        other = PARTNER[power]
        if once:
            state.ipcs[power] -= option.war_fee
            TREATY.set(state, False)
            game.emit("war_declared", power=power, ipcs=option.war_fee, other=other)
        else:  # the alternative reading: 10 IPCs for every invasion
            aims = targets(game)
            space = yield Decision(
                "break_treaty", power, "Choose the treaty partner's space to attack", PickSpace(aims),
                advice=prize(game) or aims[0], rule=f"{ID}.2",
            )  # fmt: skip
            state.ipcs[power] -= option.war_fee
            OPENED.of(state).append(space)
            game.emit("treaty_broken", power=power, ipcs=option.war_fee, other=other, space=space)
        game.changed()
        yield from ()

    # --- units that took no part
    # ----------------------------------------------------------------------------------------------

    def stood_aside(game: Game, space: str, captor: str, loser: str | None) -> Flow:
        """Units of the partner that did not take part leave a captured territory (gemmell.nonaggression_treaty.7)."""
        if lasts(game, captor, space):
            yield from forced_retreat(game, PARTNER[captor], space)

    draft.add("memory.treaty", True)
    if everything:
        draft.modify("at_war", at_war, how="forbid")
        draft.modify("air_step", air_step, how="forbid")
    draft.modify("enemies", enemies)
    draft.modify("may_attack", may_attack, how="forbid")
    draft.modify("land_step", land_step, how="forbid")
    draft.modify("may_unload", may_unload, how="forbid")
    text = f"{'declare war on' if once else 'attack a space of'} the treaty partner for {option.war_fee} IPCs"
    draft.offer("combat_move", "declare_war", text, declare_war, can_declare, pays)
    draft.step("conquest", "stood_aside", stood_aside, text="units that did not take part retreat")


def worthwhile(game: Game) -> int:
    """Return the IPC value of the partner's territories that can be attacked with twice their defense."""
    power = game.state.power
    return sum(game.rules.q.value(game, s) for s in game.rules.lands if open_to(game, power, s))


def prize(game: Game) -> str:
    """Return the partner's capital if it is open to attack: the one space worth the whole fee by itself."""
    power = game.state.power
    capital = game.rules.powers[PARTNER[power]].capital
    return capital if open_to(game, power, capital) else ""


def open_to(game: Game, power: str, space: str) -> bool:
    """Return whether the garrison of a territory of the partner is less than half of the adjacent force."""
    other = PARTNER[power]
    return game.state.owner.get(space) == other and reach(game, power, space) > 2 * garrison(game, other, space) + 1


def forced_retreat(game: Game, power: str, space: str) -> Flow:
    """Move all units of a power out of a space, each group to an adjacent friendly territory without a battle, or onto
    its own transports. Units with nowhere to go are lost (gemmell.nonaggression_treaty.7)."""
    for stack, count in list(of_power(game, space, power).items()):
        while count:
            places = havens(game, power, space, stack)
            if not places:
                game.state.put(space, stack, -count)
                game.emit("lost", power=power, force={stack: count}, space=space)
                break
            target = next(iter(places))
            if len(places) > 1:
                units = f"{count} {game.rules.units[stack.type].called(count)}"
                best = max(places, key=lambda s: (game.rules.is_land[s], garrison(game, power, s), s))
                target = yield Decision(
                    "forced_retreat", power, f"Choose a space for {units} to retreat to from {space}",
                    PickSpace(list(places)), advice=best, rule=f"{ID}.7", context={"space": space},
                )  # fmt: skip
            going = min(count, places[target])
            count -= going
            _go(game, space, stack, going, target)


def havens(game: Game, power: str, space: str, stack: Stack) -> dict[str, int]:
    """Return where units of a stack may retreat to, and how many of them."""
    rules, out = game.rules, dict[str, int]()
    embattled = {*FOUGHT.get(game.state), *still_to_fight(game)}
    for near in rules.land_near[space]:
        if friendly(game, power, near) and near not in embattled:
            room = rules.q.room_for(game, stack, near)
            if room is None or room > 0:
                out[near] = 999 if room is None else room
    if game.unit(stack).kind == "land":
        for zone in rules.sea_near[space]:
            room = sum(_berths(game, ship, stack.type) * n for ship, n in of_power(game, zone, power).items())
            if room and rules.q.may_board(game, stack, zone, "noncombat") is None:
                out[zone] = room
    return out


def _berths(game: Game, ship: Stack, kind: str) -> int:
    """Return how many more units of a type this transport can carry."""
    room, cond = 0, ship.cond
    while cargo_room(game, ship.with_(cond), kind):
        room += 1
        cond = cond._replace(cargo=(*cond.cargo, (ship.owner, kind)))
    return room


def _go(game: Game, space: str, stack: Stack, count: int, target: str) -> None:
    """Move units to a territory, or load them onto a transport."""
    state = game.state
    game.emit("withdrew", power=stack.owner, force={stack: count}, space=space, target=target)
    state.put(space, stack, -count)
    if game.rules.is_land[target]:
        state.put(target, stack, count)
        return
    for _ in range(count):
        ship = next(s for s in of_power(game, target, stack.owner) if cargo_room(game, s, stack.type))
        cargo = tuple(sorted((*ship.cond.cargo, (stack.owner, stack.type))))
        state.turn_into(target, ship, ship.cond._replace(cargo=cargo), 1)
