"""Concentrated Attacks: an attack on one of several defending powers, which the others only join in part."""

from fractions import Fraction
from math import floor

from ...words import Draft, Flow, Force, Game, Option, Options, Played, add, declare_event, first, part_of, total
from ...words.asking import Choice, Choose, Decision, PickUnits, declare_decision, of_each
from ...words.battles import ATTACKER, DEFENDER, Battle
from ...words.board import Moment
from ..documents import great_war

RULE = "great_war.concentrated_attacks"
declare_decision("concentrate", "choose: the power that an attack concentrates on")
declare_decision("joining", "pick_units: defending units that join a battle")
declare_event("concentrated", "{power} concentrates on {target} in {space}, rolling {dice}: {count} other units join")


@great_war(
    RULE, "Concentrated Attacks",
    Option("base_share_percent", 25, "percent of the other defending units that always fight", low=0, high=100),
    Option("extra_share_percent", 25, "percent of them added by the die", low=0, high=100),
    Option("extra_share_roll", 4, "they are added on this roll or more", low=1, high=7),
    Option("share_rounding", "up", "how to round the number of units", choices=("up", "down", "nearest")),
    default=False,
)  # fmt: skip
def concentrated_attacks(draft: Draft, option: Options) -> None:
    """Against several defending powers, the attacker may concentrate on one of them. All its units fight, and 25
    percent of all the other defending units. On a roll of 4 or more, another 25 percent join. Other units
    neither fire nor can be hit."""
    line = Concentration(option)
    draft.offer("reaction", "concentrate", "concentrate the attack on one power", line.declared, line.possible,
                line.advised)  # .1  # fmt: skip


class Concentration(Played):
    """The share of the defenders that fights."""

    def possible(self, game: Game, power: str, moment: Moment) -> bool:
        """The attacker may concentrate where units of several powers defend a territory (.1)."""
        battle = moment.battle if moment.name == "battle" else None
        if battle is None or power != battle.attacker or not game.rules.is_land[battle.space] or battle.reserve_named:
            return False
        return len({s.owner for s in battle.units[DEFENDER]}) > 1

    def advised(self, game: Game, power: str, moment: Moment) -> bool:
        """Concentrate if all defenders together outnumber the attackers."""
        battle = moment.battle
        return battle is not None and total(battle.units[DEFENDER]) > total(battle.units[ATTACKER])

    def declared(self, game: Game, power: str, moment: Moment) -> Flow:
        """Name the power (.2), roll for further opposition (.4), and leave the others out (.3, .5 to .8)."""
        battle = moment.battle
        assert battle is not None
        owners = sorted({s.owner for s in battle.units[DEFENDER]})
        weakest = min(owners, key=lambda p: (sum(n for s, n in battle.units[DEFENDER].items() if s.owner == p), p))
        target = yield Decision(
            "concentrate", power, f"Choose the power to attack in {battle.space}",
            Choose([Choice(p, p) for p in owners]), advice=weakest, rule=f"{RULE}.2", context={"space": battle.space},
        )  # fmt: skip
        others = {s: n for s, n in battle.units[DEFENDER].items() if s.owner != target}
        (die,) = game.dice.roll(1)
        count = self.share(total(others), die)
        game.emit("concentrated", power=power, target=target, space=battle.space, dice=[die], count=count)
        joining = yield from self._joining(game, battle, others, count)
        out = {s: n - joining.get(s, 0) for s, n in others.items() if n > joining.get(s, 0)}
        battle.remove(DEFENDER, out)
        battle.reserve = {**battle.reserve, **out}
        battle.reserve_named = True

    def share(self, others: int, die: int) -> int:
        """Return how many other units fight (.3, .5, .6): both shares are of all of them, rounded once."""
        extra = self.option.extra_share_percent if die >= self.option.extra_share_roll else 0
        percent = min(100, self.option.base_share_percent + extra)
        return part_of(others, Fraction(percent, 100), self.option.share_rounding)

    def _joining(self, game: Game, battle: Battle, others: Force, count: int) -> Flow:
        """The other defending powers choose which units join; if they disagree, in proportion to their numbers."""
        if count in (0, total(others)) or len(others) == 1:
            return first(others, count)
        powers = [p for p in dict.fromkeys(s.owner for s in others) if p in game.rules.powers]
        best = dict(sorted(others.items(), key=lambda row: (game.unit(row[0]).cost, row[0])))
        answers = yield from of_each(powers, lambda power: Decision(
            "joining", power, f"Choose the {count} units that join the battle in {battle.space}",
            PickUnits(others, count, count, f"{RULE}.3"), advice=first(best, count), rule=f"{RULE}.3",
            context={"space": battle.space},
        ))  # fmt: skip
        one, *rest = answers.values()
        return one if all(answer == one for answer in rest) else proportional(best, count)


def proportional(force: Force, count: int) -> Force:
    """Return this number of units, of each power as many as its part of them all, as nearly as possible."""
    whole, out = total(force), Force()
    shares = {
        owner: Fraction(count * sum(n for s, n in force.items() if s.owner == owner), whole)
        for owner in dict.fromkeys(s.owner for s in force)
    }
    numbers = {owner: floor(part) for owner, part in shares.items()}
    for owner in sorted(shares, key=lambda p: (numbers[p] - shares[p], p))[: count - sum(numbers.values())]:
        numbers[owner] += 1
    for owner, n in numbers.items():
        for stack, k in first({s: m for s, m in force.items() if s.owner == owner}, n).items():
            add(out, stack, k)
    return out
