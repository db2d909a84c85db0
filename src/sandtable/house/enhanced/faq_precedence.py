"""Official FAQ and Precedence: which text decides where two of them differ."""

from ...words import Draft, Game, Option, Options, declare_event
from ..documents import enhanced

declare_event("precedence", "These texts decide, the strongest first: {texts}")
FAQ_FIRST, RULEBOOK_FIRST = "house_rules official_faq rulebook", "house_rules rulebook official_faq"
#: What the rulebook prints where the official FAQ corrects it (anniversary.R5).
GERMANY_IN_1942 = 37, 31


@enhanced(
    "enhanced.faq_precedence", "Official FAQ and Precedence",
    Option("precedence", FAQ_FIRST, "which text decides, the strongest first", choices=(FAQ_FIRST, RULEBOOK_FIRST)),
)  # fmt: skip
def faq_precedence(draft: Draft, option: Options) -> None:
    """The game is played with the official FAQ and errata. A house rule decides wherever it contradicts them or the
    rulebook. What a house rule does not mention stays as it is."""
    corrected, printed = GERMANY_IN_1942
    if option.precedence == RULEBOOK_FIRST and draft.get("powers.Germany.ipcs") == corrected:
        draft.set("powers.Germany.ipcs", printed, text="the rulebook prints 31 for 1942")

    def tell(game: Game) -> None:
        """Record what decides, before the first turn (.1 to .3)."""
        names = {"house_rules": "the house rules", "official_faq": "the official FAQ", "rulebook": "the rulebook"}
        game.emit("precedence", texts=", ".join(names[text] for text in option.precedence.split()))

    draft.step("opening", "precedence", tell, text="say which text decides")
