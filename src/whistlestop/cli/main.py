"""Arguments, dispatch and exit codes: 0 fine, 1 something was refused, 2 usage, 130 interrupted."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop import __version__
from whistlestop.bots import NAMES
from whistlestop.bots.levels import LEVELS
from whistlestop.game.board import LANGUAGES
from whistlestop.game.reasons import WhistlestopError
from whistlestop.server.settings import Settings, variable

REFUSED = 1
INTERRUPTED = 130
YOU = "you"
"""The seat of a person."""

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; every error is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows `?`
    try:
        code = run(parser().parse_args(argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except UnicodeDecodeError as error:
        return refuse(f"The input is not UTF-8 text: byte {error.start} can't be read.")
    except OSError as error:
        return refuse(f"{error.filename or 'A file'}: {error.strerror or error}.")
    except WhistlestopError as error:
        return refuse(str(error))


def run(args: argparse.Namespace) -> int:
    """Run the command that was asked for; its file is imported only now, and the engine with it."""
    code: int = import_module(f"whistlestop.cli.{args.command}").run(args)
    return code


def refuse(sentence: str) -> int:
    """Say why something was refused."""
    print(sentence, file=sys.stderr)
    return REFUSED


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="whistlestop",
        description="Railway board games: a server for friends; play, replay, verify, draw, simulate, arena here.",
    )
    top.add_argument("--version", action="version", version=f"whistlestop {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (
        add_serve, add_backup, add_play, add_maps, add_replay, add_verify, add_draw, add_layout, add_simulate,
        add_arena, add_dataset, add_warm,
    ):  # fmt: skip
        add(commands)
    return top


def add_serve(commands: "Commands") -> None:
    """The command `serve`."""
    serve = commands.add_parser(
        "serve",
        help="run a server that friends play on",
        description="Run a server. Every flag can be set by the environment variable that is named with it.",
    )
    for name, one in Settings.__dataclass_fields__.items():
        if name != "maps":
            default = f" ({one.default})" if one.default != "" else ""
            serve.add_argument(
                f"--{name.replace('_', '-')}",
                type=one.metadata["kind"],
                metavar={int: "N", float: "X"}.get(one.metadata["kind"], name.upper()),
                help=f"{one.metadata['text']}{default}; {variable(name)}",
            )
    serve.add_argument("--open", action="store_true", help="show it in a browser, if there is one")
    add_places(serve)


def add_backup(commands: "Commands") -> None:
    """The commands `backup` and `restore`."""
    for name, text in {
        "backup": "copy the database of a server, running or not, into one file",
        "restore": "put a backup in the place of a server's database",
    }.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}; for SQLite.")
        command.add_argument("file", metavar="FILE", type=Path)
        command.add_argument("--database", metavar="DATABASE", help="the server's; by default in your data folder")


def add_play(commands: "Commands") -> None:
    """The command `play`."""
    play = commands.add_parser(
        "play",
        help="play against bots, or several people at one terminal",
        description=f"Play a game. A seat is `{YOU}`, a person at this terminal; or a level, from the easiest to the "
        f"hardest: {', '.join(LEVELS)}; or a bot of the ladder: {', '.join(NAMES)}.",
    )
    play.add_argument("map", metavar="MAP", nargs="?", default="europe", help="the map's name (europe)")
    play.add_argument(
        "--seats", type=words, default=[YOU, "dispatcher"], metavar="WHO,WHO", help=f"who sits where ({YOU},dispatcher)"
    )
    play.add_argument("--names", type=words, default=[], metavar="NAME,NAME", help="what the people are called")
    play.add_argument("--seed", type=int, metavar="N", help="deal from this seed; by default a new one each time")
    play.add_argument("--first", type=int, metavar="SEAT", help="the seat that begins; by default it is drawn")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the play to this new file, move by move")
    play.add_argument("--language", choices=LANGUAGES, default="en", help="of the names of cities (en)")
    add_places(play)


def add_maps(commands: "Commands") -> None:
    """The command `maps`."""
    maps = commands.add_parser(
        "maps", help="list the maps, check a folder", description="List the maps, or say more about one of them."
    )
    add_places(maps)
    actions = maps.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="what is special about a map", description="Say what differs on a map.")
    show.add_argument("map", metavar="MAP")
    add_places(show)
    check = actions.add_parser("check", help="check a map's folder", description="Check the folder of a map.")
    check.add_argument("folder", metavar="DIR", type=Path)


def add_replay(commands: "Commands") -> None:
    """The command `replay`."""
    replay = commands.add_parser(
        "replay",
        help="step through a record",
        description="Step through a record; when this is no terminal, print all of it.",
    )
    replay.add_argument("file", metavar="FILE", help="a record; - reads it from the standard input")
    replay.add_argument("--ply", type=int, metavar="N", help="begin here; with no terminal, show only this")
    replay.add_argument("--seat", type=int, metavar="SEAT", help="show only what this seat was told")
    add_places(replay)


def add_verify(commands: "Commands") -> None:
    """The command `verify`."""
    verify = commands.add_parser(
        "verify", help="prove a record", description="Prove that all moves of a record are legal and its deals true."
    )
    verify.add_argument("file", metavar="FILE", help="a record; - reads it from the standard input")
    add_places(verify)


def add_draw(commands: "Commands") -> None:
    """The command `draw`."""
    draw = commands.add_parser(
        "draw", help="draw a board", description="Draw the board of a map, or a moment of a record on it."
    )
    draw.add_argument("map", metavar="MAP")
    draw.add_argument("record", metavar="RECORD", nargs="?", help="a record; - reads it from the standard input")
    draw.add_argument("--ply", type=int, metavar="N", help="draw the record after so many moves; by default its end")
    draw.add_argument("--language", choices=LANGUAGES, default="en", help="of all names and words (en)")
    draw.add_argument("--theme", choices=("light", "dark"), default="light", help="of the colours (light)")
    draw.add_argument(
        "-o", "--output", type=Path, default=Path("board.svg"), metavar="FILE", help="a .svg or .png (board.svg)"
    )
    add_places(draw)


def add_layout(commands: "Commands") -> None:
    """The command `layout`."""
    layout = commands.add_parser(
        "layout",
        help="make room on a map's board",
        description="Move the cities of a map apart until every track has room for its slots, bend the land with them, "
        "place the names, and write all that into the map's folder.",
    )
    layout.add_argument("folder", metavar="DIR", type=Path)
    layout.add_argument("--force", action="store_true", help="write over a layout that is there")


def add_simulate(commands: "Commands") -> None:
    """The command `simulate`."""
    simulate = commands.add_parser(
        "simulate",
        help="play many games at random",
        description="Play many games, every legal move equally likely, and say how they went.",
    )
    simulate.add_argument("map", metavar="MAP")
    simulate.add_argument("--seats", type=positive, default=2, metavar="N", help="how many seats (2)")
    simulate.add_argument("--games", type=positive, default=10_000, metavar="N", help="how many games (10000)")
    simulate.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="how many threads (one a core)"
    )
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help="of the first game; the next has N + 1 (0)")
    simulate.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where to play (cpu)")
    simulate.add_argument("--json", action="store_true", help="print the result as JSON")
    add_places(simulate)


def add_arena(commands: "Commands") -> None:
    """The command `arena`."""
    arena = commands.add_parser(
        "arena",
        help="play bots against each other",
        description="Play bots against each other in every seating of every deal, and say how strong they are.",
    )
    arena.add_argument("map", metavar="MAP")
    arena.add_argument("--seats", type=positive, default=2, metavar="N", help="how many seats (2)")
    arena.add_argument(
        "--bots",
        type=words,
        action="extend",
        default=[],
        metavar="BOT,BOT",
        help="who plays, such as champion:rollouts=800,planner; of more bots than seats every selection plays",
    )
    arena.add_argument(
        "--bot", dest="bots", action="append", metavar="BOT", help="one more of them, such as my_bots.py:MyBot"
    )
    arena.add_argument(
        "--games", type=positive, default=200, metavar="N", help="at least so many, in whole deals (200)"
    )
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="of the first deal; the next has N + 1 (0)")
    arena.add_argument(
        "--sequential",
        type=rates,
        metavar="LOW,HIGH",
        help="stop once it is settled whether the first bot rather wins LOW or HIGH of its games, such as 0.5,0.6",
    )
    add_arena_files(arena)
    arena.add_argument(
        "--move-limit", type=float, metavar="SECONDS", help="a bot that thinks longer about a move loses the game"
    )
    arena.add_argument(
        "--on-error",
        choices=("go-on", "stop"),
        default="go-on",
        help="what to do after a bot raised, made an illegal move or thought for too long (go-on)",
    )
    arena.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="how many processes (one a core)"
    )
    arena.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster; `local` starts one on this machine")
    add_places(arena)


def add_arena_files(arena: argparse.ArgumentParser) -> None:
    """What an arena writes."""
    arena.add_argument(
        "--results", type=Path, metavar="FILE", help="write a line a game; the same command goes on where it was"
    )
    arena.add_argument("--records", type=Path, metavar="DIR", help="write every game as a record into this folder")
    arena.add_argument("--json", type=Path, metavar="FILE", help="write the standings as JSON")
    arena.add_argument("--chart", type=Path, metavar="FILE", help="draw the standings, as .svg or .png")


def add_dataset(commands: "Commands") -> None:
    """The command `dataset`."""
    dataset = commands.add_parser(
        "dataset",
        help="write positions of games between bots, to learn from",
        description="Play bots against each other and write a row for every decision: observation, mask, action, "
        "outcome, seat and game.",
    )
    dataset.add_argument("map", metavar="MAP")
    dataset.add_argument("--seats", type=positive, default=2, metavar="N", help="how many seats (2)")
    dataset.add_argument(
        "--bots", type=words, default=["planner"], metavar="BOT,BOT", help="who plays, changing seats (planner)"
    )
    dataset.add_argument("--games", type=positive, default=1000, metavar="N", help="how many games (1000)")
    dataset.add_argument("--seed", type=int, default=0, metavar="N", help="of the first game; the next has N + 1 (0)")
    dataset.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="how many processes (one a core)"
    )
    dataset.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("positions.parquet"),
        metavar="FILE",
        help="a .parquet or .npz (positions.parquet)",
    )
    add_places(dataset)


def add_warm(commands: "Commands") -> None:
    """The command `warm`."""
    warm = commands.add_parser(
        "warm", help="compile the rules ahead", description="Compile the rules now, so that no later start waits."
    )
    warm.add_argument("--env", action="store_true", help="the environments for research too")


def add_places(command: argparse.ArgumentParser) -> None:
    """The option that names folders of maps."""
    command.add_argument(
        "--maps",
        dest="places",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="a map's folder, or a folder of such folders, to look in first; may be given several times",
    )


def positive(text: str) -> int:
    """A whole number above zero."""
    if not text.isascii() or not text.isdigit() or int(text[:18]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above zero")
    return int(text[:18])


def words(text: str) -> list[str]:
    """Words between commas."""
    return [word.strip() for word in text.split(",")]


def rates(text: str) -> tuple[float, float]:
    """Two win rates between commas."""
    try:
        low, high = map(float, words(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers, such as 0.5,0.6") from None
    return low, high
