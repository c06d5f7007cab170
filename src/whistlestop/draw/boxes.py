"""Boxes and tiles: the space that slots, labels and the names of seas take on a board."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from whistlestop.draw import glyphs
from whistlestop.draw.curve import Point
from whistlestop.draw.layout import LEADING, SPACING, WATER_LEADING, Label, Sizes, Slot, Water

BED = 0.3
"""How far the bed of a tunnel or ferry reaches beyond its slots, in widths of a slot."""


@dataclass(frozen=True)
class Box:
    """A rectangle that is not turned."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", air: float = 0) -> bool:
        """Whether two boxes have less than this space between them."""
        return (
            self.left < other.right + air
            and other.left < self.right + air
            and self.top < other.bottom + air
            and other.top < self.bottom + air
        )

    def distance(self, x: float, y: float) -> float:
        """How far a point is from the box."""
        return math.hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))


@dataclass(frozen=True)
class Tile:
    """A rectangle that is turned: a slot, or the name of a sea."""

    x: float
    y: float
    turn: float
    length: float
    width: float

    @cached_property
    def corners(self) -> list[Point]:
        """Its four corners, around it."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        halves = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        l, w = self.length / 2, self.width / 2
        return [(self.x + a * l * cos - b * w * sin, self.y + a * l * sin + b * w * cos) for a, b in halves]

    @cached_property
    def edge(self) -> Box:
        """The box around it."""
        xs, ys = zip(*self.corners, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def reach(self) -> float:
        """The distance of its corners from its centre."""
        return math.hypot(self.length, self.width) / 2

    def meets(self, other: "Tile", air: float = 0) -> bool:
        """Whether two turned rectangles have less than this space between them, by the theorem of separating axes."""
        if math.dist((self.x, self.y), (other.x, other.y)) > self.reach + other.reach + air:
            return False
        for turn in (self.turn, self.turn + 90, other.turn, other.turn + 90):
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            mine = [x * cos + y * sin for x, y in self.corners]
            others = [x * cos + y * sin for x, y in other.corners]
            if max(mine) + air <= min(others) or max(others) + air <= min(mine):
                return False
        return True


def tile(box: Box) -> Tile:
    """A box as a rectangle that happens not to be turned."""
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return Tile(*middle, 0, box.right - box.left, box.bottom - box.top)


def slot_tile(slot: Slot, sizes: Sizes, bed: float = 0) -> Tile:
    """The space of a slot with the bed around it."""
    return Tile(slot.x, slot.y, slot.turn, sizes.slot_length, sizes.slot_width * (1 + 2 * bed))


def water_tile(water: Water, language: str) -> Tile:
    """The space of a sea's name, whose letters are spaced."""
    lines = water.names[language].split("/")
    length = max(glyphs.width(words, water.size) + SPACING * water.size * len(words) for words in lines)
    down = (len(lines) - 1) * WATER_LEADING / 2 * water.size - 0.3 * water.size
    turn = math.radians(water.turn)
    high = water.size * (1 + (len(lines) - 1) * WATER_LEADING)
    return Tile(water.x - down * math.sin(turn), water.y + down * math.cos(turn), water.turn, length, high)


def boxes(label: Label, city: Point, size: float) -> list[Box]:
    """The space of a label, one box per line."""
    line_boxes = []
    for n, words in enumerate(label.lines):
        wide = glyphs.width(words, size)
        left = city[0] + label.dx - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
        base = city[1] + label.dy + n * LEADING * size
        line_boxes.append(Box(left, base - glyphs.rise(words, size), left + wide, base + glyphs.fall(words, size)))
    return line_boxes


def leader(label: Label, city: Point, sizes: Sizes) -> tuple[Point, Point] | None:
    """A line from a city to its name, if they are so far apart that it is unclear which belong together."""
    edge = around(boxes(label, city, sizes.label_size))
    x = min(max(city[0], edge.left), edge.right)
    y = min(max(city[1], edge.top), edge.bottom)
    return (city, (x, y)) if math.dist(city, (x, y)) > sizes.city_radius + 0.9 * sizes.label_size else None


def around(inner: Sequence[Box]) -> Box:
    """The box around boxes."""
    return Box(
        min(box.left for box in inner),
        min(box.top for box in inner),
        max(box.right for box in inner),
        max(box.bottom for box in inner),
    )
