"""The bot `express`: plays the move that a learned network rates highest, in milliseconds and without a search.

The network was trained with `whistlestop train` in games against itself and other bots. It adds to the veteran's rating
of the candidates what it has learned. `docs/learned.md` describes it.

With a style it adds to the ratings of another bot, so it plays like that bot, corrected by the network. With a small
share of what was learned, the style shows and the bot is weaker: the levels for people are made so.
"""

from whistlestop.bots import maker
from whistlestop.bots.network import network_for
from whistlestop.bots.network_bot import NetworkBot
from whistlestop.game.reasons import WhistlestopError

STYLES = ("racer", "route_focused", "destination_hungry", "long_route", "one_step", "planner", "veteran")
"""The bots that follow a policy, whose weights can rate the candidates."""

ENGLISH = {"no_such_style": "No style named {style!r}. Available styles: {styles}."}


class BadStyle(WhistlestopError):
    """A style that no bot has."""

    english = ENGLISH


def make(learned: float = 1.0, style: str = "") -> NetworkBot:
    """Make the bot; it needs a network for the map. `learned` is the share of what the network has learned, and `style`
    names the bot whose weights rate the candidates (default: the network's own)."""
    if style and style not in STYLES:
        raise BadStyle("no_such_style", style=style[:80], styles=", ".join(STYLES))
    return NetworkBot(network_for, learned, maker(style)().weights_for if style else None)
