"""`strong`: its proposals, its search, and whole games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandtable.ai import player
from sandtable.ai.basic import Basic
from sandtable.ai.basic.style import PLAIN, Style
from sandtable.ai.strong import Strong
from sandtable.ai.strong.answers import Answer, tried
from sandtable.ai.strong.others import Others, styles
from sandtable.ai.strong.proposals import Watched, joined, proposals
from sandtable.ai.strong.search import MOST, Budget, Course, Origin, Plan, Search
from sandtable.ai.trial import play_on, trial
from sandtable.ai.value import Round
from sandtable.core.decisions import Amount, Choose, Decision, Option
from sandtable.engine.game import Game, play
from sandtable.engine.movement import COMBAT, NONCOMBAT
from sandtable.lab import fuzz
from tests.helpers import position

LIMIT = "common.round_limit"
OPTIONS = {f"{LIMIT}.rounds": 1}


def begun(edition: str) -> Game:
    return Game.new(edition, [LIMIT], OPTIONS, seed=3, recording=False)


def search(game: Game, style: Style, rounds: float = 200) -> Search:
    return Search(game, game.open[0], Origin(game), style, "1", Budget(rounds))


@pytest.mark.parametrize("edition", ["classic", "great_war", "anniversary", "pacific"])
def test_strong_plays_legally_and_the_same_again(edition: str) -> None:
    def once() -> tuple[str, int]:
        game = begun(edition)
        one = Strong("3", evaluations=5)
        play(game, {p: one if i % 2 else player("quick", f"3/{p}") for i, p in enumerate(game.rules.powers)})
        return game.state_hash, one.searched

    assert once() == once()
    assert once()[1]


@pytest.mark.parametrize("edition", ["classic", "great_war", "anniversary", "pacific"])
def test_strong_plays_random_house_rules_to_the_end(edition: str) -> None:
    row = next(fuzz.subsets(edition, fuzz.candidates(edition), "strong"))
    row = [choice for choice in row if choice[0] != LIMIT]
    game = Game.new(edition, [rule for rule, _ in row] + [LIMIT], {**fuzz.options_of(row), **OPTIONS}, seed=4)
    one = Strong("4", evaluations=4)

    def legal(game: Game, decision: Decision) -> object:
        answer = one(game, decision)
        decision.check(answer)
        return answer

    play(game, dict.fromkeys(game.rules.powers, legal))
    assert game.over


def test_games_do_not_depend_on_the_hashes_of_names() -> None:
    code = """
