"""National advantages: how one is defined and given to its power."""

from ...words import Conditional, Draft

EDITIONS = ("anniversary",)
GERMANY, RED, JAPAN, UK, ITALY, US, CHINA = (
    "Germany", "Soviet Union", "Japan", "United Kingdom", "Italy", "United States", "China",
)  # fmt: skip
ADVANTAGE = "advantage"


def advantage(draft: Draft, id: str, power: str, name: str, text: str) -> Conditional:
    """Add an advantage as a capability that its power begins with; return the edits that hold for its holder."""
    edits = draft.capability(id, name, text, kind=ADVANTAGE)
    draft.include(("powers", power, "technologies"), id)
    return edits
