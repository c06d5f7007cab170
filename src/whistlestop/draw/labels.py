"""Labels: where the names of cities stand so that they cover no slot, no city and no other name."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from whistlestop.draw import glyphs
from whistlestop.draw.curve import Point
from whistlestop.draw.layout import LEADING, SPACING, WATER_LEADING, Label, Layout, Sizes, Slot, Water

AIR = 1.5
"""The least space between a name and what it must not cover."""
GOOD = 22
"""A name with a place of at most this cost looks for no other."""
BED = 0.3
"""How far the bed of a tunnel or ferry reaches beyond its slots, in widths of a slot."""
STATION = 1.45
"""How far a station reaches beyond the middle of its city, in radii of the city."""


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
        """How far its corners lie from its middle."""
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
    """The room of a slot, with the bed around it."""
    return Tile(slot.x, slot.y, slot.turn, sizes.slot_length, sizes.slot_width * (1 + 2 * bed))


def water_tile(water: Water, language: str) -> Tile:
    """The room of a sea's name, whose letters are spaced."""
    lines = water.names[language].split("/")
    length = max(glyphs.width(words, water.size) + SPACING * water.size * len(words) for words in lines)
    down = (len(lines) - 1) * WATER_LEADING / 2 * water.size - 0.3 * water.size
    turn = math.radians(water.turn)
    high = water.size * (1 + (len(lines) - 1) * WATER_LEADING)
    return Tile(water.x - down * math.sin(turn), water.y + down * math.cos(turn), water.turn, length, high)


def boxes(label: Label, city: Point, size: float) -> list[Box]:
    """The room of a label, a box a line."""
    found = []
    for n, words in enumerate(label.lines):
        wide = glyphs.width(words, size)
        left = city[0] + label.dx - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
        base = city[1] + label.dy + n * LEADING * size
        found.append(Box(left, base - glyphs.rise(words, size), left + wide, base + glyphs.fall(words, size)))
    return found


def leader(label: Label, city: Point, sizes: Sizes) -> tuple[Point, Point] | None:
    """A line from a city to its name, if they are so far apart that one might wonder."""
    edge = around(boxes(label, city, sizes.label_size))
    x = min(max(city[0], edge.left), edge.right)
    y = min(max(city[1], edge.top), edge.bottom)
    return (city, (x, y)) if math.dist(city, (x, y)) > sizes.city_radius + 0.9 * sizes.label_size else None


def around(found: Sequence[Box]) -> Box:
    """The box around boxes."""
    return Box(
        min(box.left for box in found),
        min(box.top for box in found),
        max(box.right for box in found),
        max(box.bottom for box in found),
    )


@dataclass(frozen=True)
class Candidate:
    """A label that covers nothing but perhaps other labels, and how bad it looks."""

    label: Label
    boxes: list[Box]
    cost: float


class Obstacles:
    """What names must not cover, and what they had better not."""

    def __init__(self, layout: Layout, language: str) -> None:
        self.layout, self.sizes = layout, layout.sizes
        sizes = layout.sizes
        self.tiles = [slot_tile(slot, sizes, BED) for way in layout.ways for slot in way.slots]
        self.tiles += [water_tile(water, language) for water in layout.waters]
        if sizes.cartouche_width:
            x, y = sizes.cartouche_x, sizes.cartouche_y
            self.tiles.append(tile(Box(x, y, x + sizes.cartouche_width, y + sizes.cartouche_height)))
        self.shores = [
            point for ground in layout.grounds if ground.kind != "border" for point in between(ground.points)
        ]
        self.rails = [
            point
            for way in layout.ways
            for point in rail_points(way.curve.a, way.curve.d, way.slots, sizes.slot_length)
        ]

    def near(self, city: Point, reach: float) -> "Near":
        """What lies near a city."""
        return Near(
            city,
            self.sizes,
            [one for one in self.tiles if tile_distance(one, city) < reach],
            [one for one in self.layout.cities if one != city and math.dist(one, city) < reach + 40],
            [one for one in self.shores if math.dist(one, city) < reach],
            [one for one in self.rails if math.dist(one, city) < reach],
        )


@dataclass(frozen=True)
class Near:
    """What lies near a city."""

    city: Point
    sizes: Sizes
    tiles: list[Tile]
    cities: list[Point]
    shores: list[Point]
    rails: list[Point]

    def is_free(self, found: Sequence[Box]) -> bool:
        """Whether boxes cover nothing and lie on the board."""
        edge, r = around(found), self.sizes.city_radius
        if edge.left < 4 or edge.top < 4 or edge.right > self.sizes.width - 4 or edge.bottom > self.sizes.height - 4:
            return False
        if any(box.distance(*self.city) < r + AIR for box in found):
            return False
        if any(box.distance(*city) < STATION * r + AIR for box in found for city in self.cities):
            return False
        return not any(box.meets(one.edge, AIR) and tile(box).meets(one, AIR) for box in found for one in self.tiles)

    def unease(self, found: Sequence[Box]) -> float:
        """How bad boxes look where they are free: on a shore, on a rail, nearer to another city than to their own."""
        edge = around(found)
        own = edge.distance(*self.city)
        cost = 1.2 * min(sum(edge.distance(*point) < 1 for point in self.shores), 6)
        cost += 4 * sum(edge.distance(*point) < 2 for point in self.rails)
        cost += 30 * sum(edge.distance(*city) < own + 6 for city in self.cities)
        return cost


def between(points: Sequence[Point]) -> Iterable[Point]:
    """The points of a line, and more where they are far apart."""
    for p, q in pairwise(points):
        steps = max(1, math.ceil(math.dist(p, q) / 8))
        for n in range(steps):
            yield p[0] + (q[0] - p[0]) * n / steps, p[1] + (q[1] - p[1]) * n / steps


