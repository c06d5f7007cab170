"""What lies on the table, as text and as an image."""

import io
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from whistlestop.draw import draw
from whistlestop.env.reasons import BadInput
from whistlestop.game.record import Record
from whistlestop.game.view import View


def text(view: View) -> str:
    """A view in lines: who moves, the row, and a line a seat."""
    said = view.public()
    mover = "nobody, the play is over" if view.over else f"seat {said['mover']}, {said['phase']}"
    face_up = ", ".join(f"{count} {kind}" for kind, count in said["face_up"].items())
    lines = [f"{said['map']}, turn {said['turns']}: {mover}", f"row: {face_up}; deck: {said['deck']}"]
    for seat, one in enumerate(said["seats"]):
        numbers = ", ".join(f"{one[field]} {field}" for field in ("points", "cars", "cards"))
        lines.append(f"seat {seat}: {numbers}, {one['tickets_kept']} tickets; {' '.join(one['tracks'])}")
    return "\n".join(lines) + "\n"


def image(record: Record) -> Any:
    """The board with all that lies on it: pixels, uint8, (height, width, 3)."""
    for package in ("resvg_py", "PIL"):
        if find_spec(package) is None:
            raise BadInput("missing_package", package=package, extra="env")
    png = import_module("resvg_py").svg_to_bytes(svg_string=draw(record.game.folder, record=record))
    picture = import_module("PIL.Image").open(io.BytesIO(bytes(png))).convert("RGB")
    return np.asarray(picture)
