"""Enemy Code: send back the marker of an enemy when it is drawn."""

from ...words import Draft, Flow, Game, Option, Options, declare_event, game_memory
from ...words.asking import Choice, Choose, Confirm, Decision, declare_decision
from ..documents import smith
from .random_turns import in_the_game
from .technologies import SECOND_CODE, development

RULE, RANDOM_TURNS, CODE = "smith.tech_enemy_code", "smith.random_turns", "enemy_code"
declare_decision("choose_code", "choose: the enemy whose code is broken")
declare_decision("send_back", "confirm: put the marker of an enemy back into the cup")
declare_event("code_broken", "{power} breaks the code of {victim}")
declare_event("sent_back", "{power} puts the marker of {victim} back into the cup")
BROKEN = game_memory("codes_broken", dict[str, "list[str]"], "power -> enemies whose code it has broken")
SENT = game_memory("markers_sent_back", dict[str, "list[int]"], "power -> rounds in which it sent a marker back")
PAIRS = {
    "United Kingdom": ["Germany"],
    "United States": ["Japan"],
    "Soviet Union": ["Germany", "Japan"],
    "Germany": ["United Kingdom", "Soviet Union"],
    "Japan": ["United States", "Soviet Union"],
}


@smith(
    RULE, "Enemy Code",
    Option("uses_per_round", 1, "times that a power may send a marker back in a round", low=1, high=9),
    Option("pairs", PAIRS, "whose code each power can break"),
    wants={RANDOM_TURNS: "the development exists only with random turns"},
)  # fmt: skip
def enemy_code(draft: Draft, option: Options) -> None:
    """You have broken the code of one enemy: once in each round, when the marker of that enemy is drawn, you may have
    it put back into the cup. The Soviet Union, Germany, and Japan choose between two enemies. The development exists
    only with random turns."""
    if all(edit.rule != RANDOM_TURNS for edit in draft.record):
        return
    pairs = {draft.find("powers", p): draft.find_all("powers", foes) for p, foes in option.pairs.items()}
    codes = Codes(pairs, option.uses_per_round)
    text = "Once in each round, you may have the marker of an enemy put back into the cup."
    development(draft, CODE, "Enemy Code", text, powers=list(pairs))
    two = [power for power, foes in pairs.items() if len(foes) > 1]
    development(draft, SECOND_CODE, "Enemy Code (second enemy)", text, after=[CODE], powers=two)
    draft.step("turn", CODE, codes.choose, after="develop", text="choose whose code is broken")
    draft.step("called", CODE, codes.called, text="markers may be put back")


class Codes:
    """The codes that each power can break, and how often it uses one in a round."""

    def __init__(self, pairs: dict[str, list[str]], uses: int) -> None:
        self.pairs, self.uses = pairs, uses

    def choose(self, game: Game) -> Flow:
        """Record openly whose code the active power has broken; it chooses among two enemies (.1, .3)."""
        power, broken = game.state.power, BROKEN.get(game.state).get(game.state.power, [])
        while len(broken) < sum(game.holds(power, level) for level in (CODE, SECOND_CODE)):
            open_to = [foe for foe in self.pairs.get(power, ()) if foe not in broken]
            if not open_to:
                return
            victim = open_to[0]
            if len(open_to) > 1:
                victim = yield Decision(
                    "choose_code", power, "Choose the enemy whose code you have broken",
                    Choose([Choice(foe, foe) for foe in open_to]), advice=victim, rule=f"{RULE}.3",
                )  # fmt: skip
            broken = BROKEN.of(game.state).setdefault(power, [])
            broken.append(victim)
            game.emit("code_broken", power=power, victim=victim)

    def called(self, game: Game, power: str) -> Flow:
        """Ask those who have broken the code of a power whether its marker goes back into the cup (.2)."""
        state = game.state
        waiting = [p for p in state.order[state.turn + 1 :] if in_the_game(game, p)]
        if state.round == 1 and state.turn == 0:
            return False  # the opening turn is not drawn
        for holder in game.rules.powers:
            used = SENT.get(state).get(holder, []).count(state.round)
            if not waiting or power not in BROKEN.get(state).get(holder, ()) or used >= self.uses:
                continue  # the last marker could only be drawn again
            back = yield Decision(
                "send_back", holder, f"The marker of {power} is drawn: put it back into the cup?", Confirm(),
                advice=any(p in game.friends(holder) for p in waiting), rule=f"{RULE}.2", context={"power": power},
            )  # fmt: skip
            if back:
                SENT.of(state).setdefault(holder, []).append(state.round)
                game.emit("sent_back", power=holder, victim=power)
                return True
        return False
