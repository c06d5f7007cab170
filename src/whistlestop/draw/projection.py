"""Projection: degrees onto a plane, without tearing or turning any shape."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from whistlestop.draw.curve import Point


@dataclass(frozen=True)
class Projection:
    """A stereographic projection: true to shapes, with north upwards in the middle; y grows downwards."""

    lat: float
    lon: float
    scale: float = 1
    right: float = 0
    down: float = 0

    def point(self, lat: float, lon: float) -> Point:
        """The position of a place on earth."""
        phi, middle, turn = math.radians(lat), math.radians(self.lat), math.radians(lon - self.lon)
        nearness = 1 + math.sin(middle) * math.sin(phi) + math.cos(middle) * math.cos(phi) * math.cos(turn)
        k = 2 / max(nearness, 0.05)  # the other side of the earth would be endlessly far away
        x = k * math.cos(phi) * math.sin(turn)
        y = k * (math.cos(middle) * math.sin(phi) - math.sin(middle) * math.cos(phi) * math.cos(turn))
        return self.right + self.scale * x, self.down - self.scale * y


def middle(places: Iterable[Point]) -> Projection:
    """The projection around the middle of some places, given by latitude and longitude, on any side of the earth."""
    x = y = z = 0.0
    for lat, lon in places:
        phi, turn = math.radians(lat), math.radians(lon)
        x += math.cos(phi) * math.cos(turn)
        y += math.cos(phi) * math.sin(turn)
        z += math.sin(phi)
    return Projection(math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x)))
