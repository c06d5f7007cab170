"""Solution: a layout for a map that has none, from the latitudes and longitudes of its cities."""

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.draw import boxes, files, labels, land
from whistlestop.draw.curve import Curve, Point
from whistlestop.draw.layout import Layout, Sizes, Way, make_way
from whistlestop.draw.projection import middle
from whistlestop.draw.reasons import BadLayout
from whistlestop.draw.springs import BEADS, Route, Springs, fit
from whistlestop.game.board import LANGUAGES, Board, load_names
from whistlestop.game.map_files import SourceLine

LONG, SHORT, SLOT = 1500, 800, 54
"""How long a board's longer side is at most, the least of both sides, and the most of a slot."""
WIDE, GAP, RADIUS, LABEL = 0.4, 0.09, 0.29, 0.47
"""The width of a slot, the gap between slots, a city's radius and the size of names, in lengths of a slot."""
LANE = 0.14
"""The space between the two tracks of a double route."""
TRIES, STEPS, QUICK = 48, 120, 320
"""How often it is tried, how many steps are taken each time, and how many for a quick look."""
FIT = 0.8
"""The share of tracks that fit before any city is moved."""
ACROSS = 60
"""How many slots a board is wide or high at most before any city is moved."""
PATIENCE = 2
"""After how many tries the map is drawn larger."""
SMALLER = (1, 0.88, 0.78)
"""How much smaller names are written where they don't fit."""
EDGE = 2.0
"""How far cities stay from the edge of the board, in lengths of a slot."""

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Solution:
    """A layout, and what did not fit: pairs of tracks that overlap, and cities whose names cover something."""

    layout: Layout
    clashes: tuple[tuple[str, str], ...]
    unlabelled: tuple[str, ...]


def layout_of(folder: Path, board: Board, language: str) -> Layout:
    """The layout in a map's folder, or a quick one if there is none, with labels in a language."""
    layout = files.load(folder, board) if files.has_layout(folder) else quick(folder, board)
    if language in layout.labels:
        return layout
    names = load_names(folder, language)
    placed, _ = labels.place(layout, [names[city.id] for city in board.cities], language)
    return replace(layout, labels={**layout.labels, language: placed})


def quick(folder: Path, board: Board) -> Layout:
    """A layout that is good enough to look at: a track may run into another."""
    springs = set_up(folder, board)
    springs.relax(QUICK)
    return finish(folder, board, springs)


def solve(folder: Path, board: Board, report: Report) -> Solution:
    """A layout with space for every slot and name, if one can be found; `report` gets the steps done and the total."""
    total = TRIES + len(LANGUAGES)
    springs = set_up(folder, board)
    springs.relax(4 * STEPS)
    for n in range(TRIES):
        report(n, total)
        springs.relax(STEPS)
        cities = springs.points[: springs.cities].tolist()
        left = clashes(board, cities, ways(board, springs, 1), Sizes(0, 0, 1, WIDE, RADIUS, LABEL))
        if not left:
            break
        pairs = [[text.removesuffix("/2") for text in pair] for pair in left]
        crowded = {text for one, other in pairs if one != other for text in (one, other)}
        for m, route in enumerate(springs.routes):
            if f"{board.cities[route.a].id}-{board.cities[route.b].id}" in crowded:
                springs.ask(m)
        if n % PATIENCE == PATIENCE - 1:
            springs.grow(1.03)
    layout = finish(folder, board, springs)
    check_room(folder, board, layout)
    for smaller in SMALLER:
        sized = replace(layout, sizes=replace(layout.sizes, label_size=round(layout.sizes.label_size * smaller, 1)))
        labelled, bad = with_labels(folder, board, sized, lambda n: report(TRIES + n, total))
        if not bad:
            break
    report(total, total)
    found = clashes(board, layout.cities, layout.ways, layout.sizes)
    return Solution(labelled, tuple(found), tuple(sorted(bad)))


def with_labels(folder: Path, board: Board, layout: Layout, tell: Callable[[int], None]) -> tuple[Layout, set[str]]:
    """A layout with labels in all languages, and the ids of cities whose names cover something."""
    bad: set[str] = set()
    for n, language in enumerate(LANGUAGES):
        tell(n)
        names = load_names(folder, language)
        placed, covering = labels.place(layout, [names[city.id] for city in board.cities], language)
        layout = replace(layout, labels={**layout.labels, language: placed})
        bad |= {board.cities[city].id for city in covering}
    return layout, bad


