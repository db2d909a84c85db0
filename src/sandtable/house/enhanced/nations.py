"""British units apart from others that attack with them: fire at their aircraft, and the support of their artillery."""

from ...words import Draft
from ...words.battles import Pick, UnitEdit, Volley

UK = "United Kingdom"
BRITISH = Pick(owners=(UK,))


def fire_by_nation(draft: Draft, sequence: str, name: str) -> None:
    """Let antiaircraft guns fire at British aircraft first, and then at the others."""
    step = next(s for s in draft.steps(sequence) if s.name == name)
    if isinstance(step.what, Volley):
        at = step.what.at
        first = step.what.with_(at=at._replace(owners=(UK,)))
        draft.step(sequence, f"{name}_british", first, before=name, stage=step.stage)
        draft.amend_step(sequence, name, at=at._replace(but=(*at.but, BRITISH)))


def support_by_nation(draft: Draft) -> None:
    """Let artillery support only infantry of its own nation."""
    draft.recast_step("land_battle", "attackers_fire", "lifts", by_nation)


def by_nation(edit: UnitEdit) -> tuple[UnitEdit, ...]:
    """Return an edit for British units beside British ones, and the same for all others."""
    if edit.when.per is None:
        return (edit,)
    of, per = edit.of, edit.when.per
    british = edit._replace(
        of=of._replace(owners=(UK,)), when=edit.when._replace(per=per._replace(owners=(UK,)))
    )  # fmt: skip
    others = edit._replace(
        of=of._replace(but=(*of.but, BRITISH)), when=edit.when._replace(per=per._replace(but=(*per.but, BRITISH)))
    )
    return british, others
