"""Curve: a cubic Bézier curve, measured along its length."""

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Point = tuple[float, float]
STEPS = 48
"""How finely a curve is measured."""


@dataclass(frozen=True)
class Curve:
    """A curve from a over the handles b and c to d."""

    a: Point
    b: Point
    c: Point
    d: Point

    def point(self, t: float) -> Point:
        """The point at a parameter from 0 to 1."""
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        ends = (self.a, self.b, self.c, self.d)
        return (
            sum(w * p[0] for w, p in zip(weights, ends, strict=True)),
            sum(w * p[1] for w, p in zip(weights, ends, strict=True)),
        )

    @cached_property
    def distances(self) -> tuple[float, ...]:
        """The distance along the curve of each measured point."""
        points = [self.point(n / STEPS) for n in range(STEPS + 1)]
        far = [0.0]
        for p, q in pairwise(points):
            far.append(far[-1] + math.dist(p, q))
        return tuple(far)

    @property
    def length(self) -> float:
        """How long the curve is."""
        return self.distances[-1]

    def parameter(self, far: float) -> float:
        """The parameter of the point so far along."""
        n = min(max(bisect_left(self.distances, far), 1), STEPS)
        low, high = self.distances[n - 1], self.distances[n]
        part = (far - low) / (high - low) if high > low else 0.0
        return min(max((n - 1 + part) / STEPS, 0.0), 1.0)

    def at(self, far: float) -> tuple[float, float, float]:
        """The point so far along, and the direction there in degrees."""
        t = self.parameter(far)
        x, y = self.point(t)
        (x0, y0), (x1, y1) = self.point(max(t - 0.02, 0)), self.point(min(t + 0.02, 1))
        return x, y, math.degrees(math.atan2(y1 - y0, x1 - x0))
