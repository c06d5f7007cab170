"""A fair line: who waits for one of a few places. Owners take turns, however many of each wait."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

Owner = tuple[str, str]
"""Whose turn it is: the address that they come from, and the player. Addresses take turns, then players of one."""


class FairLine:
    """A few places, given to those who wait: to one address after another, and to one player of it after another."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, dict[str, deque[tuple[asyncio.Future[None], float]]]] = {}
        """Those who wait, by address and by player. Both dictionaries begin with whoever is next."""

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(line) for players in self._waiting.values() for line in players.values())

    @property
    def longest_wait(self) -> float:
        """How many seconds the one who has waited longest has waited."""
        began = [line[0][1] for players in self._waiting.values() for line in players.values()]
        return monotonic() - min(began) if began else 0.0

    @asynccontextmanager
    async def place(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(*owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str, player: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(player, deque()).append((turn, monotonic()))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it had got the place already
            raise

    def _pass_on(self) -> None:
        """Give a place to whoever is next. Whoever gets one goes to the end: their address, and they at it."""
        while self._waiting:
            address, players = next(iter(self._waiting.items()))
            player, line = next(iter(players.items()))
            turn, _ = line.popleft()
            del self._waiting[address], players[player]
            if line:
                players[player] = line
            if players:
                self._waiting[address] = players
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
