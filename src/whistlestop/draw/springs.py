"""Springs: cities and tracks pushed apart until every track has space, on a plane without edges.

A route is a chain of beads between its two cities. Beads keep their distance from each other, from beads of other
routes and from cities; when they lack space, they push the cities, which move together with their
neighbours, so the map bends smoothly and never tears.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

Array = Any
BEADS = 3
"""Beads per slot."""
MORE, ASK = 1.03, 2
"""How much more space a route asks for, and how often."""
COARSE = 9
"""Points of a path when paths are tried."""
EAGER = 1.3
"""How far a push goes beyond what is needed, since others push back."""
SMOOTH, EVEN = 0.4, 0.85
"""How strongly chains are smoothed, and how much of that leaves even bends alone."""
CITY = 0.9
"""How readily a city gives way, compared to a bead."""
HOLD, HOME = 0.006, 0.001
"""How strongly a city is held by its neighbours, and by its own true position."""
FITTED = 20
"""Steps between two fits of the chains to curves."""
NEAR = 12
"""Steps between two looks at who is near whom."""


@dataclass(frozen=True)
class Route:
    """A route between two cities, by number, with its spaces and how wide all its lanes are together."""

    a: int
    b: int
    spaces: int
    width: float


class Springs:
    """Cities at their places, and the beads of routes between them; lengths are in slots."""

    def __init__(self, places: Array, routes: list[Route], radius: float, gap: float) -> None:
        self.anchors: Array = np.array(places, float)
        self.routes, self.radius, self.gap = routes, radius, gap
        self.step = (1 + gap) / BEADS
        self.cities = len(places)
        self.chains: list[Array] = []
        points = [self.anchors.copy()]
        wide = [np.full(self.cities, radius)]
        owner = [np.full(self.cities, -1)]
        start = self.cities
        for n, (route, high) in enumerate(zip(routes, self._bows(), strict=True)):
            count = route.spaces * BEADS
            points.append(self._arc(route, high, count + 2)[1:-1])
            wide.append(np.full(count, route.width / 2 + 0.05))
            owner.append(np.full(count, n))
            self.chains.append(np.arange(start, start + count))
            start += count
        self.points: Array = np.concatenate(points)
        self.wide: Array = np.concatenate(wide)
        self.owner: Array = np.concatenate(owner)
        self.links = self._links()
        self.bends = self._bends()
        self.pairs: Array = np.empty((0, 2), int)
        self.ends = self._ends()
        self.air = gap
        self.asked = [0] * len(routes)

    def _bows(self) -> list[float]:
        """How high each route is bowed at first: enough for its spaces, and so that few routes cross."""
        chosen = [0.0] * len(self.routes)
        paths = [self._arc(route, 0, COARSE) for route in self.routes]
        for _ in range(3):
            for n, route in enumerate(self.routes):
                others = paths[:n] + paths[n + 1 :]
                starts = np.concatenate([np.empty((0, 2)), *(path[:-1] for path in others)])
                ends = np.concatenate([np.empty((0, 2)), *(path[1:] for path in others)])
                tried = [(high, self._arc(route, high, COARSE)) for high in self._heights(route)]
                chosen[n], paths[n] = min(tried, key=lambda one: self._trouble(route, one[1], starts, ends))
        return chosen

    def _heights(self, route: Route) -> list[float]:
        """How high the arc of a route may be, the flattest first, to both sides."""
        far = float(np.hypot(*(self.anchors[route.b] - self.anchors[route.a])))
        need = route.spaces * (1 + self.gap) + 2 * (self.radius + self.gap)
        least = min(0.4 * max(need**2 - far**2, 0) ** 0.5, 0.3 * far)
        more = [least + far * part for part in (0, 0.1, 0.22, 0.36)]
        return [sign * high for high in more for sign in ((1,) if high == 0 else (1, -1))]

    def _arc(self, route: Route, high: float, count: int) -> Array:
        """Points on an arc between two cities, which are the first and the last of them."""
        a, b = self.anchors[route.a], self.anchors[route.b]
        parts = np.linspace(0, 1, count)[:, None]
        across = np.array([a[1] - b[1], b[0] - a[0]]) / max(float(np.hypot(*(b - a))), 1e-9)
        arc: Array = a * (1 - parts) + b * parts + across * high * np.sin(np.pi * parts)
        return arc

    def _trouble(self, route: Route, path: Array, starts: Array, ends: Array) -> float:
        """How bad a path is: what it crosses, how near it comes to cities, and how long it is."""
        crossed = crossings(path[:-1], path[1:], starts, ends)
        strange = np.delete(self.anchors, [route.a, route.b], axis=0)
        far = np.hypot(*(path[:, None] - strange[None]).transpose(2, 0, 1))
        near = np.maximum(1 - far.min(axis=0, initial=9.0), 0).sum()
        long = np.hypot(*np.diff(path, axis=0).T).sum()
        return float(5 * crossed + 3 * near + long / 4)

    def _links(self) -> tuple[Array, Array]:
        """Pairs of neighbours along the chains, and how far apart they must be."""
        pairs, least = [], []
        for route, chain in zip(self.routes, self.chains, strict=True):
            whole = [route.a, *chain, route.b]
            pairs += list(pairwise(whole))
            end = self.radius + self.gap + self.step / 2
            least += [end, *[self.step] * (len(chain) - 1), end]
        return np.array(pairs), np.array(least)

    def _bends(self) -> Array:
        """Every bead with its neighbours on both sides."""
        triples = []
        for route, chain in zip(self.routes, self.chains, strict=True):
            whole = [route.a, *chain, route.b]
            triples += list(zip(whole[1:-1], whole, whole[2:], strict=False))
        return np.array(triples)

    def _ends(self) -> Array:
        """Whether a route ends in a city, for each city and route."""
        ends = np.zeros((self.cities, len(self.routes) + 1), bool)
        for n, route in enumerate(self.routes):
            ends[[route.a, route.b], n] = True
        return ends

    def grow(self, factor: float) -> None:
        """Draw the whole map larger, so that slots are smaller on it."""
        self.anchors *= factor
        self.points *= factor

    def ask(self, n: int) -> None:
        """Let a route ask for a little more space than it needs, because it did not get enough."""
        route = self.routes[n]
        if self.asked[n] == ASK:
            return
        self.asked[n] += 1
        first = sum(one.spaces * BEADS + 1 for one in self.routes[:n])
        self.links[1][first : first + route.spaces * BEADS + 1] *= MORE
        self.wide[self.chains[n]] *= MORE

    def relax(self, steps: int) -> None:
        """Push and pull `steps` times."""
        neighbours = self._neighbours()
        for n in range(steps):
            if n % NEAR == 0:
                self._look()
            moves, counts = np.zeros_like(self.points), np.full(len(self.points), 1e-9)
            self._push(self.links[0], self.links[1], moves, counts)
            if len(self.pairs):
                least = self.wide[self.pairs[:, 0]] + self.wide[self.pairs[:, 1]] + self.air
                self._push(self.pairs, least, moves, counts)
            self.points += moves / np.maximum(counts, 1)[:, None] * EAGER
            self._smooth()
            if n % FITTED == FITTED - 1:
                self._fit()
            self._hold(neighbours)

    def _smooth(self) -> None:
        """Bend every chain evenly: a bead that sticks out more than its neighbours goes back."""
        bead, before, after = self.bends.T
        out = np.zeros_like(self.points)
        out[bead] = (self.points[before] + self.points[after]) / 2 - self.points[bead]
        beside = [np.where((side < self.cities)[:, None], out[bead], out[side]) for side in (before, after)]
        self.points[bead] += SMOOTH * (out[bead] - EVEN * (beside[0] + beside[1]) / 2)

    def _fit(self) -> None:
        """Lay every chain on the curve that it will be drawn as."""
        for route, chain in zip(self.routes, self.chains, strict=True):
            line = self.points[[route.a, *chain, route.b]]
            far = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
            curve = on_curve(fit(line), 4 * len(chain) + 8)
            along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(curve, axis=0).T))])
            wanted = far[1:-1] / max(far[-1], 1e-9) * along[-1]
            for axis in (0, 1):
                self.points[chain, axis] = np.interp(wanted, along, curve[:, axis])

    def _push(self, pairs: Array, least: Array, moves: Array, counts: Array) -> None:
        """Push apart the pairs that are nearer than they may be; a city is heavier than a bead."""
        i, j = pairs.T
        apart = self.points[j] - self.points[i]
        far = np.maximum(np.hypot(*apart.T), 1e-6)
        short = np.maximum(least - far, 0)
        weight_i = np.where(i < self.cities, CITY, 1.0)
        weight_j = np.where(j < self.cities, CITY, 1.0)
        push = apart / far[:, None] * (short / (weight_i + weight_j))[:, None]
        np.add.at(moves, i, -push * weight_i[:, None])
        np.add.at(moves, j, push * weight_j[:, None])
        np.add.at(counts, i, short > 0)
        np.add.at(counts, j, short > 0)

    def _hold(self, neighbours: Array) -> None:
        """Let a city move as its neighbours move, draw all of them gently home, and keep the map where it is."""
        moved = self.points[: self.cities] - self.anchors
        moved += HOLD * (neighbours @ moved - moved)
        moved = (1 - HOME) * (moved - moved.mean(axis=0))
        self.points[: self.cities] = self.anchors + moved

    def _neighbours(self) -> Array:
        """How much each city heeds each other: the nearer the more."""
        far = np.hypot(*(self.anchors[:, None] - self.anchors[None]).transpose(2, 0, 1))
        near = np.sort(far, axis=1)[:, min(4, self.cities - 1)]
        weights = np.exp(-((far / np.maximum(near[:, None], 1e-6)) ** 2))
        np.fill_diagonal(weights, 0)
        return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)

    def _look(self) -> None:
        """Find the pairs that may come too near to each other: not those of one chain, nor a chain and its end."""
        reach = 2 * float(self.wide.max()) + self.air + 0.6
        apart = self.points[:, None] - self.points[None]
        near = np.argwhere(np.triu(np.abs(apart).max(axis=2) < reach, 1))
        one, two = self.owner[near[:, 0]], self.owner[near[:, 1]]
        city = near[:, 0] < self.cities
        joined = city & self.ends[np.where(city, near[:, 0], 0), two]
        self.pairs = near[((one != two) | (two < 0)) & ~joined]


def crossings(a: Array, b: Array, c: Array, d: Array) -> int:
    """How many segments a-b cross how many segments c-d, not counting those that meet at their ends."""

    def side(p: Array, q: Array, r: Array) -> Array:
        return (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])

    a, b, c, d = a[:, None], b[:, None], c[None], d[None]
    apart = side(a, b, c) * side(a, b, d) < -1e-9
    return int((apart & (side(c, d, a) * side(c, d, b) < -1e-9)).sum())


def fit(line: Array) -> Array:
    """The ends and handles of the cubic curve nearest to a chain, from its first point to its last."""
    far = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    t = far / max(far[-1], 1e-9)
    basis = np.stack([3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2], axis=1)
    rest = line - np.outer((1 - t) ** 3, line[0]) - np.outer(t**3, line[-1])
    handles = np.linalg.lstsq(basis, rest, rcond=None)[0]
    return np.stack([line[0], *handles, line[-1]])


def on_curve(ends: Array, count: int) -> Array:
    """`count` points on a curve."""
    t = np.linspace(0, 1, count)[:, None]
    u = 1 - t
    found: Array = u**3 * ends[0] + 3 * u * u * t * ends[1] + 3 * u * t * t * ends[2] + t**3 * ends[3]
    return found
