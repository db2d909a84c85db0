"""Convoy Raids: submarines off an industrial complex take IPCs off the income of its owner."""

from collections.abc import Iterator
from itertools import combinations, product

from ...engine.memory import SUBMERGED
from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, turn_memory
from ...words.board import distances, having
from ..documents import enhanced
from . import treaty

ID = "enhanced.convoy_raids"
VICTIMS = ["United Kingdom", "United States", "Japan", "Italy"]
IMMUNE = ["Soviet Union", "Germany"]
BEFORE = turn_memory("cash_before_income", dict[str, int], "power -> IPCs that it had before it collected income")
declare_event("convoys_raided", "{power} loses {ipcs:IPC} to submarines of {raiders}", money=("-power",))


@enhanced(
    ID, "Convoy Raids",
    Option("victims", VICTIMS, "powers that can lose income"),
    Option("immune", IMMUNE, "powers whose complexes cannot be raided"),
    Option("ipc_per_submarine", 1, "IPCs lost for each submarine", low=1, high=6),
    Option("range", 1, "sea zones from the complex; 1 for those adjacent to its territory", low=1, high=3),
    Option("cap_per_complex", "territory_value", "what limits the loss at one complex",
           choices=("territory_value", "none")),
    Option("complexes_per_submarine", 1, "complexes of a power that one submarine counts against", low=1, high=4),
    Option("submerged_submarines_raid", False, "submarines that submerged in this turn count, too"),
)  # fmt: skip
def convoy_raids(draft: Draft, option: Options) -> None:
    """When the United Kingdom, the United States, Japan, or Italy collects income, each enemy submarine in a sea zone
    adjacent to one of its industrial complexes takes 1 IPC off that income, at each complex at most the value of its
    territory. Submarines that submerged in this turn do not count. The complex takes no damage."""
    if option.ipc_per_submarine != 1:
        draft.set("units.submarine.convoy_loss", option.ipc_per_submarine)
    raids = Raids(option)
    draft.step("turn", "cash_before_income", note, before="collect", text="before income is collected")
    draft.step("turn", "convoy_raids", raids.made, after="collect", text="convoy raids")


def note(game: Game) -> None:
    """Remember the cash that convoy raids do not touch."""
    BEFORE.of(game.state)[game.state.power] = game.state.ipcs.get(game.state.power, 0)


class Raids(Played):
    """Who raids whom, and what is lost."""

    def made(self, game: Game) -> Flow:
        """Take the losses off the income that the power has just collected (.4, .7)."""
        victim, state = game.state.power, game.state
        if victim not in self.option.victims or victim in self.option.immune:
            return
        raiders = self.raiders(game, victim)
        spared = []
        for power in dict.fromkeys(power for _, power in raiders):
            if not (yield from treaty.raid_declared(game, power, victim)):
                spared.append(power)
        there = {key: n for key, n in raiders.items() if key[1] not in spared}
        collected = max(0, state.ipcs[victim] - BEFORE.get(state).get(victim, 0))
        lost = min(self.loss(game, victim, there), collected)
        powers = list(dict.fromkeys(power for _, power in there))
        if lost:
            state.ipcs[victim] -= lost
            game.emit("convoys_raided", power=victim, ipcs=lost, raiders=" and ".join(powers))
        for power in powers:
            yield from treaty.raided(game, power, victim)

    def raiders(self, game: Game, victim: str) -> dict[tuple[str, str], int]:
        """Return how many submarines of which enemy raid from which sea zone."""
        zones = {zone for _, near in self.targets(game, victim) for zone in near}
        out: dict[tuple[str, str], int] = {}
        for zone, power in product(sorted(zones), sorted(game.foes(victim))):
            count = sum(having(game, zone, "submarine", power).values())
            if not self.option.submerged_submarines_raid:
                count -= SUBMERGED.get(game.state).get(zone, {}).get(power, 0)  # (.8)
            if count > 0:
                out[zone, power] = count
        return out

    def targets(self, game: Game, victim: str) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the complexes of a power with the sea zones from which they are raided."""
        for space in game.rules.lands:
            if game.state.owner.get(space) == victim and having(game, space, "produces"):
                near = game.rules.sea_near[space]
                yield space, frozenset(distances(game.rules.sea_near, near, limit=self.option.range - 1))

    def loss(self, game: Game, victim: str, raiders: dict[tuple[str, str], int]) -> int:
        """Return the largest loss that these submarines can cause: each counts against its number of complexes, and
        each complex loses at most its cap (the least cut between them)."""
        near = dict(self.targets(game, victim))
        room = {space: self.cap(game, space) for space in near if any(zone in near[space] for zone, _ in raiders)}
        each = {power: self.each(game, power) for _, power in raiders}
        most = self.option.complexes_per_submarine

        def cut(apart: frozenset[str]) -> int:
            """Return what can be lost at these complexes, and by all submarines at the others."""
            open_to = {zone: sum(zone in near[space] for space in room if space not in apart) for zone, _ in raiders}
            others: int = sum(each[p] * n * min(most, open_to[zone]) for (zone, p), n in raiders.items())
            return sum(room[space] for space in apart) + others

        return min(cut(frozenset(some)) for size in range(len(room) + 1) for some in combinations(room, size))

    def each(self, game: Game, power: str) -> int:
        """Return the IPCs that a submarine of a power takes."""
        return game.stats(power, "submarine").convoy_loss

    def cap(self, game: Game, space: str) -> int:
        """Return the most that is lost at one complex (.6)."""
        return game.rules.q.value(game, space) if self.option.cap_per_complex == "territory_value" else 999
