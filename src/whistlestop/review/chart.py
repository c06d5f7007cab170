"""A report as a picture: how the chances of all seats went, with mistakes and turning points, as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from whistlestop.draw.palette import CARS
from whistlestop.game.game import Game

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 56, 730, 56, 360
LABEL, LABELS = 92, 350
"""The height that a seat's label takes at most, and that of all labels."""
INK, PALE = "#222222", "#d9d9d9"
FONTS = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
MARKS = {"inaccuracy": 3, "mistake": 4.5, "blunder": 6}
"""How large the dot of a grade is."""


def draw_report(report: Mapping[str, Any], game: Game, names: Sequence[str], seats: Sequence[int]) -> str:
    """The open chances of some seats over the turns, as SVG; dots are decisions that gave chances away."""
    steps = report["steps"]
    title = f"{game.rules.title}, {report['seats']} seats: chance of winning, all cards open"
    parts = [text(LEFT, 28, title, "start", "bold"), *axes(steps)]
    for place, seat in enumerate(seats):
        parts += curve(report, seat, CARS[game.rules.car_colours[seat]])
        y = TOP + 8 + min(LABEL, LABELS // len(seats)) * place
        parts += label(report, seat, names[seat], CARS[game.rules.car_colours[seat]], y)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' font-family="{FONTS}" font-size="12" fill="{INK}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            *parts,
            "</svg>\n",
        ]
    )


def axes(steps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Lines for chances, and the numbers of turns."""
    for percent in range(0, 101, 25):
        y = y_of(percent / 100)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}" stroke="{PALE}"/>'
        yield text(LEFT - 8, y + 4, f"{percent}%", "end")
    last = steps[-1]["turn"]
    every = max(1, -(-last // 10))
    shown = 0
    for n, step in enumerate(steps):
        if step["turn"] >= shown + every:
            shown = step["turn"] // every * every
            yield text(x_of(n, steps), BOTTOM + 20, str(shown), "middle")
    yield text((LEFT + RIGHT) / 2, BOTTOM + 42, "turns of all seats", "middle")


def curve(report: Mapping[str, Any], seat: int, colour: str) -> Iterator[str]:
    """The chances of a seat, and a dot for each of its decisions that gave something away."""
    steps = report["steps"]
    where = " ".join(f"{x_of(n, steps):.1f},{y_of(step['open'][seat]):.1f}" for n, step in enumerate(steps))
    yield f'<polyline points="{where}" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round" fill="none"/>'
    for n, step in enumerate(steps):
        if step["seat"] == seat and step["grade"] in MARKS:
            title = f"{step['grade']}: {step['move']} gave away {step['loss']:.1%}; better: {step['better']}"
            yield (
                f'<circle cx="{x_of(n, steps):.1f}" cy="{y_of(step["open"][seat]):.1f}" r="{MARKS[step["grade"]]}"'
                f' fill="white" stroke="{colour}" stroke-width="2"><title>{escape(title)}</title></circle>'
            )


def label(report: Mapping[str, Any], seat: int, name: str, colour: str, y: int) -> Iterator[str]:
    """The name of a seat, and what its change of chance was made of."""
    summary = report["summary"][seat]
    yield f'<line x1="{RIGHT + 20}" y1="{y}" x2="{RIGHT + 44}" y2="{y}" stroke="{colour}" stroke-width="4"/>'
    yield text(RIGHT + 52, y + 4, name[:16], "start", "bold")
    for n, part in enumerate(("skill", "opponents", "luck")):
        yield text(RIGHT + 52, y + 22 + 17 * n, f"{part} {100 * summary[part]:+.1f}", "start")


def x_of(n: int, steps: Sequence[Any]) -> float:
    """Where a step is."""
    return LEFT + (RIGHT - LEFT) * n / max(1, len(steps) - 1)


def y_of(chance: float) -> float:
    """Where a chance is."""
    return BOTTOM - (BOTTOM - TOP) * chance


def text(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    """Text as SVG."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'