from sandtable.ai.strong import Strong
from sandtable.engine.game import Game, play
game = Game.new("classic", ["common.round_limit"], {"common.round_limit.rounds": 1}, seed=5)
from sandtable.ai import player
play(game, {p: Strong(p, 8) if p == "Japan" else player("quick", p) for p in game.rules.powers})
print(game.state_hash)
"""
    seen = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        seen.add(
            subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        )
    assert len(seen) == 1


@pytest.mark.parametrize(("edition", "power"), [("pacific", "India"), ("anniversary", "China")])
def test_powers_that_share_a_turn_are_searched_too(edition: str, power: str) -> None:
    game = begun(edition)
    one, fast = Strong("3", evaluations=8), player("quick", "3")
    play(game, {p: one if p == power else fast for p in game.rules.powers})
    assert one.searched


def test_answers_given_before_a_phase_are_given_again_in_trials() -> None:
    """Germany of 1914 is asked for its kind of war before it buys."""
    game = begun("great_war")
    one, fast = Strong("3", evaluations=8), player("quick", "3")
    kinds: list[str] = []
    while game.open and not (kinds and game.state.power != "Germany"):
        decision = game.open[0]
        if decision.power == "Germany" and game.state.power == "Germany":
            kinds.append(decision.kind)
            game.answer(one(game, decision), id=decision.id)
        else:
            game.answer(fast(game, decision), id=decision.id)
        if decision.kind == "purchase" and kinds:
            break
    assert kinds == ["offer", "purchase"]
    assert one.searched == 2


def test_an_unknown_question_is_answered_by_what_comes_of_it() -> None:
    game = position("Germany", "combat_move", OPEN)
    asked = Decision(
        "peace", "Germany", "Make peace?", Choose((Option("no", "No"), Option("yes", "Yes"))), advice="yes"
    )
    found = Search(game, asked, Origin(game), PLAIN, "1", Budget(20))
    no, yes = Answer("peace", "no"), Answer("peace", "yes")
    found._try = lambda plan, number, player: Leads(30 if plan.answers == (no,) else 0)  # type: ignore
    assert found.answers([no, yes]) == (no,)
    found = Search(game, asked, Origin(game), PLAIN, "1", Budget(20))
    found._try = lambda plan, number, player: Leads(0 if plan.answers == (no,) else 30)  # type: ignore
    assert found.answers([no, yes]) == (yes,)


#: three battleships that cannot escape the aircraft next to them
DOOMED = {
    "Germany": {"Germany": "6 infantry"},
    "Baltic Sea Zone": {"Germany": "3 battleship"},
    "United Kingdom": {"United Kingdom": "12 fighter, 4 bomber"},
    "Karelia S.S.R.": {"Soviet Union": "8 infantry"},
    "Russia": {"Soviet Union": "8 infantry"},
}


def salvaging(rate: float) -> Game:
    rules, ipcs = ["gemmell.salvage"], {"Germany": 32}
    return position("Germany", "purchase", DOOMED, rules=rules, options={"gemmell.salvage.rate": rate}, ipcs=ipcs)


def test_an_offer_is_taken_up_for_what_is_answered_after_it() -> None:
    game, one = salvaging(1.0), Strong("1")
    assert game.open[0].kind == "offer"
    assert one(game, game.open[0]) == one(game, game.open[0]) == "salvage"
    game.answer("salvage")
    assert one(game, game.open[0]) == {("battleship", "Baltic Sea Zone"): 3}
    assert "came out better" in one.why(game, game.open[0], {})
    assert (one.searched, one.changed) == (1, 1)


def test_an_offer_that_pays_nothing_is_declined() -> None:
    game, one = salvaging(0.0), Strong("1")
    assert one(game, game.open[0]) == "go on"
    assert (one.searched, one.changed) == (1, 0)


def test_of_an_answer_that_has_become_impossible_nothing_is_kept() -> None:
    game, one = salvaging(1.0), Strong("1")
    assert one(game, game.open[0]) == "salvage"
    game.answer("salvage")
    asked = game.open[0]
    del asked.form.most["battleship", "Baltic Sea Zone"]  # type: ignore[attr-defined]
    assert ("battleship", "Baltic Sea Zone") not in one(game, asked)


def test_answers_to_questions_with_many_are_tried_at_intervals() -> None:
    game, fast = position("Germany", "purchase", {}), Basic("1")

    def amounts(low: int, high: int) -> list[int]:
        asked = Decision("peace", "Germany", "How much?", Amount(low, high), advice=low)
        return [row.plain for row in tried(game, asked, fast)]

    assert amounts(0, 30) == [0, 4, 8, 12, 17, 21, 25, 30]
    assert amounts(2, 3) == [2, 3]
    assert amounts(2, 2) == []
    assert tried(game, game.open[0], fast) == []


@pytest.mark.parametrize(("lead", "taken"), [(6, False), (20, True)])
def test_another_answer_than_the_advised_one_needs_more_evidence(lead: int, taken: bool) -> None:
    """A lead of 6 IPCs is enough for another style, but not for another answer."""
    game = position("Germany", "combat_move", OPEN)
    asked = Decision(
        "peace", "Germany", "Make peace?", Choose((Option("no", "No"), Option("yes", "Yes"))), advice="yes"
    )
    no, yes = Answer("peace", "no"), Answer("peace", "yes")
    found = Search(game, asked, Origin(game), PLAIN, "1", Budget(200))
    found._try = lambda plan, number, player: Leads(lead if plan.answers == (no,) else 0)  # type: ignore
    assert found.answers([no, yes]) == ((no,) if taken else (yes,))
    other, found = Plan(Style(bold=2.0)), search(game, PLAIN)
    found._try = lambda plan, number, player: Leads(lead if plan == other else 0)  # type: ignore
    assert found.best([other]) == other


class Leads:
    """A trial that leads to values, by round (None: a rule failed)."""

    def __init__(self, *values: float | None) -> None:
        self.values = () if None in values else values


#: four tanks before an empty capital behind the front
OPEN = {"Eastern Europe": {"Germany": "4 armor"}, "Ukraine S.S.R.": {"Soviet Union": "6 infantry"}}


def test_the_search_takes_the_plan_that_wins_a_capital() -> None:
    game = position("Germany", "combat_move", OPEN)
    blind = Style(skip=frozenset(["Russia"]))
    found = search(game, blind)
    assert found.best([Plan(PLAIN)]) == Plan(PLAIN)
    assert len(found.leads(Plan(PLAIN))) > 2
    assert found.worth(Plan(PLAIN)) > 30


def test_the_search_keeps_a_plan_that_no_proposal_betters() -> None:
    found = search(position("Germany", "combat_move", OPEN), PLAIN)
    assert "Russia" not in found.style(COMBAT).skip
    assert found.worth(Plan(Style(skip=frozenset(["Russia"])))) < -20


@pytest.mark.parametrize(("later", "taken"), [(30, True), (0, False)])
def test_what_a_plan_gains_must_last(later: int, taken: bool) -> None:
    """The better plans are tried again, and further ahead."""
    found, other = search(position("Germany", "combat_move", OPEN), PLAIN), Plan(Style(bold=2.0))

    def lead(plan: Plan, number: int, player: Basic) -> Leads:
        return Leads(*(0 if plan == Plan(PLAIN) else x for x in ((30,) if number < 3 else (20, later - 20, later))))

    found._try = lead  # type: ignore
    assert (found.best([other]) == other) is taken
    assert (found.lead_of_best > 10) is taken


def test_what_was_seen_counts_the_more_the_less_luck_is_in_it() -> None:
    """A plan that leads by 30 and then 10 more: of a single trial that looks one round ahead, a quarter is believed."""
    rounds = (Round(-2.0, 10.0, 300**0.5), Round(-1.0, 10.0, 300**0.5))
    found = search(position("Germany", "combat_move", OPEN), PLAIN)
    found.learned = found.learned._replace(rounds=rounds)
    one, base = Plan(Style(bold=2.0)), Plan(PLAIN)
    assert found.worth(one) < -100
    found.courses = {base: [Leads(1)], one: [Leads(31)]}  # type: ignore
    assert found.worth(one) == pytest.approx(-2 + 32 / 4 - 1)
    found.courses = {base: [Leads(1), Leads(5, 5), Leads(0)], one: [Leads(31), Leads(35, 45), Leads(30)]}  # type: ignore
    assert found.worth(one) == pytest.approx(-2 + 32 / 2 - 1 + 11 / 4)
    found.courses = {base: [Leads(0)] * 300, one: [Leads(900)] * 300}  # type: ignore
    assert found.worth(one) == pytest.approx(MOST, abs=5)


def test_a_plan_that_never_differs_is_no_better_whatever_is_expected_of_plans() -> None:
    found, tries = search(position("Germany", "combat_move", OPEN), PLAIN), list[Plan]()
    found.learned = found.learned._replace(rounds=(Round(5.0, 10.0, 20.0),) * 3)
    found._try = lambda plan, number, player: tries.append(plan) or Leads(7)  # type: ignore
    assert found.best([Plan(Style(bold=2.0))]) == Plan(PLAIN)
    assert found.lead_of_best == 0
    assert len(tries) == 2  # there is nothing to try again


def test_the_best_plan_is_one_that_was_tried_often_enough_to_be_believed() -> None:
    found, base = search(position("Germany", "combat_move", OPEN), PLAIN), Plan(PLAIN)
    lucky, good = Plan(Style(bold=2.0)), Plan(Style(bold=3.0))

    def lead(plan: Plan, number: int, player: Basic) -> Leads:
        if plan == lucky:
            return Leads(*((40,) if not number else (-10, -10, -10)))
        return Leads(*[0 if plan == base else 20] * (1 if number < 3 else 3))

    found._try = lead  # type: ignore
    assert found.best([lucky, good]) == good


def test_the_first_heat_leaves_time_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials are slow here: 1 second each, so that the time ends long before the rounds do."""
    game, now = position("Germany", "combat_move", OPEN), [0.0]
    monkeypatch.setattr("sandtable.ai.strong.search.time.monotonic", lambda: now[0])
    plan = Plan(Style(bold=2.0))
    found = Search(game, game.open[0], Origin(game), PLAIN, "1", Budget(1000, 20.0))

    def slow(tried: Plan, number: int, player: Basic) -> Leads:
        now[0] += 1
        return Leads(40 if tried == plan else 0)

    found._try = slow  # type: ignore
    assert found.best([plan, *(Plan(Style(bold=2.0 + n)) for n in range(1, 31))]) == plan
    assert len(found.leads(plan)) >= 2


