"""The Japanese-Soviet Non-Aggression Treaty: peace between two powers at war with each other's allies.

The kernel handles friends, foes, and powers at peace; this rule only defines who is at war, and where. While the treaty
lasts, Japan and the Soviet Union are at peace. They cannot enter each other's territory or airspace, and their ships
share sea zones. In Asia, their units do not take part when the other fights a third power.
"""

from ...engine.expulsion import expel
from ...engine.pacts import Pact
from ...words import Draft, Flow, Game, No, Option, Options, declare_event, game_memory, turn_memory
from ...words.asking import Decision, PickSpace, declare_decision
from ..documents import gemmell

declare_decision("break_treaty", "pick_space: which space of the treaty partner is attacked")
declare_decision("forced_retreat", "pick_space: where units go that stood aside in a lost territory")
OPENED = turn_memory("opened", list[str], "spaces where an attack on the treaty partner was paid for in this turn")
TREATY = game_memory("treaty", bool, "whether the treaty is in force")
declare_event("war_declared", "{power} pays {ipcs:IPC} and declares war on {other}", ("-power",))
declare_event("treaty_broken", "{power} pays {ipcs:IPC} to attack {other} in {space}", ("-power",))

JAPAN, SOVIETS = "Japan", "Soviet Union"
ASIA = [
    "India", "Persia", "Syria-Iraq", "China", "Sinkiang", "Manchuria", "Kwangtung", "French Indo-China", "Philippines",
    "East Indies", "Borneo Celebes", "Okinawa", "Japan",
]  # fmt: skip
ID = "gemmell.nonaggression_treaty"


@gemmell(
    ID, "Japanese-Soviet Non-Aggression Treaty",
    Option("war_fee", 10, "IPCs paid to declare war on the treaty partner", low=0, high=99),
    Option("fee_mode", "once_ends_treaty",
           "whether the fee is paid once and ends the treaty, or is paid for every invasion",
           choices=("once_ends_treaty", "per_invasion")),
    Option("protected_allied_regions", "british_and_american_asia",
           "Allied territories where Soviet units alone are protected by the treaty",
           choices=("british_and_american_asia", "all_allied", "none")),
    Option("asian_territories", ASIA, "territories that count as Asia while under British or American control"),
    Option("scope", "all_attacks",
           "what the treaty forbids; all_attacks includes attacks at sea, strategic bombing raids, and rockets",
           choices=("all_attacks", "land_invasion_only")),
    Option("symmetric_stacking", True,
           "Japanese units likewise do not take part when the Soviet Union attacks a German territory"),
)  # fmt: skip
def nonaggression_treaty(draft: Draft, option: Options) -> None:
    """Japan and the Soviet Union cannot attack each other until one of them pays 10 IPCs to declare war. Japan also
    cannot attack a British or American territory in Asia held only by Soviet units. If other Allied units are there,
    Japan may attack; the Soviet units do not take part and must leave if the territory is captured."""
    treaty = Treaty(option, frozenset(draft.find_all("spaces", option.asian_territories)))
    draft.add("memory.treaty", True)
    if treaty.everything:
        treaty.pact.keep(draft, {
            "at_war": f"The treaty partners are at peace on land, at sea, and in the air ({ID}.1).",
            "air_step": f"Aircraft cannot fly over the partner's territory ({ID}.1).",
        })  # fmt: skip
    treaty.pact.keep(draft, {
        "enemies": f"In Asia, the partner's units do not take part in battles; elsewhere they fight ({ID}.6).",
        "may_attack": f"A territory held only by the partner's units cannot be attacked, unlike one held jointly "
                      f"({ID}.4, .5).",
        "land_step": f"Land units cannot enter the partner's territory, even if others hold it ({ID}.1).",
        "may_unload": f"Transports cannot offload into the partner's territory ({ID}.1).",
    })  # fmt: skip
    text = f"{'declare war on' if treaty.once else 'attack a space of'} the treaty partner for {option.war_fee} IPCs"
    draft.offer("combat_move", "declare_war", text, treaty.declare_war, treaty.can_declare, treaty.pays)
    draft.step("conquest", "stood_aside", treaty.stood_aside, text="units that did not take part retreat")


class Treaty:
    """The treaty under the chosen options."""

    def __init__(self, option: Options, asia: frozenset[str]) -> None:
        self.option, self.asia = option, asia
        self.once, self.everything = option.fee_mode == "once_ends_treaty", option.scope == "all_attacks"
        first = f"first {'declare war on it' if self.once else 'pay for the attack'} ({option.war_fee} IPCs)"
        closed = No(f"the non-aggression treaty forbids attacking {{space}}; to attack, {first}", f"{ID}.1")
        alone = No(f"only your treaty partner holds {{space}}; to attack, {first}", f"{ID}.4")
        self.pact = Pact(JAPAN, SOVIETS, TREATY, OPENED, self.covers, closed, alone)

    def covers(self, game: Game, power: str, space: str) -> bool:
        """Return whether the treaty protects the partner's units in a third power's territory (.3)."""
        owner = game.state.owner.get(space)
        if owner is None or owner not in game.friends(self.pact.partner(power)) or owner in (JAPAN, SOVIETS):
            return False
        if power == SOVIETS:
            return bool(self.option.symmetric_stacking)
        if self.option.protected_allied_regions == "british_and_american_asia":
            return owner in ("United Kingdom", "United States") and space in self.asia
        return bool(self.option.protected_allied_regions == "all_allied")

    def can_declare(self, game: Game) -> bool:
        """Return whether the power can pay the whole fee (.2)."""
        power = game.state.power
        able = self.pact.binds(game, power) and game.state.ipcs[power] >= self.option.war_fee
        return able and (self.once or bool(self.pact.targets(game, self.everything)))

    def pays(self, game: Game) -> bool:
        """Return whether what is open to attack is worth the fee."""
        pact, able = self.pact, self.can_declare(game)
        return able and (pact.worthwhile(game) >= 4 if self.once else bool(pact.prize(game)))

    def declare_war(self, game: Game) -> Flow:
        """Pay 10 IPCs to the bank; from now on the two powers are at war (.1, .2)."""
        power, state, fee = game.state.power, game.state, self.option.war_fee
        other = self.pact.partner(power)
        if self.once:
            state.ipcs[power] -= fee
            TREATY.set(state, False)
            game.emit("war_declared", power=power, ipcs=fee, other=other)
        else:  # the alternative reading: 10 IPCs for every invasion
            aims = self.pact.targets(game, self.everything)
            space = yield Decision(
                "break_treaty", power, "Choose the treaty partner's space to attack", PickSpace(aims),
                advice=self.pact.prize(game) or aims[0], rule=f"{ID}.2",
            )  # fmt: skip
            state.ipcs[power] -= fee
            OPENED.of(state).append(space)
            game.emit("treaty_broken", power=power, ipcs=fee, other=other, space=space)
        game.changed()

    def stood_aside(self, game: Game, space: str, captor: str) -> Flow:
        """Units of the partner that did not take part leave a captured territory (.7)."""
        if self.pact.binds(game, captor, space):
            yield from expel(game, self.pact.partner(captor), space, "forced_retreat", f"{ID}.7")
