"""Submerged Submarines Control Nothing: they keep no convoy zone, and they hinder no unit."""

from ...words import Draft, Options
from ..documents import pacific


@pacific("pacific.submerged_subs_no_control", "Submerged Submarines Control Nothing")
def submerged_subs_no_control(draft: Draft, option: Options) -> None:
    """A submerged submarine does not control its sea zone: enemy warships that remain there after a battle take a
    convoy zone all the same. It hinders no enemy movement, landing, or placement."""
    draft.set("switches.submerged_keep_convoys", False)  # .1: all else is so in the base game
