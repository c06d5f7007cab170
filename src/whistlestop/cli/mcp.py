"""`whistlestop mcp`: games for a language model, as an MCP server over standard input and output."""

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from whistlestop import __version__
from whistlestop.arena.reasons import BadArena
from whistlestop.arena.text_table import TextTable
from whistlestop.bots import NAMES
from whistlestop.bots.levels import LEVELS
from whistlestop.game.game import Game
from whistlestop.game.reasons import WhistlestopError

INSTRUCTIONS = (
    "Play railway board games with tickets: claim tracks with cards of one colour, join the two cities of your "
    "tickets, and have the most points at the end. Start with new_game, read rules once, then play one move after "
    "another until the game is over. Moves are short texts such as `take red`, `draw`, `tickets`, `keep 1 2`."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mcp`."""
    parser.description = "Let a language model play against bots, as an MCP server over standard input and output."
    parser.add_argument(
        "--legal",
        choices=("shown", "hidden"),
        default="shown",
        help="whether the model sees its legal moves, or has to know the rules (default: shown)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends."""
    make_server(args.legal == "shown").run("stdio")
    return 0


def make_server(shows_legal: bool) -> Any:
    """An MCP server with tools for one game at a time."""
    if find_spec("mcp") is None:
        raise BadArena("no_mcp")
    tools = Tools(shows_legal)
    server = import_module("mcp.server").MCPServer("whistlestop", instructions=INSTRUCTIONS, version=__version__)
    for tool in (tools.new_game, tools.look, tools.play, tools.rules):
        server.tool()(tool)
    return server


class Tools:
    """What a model can do; every answer is text, and so are errors."""

    def __init__(self, shows_legal: bool) -> None:
        self._shows_legal = shows_legal
        self._table: TextTable | None = None

    def new_game(
        self, map_name: str = "new_york", seats: int = 2, bots: str = "planner", seat: int = 0, seed: int | None = None
    ) -> str:
        """Start a game against bots, such as racer or planner; with commas one for each other seat."""
        try:
            game, named = Game(map_name, seats), [bot.strip() for bot in bots.split(",")]
            if any(bot.split(":")[0] not in (*NAMES, *LEVELS) for bot in named):  # a file would be run
                raise BadArena("not_named", bots=", ".join(NAMES))
            self._table = TextTable(game, named, seat, seed, self._shows_legal)
            return self._table.look()
        except WhistlestopError as error:
            return str(error)

    def look(self) -> str:
        """Look at the table: what happened, the cards, the tracks, your tickets."""
        return self._table.look() if self._table else NO_GAME

    def play(self, move: str) -> str:
        """Make a move, such as `take red` or `claim chelsea-soho 2 blue`, and see what happens then."""
        if self._table is None:
            return NO_GAME
        try:
            return self._table.play(move)
        except WhistlestopError as error:
            return f"Refused: {error} Nothing has changed."

    def rules(self) -> str:
        """The rules of this map, its tracks, and how moves are written."""
        return self._table.rules() if self._table else NO_GAME


NO_GAME = "No game has started: call new_game."
