"""Atomic Bomb Research: a chance at the atomic bomb with every breakthrough in weapons development."""

from ...engine.research import gain
from ...words import Draft, Flow, Game, Option, Options, declare_event
from ...words.asking import confirm, declare_decision, purchased
from ..documents import gemmell

declare_decision("make_atomic_roll", "confirm: is the Atomic Bomb Roll made?")
declare_decision("buy_atomic_dice", "amount: extra dice for the Atomic Bomb Roll")
declare_event("atomic_bomb_roll", "{power} rolls {dice} for the atomic bomb ({ipcs:IPC})", ("-power",))

RULE = "gemmell.atomic_research"
ATOMIC_BOMB = "atomic_bomb"


@gemmell(
    RULE, "Atomic Bomb Research",
    Option("trigger_roll", 6,
           "weapons development roll that allows an Atomic Bomb Roll (the normal breakthrough number)", low=1, high=6),
    Option("success_roll", 6, "Atomic Bomb Roll needed to gain the technology", low=1, high=6),
    Option("free_dice", 1, "free dice for the Atomic Bomb Roll (the reroll of the breakthrough die)", low=0, high=12),
    Option("extra_die_cost", 5, "cost in IPCs of each extra die for the Atomic Bomb Roll", low=1, high=99),
    Option("mandatory", True,
           "the Atomic Bomb Roll is mandatory after a breakthrough; false lets the player decline it"),
    Option("replaces_regular_weapon", True, "a successful Atomic Bomb Roll uses up the breakthrough"),
)  # fmt: skip
def atomic_research(draft: Draft, option: Options) -> None:
    """A power that makes a weapons breakthrough first rolls for the atomic bomb. Before the roll, it may buy extra dice
    at 5 IPCs each. On a 6, it gains the atomic bomb instead of another weapon. Otherwise, it rolls on the weapons table
    as in the rulebook."""

    def atomic_bomb_roll(game: Game, power: str, face: int) -> Flow:
        """Reroll the breakthrough die before rolling on the weapons table (.2)."""
        if face < option.trigger_roll or ATOMIC_BOMB in game.state.techs[power]:
            return False  # a power that has the technology does not roll for it again
        wanted = confirm("make_atomic_roll", power, "Make the Atomic Bomb Roll?", f"{RULE}.2")
        if not option.mandatory and not (yield wanted):
            return False
        dice = yield from buy_dice(game, power)
        faces = game.dice.roll(option.free_dice + dice)
        game.emit("atomic_bomb_roll", power=power, dice=faces, ipcs=dice * option.extra_die_cost)
        if not any(f >= option.success_roll for f in faces):
            return False  # .6: the breakthrough gives a normal weapon, by the normal roll
        gain(game, power, ATOMIC_BOMB)  # .4
        return bool(option.replaces_regular_weapon)  # .5

    def buy_dice(game: Game, power: str) -> Flow:
        """Ask for extra dice at 5 IPCs each, paid before rolling (.3)."""
        price, spare = option.extra_die_cost, max(0, game.state.ipcs[power] - 15)
        prompt = f"Atomic Bomb Roll: how many extra dice will you buy at {price} IPCs each?"
        advice, free = min(2, spare // (2 * price)), option.free_dice
        return purchased(game, "buy_atomic_dice", power, prompt, price, "dice", f"{RULE}.3", advice, free=free)

    # Only weapons development gives the bomb (.1), so it has no number on the weapons table.
    row = {"name": "Atomic Bomb", "die": 0, "text": "The power may build atomic bombs.", "effects": []}
    draft.add(("technologies", ATOMIC_BOMB), row)
    draft.step("breakthrough", "atomic_bomb_roll", atomic_bomb_roll, before="weapon", text="the Atomic Bomb Roll")
