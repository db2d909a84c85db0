"""Battleships with two dice, destroyers one to one against submarines, and submarines that cannot hit each other."""

from ...editions.pacific.battles import AIRCRAFT, DESTROYERS, SUBMARINES, SURFACE
from ...editions.pacific.ways import SUBMERGED
from ...engine.board import withdrawn
from ...engine.leaving import submarines
from ...words import Draft, Flow, Force, Game, No, Option, Options, Stack, declare_event, declare_mark
from ...words.asking import Decision, PickUnits, declare_decision
from ...words.battles import ATTACKER, DEFENDER, Assign, Battle, Leave, Pick, Side, facing
from ...words.board import HOSTILE_ZONE, PASS, STOP
from ..documents import pacific

TWO_DICE = declare_mark("two_dice", "battleship that rolls more dice in this round of combat")
GUIDED = declare_mark("guided", "aircraft that a destroyer lets hit submarines in this round of combat")
TRACKED = declare_mark("tracked", "submarine whose first strike a destroyer cancels in this round of combat")
BATTLESHIPS = Pick(types=("battleship",))
#: The step of each round in which attacking submarines submerge; what is settled as the round begins comes before it.
SUBMERGE = "attacking_submarines_submerge"
SIDES: tuple[Side, Side] = (ATTACKER, DEFENDER)
BOTH_STRIKES = ("attacking_submarines", "defending_submarines")
declare_decision("avoid", "pick_units: submarines that try to submerge before a battle")
declare_event("tried_to_submerge", "{power} tries to submerge submarines in {space}, rolling {dice}: {count} submerge")


@pacific(
    "pacific.battleship_two_dice", "Battleships Roll Two Dice",
    Option("dice", 2, "dice of a battleship in a round of combat", low=1, high=6),
    Option("condition", "enemy_surface_ship_present", "when the further dice are rolled",
           choices=("enemy_surface_ship_present", "always")),
    Option("transports_are_surface_ships", True, "enemy transports count"),
)  # fmt: skip
def battleship_two_dice(draft: Draft, option: Options) -> None:
    """Battleships roll two dice in each round of combat while the enemy has a surface ship in the battle."""
    ships = SURFACE if option.transports_are_surface_ships else Pick(kinds=("sea",), without=("submarine", "transport"))
    there = () if option.condition == "always" else (facing(ships),)
    for side in SIDES:
        role = Assign("battleships that roll more dice", side, BATTLESHIPS, (TWO_DICE,), ask=False, when=there)
        draft.step("sea_battle", f"{side}_battleships", role, before=SUBMERGE, stage="muster")  # .2
    draft.when(marks=TWO_DICE).lift("battleship", attack_dice=option.dice, defense_dice=option.dice)  # .1


@pacific(
    "pacific.destroyers_air_vs_subs", "Destroyers Guide Aircraft",
    Option("aircraft_per_destroyer", 1, "aircraft that each destroyer lets hit submarines", low=0, high=9),
)  # fmt: skip
def destroyers_air_vs_subs(draft: Draft, option: Options) -> None:
    """One aircraft for each destroyer of its side can hit submarines; the hits of the others fall on other units."""
    guided, others = Pick(kinds=("air",), marks=(GUIDED,)), Pick(kinds=("air",), unmarked=(GUIDED,))
    for side, name in zip(SIDES, ("attacking_aircraft", "defending_aircraft"), strict=True):
        role = Assign(
            "choose aircraft that destroyers guide to submarines", side, AIRCRAFT, (GUIDED,), advice="all",
            per=DESTROYERS, per_side="own", ratio=(option.aircraft_per_destroyer, 1), order="dearest", apart=True,
            when=(facing(SUBMARINES),),
        )  # fmt: skip
        draft.step("sea_battle", f"{name}_guided", role, before=SUBMERGE, stage="muster")  # .2
        draft.amend_step("sea_battle", name, who=others, when=())
        draft.amend_step("sea_battle", f"{name}_with_destroyers", who=guided, when=())  # .1


@pacific(
    "pacific.destroyers_cancel_first_shot", "Destroyers Cancel First Strikes",
    Option("subs_per_destroyer", 1, "submarines whose first strike each enemy destroyer cancels", low=0, high=9),
)  # fmt: skip
def destroyers_cancel_first_shot(draft: Draft, option: Options) -> None:
    """Each destroyer cancels the first strike of one enemy submarine; the other submarines keep theirs."""
    tracked = Pick(tags=("submarine",), marks=(TRACKED,))
    free = Pick(tags=("submarine",), unmarked=(TRACKED,))
    for side, name in zip(SIDES, BOTH_STRIKES, strict=True):
        role = Assign(
            "submarines tracked by destroyers", side, SUBMARINES, (TRACKED,), ask=False, per=DESTROYERS,
            ratio=(option.subs_per_destroyer, 1),
        )  # fmt: skip
        draft.step("sea_battle", f"{name}_tracked", role, before="attacking_submarines", stage="muster")  # .1
        draft.amend_step("sea_battle", name, who=free, when=())
        draft.amend_step("sea_battle", f"{name}_fire", who=tracked, when=())