def set_up(folder: Path, board: Board) -> Springs:
    """Cities at their true positions, in slot lengths, scaled so that half of the tracks already fit."""
    check(folder, board)
    projection = middle([(city.lat, city.lon) for city in board.cities])
    places = np.array([projection.point(city.lat, city.lon) for city in board.cities])
    routes = [
        Route(track.a, track.b, spaces(board, n), WIDE if board.twins[n] < 0 else 2 * WIDE + LANE)
        for n, track in enumerate(board.tracks)
        if track.lane == 1
    ]
    far = [math.dist(places[route.a], places[route.b]) for route in routes]
    needs = [route.spaces * (1 + GAP) + 2 * (RADIUS + GAP) for route in routes]
    factors = sorted(need / way for need, way in zip(needs, far, strict=True))
    size = min(factors[int(len(factors) * FIT)], ACROSS / float(np.ptp(places, axis=0).max())) if factors else 1.0
    return Springs(places * size, routes, RADIUS, GAP)


def check(folder: Path, board: Board) -> None:
    """Refuse a map whose cities have no places of their own."""
    file = SourceLine(str(folder / "cities.csv"), 1)
    if not board.cities:
        raise file.error("no_cities", BadLayout)
    if len(board.cities) > 1 and len({(city.lat, city.lon) for city in board.cities}) == 1:
        raise file.error("one_place", BadLayout)
    seen: dict[tuple[float, float], str] = {}
    for n, city in enumerate(board.cities):
        if (city.lat, city.lon) in seen:
            raise SourceLine(file.file, n + 2).error("same_place", BadLayout, a=seen[city.lat, city.lon], b=city.id)
        seen[city.lat, city.lon] = city.id


def check_room(folder: Path, board: Board, layout: Layout) -> None:
    """Refuse a layout with a track that is too short for its slots."""
    for track, way in zip(board.tracks, layout.ways, strict=True):
        if way.last - way.first < track.length * layout.sizes.slot_length - 0.1:
            ends = {"a": board.cities[track.a].id, "b": board.cities[track.b].id}
            raise SourceLine(str(folder / "cities.csv"), 1).error("no_room", BadLayout, **ends)


def spaces(board: Board, n: int) -> int:
    """The spaces of a route: those of its longer track."""
    twin = board.twins[n]
    return max(board.tracks[n].length, board.tracks[twin].length if twin >= 0 else 0)


def ways(board: Board, springs: Springs, size: float) -> list[Way]:
    """The paths of the tracks through the beads, with slots of a size."""
    found: dict[int, tuple[Curve, float, float]] = {}
    points = springs.points * size
    firsts = [n for n, track in enumerate(board.tracks) if track.lane == 1]
    for n, route, chain in zip(firsts, springs.routes, springs.chains, strict=True):
        line = points[[route.a, *chain, route.b]]
        curve = bowed(curve_of(line), (route.spaces * (1 + GAP) + 2 * RADIUS) * size)
        found[n] = (curve, *stretch(curve, line, route.spaces, size))
    drawn = []
    for n, track in enumerate(board.tracks):
        twin = board.twins[n]
        base = n if track.lane == 1 else twin
        curve, first, last = found[base]
        if twin >= 0:
            side = (WIDE + LANE) / 2 * size * (1 if track.lane == 1 else -1)
            lane = beside(curve, side)
            share = lane.length / curve.length
            first, last = around_middle(first * share, last * share, track.length, size, lane.length)
            curve = lane
        if (track.a, track.b) != (board.tracks[base].a, board.tracks[base].b):
            curve, first, last = Curve(curve.d, curve.c, curve.b, curve.a), curve.length - last, curve.length - first
        drawn.append(make_way(curve, first, last, track.length, size))
    return drawn


