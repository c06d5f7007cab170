"""Land: coasts and borders in degrees, placed on a board and bent with its cities."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.draw.curve import Point
from whistlestop.draw.layout import KINDS, Ground
from whistlestop.draw.reasons import BadLayout
from whistlestop.game.map_files import SourceLine, read_text

FILE = "land.geojson"
STEPS = 16
"""The number of small steps in which land is bent, so that it does not fold."""
OUT = 12
"""How far land reaches beyond the edge of the board."""
Shape = tuple[str, list[Point]]
"""A kind of KINDS, and points: longitude and latitude, or right and down."""


def read(path: Path) -> list[Shape]:
    """The shapes of a GeoJSON file: polygons are land, or lakes if their `kind` says so, and lines are borders."""
    text = read_text(path)
    try:
        features = json.loads(text)["features"]
        return [shape for feature in features for shape in shapes(feature)]
    except json.JSONDecodeError as error:
        raise SourceLine(str(path), error.lineno).error("not_geojson", BadLayout, problem=error.msg) from None
    except (KeyError, TypeError, ValueError, IndexError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise SourceLine(str(path), 1).error("not_geojson", BadLayout, problem=problem[:80]) from None


def shapes(feature: dict[str, Any]) -> Iterator[Shape]:
    """The rings and lines of one feature."""
    geometry = feature["geometry"]
    kind = "lake" if (feature.get("properties") or {}).get("kind") == "lake" else "land"
    depth = {"LineString": 0, "MultiLineString": 1, "Polygon": 1, "MultiPolygon": 2}[geometry["type"]]
    parts = [geometry["coordinates"]]
    for _ in range(depth):
        parts = [inner for part in parts for inner in part]
    for part in parts:
        points = [(float(lon), float(lat)) for lon, lat, *_ in part]
        if not all(math.isfinite(lon) and abs(lat) <= 90 for lon, lat in points):
            raise ValueError("a point is not in degrees")
        yield ("border" if "Line" in geometry["type"] else kind), points


def bend(points: Any, before: Any, after: Any) -> Any:
    """Points moved smoothly as the points `before` move to the points `after` (a thin-plate spline)."""
    for step in range(STEPS):
        start = before + (after - before) * step / STEPS
        end = before + (after - before) * (step + 1) / STEPS
        points = spline(start, end)(points)
    return points


def spline(before: Any, after: Any) -> Callable[[Any], Any]:
    """The smoothest map of the plane that moves the given points exactly."""
    n = len(before)
    system = np.zeros((n + 3, n + 3))
    system[:n, :n] = kernel(before, before)
    system[:n, n] = system[n, :n] = 1
    system[:n, n + 1 :] = before
    system[n + 1 :, :n] = before.T
    wanted = np.zeros((n + 3, 2))
    wanted[:n] = after - before
    weights = np.linalg.lstsq(system, wanted, rcond=None)[0]

    def move(points: Any) -> Any:
        flat = np.concatenate([np.ones((len(points), 1)), points], axis=1)
        return points + kernel(points, before) @ weights[:n] + flat @ weights[n:]

    return move


def kernel(points: Any, places: Any) -> Any:
    """r² log r for the distances of points from places."""
    square = ((points[:, None] - places[None]) ** 2).sum(axis=2)
    return 0.5 * square * np.log(np.maximum(square, 1e-12))


def lay(found: Sequence[Shape], width: float, height: float) -> list[Ground]:
    """Shapes on a board: clipped, simplified, and without what is too small to see."""
    grounds = []
    for kind, points in found:
        parts = clip_line(points, width, height) if kind == "border" else [clip_ring(points, width, height)]
        for part in parts:
            if kind != "border" and (len(part) < 3 or abs(area(part)) < 10):
                continue
            thin = simplify(part, 0.7) if kind == "border" else simplify_ring(part, 0.6)
            if len(thin) >= KINDS[kind]:
                grounds.append(Ground(kind, tuple((round(x, 1), round(y, 1)) for x, y in thin)))
    return grounds


def area(ring: Sequence[Point]) -> float:
    """The area of a ring, negative if it runs the other way round."""
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in pairwise([*ring, ring[0]])) / 2


def clip_ring(ring: Sequence[Point], width: float, height: float) -> list[Point]:
    """The part of a ring on the board and a little beyond, by Sutherland and Hodgman."""
    kept = list(ring[:-1] if ring[0] == ring[-1] else ring)
    for axis, edge, sign in ((0, -OUT, 1), (0, width + OUT, -1), (1, -OUT, 1), (1, height + OUT, -1)):
        out: list[Point] = []
        for p, q in pairwise([*kept[-1:], *kept]):
            inside_p, inside_q = sign * (p[axis] - edge) >= 0, sign * (q[axis] - edge) >= 0
            if inside_p != inside_q:
                part = (edge - p[axis]) / (q[axis] - p[axis])
                out.append((p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part))
            if inside_q:
                out.append(q)
        kept = out
    return kept


def clip_line(points: Sequence[Point], width: float, height: float) -> list[list[Point]]:
    """The parts of a line whose points are on the board or just beyond it."""
    parts: list[list[Point]] = [[]]
    for x, y in points:
        if -OUT <= x <= width + OUT and -OUT <= y <= height + OUT:
            parts[-1].append((x, y))
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]


def simplify_ring(ring: Sequence[Point], off: float) -> list[Point]:
    """A ring without points that hardly matter."""
    far = max(range(len(ring)), key=lambda n: math.dist(ring[0], ring[n]))
    there, back = ring[: far + 1], [*ring[far:], ring[0]]
    return [*simplify(there, off)[:-1], *simplify(back, off)[:-1]]


def simplify(points: Sequence[Point], off: float) -> list[Point]:
    """A line without the points that are almost on it (Douglas and Peucker)."""
    kept = {0, len(points) - 1}
    parts = [(0, len(points) - 1)]
    while parts:
        a, b = parts.pop()
        (x0, y0), (x1, y1) = points[a], points[b]
        long = math.hypot(x1 - x0, y1 - y0)
        worst, at = off, -1
        for n in range(a + 1, b):
            x, y = points[n]
            away = abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / long if long else math.hypot(x - x0, y - y0)
            if away > worst:
                worst, at = away, n
        if at >= 0:
            kept.add(at)
            parts += [(a, at), (at, b)]
    return [points[n] for n in sorted(kept)]