def test_another_game_is_searched_anew() -> None:
    one, first = Strong(1, evaluations=5), position("Germany", "combat_move", OPEN)
    one(first, first.open[0])
    other = position("Germany", "combat_move", OPEN)
    one(other, other.open[0])
    assert one.searched == 2


def test_a_turn_that_goes_on_in_a_game_loaded_again_keeps_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Style(post="Southern Europe")
    monkeypatch.setattr(Search, "style", lambda self, phase: wish if phase == "purchase" else self.base.style)
    one, first = Strong(1, evaluations=5), position("Germany", "purchase", OPEN)
    one(first, first.open[0])
    again = position("Germany", "noncombat_move", OPEN)
    one(again, again.open[0])
    assert one.fast.style == wish
    again.state.round += 1
    one(again, again.open[0])
    assert one.fast.style == PLAIN


def test_a_style_counts_from_the_phase_on_for_which_it_is_set() -> None:
    game = position("Germany", "purchase", OPEN)
    fast = Basic(1)
    game.answer(fast(game, game.open[0]))
    fast.style = Style(skip=frozenset(["Russia"]))
    targets = set()
    while game.open and game.open[0].kind == "move" and game.open[0].context["phase"] == COMBAT:
        move = fast(game, game.open[0])
        targets.update(move.path[-1:])
        game.answer(move)
    assert "Russia" not in targets


