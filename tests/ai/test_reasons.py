"""What `strong` says about its answers: odds, what the enemy could do, and what its search has found."""

from __future__ import annotations

from sandtable.ai.basic import Basic
from sandtable.ai.strong import Strong
from sandtable.ai.strong.reasons import reason
from sandtable.core.decisions import DONE
from tests.helpers import position

ATTACK = {"Eastern Europe": {"Germany": "8 armor"}, "Ukraine S.S.R.": {"Soviet Union": "1 infantry"}}


def test_an_attack_is_given_with_its_odds() -> None:
    game = position("Germany", "combat_move", ATTACK)
    fast = Basic(1)
    move = fast(game, game.open[0])
    told = reason(game, game.open[0], move, fast)
    assert told.startswith(f"The attack on {move.path[-1]} succeeds with a chance of about ")
    assert reason(game, game.open[0], DONE, fast) == ""


def test_a_purchase_names_the_danger_for_the_capital() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "8 armor"}, "Russia": {"Soviet Union": "2 infantry"}}
    owners = {"Ukraine S.S.R.": "Germany"}
    game = position("Soviet Union", "purchase", units, owners=owners, ipcs={"Soviet Union": 60})
    told = reason(game, game.open[0], {("infantry",): 20}, Basic(1))
    assert told.startswith("The enemy could capture Russia next turn with a chance of about ")
    assert "with all new units there" in told
    safe = position("Soviet Union", "purchase", {"Russia": {"Soviet Union": "2 infantry"}})
    assert reason(safe, safe.open[0], {("infantry",): 1}, Basic(1)) == ""


def test_the_search_tells_how_many_plans_it_has_played_ahead() -> None:
    game = position("Germany", "combat_move", ATTACK)
    one = Strong(1, evaluations=20)
    move = one(game, game.open[0])
    assert "plans were played ahead" in one.why(game, game.open[0], move)


def test_a_question_that_is_asked_again_gets_the_same_answer() -> None:
    game = position("Soviet Union", "develop", {})
    one = Strong(1, evaluations=10)
    first = one(game, game.open[0])
    searched = one.searched
    assert one(game, game.open[0]) == first and one.searched == searched
