"""The referee's side of the comparison: battles fought out in a game, again and again, with the usual losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.battle import forces
from sandtable.battle.odds import Odds, choose_and_solve
from sandtable.battle.volley import ATTACKER, DEFENDER, Side
from sandtable.core.decisions import Together
from sandtable.core.dice import Dice
from sandtable.core.forces import Force, Stack, by_type
from sandtable.engine.battles import Battle, fight
from sandtable.engine.leaving import STAY
from tests.helpers import position

ATTACKING, DEFENDING = "Soviet Union", "Germany"
#: where each kind of battle is fought, and its sequence
PLACES = {
    "land": ("Ukraine S.S.R.", "land_battle"),
    "sea": ("Baltic Sea Zone", "sea_battle"),
    "amphibious": ("Ukraine S.S.R.", "land_battle"),
}
Result = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]


class FastDice(Dice):
    """Dice from Python's generator: quick, and the same for the same seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(str(seed))
        self._rng = Random(seed)

    def roll(self, count: int) -> list[int]:
        self.position += count
        return self._rng.choices((1, 2, 3, 4, 5, 6), k=count)


class Referee:
    """One battle of Classic, or of the edition of a subclass, by counts of units; `techs` are those of both sides."""

    edition, attacking, defending, places = "classic", ATTACKING, DEFENDING, PLACES
    #: answers other than the advice, by kind of decision
    answers: Mapping[str, Any] = {}

    def __init__(
        self,
        where: str,
        attackers: Mapping[str, int],
        defenders: Mapping[str, int],
        techs: Mapping[str, tuple[str, ...]] | None = None,
        rules: tuple[str, ...] = (),
        seed: int = 0,
        rounds: int = 0,
    ) -> None:
        self.where, self.attackers, self.defenders, self.rounds = where, dict(attackers), dict(defenders), rounds
        self.space, self.sequence = self.places[where]
        own, enemy = self.attacking, self.defending
        text = {p: ", ".join(f"{n} {k}" for k, n in c.items()) for p, c in ((own, attackers), (enemy, defenders))}
        self.game = position(own, "combat_move", {self.space: text}, techs=techs, rules=rules, edition=self.edition)
        self.game.listening = False
        self.game.dice = FastDice(seed)
        self.start = self.game.state.copy()
        self.at = forces.place(self.game.rules, where)

    def _force(self, owner: str, counts: Mapping[str, int], aside: bool) -> Force:
        tags = {k: self.game.rules.units[k] for k in counts}
        field = "land" if self.at.land else "sea"
        return {
            Stack(owner, k): n
            for k, n in counts.items()
            if ("passive" in tags[k].tags or tags[k].kind not in (field, "air")) == aside
        }

    def roll(self) -> Result:
        """One battle: the survivors by type, attackers and defenders."""
        game = self.game
        game.state = self.start.copy()
        battle = self.battle()
        flow = fight(game, battle)
        answer = None
        while True:
            try:
                asked = flow.send(answer)
            except StopIteration:
                break
            if isinstance(asked, Together):
                answer = [d.advice for d in asked.decisions]
            elif asked.kind == "retreat":
                leaving = self.rounds and battle.round >= self.rounds
                answer = next(k for k in asked.form.listed() if (k != STAY) == bool(leaving))
            else:
                answer = self.answers.get(asked.kind, asked.advice)
        left = dict(battle.units[ATTACKER])
        if ATTACKER in battle.gone:
            left = self.gone
        return _sorted(left), _sorted(battle.units[DEFENDER])

    @property
    def gone(self) -> Force:
        """Attackers that have withdrawn, wherever they are."""
        return {
            s: n
            for force in self.game.state.forces.values()
            for s, n in force.items()
            if s.owner == self.attacking and "fought" in s.cond.marks
        }

    def battle(self) -> Battle:
        """The battle before its first round."""
        battle = Battle(
            self.game, self.space, self.sequence, self.attacking,
            self._force(self.attacking, self.attackers, False), self._force(self.defending, self.defenders, False),
        )  # fmt: skip
        battle.aside[ATTACKER] = self._force(self.attacking, self.attackers, True)
        battle.aside[DEFENDER] = self._force(self.defending, self.defenders, True)
        return battle

    def solved(self) -> tuple[Odds, dict[Result, float]]:
        """The same battle solved: the odds, and the distribution of what `roll` returns."""
        battle = self.battle()
        sides: dict[Side, dict] = {side: battle.pieces(side) for side in (ATTACKER, DEFENDER)}
        retreat = [f"rounds {self.rounds}"] if self.rounds else []
        odds = choose_and_solve(self.game.rules, self.at, sides, retreat=retreat)
        out: dict[Result, float] = {}
        for attacker, defender, p in odds.outcomes:
            counts = []
            for side in (attacker, defender):
                total: Counter[str] = Counter()
                for piece, n in side.items():
                    total[piece.type] += n
                counts.append(tuple(sorted(total.items())))
            key = (counts[0], counts[1])
            out[key] = out.get(key, 0.0) + p
        return odds, out


def _sorted(force: Force) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(by_type(force).items()))


def random_referee(number: int) -> Referee:
    """A random battle; the same number gives the same one."""
    rng = Random(number)
    where = rng.choice(("land", "land", "amphibious", "sea", "sea"))
    land = ("infantry", "infantry", "tank", "fighter", "bomber")
    sea = ("submarine", "transport", "aircraft_carrier", "battleship", "fighter")
    sides: list[dict[str, int]] = []
    for _ in range(2):
        counts: Counter[str] = Counter()
        for _ in range(rng.randint(1, 5)):
            counts[rng.choice(sea if where == "sea" else land)] += 1
        sides.append(dict(counts))
    if where != "sea" and rng.random() < 0.5:
        sides[1]["antiaircraft_gun"] = 1
    if where == "amphibious":
        sides[0]["battleship"] = rng.randint(1, 2)
    known = ("jet_power", "super_submarines", "heavy_bombers")
    techs = {p: tuple(t for t in known if rng.random() < 0.25) for p in (ATTACKING, DEFENDING)}
    rules = ("common.low_luck",) if rng.random() < 0.2 else ()
    return Referee(where, sides[0], sides[1], techs, rules, number)
