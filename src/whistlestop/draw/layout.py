"""Layout: the positions of a board's cities, tracks, labels and land. Lengths are board units; y grows downwards."""

from dataclasses import dataclass, field
from typing import Any

from whistlestop.draw.curve import Curve, Point
from whistlestop.draw.svg_paths import line
from whistlestop.game.board import Board

LEADING = 1.08
"""The distance of lines of a label, in sizes of the font."""
SPACING, WATER_LEADING = 0.16, 1.25
"""The space between the letters of a sea's name, and the distance of its lines, in sizes of the font."""
ANCHORS = ("start", "middle", "end")
KINDS = {"land": 3, "lake": 3, "border": 2}
"""What land is made of, and how many points it needs."""


@dataclass(frozen=True)
class Sizes:
    """The sizes of a board."""

    width: float
    height: float
    slot_length: float
    slot_width: float
    city_radius: float
    label_size: float
    cartouche_x: float = 0
    cartouche_y: float = 0
    cartouche_width: float = 0
    cartouche_height: float = 0
    compass_x: float = 0
    compass_y: float = 0
    compass_radius: float = 0


@dataclass(frozen=True)
class Slot:
    """A space of a track: its middle, and how it is turned, in degrees."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Way:
    """How a track runs: its curve, and how far along it the slots begin and end."""

    curve: Curve
    first: float
    last: float
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Label:
    """A city's label: its first base line from the city's middle, and where on that line it is held."""

    dx: float
    dy: float
    anchor: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Ground:
    """A piece of land, a lake in it or a border across it."""

    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Water:
    """The name of a sea by language, with a `/` where a line ends; it is held in the middle of its first base line."""

    x: float
    y: float
    turn: float
    size: float
    names: dict[str, str]


@dataclass(frozen=True)
class Layout:
    """The positions of everything: cities and tracks in the order of the board, labels by language."""

    sizes: Sizes
    cities: tuple[Point, ...]
    ways: tuple[Way, ...]
    grounds: tuple[Ground, ...] = ()
    labels: dict[str, tuple[Label, ...]] = field(default_factory=dict)
    waters: tuple[Water, ...] = ()


def make_way(curve: Curve, first: float, last: float, spaces: int, slot_length: float) -> Way:
    """A way with its slots evenly between the ends of the first and the last."""
    pitch = (last - first - slot_length) / (spaces - 1) if spaces > 1 else 0.0
    middle = first + slot_length / 2 if spaces > 1 else (first + last) / 2
    return Way(curve, first, last, tuple(Slot(*curve.at(middle + n * pitch)) for n in range(spaces)))


def layout_json(board: Board, layout: Layout) -> dict[str, Any]:
    """The layout as plain values: what a client needs to draw the board of `board`."""
    sizes = layout.sizes
    return {
        "viewBox": [0, 0, sizes.width, sizes.height],
        "slot": {"length": sizes.slot_length, "width": sizes.slot_width},
        "cityRadius": sizes.city_radius,
        "labelSize": sizes.label_size,
        "cartouche": [sizes.cartouche_x, sizes.cartouche_y, sizes.cartouche_width, sizes.cartouche_height],
        "compass": [sizes.compass_x, sizes.compass_y, sizes.compass_radius],
        "cities": [
            {"id": city.id, "x": x, "y": y, "attraction": city.attraction}
            for city, (x, y) in zip(board.cities, layout.cities, strict=True)
        ],
        "labels": {
            language: [
                {"dx": label.dx, "dy": label.dy, "anchor": label.anchor, "lines": list(label.lines)} for label in labels
            ]
            for language, labels in layout.labels.items()
        },
        "tracks": [
            {
                "id": track.text,
                "curve": [round(number, 1) for point in (c.a, c.b, c.c, c.d) for number in point],
                "first": way.first,
                "last": way.last,
                "slots": [[round(slot.x, 1), round(slot.y, 1), round(slot.turn, 1)] for slot in way.slots],
            }
            for track, way in zip(board.tracks, layout.ways, strict=True)
            for c in [way.curve]
        ],
        "land": [{"kind": ground.kind, "path": path_text(ground)} for ground in layout.grounds],
        "waters": [
            {"x": water.x, "y": water.y, "turn": water.turn, "size": water.size, "names": water.names}
            for water in layout.waters
        ],
    }


def path_text(ground: Ground) -> str:
    """A piece of land as an SVG path."""
    return line(ground.points) + ("" if ground.kind == "border" else "Z")
