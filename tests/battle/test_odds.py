"""Odds as people ask for them: texts, results, policies, raids, refusals."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import sandtable
from sandtable.battle.contest import Contest
from sandtable.battle.losses import default_order, fall, loss_order, with_damaged
from sandtable.battle.odds import QUANTILES, Odds, odds, quick
from sandtable.battle.policy import AfterRounds, FewerThan, OddsBelow, OnlyAir, parse_policy
from sandtable.battle.raid import raid_odds
from sandtable.battle.solve import Solver
from sandtable.battle.spread import Spread
from sandtable.battle.volley import ALL, ATTACKER, DEFENDER, Piece
from sandtable.core.errors import Illegal, RuleError, SandtableError, Unknown
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset

from .units import LAND, force

#: attack, defense, where, attacker wins, defender wins: worked out once, those on land confirmed below
REFERENCE = [
    ("3 infantry, 1 armor", "2 infantry", "land", 0.9443266743, 0.0390482742),
    ("10 infantry, 4 armor, 2 fighters", "8 infantry, 1 fighter", "land", 0.9987926295, 0.0010059776),
    (
        "20 infantry, 10 armor, 5 fighters, 2 bombers", "25 infantry, 5 armor, 3 fighters, 1 aa gun", "land",
        0.7906146825, 0.2016877423,
    ),
    (
        "2 battleships, 3 submarines, 2 carriers, 4 fighters",
        "1 battleship, 3 submarines, 2 transports, 1 carrier, 2 fighters", "sea", 0.8350419300, 0.1412727809,
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def classic() -> Ruleset:
    return registry.build("classic")


@pytest.mark.parametrize(("attack", "defend", "where", "wins", "loses"), REFERENCE)
def test_reference_battles(classic: Ruleset, attack: str, defend: str, where: str, wins: float, loses: float) -> None:
    result = odds(classic, attack, defend, where)
    assert (result.attacker_wins, result.defender_wins) == pytest.approx((wins, loses), abs=1e-8)
    assert result.attacker_wins + result.defender_wins + result.draw == pytest.approx(1, abs=1e-12)
    assert sum(o.p for o in result.outcomes) == pytest.approx(1, abs=1e-12)
    for side in (ATTACKER, DEFENDER):
        losses = result.loss_distribution(side)
        assert sum(losses.values()) == pytest.approx(1, abs=1e-12)
        assert sum(i * p for i, p in losses.items()) == pytest.approx(result.expected_loss[side], abs=1e-9)
        quantiles = [result.loss_quantile(side, q) for q in QUANTILES]
        assert quantiles == sorted(quantiles)
        assert sum(result.survivors(side).values()) == pytest.approx(1, abs=1e-12)


def test_one_against_one_by_hand(classic: Ruleset) -> None:
    """Attacker hits on 1, defender on 2: p(win) = (1/6 · 4/6) / (1 - 5/6 · 4/6)."""
    result = odds(classic, "1 infantry", "1 infantry")
    assert result.attacker_wins == pytest.approx(4 / 16)
    assert result.draw == pytest.approx(2 / 16)
    assert result.defender_wins == pytest.approx(10 / 16)
    assert result.expected_loss[ATTACKER] == pytest.approx(3 * 12 / 16)


def test_the_package_offers_odds() -> None:
    assert sandtable.odds("classic", "1 inf", "1 inf").attacker_wins == pytest.approx(0.25)


def test_texts_as_players_write_them(classic: Ruleset) -> None:
    plain = odds(classic, "3 infantry, 2 armor, 1 fighter", "4 infantry")
    for text in ("3 inf 2 arm 1 ftr", "3 INFANTRY; 2 tanks; fighter", "3x inf, 2 armour  1 Fighters"):
        assert odds(classic, text, "4 infs").attacker_wins == plain.attacker_wins


@pytest.mark.clause("classic.R94")
def test_aircraft_win_but_do_not_capture(classic: Ruleset) -> None:
    result = odds(classic, "3 fighters", "1 infantry")
    assert result.attacker_wins > 0.9
    assert result.captured == 0


@pytest.mark.clause("classic.R93")
def test_keeping_a_land_unit(classic: Ruleset) -> None:
    usual = odds(classic, "2 inf 3 ftr", "3 inf")
    kept = odds(classic, "2 inf 3 ftr", "3 inf", keep_land=True)
    assert kept.captured > usual.captured
    assert kept.attacker_wins < usual.attacker_wins
    assert kept.expected_loss[ATTACKER] > usual.expected_loss[ATTACKER]


@pytest.mark.clause("classic.R91")
def test_both_destroyed_is_a_draw_and_no_capture(classic: Ruleset) -> None:
    result = odds(classic, "1 armor", "1 fighter", value=10)
    assert result.draw > 0
    assert result.captured == pytest.approx(result.attacker_wins)
    swing = result.expected_loss[DEFENDER] - result.expected_loss[ATTACKER] + 10 * result.captured
    assert result.expected_swing == pytest.approx(swing)


@pytest.mark.clause("classic.R195")
def test_a_battle_that_cannot_end_is_a_draw(classic: Ruleset) -> None:
    contest = Contest(LAND, force("A", fortress=1), force("D", gun=2))  # neither of them can hit
    result = Odds(contest, Solver(contest).finish())
    assert (result.draw, result.rounds[-1].round) == (1, 1)
    only_one_fires = odds(classic, "1 sub", "1 ftr", "sea")
    assert only_one_fires.defender_wins == pytest.approx(1)


def by_recursion(attack: list[int], defend: list[int], aircraft: int = 0) -> float:
    """The attacker's chance on land, by the plainest program: numbers hit on in the order of loss, one state at a time.

    An antiaircraft gun first fires at the `aircraft` that stand last in the order; of them it hits the first ones.
    """

    def hits(values: list[int]) -> list[float]:
        out = [1.0]
        for value in values:
            p = value / 6
            out = [
                (out[k] if k < len(out) else 0.0) * (1 - p) + (out[k - 1] * p if k else 0.0)
                for k in range(len(out) + 1)
            ]
        return out

    def wins(own: list[int]) -> float:
        chance = {(len(own), j): 0.0 for j in range(len(defend) + 1)}
        first, second = ([hits(v[i:]) for i in range(len(v) + 1)] for v in (own, defend))
        for i in range(len(own), -1, -1):
            for j in range(len(defend), -1, -1):
                if i == len(own) or j == len(defend):
                    chance[i, j] = float(i < len(own))
                    continue
                total, stay = 0.0, 0.0
                for x, p in enumerate(first[i]):
                    for y, q in enumerate(second[j]):
                        to = (min(i + y, len(own)), min(j + x, len(defend)))
                        if to == (i, j):
                            stay += p * q
                        else:
                            total += p * q * chance[to]
                chance[i, j] = total / (1 - stay)
        return chance[0, 0]

    ground, air = attack[: len(attack) - aircraft], attack[len(attack) - aircraft :]
    return sum(p * wins(ground + air[k:]) for k, p in enumerate(hits([1] * aircraft)))


def test_reference_battles_on_land_by_recursion() -> None:
    first = by_recursion([1] * 3 + [3], [2, 2])
    second = by_recursion([1] * 10 + [3] * 4 + [3] * 2, [2] * 8 + [4])
    third = by_recursion([1] * 20 + [3] * 10 + [3] * 5 + [4] * 2, [2] * 30 + [4] * 3, aircraft=7)
    assert [first, second, third] == pytest.approx([row[3] for row in REFERENCE[:3]], abs=1e-9)


def test_the_general_solver_agrees_at_sea(classic: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_way = odds(classic, *REFERENCE[3][:3])
    monkeypatch.setattr("sandtable.battle.solve.form", lambda course, outer, leaving: None)
    general = odds(classic, *REFERENCE[3][:3])
    assert general.attacker_wins == pytest.approx(quick_way.attacker_wins, abs=1e-12)
    assert {_key(o.attacker, o.defender): o.p for o in general.outcomes} == pytest.approx(
        {_key(o.attacker, o.defender): o.p for o in quick_way.outcomes}, abs=1e-12
    )


def _key(*sides: Mapping[Piece, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
    return tuple(tuple(sorted((p.type, n) for p, n in side.items())) for side in sides)


@pytest.mark.clause("classic.R92.2", "classic.R97")
def test_antiaircraft_gun(classic: Ruleset) -> None:
    alone = odds(classic, "1 inf 1 ftr", "1 aa")
    assert alone.captured == pytest.approx(1)
    assert alone.expected_loss[ATTACKER] == pytest.approx(12 / 6)


@pytest.mark.clause("classic.R112.3", "classic.R115")
def test_support_shots_only_in_an_assault(classic: Ruleset) -> None:
    plain = odds(classic, "3 inf", "2 inf")
    helped = odds(classic, "3 inf 1 bb", "2 inf", "amphibious")
    assert helped.attacker_wins > plain.attacker_wins
    one = odds(classic, "1 inf 1 bb", "1 inf", "amphibious", rounds=1)
    hit = 1 - (1 - 4 / 6) * (1 - 1 / 6)
    assert one.attacker_wins == pytest.approx(hit * 4 / 6)


def test_technologies(classic: Ruleset) -> None:
    usual = odds(classic, "4 inf", "1 ftr")
    jets = odds(classic, "4 inf", "1 ftr", tech=["defender: Jet Power"])
    assert jets.attacker_wins < usual.attacker_wins
    heavy = odds(classic, "1 bmb", "1 inf", tech=["attacker: heavy_bombers"], rounds=1)
    assert heavy.attacker_wins + heavy.draw - odds(classic, "1 inf", "1 bmb", rounds=1).draw > 0
    assert 1 - sum(o.p for o in heavy.outcomes if o.defender) == pytest.approx(1 - (1 / 3) ** 3)


def test_orders_of_loss(classic: Ruleset) -> None:
    usual = odds(classic, "4 inf 1 ftr", "3 inf 1 ftr")
    silly = odds(classic, "4 inf 1 ftr", "3 inf 1 ftr", losses=["attacker: fighter, infantry"])
    assert silly.attacker_wins < usual.attacker_wins
    same = odds(classic, "4 inf 1 ftr", "3 inf 1 ftr", losses=["attacker: ai", "defender: default"])
    assert same.attacker_wins == usual.attacker_wins


def test_house_rules_are_in_the_odds() -> None:
    lucky = odds("classic", "3 armor", "1 infantry", house_rules=["common.low_luck"], rounds=1)
    assert lucky.attacker_wins == 1  # nine pips are a hit for sure


def test_rounds_tell_how_the_battle_goes(classic: Ruleset) -> None:
    result = odds(classic, "3 inf 1 arm", "2 inf")
    first = result.rounds[0]
    assert first.round == 1
    assert first.attacker == pytest.approx(4 - 2 * 2 / 6)
    assert 1 > first.fighting > result.rounds[1].fighting > 0
    last = result.rounds[-1]
    assert last.attacker_wins == pytest.approx(result.attacker_wins, abs=1e-4)
    assert last.fighting < 1e-4


def test_plain_data(classic: Ruleset) -> None:
    plain = odds(classic, "1 inf", "1 inf").plain()
    wanted = {"attacker_wins", "defender_wins", "draw", "captured", "expected_loss", "rounds", "outcomes"}
    assert wanted <= set(plain)
    assert {"attacker": {"infantry": 1}, "defender": {}, "p": pytest.approx(0.25)} in plain["outcomes"]


# --- policies ---------------------------------------------------------------------------------------------------------


def test_policies_are_read() -> None:
    assert parse_policy("never") is None
    assert parse_policy("after 2 rounds") == AfterRounds(2)
    assert parse_policy("only air") == OnlyAir()
    assert parse_policy("fewer than 3 land units") == FewerThan(3)
    assert parse_policy("odds < 35%") == OddsBelow(0.35)
    for text in ("", "sometimes", "rounds 0", "odds below 3"):
        with pytest.raises(RuleError, match="not a retreat policy"):
            parse_policy(text)


def test_retreat_when_only_aircraft_are_left(classic: Ruleset) -> None:
    result = odds(classic, "2 inf 2 ftr", "4 inf", retreat=["only air"])
    for outcome in result.outcomes:
        fighters = sum(n for p, n in outcome.attacker.items() if p.type == "fighter")
        land = sum(n for p, n in outcome.attacker.items() if p.type == "infantry")
        assert fighters == 2 or land == 0
    assert result.expected_loss[ATTACKER] < odds(classic, "2 inf 2 ftr", "4 inf").expected_loss[ATTACKER]


def test_retreat_when_the_odds_fall() -> None:
    """Every state in which the attacker stays has at least the wanted odds, each found by solving it apart."""
    attackers, defenders = force("A", infantry=4, fighter=1), force("D", infantry=4)
    contest = Contest(LAND, attackers, defenders, policies={"retreat": OddsBelow(0.3)}, keep_land=False)
    ends = Solver(contest).finish()
    result = Odds(contest, ends)
    assert ends.p.sum() == pytest.approx(1, abs=1e-12)
    fought = Odds(*_fought(attackers, defenders))
    assert 0 < result.attacker_wins < fought.attacker_wins
    retreated = [o for o in result.outcomes if o.attacker and o.defender]
    assert retreated
    for outcome in retreated:
        assert Odds(*_fought(dict(outcome.attacker), dict(outcome.defender))).attacker_wins < 0.3


def _fought(attackers: dict, defenders: dict) -> tuple[Contest, Spread]:
    contest = Contest(LAND, attackers, defenders, keep_land=False)
    return contest, Solver(contest).finish()


def test_submarines_withdraw(classic: Ruleset) -> None:
    result = odds(classic, "2 bb", "3 subs", "sea", retreat=["defending_submarines_withdraw: rounds 1"])
    assert result.attacker_wins == pytest.approx(20 / 27)  # whoever is not sunk in the first round has left
    assert sum(o.p for o in result.outcomes if o.defender) > 0.5


@pytest.mark.clause("classic.R117")
def test_nobody_withdraws_from_an_assault(classic: Ruleset) -> None:
    with pytest.raises(Illegal, match="amphibious assault"):
        odds(classic, "2 inf", "2 inf", "amphibious", retreat=["rounds 1"])


@pytest.mark.clause("classic.R96")
def test_the_defender_stays_on_land(classic: Ruleset) -> None:
    with pytest.raises(Illegal, match="defender cannot retreat"):
        odds(classic, "2 inf", "2 inf", retreat=["defender: rounds 1"])


# --- raids ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("classic.R122")
def test_raids(classic: Ruleset) -> None:
    one = raid_odds(classic, "1 bomber", "1 aa")
    assert one.damage == pytest.approx((1 / 6, *(5 / 36,) * 6))
    assert one.expected_damage == pytest.approx(3.5 * 5 / 6)
    assert one.expected_loss == pytest.approx(15 / 6)
    assert raid_odds(classic, "2 bmb", "").expected_damage == pytest.approx(7)
    heavy = raid_odds(classic, "1 bmb", "", ["attacker: heavy bombers"])
    assert heavy.expected_damage == pytest.approx(10.5)
    with pytest.raises(Illegal, match="cannot make strategic bombing raids"):
        raid_odds(classic, "1 fighter", "1 aa")


# --- losses -----------------------------------------------------------------------------------------------------------


def test_loss_order_is_cheapest_first_and_damage_before_all() -> None:
    pieces = force("A", battleship=1, transport=2, submarine=1, fighter=1)
    lines = with_damaged(pieces)
    assert [(p.type, p.hits) for p in loss_order(lines, ATTACKER)] == [
        ("battleship", 2), ("transport", 1), ("submarine", 1), ("fighter", 1), ("battleship", 1),
    ]  # fmt: skip
    left, gone = fall(pieces, default_order(lines, ATTACKER), 3, ALL)
    assert {(p.type, p.hits): n for p, n in left.items()} == {
        ("battleship", 1): 1, ("submarine", 1): 1, ("fighter", 1): 1,
    }  # fmt: skip
    assert {p.type: n for p, n in gone.items()} == {"transport": 2}


# --- quick ------------------------------------------------------------------------------------------------------------


def test_quick_is_the_same(classic: Ruleset) -> None:
    result = odds(classic, "3 inf 1 arm 1 ftr", "2 inf 1 ftr 1 aa")
    found = quick(classic, result.sides[ATTACKER], result.sides[DEFENDER])
    assert found == pytest.approx(
        (result.attacker_wins, result.captured, result.expected_loss[ATTACKER], result.expected_loss[DEFENDER])
    )
    assert quick(classic, result.sides[ATTACKER], result.sides[DEFENDER]) is found


def test_quick_gives_up_a_battle_that_takes_too_much_work() -> None:
    rules = registry.build("classic", ["smith.order_of_combat"])  # aircraft name their targets: pair by pair
    sides = odds(rules, "3 inf 2 ftr", "3 inf 1 arm 2 ftr").sides
    for _ in range(2):
        with pytest.raises(Illegal, match="too large"):
            quick(rules, sides[ATTACKER], sides[DEFENDER], most=1_000)
    assert 0 < quick(rules, sides[ATTACKER], sides[DEFENDER]).wins < 1


# --- refusals ---------------------------------------------------------------------------------------------------------

REFUSED = [
    (("-3 inf", "2 inf"), {}, "negative"),
    (("3 infx", "2 inf"), {}, "no unit called 'infx'; did you mean"),
    (("3 subs", "2 inf"), {}, "cannot fight in a land battle"),
    (("3 inf", "1 inf", "sea"), {}, "cannot fight in a sea battle"),
    (("1000000 inf", "2 inf"), {}, "units are too many"),
    (("400 inf", "400 inf"), {}, "too large to calculate"),
    (("", "2 inf"), {}, "no attacking units"),
    (("3 inf 1 bb", "2 inf"), {}, "amphibious"),
    (("3 inf", "2 inf", "Karelai"), {}, "Karelia"),
    (("3 inf", "2 inf"), {"tech": ["jet power"]}, "needs a side"),
    (("3 inf", "2 inf"), {"tech": ["attacker: jt power"]}, "Jet Power"),
    (("3 inf", "2 inf"), {"losses": ["attacker: foo"]}, "no unit called"),
    (("3 inf", "2 inf"), {"retreat": ["retrete: rounds 1"]}, "retreat"),
    (("3 inf", "2 inf"), {"rounds": -1}, "number of rounds cannot be -1"),
    (("1 aa", "2 inf"), {}, "cannot take part"),
    (("3 inf", "1 factory"), {}, "cannot take part"),
    (("3 inf ((", "1 inf"), {}, "not a list of units"),
    (("3 inf", "1 inf (damaged 1)"), {}, "hits"),
]


@pytest.mark.parametrize(("args", "more", "words"), REFUSED)
def test_refusals(classic: Ruleset, args: tuple[str, ...], more: dict, words: str) -> None:
    with pytest.raises(SandtableError) as error:
        odds(classic, *args, **more)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_an_empty_territory_is_taken(classic: Ruleset) -> None:
    assert odds(classic, "1 inf", "").captured == 1


def test_unknown_editions_and_quantiles(classic: Ruleset) -> None:
    with pytest.raises(Unknown, match="classic"):
        odds("clasic", "1 inf", "1 inf")
    with pytest.raises(Illegal, match="quantile"):
        odds(classic, "1 inf", "1 inf").loss_quantile(ATTACKER, 0)
