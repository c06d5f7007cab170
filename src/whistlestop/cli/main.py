"""The command line as a whole: picks a command, and turns its errors into one sentence and an exit code."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from whistlestop import __version__
from whistlestop.cli.exit_codes import INTERRUPTED, OK, REFUSED
from whistlestop.game.reasons import WhistlestopError

COMMANDS = {
    "serve": "run a server to play on with friends",
    "admin": "look after a running server: load, tables, players, a restart",
    "work": "play the turns of bots for servers, from any machine",
    "site": "write the static edition, to play in a browser without a server",
    "backup": "copy a server's database into one file, even while it runs",
    "restore": "replace a server's database with a backup",
    "ratings": "compute results and ratings of people again, from the records of their games",
    "play": "play in the terminal, against bots or with people beside you",
    "maps": "list the maps, or check a map folder",
    "replay": "step through a record",
    "report": "review a game: chances of winning, mistakes, and skill apart from luck",
    "verify": "check that a record's moves are legal and its deals genuine",
    "draw": "draw a board, empty or from a record",
    "layout": "solve the layout of a map's board",
    "simulate": "play many random games and summarise them",
    "arena": "play bots against each other and rate them",
    "evaluate": "rate an agent by a frozen protocol, so that others can check it",
    "mcp": "let a language model play, as an MCP server over standard input and output",
    "puzzles": "find puzzles in games between bots",
    "dataset": "write positions from games between bots, for training",
    "train": "train a network for the bot `express`",
    "warm": "compile the rules ahead of time",
}
"""Every command, with its line in `whistlestop --help`; its module has the same name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; every error is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows `?`
    words = sys.argv[1:] if argv is None else argv
    try:
        args = make_parser(words[0] if words else "").parse_args(words)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of the output, such as `head`, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except UnicodeDecodeError as error:
        return refuse(f"The input is not UTF-8 text: byte {error.start} can't be read.")
    except OSError as error:
        return refuse(f"{error.filename or 'A file'}: {error.strerror or error}.")
    except WhistlestopError as error:
        return refuse(str(error))


def refuse(sentence: str) -> int:
    """Say why a command can't do what was asked."""
    print(sentence, file=sys.stderr)
    return REFUSED


def make_parser(command: str = "") -> argparse.ArgumentParser:
    """The command line, with the arguments of one command.

    Only that command's module is imported: some take a second, and `simulate` chooses a device before the engine loads.
    """
    parser = argparse.ArgumentParser(
        prog="whistlestop",
        description="Railway board games: run a server for friends, play in the terminal, and study games and bots.",
        epilog="`whistlestop COMMAND --help` describes a command.",
    )
    parser.add_argument("--version", action="version", version=f"whistlestop {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        command_parser = commands.add_parser(name, help=text)
        if name == command:
            module = import_module(f"whistlestop.cli.{name}")
            module.add_arguments(command_parser)
            command_parser.set_defaults(run=module.run)
    return parser