def test_the_enemies_play_in_another_style_in_each_trial() -> None:
    game = position("Soviet Union", "purchase", {"Russia": {"Soviet Union": "9 infantry"}}, ipcs={"Soviet Union": 30})
    assert [style.buy for style in styles(game.rules)] == ["", "infantry", "infantry", "tank"]
    decision, bought = game.open[0], []
    for number in range(5):
        others = Others(game, "axis", "1", number)
        assert others(game, decision) == Basic("1", styles(game.rules)[number % 4])(game, decision)
        bought.append(others(game, decision).get(("tank",), 0))
        friends = Others(game, "allies", "1", number)
        assert friends(game, decision) == Basic("1")(game, decision)
    assert bought[0] == bought[4] < bought[3]


def test_a_budget_is_kept() -> None:
    found = search(position("Germany", "combat_move", OPEN), PLAIN, 9)
    found.style(COMBAT)
    assert 1 < sum(bool(course.values) for course in found._ends.values()) <= 9
    found = search(position("Germany", "combat_move", OPEN), Style(skip=frozenset(["Russia"])), 16)
    assert found.best([Plan(PLAIN)]) == Plan(PLAIN)
    assert sum(bool(course.values) for course in found._ends.values()) <= 16
    assert found.budget.spent


def test_a_trial_in_which_a_rule_fails_counts_for_nothing() -> None:
    """Of the pairs of trials with the same dice, only those are compared that have both come to an end."""
    found, other = search(position("Germany", "combat_move", OPEN), PLAIN), Plan(Style(bold=2.0))
    values = {Plan(PLAIN): [1.0, None, 3.0], other: [11.0, 50.0, None]}
    found._try = lambda plan, number, player: Leads(values[plan][number])  # type: ignore
    for plan in values:
        found.more(plan, 3)
    assert found.leads(other) == [[10.0], [], []]


def test_a_trial_is_valued_after_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    start = position("Germany", "combat_move", OPEN)
    game = trial(start.rules, start.state, "1")
    monkeypatch.setattr("sandtable.ai.strong.search.value", lambda game, side: float(10 ** (game.state.round - 1)))
    course = Course(game, Others(game, "axis", "1", 0), "axis", "Germany", 1)
    assert course.play(2) == 2
    assert course.values == (10, 100)
    assert course.play(2) == 0


