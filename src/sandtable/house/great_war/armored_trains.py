"""Armored Trains: they run anywhere at home, and come to the aid of a territory under attack."""

from ...words import Draft, Flow, Game, No, Option, Options, Stack, declare_mark
from ...words.asking import Choice, Choose, Decision, declare_decision
from ...words.battles import Pick, Soak
from ...words.board import PASS, STOP, Moment, contested, distances, hostile
from ..documents import great_war
from .new_units import add_unit, advise, numbers, share

RULE, TRAIN = "great_war.armored_trains", "armored_train"
REACTED = declare_mark("reacted", "armored train that has come to the aid of a territory since its power's last turn")
declare_decision("train", "choose: an armored train and the territory it goes to")
AT_HOME = No("armored trains can only enter original territories of their power", f"{RULE}.4")
TRAINS = Pick(types=(TRAIN,))


@great_war(
    RULE, "Armored Trains",
    *numbers(cost=9),
    Option("dice_per_battle", 2, "dice it rolls on attack and defense", low=1, high=6),
    Option("value_per_die", 2, "each of its dice hits on this roll or less", low=0, high=6),
    Option("hits_negated_defending", 2, "enemy hits it cancels when it defends", low=0, high=9),
    Option("hits_negated_attacking", 1, "enemy hits it cancels when it attacks", low=0, high=9),
    Option("max_per_territory", 1, "armored trains of one side in a territory", low=1, high=9),
    Option("reactive_moves_per_round", 1, "0 or 1: whether a train may come to the aid of a territory under attack",
           low=0, high=1),
    default=False,
)  # fmt: skip
def armored_trains(draft: Draft, option: Options) -> None:
    """Armored trains cost 9 IPCs and roll two dice at 2. They move any distance within the original territories of
    their power, and once between two of its turns they may move to a territory under attack. A train cancels 2 hits
    when it defends and 1 when it attacks. A territory holds only one."""
    value, dice = option.value_per_die, option.dice_per_battle
    add_unit(draft, TRAIN, "Armored Train", "land", option, ["captures"], move=1, attack=value, defense=value,
             attack_dice=dice, defense_dice=dice, plural="Armored Trains",
             aliases=["train", "trains"])  # .1, .2  # fmt: skip
    draft.extend_step("land_battle", "attackers_fire", soaks=Soak(TRAINS, option.hits_negated_defending))  # .7
    draft.extend_step("land_battle", "defenders_fire", soaks=Soak(TRAINS, option.hits_negated_attacking))
    rails = Rails(option.max_per_territory)
    advise(draft, TRAIN, share("infantry", 20, 1))
    draft.modify("movement_allowance", rails.any_distance)
    draft.modify("land_step", rails.step)
    draft.modify("room_for", rails.room, how="forbid")
    limit = {"types": [TRAIN], "most": option.max_per_territory, "standing": True, "anywhere": False}
    draft.add("sites.one armored train", limit)
    if option.reactive_moves_per_round:
        draft.add(("stances", REACTED), {"until": "own_turn"})  # .6
        draft.offer("reaction", "train", "move an armored train to a territory under attack", rails.react,
                    rails.may_react, rails.may_react)  # .5  # fmt: skip


class Rails:
    """Where armored trains run, and how they come to the aid of a territory."""

    def __init__(self, most: int) -> None:
        self.most = most

    def any_distance(self, answer: int, stack: Stack) -> int:
        """A train moves any number of spaces (.3)."""
        return 99 if stack.type == TRAIN else answer

    def step(self, answer: str | No, game: Game, stack: Stack, start: str, space: str) -> str | No:
        """It stays on original territory of its power (.4), and stops where that is not in its hands."""
        if stack.type != TRAIN:
            return answer
        if game.rules.spaces[space].owner != stack.owner:
            return AT_HOME
        return answer if isinstance(answer, No) else PASS if open_line(game, stack.owner, space) else STOP

    def room(self, answer: int | None, game: Game, stack: Stack, space: str) -> int | None:
        """A territory holds one train (.8), those of allies counted."""
        if stack.type != TRAIN:
            return answer
        friends = game.friends(stack.owner)
        there = sum(n for s, n in game.state.at(space).items() if s.type == TRAIN and s.owner in friends)
        return max(0, self.most - there)

    def may_react(self, game: Game, power: str, moment: Moment) -> bool:
        """After the enemy has moved, a train may go to a territory under attack (.5)."""
        return moment.name == "phase" and moment.phase == "combat" and bool(self.ways(game, power, moment.power))

    def react(self, game: Game, power: str, moment: Moment) -> Flow:
        """Move one train (.5); it does so once between two turns of its power (.6)."""
        ways = self.ways(game, power, moment.power)
        options = [Choice(f"{start} > {end}", f"from {start} to {end}") for start, end in ways]
        start, end = ways[0]
        if len(options) > 1:
            answer = yield Decision(
                "train", power, "Choose the armored train to move", Choose(options), advice=options[0].key,
                rule=f"{RULE}.5",
            )  # fmt: skip
            start, end = answer.split(" > ")
        train = next(s for s in game.state.at(start) if ready(s, power))
        game.state.put(start, train, -1)
        game.state.put(end, train.with_(train.cond.marked(REACTED)), 1)
        game.emit("moved", power=power, force={train: 1}, path=(start, end))

    def ways(self, game: Game, power: str, attacker: str) -> list[tuple[str, str]]:
        """Return the moves of trains to territories under attack: (start, end)."""
        starts = [s for s, force in game.state.forces.items() if any(ready(x, power) for x in force)]
        if not starts or attacker not in game.foes(power):
            return []
        homes = {s for s in game.rules.lands if game.rules.spaces[s].owner == power}
        under = {s for s in homes if attacked(game, s, attacker)}
        ends = [s for s in under if self.room(None, game, Stack(power, TRAIN), s)]
        line = {s for s in homes - under if open_line(game, power, s)}
        out = []
        for start in set(starts) & line:
            reached = distances(game.rules.land_near, (start,), frozenset(game.rules.lands) - line)
            out += [(start, end) for end in ends if any(near in reached for near in game.rules.land_near[end])]
        return sorted(out)


def ready(stack: Stack, power: str) -> bool:
    """Return whether this is a train that may still react."""
    return stack[:2] == (power, TRAIN) and REACTED not in stack.cond.marks


def open_line(game: Game, power: str, space: str) -> bool:
    """Return whether a power controls a territory that is not contested."""
    return game.state.owner.get(space) == power and not contested(game, space)


def attacked(game: Game, space: str, attacker: str) -> bool:
    """Return whether a power has declared an attack on a territory: it moved units there, or is about to land some."""
    if not hostile(game, attacker, space) and not contested(game, space):
        return False  # units that land there only join their own
    if any(s.owner == attacker and "combat" in s.cond.marks for s in game.state.at(space)):
        return True
    zones = game.rules.sea_near[space]
    return any(s.owner == attacker and s.cond.noted("landing") == space for z in zones for s in game.state.at(z))
