"""Ports: shelter from battles at sea, air attacks on ships in port, and losses when the territory is captured."""

from ...engine import shelter
from ...engine.engagements import engagement
from ...words import Draft, Flow, Game, Option, Options, lose
from ...words.battles import ENGAGED
from ...words.board import base_zones, of_kind
from ..documents import pacific
from . import port_attack

SHELTER, PORT = "pacific.ports_shelter", shelter.PORT
#: The naval bases whose symbols stand on the board.
PORTS = (
    "Japan", "Caroline Islands", "India", "Malaya", "Java", "New South Wales", "New Zealand", "New Hebrides", "Samoa",
    "New Britain", "Papua", "Philippines", "Hawaiian Islands", "Midway", "United States",
)  # fmt: skip


@pacific(
    SHELTER, "Ports: Shelter",
    Option("allied_ports", True, "ships also shelter in ports of allies"),
    Option("new_ships_in_port", False, "new ships can be placed in port"),
    Option("start_in_port", False, "ships at naval bases begin the game in port"),
)  # fmt: skip
def ports_shelter(draft: Draft, option: Options) -> None:
    """At the end of the noncombat move, ships in the sea zone of a friendly naval base can go into port. In port enemy
    ships cannot attack them, and they defend neither the territory nor the sea zone, hold no convoy, and stop no ship.
    They leave when they move, or to attack enemy ships off the port."""

    def enter(game: Game) -> Flow:
        yield from shelter.enter(game, option.allied_ports)

    for base in draft.find_all("spaces", PORTS):
        draft.include(("bases", base, "kinds"), PORT)
    for stance, until in ((shelter.IN_PORT, "moved"), ("port", "moved"), (shelter.ASHORE, "kept")):
        draft.add(("stances", stance), {"until": until})
    draft.add(("withdrawn", shelter.IN_PORT), "ships in port")  # .1, .2, .3
    for topic in ("port.enter", "port.blocked", "port.transport"):
        draft.add(("citations", topic), f"{SHELTER}.5")
    draft.step("turn", "ports", enter, after="noncombat_move", text="ships go into port")  # .4, .5
    draft.step("turn_start", "ports", shelter.come_aboard)
    for at in ("combat_move", "noncombat_move"):
        draft.offer(at, "leave_port", "leave port with ships", shelter.leave, shelter.may_leave, shelter.should_leave)
    for query in ("may_move", "may_board", "may_load", "may_unload"):
        draft.modify(query, getattr(shelter, query))
    draft.step("conquest", "ports", shelter.driven_out)
    draft.step("signs", "ports", shelter.signs)
    if option.new_ships_in_port:
        draft.step("turn", "new_in_port", enter, after="place", text="new ships go into port")
    if option.start_in_port:
        draft.step("opening", "ports", begin_in_port, text="ships at naval bases are in port")


def begin_in_port(game: Game) -> None:
    """All ships of the setup that are at a naval base of their side are in its port."""
    for port in of_kind(game, PORT):
        owner = game.state.owner.get(port)
        for zone in base_zones(game, port) if owner else ():
            units = game.units_at(zone)
            ships = {s: n for s, n in game.state.at(zone).items() if units[s.owner][s.type].kind == "sea"}
            shelter.put_in(game, zone, port, {s: n for s, n in ships.items() if s.owner in game.friends(owner or "")})
    for power in dict.fromkeys(sides[0] for sides in game.rules.sides.values()):
        shelter.go_ashore(game, power)


@pacific(
    "pacific.ports_air_attack", "Ports: Air Attack",
    Option("ships_in_port_fire", True, "ships in port defend themselves against aircraft"),
    Option("subs_in_port_hit_by_air", True, "aircraft hit submarines in port"),
    Option("port_battle_first", True, "the attack on the port comes before the battle for the territory"),
    needs=[SHELTER],
)  # fmt: skip
def ports_air_attack(draft: Draft, option: Options) -> None:
    """Aircraft can attack enemy ships in port. The enemy aircraft in the territory must defend the ships; if the
    territory is attacked as well, their owner chooses who defends what. Antiaircraft guns defend the port, too."""
    port_attack.write_battle(draft, option.ships_in_port_fire, option.subs_in_port_hit_by_air)  # .1, .3
    draft.add(("missions", port_attack.NAME), "pacific.ports_air_attack.1")
    draft.add(("withdrawn", ENGAGED), "units engaged in an attack on a port")
    draft.add(("engagements", port_attack.NAME), port_attack.ROW)
    draft.add(("commitments", "port defense"), port_attack.CHOICE)  # .2
    draft.modify("missions", port_attack.missions, how="allow")
    draft.modify("advised_move", port_attack.advised_move)
    draft.step("combat", "commit_to_port", port_attack.commit, before="declare_interceptors")
    when = {"before": "raids"} if option.port_battle_first else {"after": "battles"}
    draft.step("combat", "port_attacks", engagement(port_attack.NAME), text="air attacks on ports", **when)
    draft.step("combat", "ships_in_port", port_attack.bring_in, before="port_attacks")
    draft.step("combat", "ships_stay_in_port", port_attack.bring_back, after="port_attacks")
    draft.step("conquest", "port_aircraft", port_attack.fly_off)


@pacific(
    "pacific.ports_capture_losses", "Ports: Losses at Capture",
    Option("ships_on_capture", "destroyed", "what becomes of ships in the port",
           choices=("destroyed", "expelled_to_sea")),
    Option("port_air_on_capture", "destroyed", "what becomes of aircraft that defended the port",
           choices=("destroyed", "fly_off")),
    needs=[SHELTER],
)  # fmt: skip
def ports_capture_losses(draft: Draft, option: Options) -> None:
    """If a territory is captured, all enemy ships in its port are destroyed with everything aboard, and so are the
    aircraft that defended the port."""
    if option.ships_on_capture == "destroyed":
        draft.replace_step("conquest", "ports", sink)  # .1
    if option.port_air_on_capture == "destroyed" and any(s.name == "port_aircraft" for s in draft.steps("conquest")):
        draft.replace_step("conquest", "port_aircraft", port_attack.shoot_down)  # .2


def sink(game: Game, space: str, captor: str) -> None:
    """Destroy the enemy ships in the port of a captured territory."""
    for zone, stack, n in list(shelter.in_port(game, space)):
        if stack.owner in game.foes(captor):
            lose(game, zone, {stack: n})
