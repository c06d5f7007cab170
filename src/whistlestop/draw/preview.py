"""Previews: pictures of the bundled boards for links in chats and on social sites, 1200 x 630 pixels as those expect.

`python -m whistlestop.draw.preview` writes them into web/public/previews, from where they are built into the client.
They are committed: a server needs no renderer, and they look the same wherever a wheel is built.
"""

import io
import re
from importlib import import_module
from pathlib import Path

from whistlestop import maps
from whistlestop.draw import draw
from whistlestop.draw.picture_files import png

WIDTH, HEIGHT = 1200, 630
COLOURS = 96
"""How many colours a preview has: enough for a board, and a quarter of the bytes."""
FOLDER = Path(__file__).parents[3] / "web" / "public" / "previews"


def preview_svg(folder: Path) -> str:
    """The middle of a board, as large as fits the width."""
    board = draw(folder, "en", "light", None)
    x, y, width, height = map(float, re.findall(r"-?[\d.]+", board[board.index("viewBox") :])[:4])
    seen = width * HEIGHT / WIDTH
    box = f'viewBox="{x:g} {y + (height - seen) / 2:g} {width:g} {seen:g}" width="{WIDTH}" height="{HEIGHT}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', box, board, count=1)


def write_previews(place: Path = FOLDER) -> None:
    """Write the preview of every bundled map."""
    images = import_module("PIL.Image")
    place.mkdir(parents=True, exist_ok=True)
    for name, folder in maps.folders(maps.BUNDLED).items():
        picture = images.open(io.BytesIO(png(preview_svg(folder)))).convert("RGB")
        picture.quantize(COLOURS, dither=images.Dither.NONE).save(place / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write_previews()
