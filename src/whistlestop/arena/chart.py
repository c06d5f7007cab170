"""A chart of standings: ratings and win rates with their intervals, as SVG, or as PNG if a renderer is installed."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from whistlestop.arena.reasons import BadArena
from whistlestop.arena.standings import Standings
from whistlestop.draw.picture_files import can_render, write_picture

WIDTH, TOP, ROW, BOTTOM = 1040, 84, 34, 40
INK, PALE, BRIGHT = "#222222", "#d9d9d9", "#0b6e8f"
FONTS = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Panel:
    """A part of the chart with its own axis: heading, left and right edge, ticks and number format."""

    heading: str
    left: int
    right: int
    ticks: Sequence[float]
    form: str

    def x(self, value: float) -> float:
        """The x coordinate of a value."""
        part = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return self.left + part * (self.right - self.left)

    def frame(self, bottom: int) -> Iterator[str]:
        """Draw the heading, and a line with its number for each tick."""
        yield text(self.left, TOP - 26, self.heading, "start", "bold")
        for tick in self.ticks:
            yield line(self.x(tick), TOP - 10, self.x(tick), bottom, PALE, 1)
            yield text(self.x(tick), bottom + 18, self.form.format(tick))

    def mark(self, y: int, value: float, interval: tuple[float, float]) -> Iterator[str]:
        """Draw a value with its interval and its number."""
        low, high = interval
        yield line(self.x(low), y, self.x(high), y, BRIGHT, 3)
        yield f'<circle cx="{self.x(value):.1f}" cy="{y}" r="6" fill="{BRIGHT}"/>'
        yield text(self.right + 14, y + 4, self.form.format(value), "start")


def draw(standings: Standings) -> str:
    """The chart as SVG."""
    header, table = standings.header, standings.rows
    bottom = TOP + ROW * len(table)
    ends = [end for standing in table for end in standing.rating_interval]
    panels = (
        Panel("Rating, with 95 % interval", 330, 600, ticks(min(ends), max(ends)), "{:.0f}"),
        Panel("Win rate, with 95 % interval", 710, 960, (0, 0.25, 0.5, 0.75, 1), "{:.0%}"),
    )
    games = f"{len(standings.outcomes)} games, {len(standings.deals)} deals from seed {header['seed']}"
    parts = [text(20, 30, f"{header['map']}, {header['seats']} seats: {games}", "start", "bold")]
    for panel in panels:
        parts += panel.frame(bottom)
    for n, standing in enumerate(table):
        y = TOP + ROW * n + ROW // 2
        parts.append(text(20, y + 4, standing.label, "start"))
        parts += panels[0].mark(y, standing.rating, standing.rating_interval)
        parts += panels[1].mark(y, standing.win_rate, standing.win_interval)
    height = bottom + BOTTOM
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
            f' font-family="{FONTS}" font-size="13" fill="{INK}">',
            f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
            *parts,
            "</svg>\n",
        ]
    )


def ticks(low: float, high: float) -> list[float]:
    """Round numbers in about four steps, from below the lowest value to above the highest."""
    rough = max(high - low, 1) / 4
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * unit for unit in (1, 2, 5, 10) if power * unit >= rough)
    return [step * n for n in range(math.floor(low / step), math.floor(high / step) + 2)]


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int) -> str:
    """A line as SVG."""
    ends = f'x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def text(x: float, y: float, words: str, anchor: str = "middle", weight: str = "normal") -> str:
    """Text as SVG."""
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'


def check(file: Path) -> None:
    """Raise BadArena if no chart can be written to the file."""
    if file.suffix not in (".svg", ".png"):
        raise BadArena("chart_type", file=str(file))
    if file.suffix == ".png" and not can_render():
        raise BadArena("no_renderer")


def write(standings: Standings, file: Path) -> None:
    """Write the chart to a file that ends in .svg or .png."""
    check(file)
    write_picture(draw(standings), file)
