"""The learning curve as a picture: how often the network won in the evaluations of one or more runs, as SVG."""

import csv
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 560, 30, 370
COLOURS = ("#0b6e8f", "#b3541e", "#2e7d32", "#6a4c93")
"""One for each number of seats."""
DASHES = {"planner": "none", "veteran": "7 5"}
INK, PALE = "#222222", "#d9d9d9"
FONTS = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Point:
    """An evaluation: after how many minutes, against whom, with how many seats, and the share of wins."""

    minutes: float
    opponent: str
    seats: int
    share: float


def read_points(files: Sequence[Path]) -> list[Point]:
    """The evaluations of runs that followed each other; each run begins when the one before has ended."""
    points, start = [], 0.0
    for file in files:
        with file.open(encoding="utf-8", newline="") as source:
            rows = list(csv.DictReader(source))
        for row in rows:
            minutes = start + float(row["seconds"]) / 60
            points.append(Point(minutes, row["opponent"], int(row["seats"]), float(row["share"])))
        start = max(point.minutes for point in points)
    return points


def draw_evaluations(files: Sequence[Path]) -> str:
    """The shares of wins over the minutes of training, a line for each opponent and number of seats."""
    points = read_points(files)
    end = max(1.0, max(point.minutes for point in points))
    parts = [*axes(end)]
    every = sorted({(point.seats, point.opponent) for point in points})
    colours = dict(zip(sorted({seats for seats, _ in every}), itertools.cycle(COLOURS), strict=False))
    for n, (seats, opponent) in enumerate(every):
        mine = [point for point in points if (point.seats, point.opponent) == (seats, opponent)]
        where = " ".join(f"{x_of(point.minutes, end):.1f},{y_of(point.share):.1f}" for point in mine)
        style = f'stroke="{colours[seats]}" stroke-width="2.5" stroke-dasharray="{DASHES[opponent]}" fill="none"'
        y = TOP + 12 + 24 * n
        parts.append(f'<polyline points="{where}" {style}/>')
        parts.append(f'<line x1="{RIGHT + 16}" y1="{y}" x2="{RIGHT + 46}" y2="{y}" {style}/>')
        parts.append(text(RIGHT + 54, y + 4, f"{seats} seats, {opponent}s", "start"))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' font-family="{FONTS}" font-size="12" fill="{INK}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            *parts,
            "</svg>\n",
        ]
    )


def axes(end: float) -> Iterator[str]:
    """Lines and numbers for shares and minutes."""
    for percent in range(0, 101, 20):
        y = y_of(percent / 100)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}" stroke="{PALE}"/>'
        yield text(LEFT - 8, y + 4, f"{percent}%", "end")
    for n in range(5):
        yield text(x_of(end * n / 4, end), BOTTOM + 20, f"{end * n / 4:.1f}", "middle")
    yield text((LEFT + RIGHT) / 2, BOTTOM + 40, "minutes of training", "middle")
    yield text(LEFT, TOP - 12, "share of wins among", "start")


def x_of(minutes: float, end: float) -> float:
    """Where some minutes are."""
    return LEFT + (RIGHT - LEFT) * minutes / end


def y_of(share: float) -> float:
    """Where a share is."""
    return BOTTOM - (BOTTOM - TOP) * share


def text(x: float, y: float, words: str, anchor: str) -> str:
    """Text as SVG."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'
