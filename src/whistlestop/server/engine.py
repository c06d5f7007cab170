"""The engine for browsers as it was built, and the data of each game that it plays. `whistlestop.wasm` makes both."""

from functools import cache
from pathlib import Path

from whistlestop.bots.levels import knows
from whistlestop.game.board import load
from whistlestop.game.game import Game
from whistlestop.wasm.export import BUILT, LAYOUT, MODULE, game_data, is_built, network_file, network_name, write_json


def engine_files() -> dict[str, bytes]:
    """The module and its layout by name; none if the engine is not built."""
    return {name: (BUILT / name).read_bytes() for name in (MODULE, LAYOUT)} if is_built() else {}


@cache
def seats_of(folder: Path) -> range:
    """The numbers of seats that a map has games for."""
    _, rules = load(folder)
    return range(rules.min_seats, rules.max_seats + 1)


def game_file(folder: Path, seats: int) -> bytes:
    """What the engine needs for a game: a map with a number of seats."""
    return write_json(game_data(Game.load(folder, seats)))


@cache
def network_names(folder: Path) -> tuple[str, ...]:
    """The files with a map's network: one, or none."""
    board, _ = load(folder)
    return (network_name(Game.load(folder)),) if knows(board) else ()


def network_bytes(folder: Path) -> bytes:
    """A map's network."""
    return network_file(Game.load(folder))
