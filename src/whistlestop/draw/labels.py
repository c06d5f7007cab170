"""Labels: placing the names of cities so that they cover no slot, no city and no other name."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from whistlestop.draw import glyphs
from whistlestop.draw.boxes import BED, Box, Tile, around, boxes, slot_tile, tile, water_tile
from whistlestop.draw.curve import Point
from whistlestop.draw.layout import LEADING, Label, Layout, Slot
from whistlestop.draw.marks import STATION

AIR = 1.5
"""The least space between a name and what it must not cover."""
GOOD = 22
"""A name with a position of at most this cost looks no further."""
MOST = 60
"""How many positions of a name are weighed against those of other names."""
EDGE = 4
"""The least space between a name and the edge of the board."""


@dataclass(frozen=True)
class Candidate:
    """A label that covers nothing but perhaps other labels, and how bad it looks."""

    label: Label
    boxes: list[Box]
    cost: float


class Obstacles:
    """What names must not cover, and what they should avoid."""

    def __init__(self, layout: Layout, language: str) -> None:
        self.layout, self.sizes = layout, layout.sizes
        sizes = layout.sizes
        tiles = [slot_tile(slot, sizes, BED) for way in layout.ways for slot in way.slots]
        tiles += [water_tile(water, language) for water in layout.waters]
        house = 2 * STATION * sizes.city_radius
        tiles += [Tile(*city, 0, house, 0.9 * house) for city in layout.cities]
        if sizes.cartouche_width:
            x, y = sizes.cartouche_x, sizes.cartouche_y
            tiles.append(tile(Box(x, y, x + sizes.cartouche_width, y + sizes.cartouche_height)))
        if sizes.compass_radius:
            tiles.append(Tile(sizes.compass_x, sizes.compass_y, 0, 2 * sizes.compass_radius, 2 * sizes.compass_radius))
        self.tiles = tiles
        grounds = [ground for ground in layout.grounds if ground.kind != "border"]
        self.shores = as_points(point for ground in grounds for point in between(ground.points))
        length = sizes.slot_length
        self.rails = as_points(
            point for way in layout.ways for point in rail_points(way.curve.a, way.curve.d, way.slots, length)
        )

    def costs(self, city: Point, edges: Any, rows: Any) -> Any:
        """How bad labels of a city look; infinite for those that cover something.

        `edges` is an array of the boxes around the labels, `rows` one of the boxes of their lines.
        """
        reach = float(np.abs(edges - [*city, *city]).max()) + 40 if len(edges) else 0
        near = [tile for tile in self.tiles if math.dist((tile.x, tile.y), city) < reach + tile.reach]
        others = as_points(other for other in self.layout.cities if other != city and math.dist(other, city) < reach)
        r, sizes = self.sizes.city_radius, self.sizes
        own = distances(edges, as_points([city]))[:, 0]
        bad = (edges[:, :2] < EDGE).any(axis=1)
        bad |= (edges[:, 2] > sizes.width - EDGE) | (edges[:, 3] > sizes.height - EDGE)
        for row in rows:
            bad |= distances(row, as_points([city]))[:, 0] < r + AIR
            bad |= (distances(row, others) < 1.4 * r + AIR).any(axis=1)
            bad |= covered(row, near)
        within = [points[(np.abs(points - city) < reach).all(axis=1)] for points in (self.shores, self.rails)]
        cost = 1.2 * np.minimum((distances(edges, within[0]) < 1).sum(axis=1), 6)
        cost += 4 * (distances(edges, within[1]) < 2).sum(axis=1)
        cost += 90 * (distances(edges, others) < own[:, None] + 6).sum(axis=1)
        return np.where(bad, np.inf, cost)


def as_points(points: Iterable[Point]) -> Any:
    """Points as an array, which may be empty."""
    return np.array(list(points), float).reshape(-1, 2)


def as_array(found: Sequence[Box]) -> Any:
    """Boxes as an array: left, top, right, bottom."""
    return np.array([(box.left, box.top, box.right, box.bottom) for box in found], float).reshape(-1, 4)


def distances(found: Any, points: Any) -> Any:
    """How far each point is from each box."""
    x, y = points[None, :, 0], points[None, :, 1]
    left, top, right, bottom = (found[:, n, None] for n in range(4))
    return np.hypot(np.maximum(np.maximum(left - x, x - right), 0), np.maximum(np.maximum(top - y, y - bottom), 0))


def covered(found: Any, tiles: Sequence[Tile]) -> Any:
    """Whether boxes cover any of some tiles, by the theorem of separating axes."""
    if not tiles:
        return np.zeros(len(found), bool)
    x, y, turn, length, width = np.array([(tile.x, tile.y, tile.turn, tile.length, tile.width) for tile in tiles]).T
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    wide, high = ((found[:, n + 2] - found[:, n])[:, None] / 2 for n in (0, 1))
    right = (found[:, 0] + found[:, 2])[:, None] / 2 - x
    down = (found[:, 1] + found[:, 3])[:, None] / 2 - y
    half, thin = length / 2 + AIR, width / 2 + AIR
    meets = np.abs(right) < wide + half * np.abs(cos) + thin * np.abs(sin)
    meets &= np.abs(down) < high + half * np.abs(sin) + thin * np.abs(cos)
    meets &= np.abs(right * cos + down * sin) < half + wide * np.abs(cos) + high * np.abs(sin)
    meets &= np.abs(down * cos - right * sin) < thin + wide * np.abs(sin) + high * np.abs(cos)
    return meets.any(axis=1)


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


def candidates(name: str, city: Point, obstacles: Obstacles) -> list[Candidate]:
    """The free positions of a name around its city, best first."""
    size, r = obstacles.sizes.label_size, obstacles.sizes.city_radius
    found: list[Candidate] = []
    for spots in (rings, grid):
        for lines in glyphs.lines(name):
            tried = list(spots(lines, size, r))
            taken = [boxes(label, city, size) for label, _ in tried]
            rows = [as_array([one[n] for one in taken]) for n in range(len(lines))]
            costs = obstacles.costs(city, as_array([around(one) for one in taken]), rows)
            costs = costs + [cost + 3 * (len(lines) - 1) for _, cost in tried]
            best = np.argsort(costs, kind="stable")[:MOST]
            found += [Candidate(tried[n][0], taken[n], float(costs[n])) for n in best if np.isfinite(costs[n])]
        found.sort(key=lambda one: one.cost)
        if found and found[0].cost < GOOD:
            break
    return found[:MOST]


def rings(lines: tuple[str, ...], size: float, r: float) -> Iterable[tuple[Label, float]]:
    """Labels all around a city, nearest first, with the cost of each."""
    for step in range(9):
        gap = STATION * r + 1.6 + step * size * (0.2 if step < 4 else 0.4)
        for turn in range(0, 360, 10):
            yield beside(lines, gap, turn, size), (gap - r) * 0.9 + aside(turn)


def grid(lines: tuple[str, ...], size: float, r: float) -> Iterable[tuple[Label, float]]:
    """Labels on a grid around a city, for a name that doesn't fit in the rings."""
    wide = max(glyphs.width(words, size) for words in lines)
    for up in range(-24, 25):
        for across in range(-24, 25):
            x, y = across / 24 * (wide / 2 + 5 * r), up * size * 0.15
            label = Label(round(x, 1), round(y, 1), "middle", lines)
            away = around(boxes(label, (0, 0), size)).distance(0, 0)
            yield label, (away - r) * 0.9 + 4


def aside(turn: int) -> float:
    """The cost of a direction: right is best, then left, then above and below."""
    away = abs(math.sin(math.radians(turn)))
    return 5 * away + (1.5 if math.cos(math.radians(turn)) < -0.2 else 0) + (0.5 if 0 < turn < 180 else 0)


def beside(lines: tuple[str, ...], gap: float, turn: int, size: float) -> Label:
    """A label in a direction from its city, with its box `gap` away from the city's centre."""
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
            label = beside((name,), STATION * layout.sizes.city_radius + 1.6, 0, size)
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
    """One candidate for each city: labels move to better candidates until none can improve."""
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
