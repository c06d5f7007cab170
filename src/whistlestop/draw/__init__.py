"""Boards as pictures: the layout of a map, and how it looks.

    svg = draw(Path("src/whistlestop/maps/europe"), language="is", theme="dark")

- `picture`: a board as SVG; `web_board`: the same in layers, for browsers; `picture_files`: writing SVG and PNG files
- `layout`: where things are on a board; `files`: reading and writing a layout; `reasons`: the errors
- `solution`: solving a layout for a map, with `springs` (cities and tracks), `labels` (names), `land` (coasts and
  borders) and `projection` (degrees to a plane)
- `palette`: colours and signs; `marks`: slots, cars, cities and stations; `cartouche`: the title box with the legend;
  `compass`: the compass
- `boxes`, `curve`, `glyphs`, `svg_paths`: geometry of rectangles, curves, text and paths
- `translations`: words in all languages
"""

from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.draw.picture import Picture
from whistlestop.draw.reasons import BadDrawing
from whistlestop.draw.solution import layout_of
from whistlestop.game.board import load, load_names
from whistlestop.game.text import printable

if TYPE_CHECKING:
    from whistlestop.game.record import Record


def draw(folder: Path, language: str = "en", theme: str = "light", record: "Record | None" = None) -> str:
    """The board of the map in a folder as SVG; with a record, as it is after the record's last move."""
    board, rules = load(folder)
    names = load_names(folder, language)
    layout = layout_of(folder, board, language)
    if record is None:
        return Picture(board, rules, layout, names, language, theme).svg()
    if record.game.board.digest != board.digest:
        raise BadDrawing("other_map", found=record.game.name, wanted=board.name)
    from whistlestop.game.view import SPECTATOR  # imports the engine, which a bare board does not need

    seats = record.view(SPECTATOR).as_dict()["seats"]
    players = [printable(name) for name in record.names]
    return Picture(board, rules, layout, names, language, theme, seats, players).svg()