@pytest.mark.parametrize(("edition", "rounds"), [("classic", [1] * 3 + [2] * 5 + [3]), ("great_war", [3] * 9)])
def test_later_trials_look_further_ahead_and_the_first_ones_as_far_as_learned(
    monkeypatch: pytest.MonkeyPatch, edition: str, rounds: list[int]
) -> None:
    game = begun(edition)
    while game.open[0].kind != "purchase":
        game.answer(game.open[0].advice)
    found, played = search(game, PLAIN), list[int]()

    def play(self: Course, rounds: int) -> int:
        played.append(rounds)
        return rounds

    monkeypatch.setattr(Course, "play", play)
    found.more(Plan(PLAIN), 9)
    assert played == rounds


def test_trials_whose_turns_end_alike_are_played_on_once() -> None:
    game = position("Germany", "combat_move", OPEN)
    found = search(game, PLAIN)
    for style in (PLAIN, Style(push=frozenset(["Brazil"]))):
        found.more(Plan(style), 2)
    assert len(found._ends) == 2
    assert found.budget.rounds == 200 - 4 * 0.25 - 2


def test_proposals_leave_out_each_attack_and_add_others() -> None:
    game = position("Germany", "combat_move", OPEN)
    watched = Watched("1", PLAIN)
    copy = trial(game.rules, game.state, "1")
    play_on(copy, "Germany", watched, Basic(1), 1)
    assert "Russia" in watched.targets
    styles = proposals(game, game.open[0], COMBAT, PLAIN, watched.targets)
    assert Style(skip=frozenset(["Russia"])) in styles
    assert Style(push=frozenset(["Karelia S.S.R."])) in styles


EAST = frozenset(["Eastern Europe"])


def front(phase: str, enemies: dict[str, str], own: int) -> Game:
    """Return a position in which the army of Germany stands in Eastern Europe, with more of it behind."""
    units = {"Eastern Europe": {"Germany": f"{own} infantry"}, "Germany": {"Germany": "8 infantry"}}
    return position("Germany", phase, {**units, **{s: {"Soviet Union": army} for s, army in enemies.items()}})


def standing(game: Game, style: Style, space: str = "Eastern Europe") -> int:
    """Return how many units of the power are left in a territory after a phase in a style."""
    fast, power, phase = Basic("1", style), game.state.power, game.open[0].context["phase"]
    while game.open and game.open[0].kind == "move" and game.open[0].context["phase"] == phase:
        game.answer(fast(game, game.open[0]))
    return sum(n for stack, n in game.state.at(space).items() if stack.owner == power)


@pytest.mark.parametrize(
    ("enemies", "plain", "hold", "leave"), [("6 infantry", 14, 14, 0), ("24 infantry, 2 armor", 1, 14, 0)]
)
def test_a_territory_is_held_or_left_as_the_style_says(enemies: str, plain: int, hold: int, leave: int) -> None:
    styles = (PLAIN, Style(hold=EAST), Style(leave=EAST))
    found = [standing(front("noncombat_move", {"Ukraine S.S.R.": enemies}, 6), style) for style in styles]
    assert found == [plain, hold, leave]


@pytest.mark.parametrize(
    ("enemies", "careful", "plain", "daring"), [("17 infantry, 1 armor", 1, 14, 14), ("24 infantry", 1, 1, 14)]
)
def test_an_army_stays_in_reach_of_the_enemy_by_its_nerve(enemies: str, careful: int, plain: int, daring: int) -> None:
    found = [standing(front("noncombat_move", {"Ukraine S.S.R.": enemies}, 6), Style(nerve=x)) for x in (0.4, 1, 2)]
    assert found == [careful, plain, daring]


@pytest.mark.parametrize(("nerve", "guards"), [(0.4, 6), (1.0, 5), (2.0, 4)])
def test_as_many_units_hold_a_territory_as_the_nerve_asks_for(nerve: float, guards: int) -> None:
    """Most of the army goes to Karelia, and three tanks in Ukraine could attack the Caucasus."""
    units = {
        "Russia": {"Soviet Union": "10 infantry"},
        "Karelia S.S.R.": {"Soviet Union": "16 infantry"},
        "Caucasus": {"Soviet Union": "1 infantry"},
        "Ukraine S.S.R.": {"Germany": "3 armor"},
        "Finland-Norway": {"Germany": "2 infantry"},
    }
    game = position("Soviet Union", "noncombat_move", units, owners={"Ukraine S.S.R.": "Germany"})
    assert standing(game, Style(nerve=nerve), "Caucasus") == guards