@pacific(
    "pacific.subs_pre_combat_submerge", "Submarines Avoid Battle",
    Option("success", 2, "a submarine submerges on this roll or less", low=0, high=6),
    Option("attempts", 1, "attempts of each submarine before the first round", low=1, high=9),
    Option("sides", "both", "whose submarines may try", choices=("both", "defender")),
)  # fmt: skip
def subs_pre_combat_submerge(draft: Draft, option: Options) -> None:
    """Before the first round of a sea battle each submarine may try to submerge; it succeeds on a roll of 1 or 2. The
    defender decides first."""

    def ask(game: Game, battle: Battle, side: Side) -> Flow:
        for _ in range(option.attempts):
            yield from _avoid(game, battle, side, option.success)

    def defenders(game: Game, battle: Battle) -> Flow:
        yield from ask(game, battle, DEFENDER)

    def attackers(game: Game, battle: Battle) -> Flow:
        yield from ask(game, battle, ATTACKER)

    first = draft.steps("sea_battle")[0].name
    for side, run in ((DEFENDER, defenders), (ATTACKER, attackers)):
        if side == DEFENDER or option.sides == "both":
            step = Leave(f"{side}'s submarines avoid battle", side, SUBMARINES, False, run)
            draft.step("sea_battle", f"{side}_avoids", step, before=first, stage="muster")  # .1, .2


def _avoid(game: Game, battle: Battle, side: Side, success: int) -> Flow:
    """Ask each owner before the first round which submarines try to submerge, and roll a die for each."""
    force = submarines(battle, side) if battle.round == 1 else {}
    for owner in dict.fromkeys(s.owner for s in force):
        own = {s: n for s, n in force.items() if s.owner == owner}
        rule = "pacific.subs_pre_combat_submerge.2"
        trying = yield Decision(
            "avoid", owner, f"Battle in {battle.where}: choose submarines that try to submerge",
            PickUnits(own, 0, sum(own.values()), rule), advice=own if side == DEFENDER else {}, rule=rule,
            context={"space": battle.space, "side": side, "ask": "Choose submarines that try to submerge"},
        )  # fmt: skip
        for stack, n in trying.items():
            dice = game.dice.roll(n)
            gone = sum(die <= success for die in dice)
            game.emit("tried_to_submerge", power=owner, space=battle.space, dice=dice, count=gone)
            if gone:
                battle.remove(side, {stack: gone})
                marks = (SUBMERGED, "fought") if side == ATTACKER else (SUBMERGED,)  # as after a battle (R72.2)
                game.state.turn_into(battle.space, stack, stack.cond.marked(*marks), gone)


@pacific("pacific.subs_no_hit_subs", "Submarines Cannot Hit Submarines")
def subs_no_hit_subs(draft: Draft, option: Options) -> None:
    """Submarines cannot hit enemy submarines; such hits are lost. Where only submarines meet, there is no battle, and
    they do not stop each other."""
    for name in BOTH_STRIKES:
        draft.amend_step("sea_battle", name, at=SURFACE)  # .1
        draft.amend_step("sea_battle", f"{name}_fire", at=SURFACE)
    draft.modify("defenders", meet)
    draft.modify("sea_step", pass_by)


def meet(answer: Force, game: Game, space: str, attacker: str) -> Force:
    """Submarines do not defend against submarines alone."""
    own = game.rules.q.attackers(game, space, attacker)
    return {} if own and all(SUBMARINES.means(game.unit(s, space)) for s in (*own, *answer)) else answer


def pass_by(answer: str | No, game: Game, stack: Stack, start: str, space: str) -> str | No:
    """Submarines pass enemy submarines, and may stop where only these are."""
    if answer not in (STOP, HOSTILE_ZONE) or not SUBMARINES.means(game.unit(stack, start)):
        return answer
    foes = game.enemies(stack.owner, space)
    ships = (game.unit(s, space) for s in game.state.at(space) if s.owner in foes and not withdrawn(game, s))
    return answer if any(SURFACE.means(unit) for unit in ships) else PASS
