"""The network that a seat has and can still get: what joining two cities would cost it."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field

from whistlestop.game.board import GREY
from whistlestop.game.view import View, members

FOREIGN = 1000
"""What borrowing a track of another seat costs: more than any path without it."""


@dataclass
class Plan:
    """The open tracks that join the cities of tickets, and the tickets that they can't join."""

    tracks: list[int] = field(default_factory=list)
    spaces: int = 0
    lost: list[int] = field(default_factory=list)


class Network:
    """The tracks of a view by what they cost its viewer: its own nothing, open ones their spaces, others are shut.

    A station of the viewer opens the tracks of other seats that lead into its city.
    """

    def __init__(self, view: View) -> None:
        seen, me = view.seen, view.viewer
        self.board = view.game.board
        self.hand: list[int] = seen.hands[me].tolist()
        self.cars = int(seen.cars[me])
        self.mine = set(members(seen.tracks[me]))
        self.open = {n for n in members(seen.open[me]) if self.board.tracks[n].length <= self.cars}
        self.theirs = {n for seat in range(view.game.seats) if seat != me for n in members(seen.tracks[seat])}
        stations = int(seen.stations[me])
        self.borrowed = {
            n for n in self.theirs if stations >> self.board.tracks[n].a & 1 or stations >> self.board.tracks[n].b & 1
        }
        self.links: list[list[tuple[int, int]]] = [[] for _ in self.board.cities]
        for n, track in enumerate(self.board.tracks):
            self.links[track.a].append((n, track.b))
            self.links[track.b].append((n, track.a))

    def costs(self, planned: Iterable[int] = (), foreign: bool = False) -> dict[int, int]:
        """What each usable track costs if those that are planned are bought already; cards in hand make it cheaper."""
        costs = dict.fromkeys(self.theirs, FOREIGN) if foreign else {}
        for n in self.open:
            track = self.board.tracks[n]
            held = max(self.hand[1:]) if track.colour == GREY else self.hand[track.colour + 1]
            costs[n] = 4 * track.length - min(held, track.length) + 2 * track.locomotives + 3 * track.tunnel + 1
        costs.update(dict.fromkeys([*self.mine, *self.borrowed, *planned], 0))
        return costs

    def path(self, a: int, b: int, costs: dict[int, int]) -> list[int] | None:
        """The tracks of a cheapest path between two cities, None if there is none (Dijkstra)."""
        best = {a: 0}
        came: dict[int, tuple[int, int]] = {}
        heap = [(0, a)]
        while heap:
            cost, city = heapq.heappop(heap)
            if city == b:
                break
            if cost > best[city]:
                continue
            for track, other in self.links[city]:
                if track in costs and cost + costs[track] < best.get(other, 1 << 30):
                    best[other] = cost + costs[track]
                    came[other] = (track, city)
                    heapq.heappush(heap, (best[other], other))
        if b not in best:
            return None
        path = []
        while b != a:
            track, b = came[b]
            path.append(track)
        return path

    def plan(self, tickets: Iterable[int]) -> Plan:
        """Paths for tickets, the most valuable first, as far as the cars last; paths share tracks where they can."""
        plan = Plan()
        for number in sorted(tickets, key=lambda number: -self.board.tickets[number].points):
            ticket = self.board.tickets[number]
            path = self.path(ticket.a, ticket.b, self.costs(plan.tracks))
            new = [n for n in path or () if n in self.open and n not in plan.tracks]
            spaces = sum(self.board.tracks[n].length for n in new)
            if path is None or plan.spaces + spaces > self.cars:
                plan.lost.append(number)
            else:
                plan.tracks += new
                plan.spaces += spaces
        return plan
