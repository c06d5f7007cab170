"""Rendering: the table as text and as an image."""

import io
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np

from whistlestop.draw import draw
from whistlestop.draw.picture_files import RENDERER, png
from whistlestop.env.reasons import BadInput
from whistlestop.game.record import Record
from whistlestop.game.view import SPECTATOR, View


def render(record: Record, mode: str | None) -> Any:
    """A game as text (`ansi`), or its board as an array of pixels (`rgb_array`); without a mode a warning."""
    if mode is None:
        gymnasium.logger.warn("render was called without a render_mode.")
        return None
    return text(record.view(SPECTATOR)) if mode == "ansi" else image(record)


def text(view: View) -> str:
    """A view as text: who moves, the face-up cards, and a line for each seat."""
    facts = view.public()
    mover = "nobody, the game is over" if view.over else f"seat {facts['mover']}, {facts['phase']}"
    face_up = ", ".join(f"{count} {kind}" for kind, count in facts["face_up"].items())
    lines = [f"{facts['map']}, turn {facts['turns']}: {mover}", f"face up: {face_up}; deck: {facts['deck']}"]
    for seat, player in enumerate(facts["seats"]):
        numbers = ", ".join(f"{player[field]} {field}" for field in ("points", "cars", "cards"))
        lines.append(f"seat {seat}: {numbers}, {player['tickets_kept']} tickets; {' '.join(player['tracks'])}")
    return "\n".join(lines) + "\n"


def image(record: Record) -> Any:
    """The board with everything on it: pixels, uint8, (height, width, 3)."""
    for package in (RENDERER, "PIL"):
        if find_spec(package) is None:
            raise BadInput("missing_package", package=package, extra="env")
    drawing = png(draw(record.game.folder, record=record))
    return np.asarray(import_module("PIL.Image").open(io.BytesIO(drawing)).convert("RGB"))
