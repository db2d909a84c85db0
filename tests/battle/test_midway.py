"""Odds in the middle of a battle: on average over all dice that fall next, they are what was told before."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import forces
from sandtable.battle.resolution import Columns, Resolution, resolution
from sandtable.battle.volley import ATTACKER, DEFENDER, Side
from sandtable.core.decisions import Together
from sandtable.core.forces import FRESH, Force, Stack
from sandtable.engine import battles
from sandtable.engine.battles import Battle, fight
from sandtable.server import prospects
from tests.helpers import position

#: Of winning, of taking the territory, and what both sides lose from the beginning on.
Told = tuple[float, float, float, float]

#: Ways less likely than this are not followed: fighters may miss each other for ever.
TINY = 1e-9


#: edition -> where Germany fights whom.
SCENES = {
    "classic": ("combat_move", "Soviet Union", "Ukraine S.S.R.", "North Sea Zone"),
    "great_war": ("combat", "France", "Burgundy", "Sea Zone 4"),
}


class Needed(Exception):
    """More hits are asked for than are known; `chances` are those of 0, 1, 2, … of them."""

    def __init__(self, chances: list[float]) -> None:
        self.chances = chances


class Begun(Exception):
    """A new round has begun."""


class Fought:
    """A battle fought with all dice there are: nobody leaves, and losses are taken as advised."""

    def __init__(self, edition: str, where: str, attack: str, defend: str, rules: tuple[str, ...] = ()) -> None:
        phase, enemy, land, zone = SCENES[edition]
        self.space, self.sequence = (zone, "sea_battle") if where == "sea" else (land, "land_battle")
        self.game = position("Germany", phase, {}, rules=rules, edition=edition)
        at, owners = forces.place(self.game.rules, where), {ATTACKER: "Germany", DEFENDER: enemy}
        self.forces: dict[Side, Force] = {}
        for side, text in ((ATTACKER, attack), (DEFENDER, defend)):
            named = forces.pieces(self.game.rules, side, forces.read_units(self.game.rules, text), at)
            force = {Stack(p.owner or owners[side], p.type, FRESH): n for p, n in named.items()}
            self.forces[side] = force
            for stack, n in force.items():
                self.game.state.put(self.space, stack, n)
        self.start = self.game.state.copy()
        self.known: dict[str, Told] = {}
        self.battle, self.hits = self.fresh(), list[int]()

    def resolution(self, name: str) -> Resolution:
        """A resolution whose hits are known."""
        how = resolution(name)

        def roll(columns: Columns, dice: Any) -> tuple[list[int], int]:
            if self.battle.round > 1:
                raise Begun
            if not self.hits:
                raise Needed(how.chances(columns))
            return [], self.hits.pop(0)

        return how._replace(roll=roll)

    def fresh(self) -> Battle:
        self.game.state = self.start.copy()
        return Battle(self.game, self.space, self.sequence, "Germany", self.forces[ATTACKER], self.forces[DEFENDER])

    def play(self, answers: int, hits: tuple[int, ...]) -> tuple[str, Told]:
        """Which question comes after so many answers (none: the battle is over, or a new round begins), and what is
        told there; raises `Needed`."""
        self.battle, self.hits = self.fresh(), list(hits)
        flow, answer, kind = fight(self.game, self.battle), None, ""
        try:
            for _ in range(answers + 1):
                asked = flow.send(answer)
                answer = [d.advice for d in asked.decisions] if isinstance(asked, Together) else asked.advice
            kind = asked.decisions[0].kind if isinstance(asked, Together) else asked.kind
        except StopIteration:
            pass
        except Begun:
            self.battle.step = ""
        more = " with dice to come" if self.battle.owed and self.battle.owed.rows else ""
        return kind and f"{self.battle.step}: {kind}{more}", self.told(self.battle)

    def told(self, battle: Battle) -> Told:
        """What is told now; when the battle is over, how it has ended."""
        units, (own, enemy) = battle.units, (self.lost(battle, side) for side in (ATTACKER, DEFENDER))
        if self.game.battle is None:
            won = bool(units[ATTACKER]) and not units[DEFENDER]
            takes = any("captures" in self.game.rules.units[s.type].tags for s in units[ATTACKER])
            return won, won and takes and self.sequence == "land_battle", own, enemy
        prospect = prospects.standing(self.game, self.space)
        key = str(prospect)
        if key not in self.known:
            found = prospects.brief(prospect)
            assert not found.text
            self.known[key] = found.attacker_wins, found.captured, found.attacker_loss, found.defender_loss
        wins, captured, own_loss, enemy_loss = self.known[key]
        return wins, captured, own + own_loss, enemy + enemy_loss

    def lost(self, battle: Battle, side: Side) -> float:
        def worth(force: Force) -> int:
            return sum(n * self.game.rules.units[s.type].cost for s, n in force.items())

        return worth(self.forces[side]) - worth(battle.units[side])

    def next(self, answers: int, hits: tuple[int, ...]) -> list[tuple[tuple[int, ...], float, str, Told]]:
        """All ways to the next question: the hits on them, their probability, and what is told there."""
        found, open = [], [(hits, 1.0)]
        while open:
            way, p = open.pop()
            if p < TINY:
                continue
            try:
                found.append((way, p, *self.play(answers, way)))
            except Needed as needed:
                open += [((*way, n), p * chance) for n, chance in enumerate(needed.chances)]
        return found

    def check(self) -> list[str]:
        """Checks the odds before the battle, and at the first question of each kind; returns the kinds."""
        prospect = prospects.brief(prospects._prospect(self.game, self.fresh()))
        before = prospect.attacker_wins, prospect.captured, prospect.attacker_loss, prospect.defender_loss
        seen: list[str] = []
        open: list[tuple[int, tuple[int, ...], Told]] = [(0, (), before)]
        while open:
            answers, hits, here = open.pop(0)
            ways = self.next(answers, hits)
            for i in range(4):
                assert here[i] == pytest.approx(sum(p * told[i] for _, p, _, told in ways), abs=1e-5), (seen, i)
            for way, _, kind, told in ways:
                if kind and kind not in seen:
                    seen.append(kind)
                    open.append((answers + 1, way, told))
        return seen


FIRE = "attackers_fire: casualties", "defenders_fire: casualties"
AIR = "2 fighter, 1 infantry", "1 fighter of France, 1 fighter of Britain, 1 infantry of France"


@pytest.mark.parametrize(
    ("edition", "where", "attack", "defend", "rules", "kinds"),
    [
        (
            "classic", "land", "1 infantry, 1 armor", "1 infantry, 1 fighter", (),
            {*FIRE, *(f"{kind} with dice to come" for kind in FIRE)},
        ),
        ("classic", "land", "2 infantry, 2 armor", "2 infantry, 1 armor, 1 fighter", ("common.low_luck",), {*FIRE}),
        (
            "classic", "sea", "1 submarine, 1 battleship", "1 submarine, 1 transport", (),
            {"attacking_submarines: casualties", "attackers_fire: casualties", "defending_transports: casualties",
             "defending_submarines: casualties", "defending_submarines_withdraw: withdraw"},
        ),
        ("great_war", "land", "1 infantry, 1 fighter", "1 infantry, 1 artillery, 1 fighter", (), {*FIRE}),
        ("great_war", "land", *AIR, (), {*FIRE, "air_combat: casualties"}),
        (
            "great_war", "sea", "1 battleship, 1 cruiser", "1 cruiser, 1 transport", (),
            {"defenders_fire: casualties", "break_off: retreat"},
        ),
    ],
)  # fmt: skip
def test_on_average(
    monkeypatch: pytest.MonkeyPatch,
    edition: str,
    where: str,
    attack: str,
    defend: str,
    rules: tuple[str, ...],
    kinds: set[str],
) -> None:
    battle = Fought(edition, where, attack, defend, rules)
    monkeypatch.setattr(battles, "resolution", battle.resolution)
    assert set(battle.check()) == kinds
