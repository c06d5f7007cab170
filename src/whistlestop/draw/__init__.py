"""Boards as pictures: where things lie on a map, and how they look.

svg = draw(Path("src/whistlestop/maps/europe"), language="is", theme="dark")
"""

from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.draw.picture import Picture
from whistlestop.draw.reasons import BadDrawing
from whistlestop.draw.solution import layout_of
from whistlestop.game.board import load, load_names

if TYPE_CHECKING:
    from whistlestop.game.record import Record


def draw(folder: Path, language: str = "en", theme: str = "light", record: "Record | None" = None) -> str:
    """The board of the map in a folder as SVG; with a record, as it lies after the record's last move."""
    board, rules = load(folder)
    names = load_names(folder, language)
    layout = layout_of(folder, board, language)
    if record is None:
        return Picture(board, rules, layout, names, language, theme).svg()
    if record.game.board.digest != board.digest:
        raise BadDrawing("other_map", found=record.game.name, wanted=board.name)
    from whistlestop.game.view import SPECTATOR  # imports the engine, which a bare board does not need

    seats = record.view(SPECTATOR).as_dict()["seats"]
    players = ["".join(sign if sign.isprintable() else "?" for sign in name) for name in record.names]
    return Picture(board, rules, layout, names, language, theme, seats, players).svg()
