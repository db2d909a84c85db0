"""Port Guns: antiaircraft guns beside industrial complexes defend the ships off their coast."""

from ...words import Draft, Flow, Force, Game, Option, Options, Stack, declare_mark
from ...words.battles import ATTACKER, DEFENDER, Battle, Pick, Presence, Side, UnitEdit, Volley
from ...words.board import guns_of, having
from ..documents import smith
from .aircraft import FIRST

Units = list[tuple[Stack, int]]
UNDER_FIRE = declare_mark("port_flak", "aircraft that the port gun of its target has fired at in this turn")
GUNS = Pick(tags=("antiaircraft",), aside=True)
TARGETS = Pick(kinds=("air",), unmarked=(UNDER_FIRE,))


@smith(
    "smith.port_guns", "Port Guns",
    Option("hit_on", 1, "port guns shoot aircraft down on this or less", low=1, high=6),
    Option("max_guns_per_zone", 1, "port guns that fire in a sea battle", low=1, high=5),
)  # fmt: skip
def port_guns(draft: Draft, option: Options) -> None:
    """An antiaircraft gun in a territory with an industrial complex fires at aircraft that attack ships of its side in
    an adjacent sea zone: one die for each aircraft before the first combat round, hitting on 1. One gun fires in a
    battle, and not at aircraft that it has already fired at in this turn."""

    def bystanders(answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """Guns in ports fire at aircraft over the adjacent sea zone (.1)."""
        foes = game.foes(battle.attacker)
        ships = any(s.owner in foes and game.unit(s).kind == "sea" for s in battle.units[DEFENDER])
        if side == ATTACKER or game.rules.is_land[battle.space] or not ships:
            return answer
        guns: list[Stack] = []
        for port in ports(game, battle.space, foes):
            guns += guns_of(game, port, foes)
        best = sorted(guns, key=lambda gun: -game.unit(gun).aa)[: option.max_guns_per_zone]
        return {**answer, **{gun: best.count(gun) for gun in best}}

    def under_fire(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
        """Aircraft that fly over a port on their way to ships off its coast are not fired at a second time."""
        yield from ()
        foes = game.enemies(units[0][0].owner, space)
        if not game.rules.switch("antiaircraft_fires_at_overflight"):
            return None
        if len(rest) < 2 or game.rules.is_land[rest[-1]] or space not in ports(game, rest[-1], foes):
            return None
        return [(s.with_(s.cond.marked(UNDER_FIRE)) if game.unit(s).kind == "air" else s, n) for s, n in units], False

    draft.modify("bystanders", bystanders)
    draft.step("entering", "port_guns", under_fire, after="guns")
    hits = UnitEdit(GUNS, "aa", "least", option.hit_on)
    for number in range(1, option.max_guns_per_zone + 1):
        fire = Volley(
            "port guns", DEFENDER, GUNS, TARGETS, "aa", "per_target", "at_once", rounds=FIRST, lifts=(hits,),
            when=(Presence(GUNS, "own", number),),
        )  # fmt: skip
        draft.step("sea_battle", f"port_guns_{number}", fire, before=first(draft), stage="antiaircraft")


def first(draft: Draft) -> str:
    """Return the part of a sea battle before which the guns fire: the first one."""
    return next(s for s in ("muster", "air_combat", "opening_fire") if draft.staged("sea_battle", s))


def ports(game: Game, zone: str, powers: frozenset[str]) -> list[str]:
    """Return the territories beside a sea zone in which these powers have a gun and a complex."""
    near = game.rules.land_near[zone]
    return [s for s in near if having(game, s, "produces") and guns_of(game, s, powers)]
