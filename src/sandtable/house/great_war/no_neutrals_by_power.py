"""No Such Thing as Neutral - By Power: an auction of the true neutrals before the game; see `auction.py`."""

from ...words import Draft, Option, Options, fraction
from ..documents import great_war
from .auction import Auction


@great_war(
    "great_war.no_neutrals_by_power", "No Such Thing as Neutral - By Power",
    Option("auction_money", "starting_income", "what a power bids with: a fund equal to one turn's income, or its cash",
           choices=("starting_income", "treasury")),
    Option("leftover_money", "returned", "unspent money from the fund is returned or kept in the treasury",
           choices=("returned", "kept")),
    Option("minimum_bid", "ipc_value", "minimum bid: the IPC value of the home country, or that plus its colonies",
           choices=("ipc_value", "with_colonies")),
    Option("threat_holders", ["Germany", "Austria-Hungary", "Britain"], "powers that may each threaten to invade once"),
    Option("threat_surcharge_percent", 50, "how much more the winner pays under a threat, rounded up", low=0,
           high=1000),
    Option("ally_contribution", 2, "IPCs each other bidding power on its side pays under a threat", low=0, high=99),
    Option("forfeit_fraction", "1/2", "share of its bid the winner loses if the threat succeeds, rounded up"),
    Option("threats_per_lot", 1, "maximum threats against one winning bid", low=0, high=9),
    default=False,
)  # fmt: skip
def no_neutrals_by_power(draft: Draft, option: Options) -> None:
    """Before the game, the powers bid for each true neutral in turn. The winner gains it as an aligned minor power.
    Germany, Austria-Hungary, and Britain may each threaten once to invade a neutral won by the other side; the winner
    must then pay 50 percent more or give it up."""
    holders = draft.find_all("powers", option.threat_holders)  # .8
    forfeit = fraction(draft, "forfeit_fraction", option.forfeit_fraction)  # .16
    draft.add("memory.alignments", {}, "the power aligned with each neutral")  # .7
    text, run = "auction the neutrals", lambda game: Auction(game, option, holders, forfeit).held()
    draft.step("opening", "auction", run, text=text)