def curve_of(line: Any) -> Curve:
    """The curve nearest to a chain of points."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = fit(line).tolist()
    return Curve((ax, ay), (bx, by), (cx, cy), (dx, dy))


def bowed(curve: Curve, least: float) -> Curve:
    """A curve, bent further to one side if it is shorter than it must be."""
    (ax, ay), (dx, dy) = curve.a, curve.d
    far = math.hypot(dx - ax, dy - ay) or 1.0
    right, down = (ay - dy) / far, (dx - ax) / far
    out = (curve.b[0] + curve.c[0] - ax - dx) * right + (curve.b[1] + curve.c[1] - ay - dy) * down
    step = math.copysign(0.1 * least, out)
    while curve.length < least:
        b, c = ((x + step * right, y + step * down) for x, y in (curve.b, curve.c))
        curve = Curve(curve.a, b, c, curve.d)
    return curve


def beside(curve: Curve, aside: float) -> Curve:
    """The curve that runs beside another."""
    points = []
    for n in range(25):
        x, y, turn = curve.at(n / 24 * curve.length)
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return curve_of(np.array(points))


def stretch(curve: Curve, line: Any, count: int, size: float) -> tuple[float, float]:
    """Where along a curve the slots begin and end: about where the beads do."""
    parts = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    share = curve.length / parts[-1]
    half = (1 + GAP) / BEADS / 2 * size
    return around_middle(parts[1] * share - half, parts[-2] * share + half, count, size, curve.length)


def around_middle(first: float, last: float, count: int, size: float, length: float) -> tuple[float, float]:
    """A stretch with the same middle that its slots fill, neither too loosely nor off the curve."""
    need = (count + (count - 1) * GAP) * size
    most = (count + (count - 1) * 4 * GAP) * size
    room = min(max(last - first, need), most, length)
    start = min(max((first + last) / 2 - room / 2, 0), length - room)
    return start, start + room


def clashes(board: Board, cities: Sequence[Point], drawn: Sequence[Way], sizes: Sizes) -> list[tuple[str, str]]:
    """Pairs of tracks whose slots overlap, and of a track and a city that it runs over."""
    tiles = [[boxes.slot_tile(slot, sizes) for slot in way.slots] for way in drawn]
    found = []
    for (n, one), (m, other) in combinations(enumerate(tiles), 2):
        if any(a.meets(b) for a in one for b in other):
            found.append((board.tracks[n].text, board.tracks[m].text))
    for n, one in enumerate(tiles):
        for city, (x, y) in zip(board.cities, cities, strict=True):
            disc = boxes.Tile(x, y, 45, sizes.city_radius * 1.4, sizes.city_radius * 1.4)
            if any(a.meets(disc) for a in one):
                found.append((board.tracks[n].text, city.id))
    return found


def finish(folder: Path, board: Board, springs: Springs) -> Layout:
    """The solved places on a board of a good size, with land under them and a free corner for the cartouche."""
    low, high = springs.points.min(axis=0) - EDGE, springs.points.max(axis=0) + EDGE
    size = min(LONG / float((high - low).max()), SLOT)
    width, height = (max(float(side) * size, SHORT) for side in high - low)
    shift = np.array([width, height]) / 2 - (low + high) / 2 * size
    moved = copy(springs)
    moved.points = springs.points + shift / size
    moved.anchors = springs.anchors + shift / size
    sizes = Sizes(round(width), round(height), *(round(part * size, 1) for part in (1, WIDE, RADIUS, LABEL)))
    layout = Layout(
        sizes,
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in moved.points[: moved.cities] * size),
        tuple(ways(board, moved, size)),
    )
    if (folder / land.FILE).exists():
        layout = replace(layout, grounds=tuple(grounds(folder, board, moved, size, sizes)))
    return with_cartouche(layout)


def grounds(folder: Path, board: Board, springs: Springs, size: float, sizes: Sizes) -> list[Any]:
    """The land around a map, bent as its cities have moved."""
    projection = middle([(city.lat, city.lon) for city in board.cities])
    true = np.array([projection.point(city.lat, city.lon) for city in board.cities])
    # The anchors are the projected places, enlarged and moved; the same holds for the land.
    scale, shift = similarity(true, springs.anchors * size)
    shapes = land.read(folder / land.FILE)
    before, after = springs.anchors * size, springs.points[: springs.cities] * size
    frame = np.array(
        [(x * sizes.width, y * sizes.height) for x in RIM for y in RIM if max(abs(x - 0.5), abs(y - 0.5)) > 0.5]
    )
    before, after = np.concatenate([before, frame]), np.concatenate([after, frame])
    laid = []
    for kind, points in shapes:
        flat = np.array([projection.point(lat, lon) for lon, lat in points]) * scale + shift
        laid.append((kind, [(float(x), float(y)) for x, y in land.bend(flat, before, after)]))
    return land.lay(laid, sizes.width, sizes.height)


RIM = (-0.4, 0, 0.5, 1, 1.4)
"""The points around a board that stay fixed, in widths and heights of it."""


def similarity(before: Any, after: Any) -> tuple[float, Any]:
    """The factor and shift that turn some places into others."""
    spread = float(np.abs(before - before.mean(axis=0)).sum())
    scale = float(np.abs(after - after.mean(axis=0)).sum()) / spread if spread else 1.0
    return scale, after.mean(axis=0) - before.mean(axis=0) * scale


def with_cartouche(layout: Layout) -> Layout:
    """The layout with a cartouche on a free spot, as near to a corner as possible, or with none."""
    sizes = layout.sizes
    wide, high = 0.17 * LONG, 0.11 * LONG
    tiles = [boxes.slot_tile(slot, sizes, boxes.BED) for way in layout.ways for slot in way.slots]
    spots = []
    for n in range(21):
        for m in range(21):
            x = 26 + n / 20 * (sizes.width - wide - 52)
            y = 26 + m / 20 * (sizes.height - high - 52)
            spots.append((min(n, 20 - n) + min(m, 20 - m), x, y))
    for _, x, y in sorted(spots):
        box = boxes.Box(x, y, x + wide, y + high)
        free = not any(box.distance(*city) < 5 * sizes.city_radius for city in layout.cities)
        if free and not any(box.meets(one.edge, 8) for one in tiles):
            placed = {"cartouche_x": x, "cartouche_y": y, "cartouche_width": wide, "cartouche_height": high}
            return replace(layout, sizes=replace(sizes, **{name: round(value) for name, value in placed.items()}))
    return layout
