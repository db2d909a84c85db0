"""National advantages of the United States: Marines and Tech Investment."""

from ...engine.research import Terms, paid_for
from ...words import Draft, Game, Option, Options
from ...words.battles import Volley
from ..documents import enhanced
from .advantages import US, advantage

MARINES, INVESTMENT = "na_america_marines", "na_america_tech_investment"


@enhanced(
    f"enhanced.{MARINES}", "USA: Marines",
    Option("attack", 2, "landed infantry hit on this number or less in round 1", low=1, high=6),
    Option("attack_with_artillery", 3, "the same with the support of artillery", low=1, high=6),
    default=False,
)  # fmt: skip
def na_america_marines(draft: Draft, option: Options) -> None:
    """In the first round of combat, American infantry that land from ships hit on 2 or less, and on 3 or less if
    artillery supports them. Each artillery supports one infantry."""
    marines = advantage(draft, MARINES, US, "Marines", "American infantry that land from ships attack better at first.")
    landed = marines.when(marks="seaborne", battle_round=1)
    landed.at_least("infantry", attack=option.attack)
    rolls = [step.what for step in draft.steps("land_battle") if isinstance(step.what, Volley)]
    for when in [edit.when for roll in rolls for edit in roll.lifts if edit.when.pool]:
        supported = landed.when(holds=when.holds, per=when.per, ratio=when.ratio, pool=when.pool)
        supported.at_least("infantry", attack=option.attack_with_artillery)


@enhanced(
    f"enhanced.{INVESTMENT}", "USA: Tech Investment",
    Option("rolls_for_automatic_success", 4, "dice paid for a technology that gain it", low=1, high=20),
    needs=("enhanced.weapons_development",), default=False,
)  # fmt: skip
def na_america_tech_investment(draft: Draft, option: Options) -> None:
    """The United States gains a technology without a roll as soon as it has paid for 4 dice for it, in one turn or in
    several."""
    investment = advantage(draft, INVESTMENT, US, "Tech Investment", "Enough dice gain a technology without a roll.")

    def terms(answer: Terms | None, game: Game, power: str, aim: str) -> Terms | None:
        """What has been paid for before counts."""
        if not aim or answer is None:
            return answer
        enough = max(1, option.rolls_for_automatic_success - paid_for(game, power, aim))
        return answer._replace(automatic=min(enough, answer.automatic or enough))

    investment.modify("research", terms)
