"""The compass of a board, turned to where north is on it."""

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from whistlestop.draw.curve import Point
from whistlestop.draw.glyphs import serifs
from whistlestop.draw.layout import Sizes
from whistlestop.draw.palette import Theme
from whistlestop.game.board import City

THIN = 0.15
"""How thin the points of the rose are, in radii."""


def compass(cities: Sequence[City], places: Sequence[Point], sizes: Sizes, north: str, theme: Theme) -> str:
    """The compass, with a letter at its northern point; empty if the layout has none."""
    r = sizes.compass_radius
    if not r:
        return ""
    star = 0.72 * r
    points = [point(45 + 90 * n, star * 0.62, star, theme) for n in range(4)]
    points += [point(90 * n, star, star, theme) for n in range(4)]
    turn = north_of(cities, places)
    up = math.radians(turn)
    x, y = 0.86 * r * math.sin(up), -0.86 * r * math.cos(up)
    return (
        f'<g transform="translate({sizes.compass_x:g} {sizes.compass_y:g})">'
        f'<circle r="{star * 0.66:.1f}" fill="none" stroke="{theme.faint}" stroke-width="1"/>'
        f'<circle r="{star * 0.6:.1f}" fill="none" stroke="{theme.faint}" stroke-width=".5"/>'
        f'<g transform="rotate({turn:.1f})" stroke="{theme.ink}" stroke-width=".7" stroke-linejoin="round">'
        f"{''.join(points)}</g>"
        f'<text x="{x:.1f}" y="{y + 0.1 * r:.1f}" text-anchor="middle" font-family="{serifs()}" font-weight="700"'
        f' font-size="{0.28 * r:.1f}" fill="{theme.mark}">{escape(north)}</text></g>'
    )


def point(turn: float, long: float, star: float, theme: Theme) -> str:
    """A point of the rose, half of it dark."""
    wide = star * THIN
    halves = ((1, theme.ink), (-1, theme.paper))
    drawn = "".join(
        f'<path d="M0,0L{side * wide:.1f},{-wide:.1f}L0,{-long:.1f}Z" fill="{colour}"/>' for side, colour in halves
    )
    return f'<g transform="rotate({turn:g})">{drawn}</g>'


def north_of(cities: Sequence[City], places: Sequence[Point]) -> float:
    """Where north is on a board, in degrees to the right of upwards: as it fits the places of most cities best."""
    count = len(cities)
    lat, lon = sum(city.lat for city in cities) / count, sum(city.lon for city in cities) / count
    x, y = sum(place[0] for place in places) / count, sum(place[1] for place in places) / count
    along = across = 0.0
    for city, place in zip(cities, places, strict=True):
        east, north = (city.lon - lon) * math.cos(math.radians(city.lat)), city.lat - lat
        right, up = place[0] - x, y - place[1]
        along += east * right + north * up
        across += north * right - east * up
    return math.degrees(math.atan2(across, along))
