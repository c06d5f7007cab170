"""SVG paths: short, moved, and merged, since a browser draws one long path much sooner than hundreds of elements."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, radians, sin

SEGMENT = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")
PATH = re.compile(r'<path d="([^"]*)" ([^>]*)/>')


def line(points: Sequence[tuple[float, float]]) -> str:
    """A path through points, each relative to the one before: short numbers."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(tenths)]
    return f"M{tenths[0][0] / 10:g},{tenths[0][1] / 10:g}l" + " ".join(f"{dx / 10:g},{dy / 10:g}" for dx, dy in steps)


def placed(path: str, x: float, y: float, turn: float = 0) -> str:
    """A path around the origin, turned by degrees and moved; after its first point in relative coordinates.

    The path's commands may be M, L, H, V, Q, C, Z and arcs of circles (a). A path that isn't turned is the same text
    at every place, which compresses well; one that is turned is written with fewer digits.
    """
    across, down = cos(radians(turn)), sin(radians(turn))
    digits = 1 if turn else 2

    def turned(dx: float, dy: float) -> str:
        x, y = dx * across - dy * down, dx * down + dy * across
        return f"{round(x, digits) + 0:g},{round(y, digits) + 0:g}"  # + 0: there is no -0

    written = [f"M{x:.1f},{y:.1f}"]
    at = start = (0.0, 0.0)
    for letter, rest in SEGMENT.findall(path):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if letter == "Z":
            written.append("z")
            at = start
            continue
        if letter == "a":
            radius, flags, (dx, dy) = numbers[0], numbers[3:5], numbers[5:]
            written.append(f"a{radius:g},{radius:g} 0 {flags[0]:g} {flags[1]:g} {turned(dx, dy)}")
            at = (at[0] + dx, at[1] + dy)
            continue
        if letter in "HV":
            numbers = [numbers[0], at[1]] if letter == "H" else [at[0], numbers[0]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        written.append({"H": "l", "V": "l"}.get(letter, letter.lower()))
        written.append(" ".join(turned(px - at[0], py - at[1]) for px, py in points))
        at = points[-1]
        if letter == "M":
            start = at
    return "".join(written)


def placed_paths(mark: str, x: float, y: float, turn: float = 0) -> list[str]:
    """The paths of a mark around the origin, turned and moved."""
    return [f'<path d="{placed(path, x, y, turn)}" {look}/>' for path, look in PATH.findall(mark)]


def merged(parts: Iterable[str]) -> str:
    """Pieces of SVG in which paths that look the same are one path; those come first, in the order of their looks."""
    looks: dict[str, list[str]] = {}
    others = []
    for part in parts:
        found = PATH.fullmatch(part)
        if found:
            looks.setdefault(found[2], []).append(found[1])
        else:
            others.append(part)
    return "".join([*(f'<path d="{"".join(paths)}" {look}/>' for look, paths in looks.items()), *others])
