"""Strategic Bombings: raids come first, and aircraft fight over their targets."""

from ...engine import fighting, moving
from ...words import Draft, Flow, Game, No, Option, Options, Stack
from ...words.battles import ATTACKER, DEFENDER, Assign, Pick, Repeat, Side, UnitEdit, Volley
from ...words.board import COMBAT
from ..documents import smith
from .aircraft import DOGFIGHT
from .interception import ESCORT, Interception

RULE = "smith.strategic_bombings"
AIRCRAFT, GUNS = Pick(kinds=("air",)), Pick(tags=("antiaircraft",), aside=True)
ESCORTS = Pick(kinds=("air",), marks=(ESCORT,))
NOT_YET = No("only bombers on strategic bombing raids move now; make other attacks after the raids", f"{RULE}.6")
#: What fighters and bombers hit on in a dogfight, if the rule Dogfights is off.
VALUES = {"fighter": 3, "bomber": 1}


@smith(
    RULE, "Strategic Bombings",
    Option("raids_first", True, "raids are flown and finished before any other attack is declared"),
    Option("escorts_only_if_scrambled", True, "escorts may be named only after the defender has scrambled"),
)  # fmt: skip
def strategic_bombings(draft: Draft, option: Options) -> None:
    """Strategic bombing raids are flown before any other attack. When a territory with aircraft is raided, the defender
    may scramble them. The attacker may then name fighters that can reach the target as escorts, which attack nothing
    else this turn. The aircraft fight until one side has none left or flies home; only then do the bombers bomb."""
    rule = Interception(may_retreat=any(s.name == "defender_retreat" for s in draft.steps("land_battle")))
    draft.add(("missions", ESCORT), f"{RULE}.5")  # an escort takes part in no other attack (.5)
    # Who scrambles (.1), then the escorts (.3), under the same antiaircraft fire as the bombers.
    draft.step("raid", "scramble", rule.scramble, before="damage")
    before = {"after": "scramble"} if option.escorts_only_if_scrambled else {"before": "scramble"}
    draft.step("raid", "escorts", rule.always if not option.escorts_only_if_scrambled else rule.escorts, **before)
    fire = Volley("antiaircraft fire at escorts", DEFENDER, GUNS, ESCORTS, "aa", "per_target", "at_once")
    draft.step("raid", "escort_fire", fire, after="escorts", stage="antiaircraft")
    # All aircraft of both sides fight (.4), until every scrambled one is disposed of (.2).
    for side in (ATTACKER, DEFENDER):
        role = Assign("aircraft in the dogfight", side, AIRCRAFT, (DOGFIGHT,), ask=False)
        draft.step("raid", f"{side}_dogfight", role, before="damage", stage="muster")
    draft.step("raid", "dogfight", dogfight(draft, rule), before="damage", stage="air_combat")
    if option.raids_first:
        _raids_first(draft)


def dogfight(draft: Draft, rule: Interception) -> Repeat:
    """The fight over the target, by the values of Dogfights, whether or not that rule is on."""
    known = next((s.what for s in draft.steps("land_battle") if s.name == "dogfight"), None)
    sides: tuple[tuple[Side, str], ...] = ((ATTACKER, "attack"), (DEFENDER, "defense"))
    volleys = tuple(
        Volley("dogfight", side, AIRCRAFT, AIRCRAFT, stat, lifts=tuple(
            UnitEdit(Pick(types=(unit,)), stat, "to", value) for unit, value in VALUES.items()
        ))
        for side, stat in sides
    )  # fmt: skip
    if isinstance(known, Repeat):
        volleys = tuple(v.with_(lifts=other.lifts) for v, other in zip(volleys, known.steps, strict=True))
    return Repeat("dogfight", volleys, AIRCRAFT, ask=rule.go_on)


def _raids_first(draft: Draft) -> None:
    """Raids are moved and settled before any other attack is declared (.6)."""

    def phase(game: Game) -> Flow:
        def only_raids(stack: Stack, mission: str) -> No | None:
            return None if mission == "raid" else NOT_YET

        if _targets(game):
            yield from moving.movement_phase(game, COMBAT, "Strategic bombing raids", only_raids, "raids")
            yield from fighting.raids(game)

    def missions(answer: tuple[str, ...], game: Game) -> tuple[str, ...]:
        """Raids are flown only in their own phase."""
        now = game.rules.sequence("turn")[game.state.step].name if game.state.stage == "turn" else ""
        return answer if now == "raids" else tuple(m for m in answer if m != "raid")

    draft.step("turn", "raids", phase, before="combat_move", text="strategic bombing raids")
    draft.remove_step("combat", "raids", "raids have been flown before")
    draft.modify("missions", missions, how="forbid")


def _targets(game: Game) -> bool:
    """Return whether the power has an aircraft that raids."""
    units = game.units_at()[game.state.power]
    return any(
        s.owner == game.state.power and "raids" in units[s.type].tags
        for force in game.state.forces.values()
        for s in force
    )