def test_a_territory_is_left_even_if_no_other_one_is_safe() -> None:
    def manchuria() -> Game:
        units = {"Manchuria": {"Japan": "6 infantry"}, "China": {"Soviet Union": "40 armor"}}
        return position("Japan", "noncombat_move", units, owners={"China": "Soviet Union"})

    assert standing(manchuria(), PLAIN, "Manchuria") == 6
    assert standing(manchuria(), Style(leave=frozenset(["Manchuria"])), "Manchuria") == 0


def test_an_army_that_holds_a_territory_does_not_attack_from_it() -> None:
    enemies = {"Ukraine S.S.R.": "1 infantry", "Karelia S.S.R.": "4 infantry"}
    assert standing(front("combat_move", enemies, 6), PLAIN) == 0
    assert standing(front("combat_move", enemies, 6), Style(hold=EAST)) == 6


def test_proposals_hold_or_leave_territories_that_the_enemy_can_reach() -> None:
    game = front("combat_move", {"Ukraine S.S.R.": "6 infantry"}, 6)
    styles = proposals(game, game.open[0], COMBAT, PLAIN, [])
    assert Style(hold=EAST) in styles
    assert Style(leave=EAST) in styles
    assert not any("Germany" in style.hold | style.leave for style in styles)  # the capital is held anyway
    assert not any(style.leave & {"Western Europe"} for style in styles)  # nobody stands there


def test_after_the_battles_only_what_the_rest_of_the_turn_can_still_do_is_proposed() -> None:
    game = front("noncombat_move", {"Ukraine S.S.R.": "6 infantry"}, 6)
    base = Style(skip=frozenset(["Karelia S.S.R."]), hold=frozenset(["Germany"]))
    styles = proposals(game, game.open[0], NONCOMBAT, base, [])
    assert base._replace(hold=base.hold | EAST) in styles
    assert base._replace(leave=EAST) in styles
    assert {0.4, 2.0} < {style.nerve for style in styles}
    assert base._replace(post="Southern Europe") in styles  # a complex next to the front
    assert Style() in styles  # without the wishes of the combat move
    assert not any(style.push or style.skip - base.skip or style.bold != 1 for style in styles)


def test_the_moves_after_the_battles_are_searched_too() -> None:
    game = front("noncombat_move", {"Ukraine S.S.R.": "24 infantry, 2 armor"}, 6)
    one = Strong(1, 60)
    one(game, game.open[0])
    assert one.searched == 1


def test_two_styles_are_joined() -> None:
    one, two = Style(bold=2.0, skip=frozenset("a")), Style(goal="Japan", skip=frozenset("b"))
    assert joined(PLAIN, one, two) == Style(bold=2.0, goal="Japan", skip=frozenset("ab"))
    assert joined(PLAIN, Style(bold=2.0), Style(bold=3.0)).bold == 2.0
    assert joined(PLAIN, Style(leave=frozenset("a")), Style(hold=frozenset("b"))) == Style(
        hold=frozenset("b"), leave=frozenset("a")
    )


def test_a_wish_for_a_type_or_a_post_is_followed() -> None:
    units = {"Russia": {"Soviet Union": "3 infantry"}, "Karelia S.S.R.": {"Soviet Union": "1 infantry"}}
    game = position("Soviet Union", "purchase", units, ipcs={"Soviet Union": 24})
    style = Style(buy="infantry", part=1.0, post="Karelia S.S.R.")
    searching = Basic(1, style)
    assert searching(game, game.open[0]) == {("infantry",): 8}
    while game.open[0].kind != "place":
        game.answer(searching(game, game.open[0]))
    assert searching(game, game.open[0]) == {("infantry", "Karelia S.S.R."): 8}


def test_a_time_limit_ends_the_search_of_a_turn() -> None:
    game = position("Germany", "combat_move", OPEN)
    one = player("strong", 1, seconds=1e-9)
    assert isinstance(one, Strong)
    one(game, game.open[0])
    assert (one.searched, one.changed) == (1, 0)
