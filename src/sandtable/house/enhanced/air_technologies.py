"""Long Range Aircraft, with escorts of raids, and Heavy Bombers."""

from ...battle.resolution import resolution
from ...engine import gunfire
from ...engine.casualties import hit
from ...engine.escorts import may_escort
from ...words import Draft, Force, Game, Option, Options, Played, Stack, declare_mark
from ...words.battles import ATTACKER, DEFENDER, Battle, Pick
from ..documents import enhanced
from .weapons_development import ID

LONG_RANGE, HEAVY = "long_range_aircraft", "heavy_bombers"
ESCORT = "escort"
SCREENED = declare_mark("screened", "bomber of a raid that guns have fired at, with escorts around it")
BOMBERS, GUNS = Pick(kinds=("air",), tags=("raids",)), Pick(tags=("antiaircraft",), aside=True)
UNDER_FIRE = Pick(kinds=("air",), unmarked=(ESCORT, SCREENED))


@enhanced(
    "enhanced.tech_long_range_aircraft", "Long Range Aircraft",
    Option("fighter_move", 6, "movement of fighters", low=1, high=12),
    Option("bomber_move", 8, "movement of bombers", low=1, high=12),
    Option("interceptors_per_escort", 1, "interceptors that an escort neutralizes", low=0, high=6),
    Option("protected_hits_per_surplus_escort", 1, "hits of guns that a further escort may undo", low=0, high=6),
    Option("sent_home_on", (4, 5, 6), "dice that send a protected bomber home instead of destroying it"),
    needs=(ID,), excludes={"common.interceptors": "both rules say what escorts of a raid do"},
)  # fmt: skip
def tech_long_range_aircraft(draft: Draft, option: Options) -> None:
    """Your fighters move 6 and your bombers 8. Your fighters may escort bombers on a raid: each keeps one jet fighter
    from intercepting, and for each further escort, one bomber that a gun hits rolls a die, and a 4 or more sends it
    home unharmed. Guns do not fire at escorts, which do nothing else in that turn."""
    moves = {"fighter": option.fighter_move, "bomber": option.bomber_move}
    effects = [{"unit": unit, "stat": "move", "set": move} for unit, move in moves.items()]
    draft.change(("technologies", LONG_RANGE, "effects"), effects)
    text = (
        f"Your fighters move {option.fighter_move}, your bombers move {option.bomber_move}, and fighters escort raids."
    )
    draft.set(("technologies", LONG_RANGE, "text"), text)
    draft.add(("missions", ESCORT), "enhanced.tech_long_range_aircraft.3")

    def missions(answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
        """Fighters may escort bombers that already fly a raid on the same territory (.3)."""
        raided = any(s.owner == stack.owner and "raid" in s.cond.marks for s in game.state.at(space))
        return may_escort(answer, game, stack, space) if raided and game.holds(stack.owner, LONG_RANGE) else answer

    draft.modify("missions", missions, how="allow")
    draft.amend_step("raid", "antiaircraft_fire", at=UNDER_FIRE, text="guns do not fire at escorts")
    draft.step("raid", "escorts", Escorts(option).fly, before="antiaircraft_fire", text="escorts of a raid")


class Escorts(Played):
    """What the escorts of a raid do under the chosen options."""

    def fly(self, game: Game, battle: Battle) -> None:
        """Neutralize interceptors one for one; the escorts beyond their number protect the bombers (.4, .5)."""
        each, power = self.option.interceptors_per_escort, battle.attacker
        escorts = sum(n for s, n in battle.units[ATTACKER].items() if ESCORT in s.cond.marks)
        if not escorts or not game.holds(power, LONG_RANGE):
            return
        aloft = battle.aside[DEFENDER]
        met = busy = 0
        for stack in [s for s in aloft if game.unit(s, battle.space).kind == "air"]:
            met += aloft[stack]
            kept = min(aloft[stack], escorts * each - busy)
            busy += kept
            aloft[stack] -= kept
            if not aloft[stack]:
                del aloft[stack]
        surplus = escorts - (-(-met // each) if each else 0)
        if surplus > 0:
            self.screen(game, battle, surplus * self.option.protected_hits_per_surplus_escort)

    def screen(self, game: Game, battle: Battle, protected: int) -> None:
        """Guns fire at the bombers; the first of those hit roll a second die (.6)."""
        guns = {s: n for s, n in battle.aside[DEFENDER].items() if GUNS.takes(battle.piece(s, True))}
        bombers = {s: n for s, n in battle.units[ATTACKER].items() if BOMBERS.takes(battle.piece(s))}
        struck: list[Stack] = []
        for stack, n in bombers.items():
            number = gunfire.hits_on(game, battle.space, guns, stack) if guns else 0
            dice = game.dice.roll(n) if number else []
            struck += [stack for die in dice if die <= number]
            if dice:
                self.told(game, battle, "antiaircraft fire", number, dice)
        again = game.dice.roll(min(protected, len(struck))) if struck and protected else []
        if again:
            self.told(game, battle, "second roll for protected bombers", 6 - len(self.option.sent_home_on), again)
        home, lost = Force(), Force()
        for i, stack in enumerate(struck):
            fate = home if i < len(again) and again[i] in self.option.sent_home_on else lost
            fate[stack] = fate.get(stack, 0) + 1
        if lost:
            hit(game, battle, ATTACKER, lost)
        for stack, n in home.items():
            battle.remove(ATTACKER, {stack: n})
            game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)
        if home:
            game.emit("flew_off", power=battle.attacker, force=home, space=battle.space)
        for stack, n in [(s, n) for s, n in battle.units[ATTACKER].items() if s in bombers]:
            battle.remove(ATTACKER, {stack: n})
            battle.units[ATTACKER][game.state.turn_into(battle.space, stack, stack.cond.marked(SCREENED), n)] = n

    def told(self, game: Game, battle: Battle, text: str, number: int, dice: list[int]) -> None:
        owner = game.state.owner.get(battle.space) or battle.power(DEFENDER)
        hits = sum(die <= number for die in dice)
        game.emit(
            "volley_fired", power=owner, side=DEFENDER, space=battle.space, volley=text, hits_on=str(number),
            dice=dice, hits=hits,
        )  # fmt: skip
        game.note_hits(owner, resolution("single_dice"), [(number, len(dice))], hits)


@enhanced(
    "enhanced.tech_heavy_bombers", "Heavy Bombers",
    Option("dice", 2, "dice of a bomber that attacks or makes a raid", low=1, high=6),
    Option("use", "all", "which of the dice count", choices=("all", "best")),
    Option("damage_cap_factor", 2, "most damage on a complex, as a multiple of its value", low=1, high=9),
    Option("cap_scope", "outstanding_damage", "the damage that is limited",
           choices=("outstanding_damage", "damage_done_per_turn")),
    needs=(ID,),
)  # fmt: skip
def tech_heavy_bombers(draft: Draft, option: Options) -> None:
    """Each of your bombers rolls 2 dice when it attacks and when it makes a strategic bombing raid, and both count. The
    damage on a complex is still limited to twice the value of its territory."""
    effects = [{"unit": "bomber", "stat": stat, "set": option.dice} for stat in ("attack_dice", "raid_dice")]
    draft.change(("technologies", HEAVY, "effects"), effects)
    if option.use == "best":
        draft.when(holds=HEAVY).tag("bomber", "best_die")
    draft.change("switches.installation_damage", option.damage_cap_factor)
    if option.cap_scope == "damage_done_per_turn":
        draft.set("switches.installation_damage_per_turn", True)