def rail_points(a: Point, b: Point, slots: Sequence[Slot], length: float) -> Iterable[Point]:
    """Points on the bare rails between two cities and the slots of their track."""
    for city, slot in ((a, slots[0]), (b, slots[-1])):
        far = math.dist(city, (slot.x, slot.y))
        for n in range(1, 5):
            part = n / 5 * max(far - length / 2, 0) / (far or 1)
            yield city[0] + (slot.x - city[0]) * part, city[1] + (slot.y - city[1]) * part


def tile_distance(one: Tile, point: Point) -> float:
    """How far a rectangle is from a point, at least."""
    return math.dist((one.x, one.y), point) - one.reach


def candidates(name: str, city: Point, obstacles: Obstacles) -> list[Candidate]:
    """The free places of a name around its city, the best first."""
    size, r = obstacles.sizes.label_size, obstacles.sizes.city_radius
    reach = glyphs.width(name, size) + 5 * size + 4 * r
    near = obstacles.near(city, reach)
    found: list[Candidate] = []
    for spots in (rings, grid):
        for lines in glyphs.lines(name):
            for label, cost in spots(lines, size, r):
                taken = boxes(label, city, size)
                if near.is_free(taken):
                    found.append(Candidate(label, taken, near.unease(taken) + cost + 3 * (len(lines) - 1)))
        found.sort(key=lambda one: one.cost)
        if found and found[0].cost < GOOD:
            break
    return found[:60]


def rings(lines: tuple[str, ...], size: float, r: float) -> Iterable[tuple[Label, float]]:
    """Labels all around a city, near first, and how little each is liked."""
    for step in range(9):
        gap = r + 2.5 + step * size * (0.2 if step < 4 else 0.4)
        for turn in range(0, 360, 10):
            yield beside(lines, gap, turn, size), (gap - r) * 0.9 + aside(turn)


def grid(lines: tuple[str, ...], size: float, r: float) -> Iterable[tuple[Label, float]]:
    """Labels on a grid around a city, for a name that has no room in the rings."""
    wide = max(glyphs.width(words, size) for words in lines)
    for up in range(-24, 25):
        for across in range(-24, 25):
            x, y = across / 24 * (wide / 2 + 5 * r), up * size * 0.15
            label = Label(round(x, 1), round(y, 1), "middle", lines)
            away = around(boxes(label, (0, 0), size)).distance(0, 0)
            yield label, (away - r) * 0.9 + 4


def aside(turn: int) -> float:
    """How little a direction is liked: right best, then left, then above and below."""
    away = abs(math.sin(math.radians(turn)))
    return 5 * away + (1.5 if math.cos(math.radians(turn)) < -0.2 else 0) + (0.5 if 0 < turn < 180 else 0)


def beside(lines: tuple[str, ...], gap: float, turn: int, size: float) -> Label:
    """A label in a direction from its city, so far that its box is `gap` away from the city's middle."""
    wide = max(glyphs.width(words, size) for words in lines)
    rise = glyphs.rise(lines[0], size)
    high = rise + (len(lines) - 1) * LEADING * size + glyphs.fall(lines[-1], size)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # The middle of the box moves out on a rounded rectangle around the city.
    x, y = cos * (wide / 2 + gap), sin * (high / 2 + gap)
    over = max(abs(x) - wide / 2, 0), max(abs(y) - high / 2, 0)
    short = gap - math.hypot(*over)
    if short > 0:
        x, y = x + cos * short, y + sin * short
    anchor = "start" if cos > 0.25 else "end" if cos < -0.25 else "middle"
    dx = x - {"start": wide / 2, "middle": 0, "end": -wide / 2}[anchor]
    return Label(round(dx, 1), round(y - high / 2 + rise, 1), anchor, lines)


def place(layout: Layout, names: Sequence[str], language: str) -> tuple[tuple[Label, ...], list[int]]:
    """A label for each city, and the numbers of the cities whose labels cover something."""
    obstacles = Obstacles(layout, language)
    size = layout.sizes.label_size
    options = []
    bad = []
    for n, (name, city) in enumerate(zip(names, layout.cities, strict=True)):
        found = candidates(name, city, obstacles)
        if not found:
            bad.append(n)
            label = beside((name,), layout.sizes.city_radius + 2.5, 0, size)
            found = [Candidate(label, boxes(label, city, size), 0)]
        options.append(found)
    chosen = settle(options)
    clashes = {n for n in range(len(options)) for m in range(n) if meet(options[n][chosen[n]], options[m][chosen[m]])}
    labels = tuple(found[n].label for found, n in zip(options, chosen, strict=True))
    return labels, sorted(clashes | set(bad))


def meet(one: Candidate, other: Candidate) -> bool:
    """Whether two labels cover each other."""
    return any(a.meets(b, 2 * AIR) for a in one.boxes for b in other.boxes)


def settle(options: Sequence[Sequence[Candidate]]) -> list[int]:
    """One candidate for each city: whoever gains by it moves, until nobody does."""
    order = sorted(range(len(options)), key=lambda n: len(options[n]))
    chosen = [0] * len(options)
    fine = [1.0] * len(options)
    for _ in range(40):
        before = list(chosen)
        for n in order:
            others = [(fine[m], options[m][chosen[m]]) for m in range(len(options)) if m != n]
            costs = [one.cost + sum(60 * f for f, other in others if meet(one, other)) for one in options[n]]
            chosen[n] = costs.index(min(costs))
        clashes = [
            n
            for n in order
            for m in range(len(options))
            if m != n and meet(options[n][chosen[n]], options[m][chosen[m]])
        ]
        for n in clashes:
            fine[n] += 1
        if chosen == before and not clashes:
            break
    return chosen
