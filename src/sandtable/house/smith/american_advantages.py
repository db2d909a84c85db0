"""National advantages of the United States."""

from ...words import Draft, Flow, Game, Option, Options, Stack, declare_event, game_memory, spend
from ...words.asking import Choice, Choose, Decision, confirm, declare_decision
from .advantages import UK, US, advantage, capability, reinforce

declare_decision("first_strike", "confirm: pay for the first turn of the game")
declare_decision("station_fighter", "choose: an American fighter that starts in China or Sinkiang")
declare_event("stationed", "a fighter of {power} moves from {origin} to {space} before the game")
STRIKES = game_memory("first_strike", bool, "the United States has paid for the first turn of the game")
CARRIER = "Hawaiian Islands Sea Zone"
INTERIOR = ("China", "Sinkiang")
STAY = "none"


@advantage(
    "na_usa_industrial", "USA 1: Industrial Advantage", US, 1,
    needs=("tech_industrial_technology", "industrial_technology"),
)  # fmt: skip
def industrial(draft: Draft, option: Options) -> None:
    """The United States has Industrial Technology from the start."""
    text = "The United States starts with Industrial Technology."
    capability(draft, "na_usa_industrial", "Industrial", text, "industrial_technology")


@advantage(
    "na_usa_allied_bomber", "USA 2: Allied Bomber Advantage", US, 2,
    Option("bombers", 1, "additional bombers", low=1, high=99),
    Option("territory", UK, "territory where they start"),
)  # fmt: skip
def allied_bomber(draft: Draft, option: Options) -> None:
    """The United States starts with an additional bomber in the United Kingdom."""
    id, name = "na_usa_allied_bomber", "Allied Bomber"
    capability(draft, id, name, "The United States starts with a bomber abroad.")
    reinforce(draft, id, US, {draft.find("spaces", option.territory): {"bomber": option.bombers}}, name)


@advantage(
    "na_usa_hawaiian_fighter", "USA 3: Hawaiian Fighter Advantage", US, 3,
    Option("fighters", 1, "additional fighters on the carrier, which has a place for one", low=0, high=1),
)  # fmt: skip
def hawaiian_fighter(draft: Draft, option: Options) -> None:
    """The American carrier in the Hawaiian Islands Sea Zone starts with 2 fighters instead of 1."""
    id, name = "na_usa_hawaiian_fighter", "Hawaiian Fighter"
    capability(draft, id, name, "The American carrier off Hawaii starts with another fighter.")
    reinforce(draft, id, US, {CARRIER: {"fighter": option.fighters}}, name)


@advantage(
    "na_usa_first_strike", "USA 4: First Strike Advantage", US, 4,
    Option("price", 30, "IPCs for the first turn of the game", low=0, high=99),
)  # fmt: skip
def first_strike(draft: Draft, option: Options) -> None:
    """For 30 IPCs, the United States may take the first turn of the game, in place of its turn at the end of round 1.
    After it, the order of turns is the normal one."""
    id, price = "na_usa_first_strike", option.price
    capability(draft, id, "First Strike", "The United States may pay for the first turn of the game.")

    def ask(game: Game) -> Flow:
        """Ask whether the United States pays for the first turn."""
        if not game.holds(US, id) or game.state.ipcs[US] < price:
            return
        prompt = f"Pay {price} IPCs to take the first turn of the game?"
        if (yield confirm("first_strike", US, prompt, f"smith.{id}.1", advice=False)):
            spend(game, US, price, "the first turn of the game")
            STRIKES.set(game.state, True)

    def next_power(answer: str | None, game: Game, rest: tuple[str, ...]) -> str | None:
        """The United States takes the first turn if it has paid for it."""
        if not STRIKES.get(game.state) or game.state.round > 1 or US not in rest:
            return answer
        return US

    draft.step("opening", id, ask, text="the first strike")
    draft.modify("next_power", next_power)


@advantage("na_usa_marines", "USA 5: Marines", US, 5, needs=("tech_marines", "marines"))
def marines(draft: Draft, option: Options) -> None:
    """The United States has the elite force Marines from the start."""
    text = "The United States starts with Marines."
    capability(draft, "na_usa_marines", "American Marines", text, "marines")


@advantage(
    "na_usa_chinese", "USA 6: Chinese Advantage", US, 6,
    Option("infantry_each", 1, "additional infantry in each territory", low=1, high=99),
    Option("territories", INTERIOR, "territories that receive infantry"),
)  # fmt: skip
def chinese(draft: Draft, option: Options) -> None:
    """The United States starts with 1 additional infantry in China and in Sinkiang. Before the game, it may move one of
    its fighters to China or Sinkiang."""
    id, name = "na_usa_chinese", "Chinese"
    capability(draft, id, name, "The United States starts with more infantry in China and Sinkiang.")
    where = draft.find_all("spaces", option.territories)
    reinforce(draft, id, US, {space: {"infantry": option.infantry_each} for space in where}, name)

    def station(game: Game) -> Flow:
        """Ask which fighter moves where before the game."""
        state, fighter = game.state, Stack(US, "fighter")
        if not game.holds(US, id):
            return
        from_ = [space for space, force in sorted(state.forces.items()) if force.get(fighter)]
        to = [space for space in where if state.owner.get(space) == US]
        ways = {f"{a} > {b}": (a, b) for a in from_ for b in to if a != b}
        options = [Choice(STAY, "leave all fighters where they are"), *(Choice(key, key) for key in ways)]
        chosen = yield Decision(
            "station_fighter", US, "Choose a fighter that starts in China or Sinkiang", Choose(options), advice=STAY,
            rule=f"smith.{id}.2",
        )  # fmt: skip
        if chosen != STAY:
            origin, space = ways[chosen]
            state.put(origin, fighter, -1)
            state.put(space, fighter, 1)
            game.emit("stationed", power=US, origin=origin, space=space)
            game.changed()

    draft.step("opening", f"{id}_fighter", station, after="grants", text="the American fighter")
