"""Bots' turns: bots think in threads without Python's lock. Each turn is a row that one process leases."""

import asyncio
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from functools import partial
from os import cpu_count
from time import monotonic
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, Select, func, select, update

from whistlestop.bots.levels import LEVELS
from whistlestop.game.view import View
from whistlestop.server import schema
from whistlestop.server.advice import advise
from whistlestop.server.fair_line import FairLine, Owner
from whistlestop.server.identity import now
from whistlestop.server.metrics import BOT_SECONDS, BOT_WAIT_SECONDS, MOVES
from whistlestop.server.moves import LEASE, bot_move, level_of
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry

SEARCH_EVERY = 1.0
"""Seconds between two searches for turns whose lease has run out."""
AHEAD = 2
"""How many turns for each thread one process takes over: the others are for other processes."""
FAR = 5 * LEASE
"""A lease that ends later than in so many milliseconds is of a host whose clock was wrong."""
QUESTIONS = 5
"""How many requests for advice may wait, from all players together."""
log = structlog.get_logger()


class BotRunner:
    """Plays the turns of bots."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        threads = registry.settings.bot_threads or cpu_count() or 1
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.line = FairLine(threads)
        self._room = AHEAD * threads
        self._unthought = 0
        """How many turns wait for a thread or are thought about."""
        self.wake = asyncio.Event()
        """Set when there may be turns that no process has leased."""
        self._adviser = asyncio.Lock()
        self._questions = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._leased: dict[tuple[str, int, int], int] = {}
        """The turns that this process plays (table, seat, ply), and until when it has leased them."""
        self._has_more = False
        """Whether the last search left turns to others, or to the next search."""
        registry.on_turns = self.take

    def take(self, turns: list[dict[str, Any]]) -> None:
        """Start playing turns that this process has leased."""
        for turn in turns:
            key = (turn["table_id"], turn["seat"], turn["ply"])
            if key not in self._leased:
                self._leased[key] = turn["leased"]
                # In a context of its own: a bot's turn doesn't belong to the request that it follows.
                task = asyncio.create_task(self._play(key, turn["due"]), context=Context())
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Take over turns that no process has leased, or whose process is gone. Never returns."""
        ended = schema.turns.c.leased < now() + LEASE  # leases in a file that are older than this process
        free_ended = None if self.registry.storage.is_shared else update(schema.turns).where(ended).values(leased=0)
        while True:
            try:
                if free_ended is not None:
                    await self.registry.storage.write(partial(Connection.execute, statement=free_ended))
                    free_ended = None
                await self._search()
            except Refused as refused:  # the database is away, and storage has logged it
                log.debug("bot_search_refused", code=refused.code)
            except Exception:
                log.exception("bot_search_failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(
                    SEARCH_EVERY
                ):  # `wait_for` of Python 3.11 may ignore that the task is cancelled
                    await self.wake.wait()
            self.wake.clear()

    async def _search(self) -> None:
        for key, leased in list(self._leased.items()):
            if now() > leased - LEASE + 500 * SEARCH_EVERY:
                turn: dict[str, Any] = {"table_id": key[0], "seat": key[1], "ply": key[2]}
                if await self._lease(turn, leased) and key in self._leased:
                    self._leased[key] = turn["leased"]
        room = self._room - self._unthought
        self._has_more = room <= 0
        if room > 0:
            rows = await self.registry.storage.rows(free_turns(room))
            self._has_more = len(rows) == room
            for row in rows:
                turn = {"table_id": row.table_id, "seat": row.seat, "ply": row.ply, "due": row.due}
                if await self._lease(turn):
                    self.take([turn])

    async def _lease(self, turn: dict[str, Any], held: int | None = None) -> bool:
        """Lease a turn that no process has, or renew the lease that this process holds until `held`."""
        turns = schema.turns.c
        is_turn = (turns.table_id == turn["table_id"]) & (turns.seat == turn["seat"]) & (turns.ply == turn["ply"])
        is_ours = is_free(now()) if held is None else turns.leased == held
        turn["leased"] = now() + LEASE
        statement = update(schema.turns).where(is_turn, is_ours).values(leased=turn["leased"])
        return await self.registry.storage.write(lambda connection: connection.execute(statement).rowcount) > 0

    async def _play(self, key: tuple[str, int, int], due: int) -> None:
        name, seat, ply = key
        try:
            is_done = False
            while not is_done:  # if a move was undone meanwhile, the bot thinks again
                owner, asked = await self._owner(name), monotonic()
                self._unthought += 1
                try:
                    async with self.line.place(owner):
                        BOT_WAIT_SECONDS.observe(monotonic() - asked)
                        thought = await self._think(name, seat, ply)
                finally:
                    self._unthought -= 1
                    if self._has_more:
                        self.wake.set()
                if thought is None:
                    return
                await self._wait_for_pace(name, seat, due)
                is_done = await self.registry.change(name, bot_move, seat, ply, *thought)
                MOVES.labels("bot").inc(is_done)
        except Refused:
            log.debug("bot_turn_gone", seat=seat, ply=ply)
        except Exception:
            log.exception("bot_turn_failed", seat=seat, ply=ply)
        finally:
            self._leased.pop(key, None)

    async def _owner(self, name: str) -> Owner:
        """Who waits for a turn: the host of its table or, if the host has gone, a person who sits there."""
        table = self.registry.cached(name) or await self.registry.table(name)
        here = [table.host, *(seat.player for seat in table.seats if seat.player)]
        player = next((one for one in here if self.registry.people.address(one)), table.host)
        return self.registry.people.address(player), player

    async def _think(self, name: str, seat: int, ply: int) -> tuple[int, int] | None:
        """The number of the move that a bot chooses, and how many moves had been undone; None if the turn is over."""
        table = await self.registry.table(name)
        if table.ply != ply or seat not in table.asked() or table.record is None or table.seats[seat].is_person:
            return None
        view = table.record.choice(seat) if table.is_choosing else table.record.view(seat)
        level, undone, seed = level_of(table, seat), table.undone, table.bot_seed(seat)
        with BOT_SECONDS.labels(level).time():
            return await asyncio.get_running_loop().run_in_executor(self._pool, think, level, view, seed), undone

    async def _wait_for_pace(self, name: str, seat: int, due: int) -> None:
        """Wait until the bot has taken its minimum time, if people are playing: they want to see what it does."""
        table = self.registry.cached(name)
        if table is not None and any(taken.is_person for taken in table.seats):
            pace = LEVELS[level_of(table, seat)].pace * self.registry.settings.bot_pace
            await asyncio.sleep(rest_of_pace(pace, due, now()))

    async def advise(self, view: View, player: str) -> list[dict[str, Any]]:
        """Advice on a view. Requests are answered one at a time, so that they take at most one thread from the bots."""
        if self._questions >= QUESTIONS:
            raise Refused("too_many", seconds=QUESTIONS)
        self._questions += 1
        try:
            async with self._adviser, self.line.place((self.registry.people.address(player), player)):
                return await asyncio.get_running_loop().run_in_executor(self._pool, advise, view)
        finally:
            self._questions -= 1

    async def close(self) -> None:
        """Stop. Turns that are not played are taken over by another process, or at the next start."""
        leased = list(self._leased.items())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        with suppress(Refused):
            await self._give_back(leased)

    async def _give_back(self, leased: list[tuple[tuple[str, int, int], int]]) -> None:
        """Let other processes take over turns at once."""
        turns = schema.turns.c
        statements = [
            update(schema.turns)
            .where(turns.table_id == table, turns.seat == seat, turns.ply == ply, turns.leased == until)
            .values(leased=0)
            for (table, seat, ply), until in leased
        ]
        if statements and self.registry.storage.is_shared:
            await self.registry.storage.write(
                lambda connection: [connection.execute(statement) for statement in statements]
            )


def free_turns(most: int) -> Select[Any]:
    """The turns to take over next: first one of each host, so that nobody's many tables delay another's only one."""
    turns, tables = schema.turns.c, schema.tables.c
    nth = func.row_number().over(partition_by=tables.host, order_by=turns.due).label("nth")
    free = select(schema.turns, nth).join(schema.tables, tables.id == turns.table_id).where(is_free(now())).subquery()
    return select(free).order_by(free.c.nth, free.c.due).limit(most)


def is_free(moment: int) -> ColumnElement[bool]:
    """Whether no process has a turn. A lease far in the future counts for nothing."""
    return (schema.turns.c.leased < moment) | (schema.turns.c.leased > moment + FAR)


def rest_of_pace(pace: float, due: int, moment: int) -> float:
    """How many seconds of its minimum time a bot still has to take. Another host's clock may have set `due` later."""
    return min(pace, max(0.0, pace - (moment - due) / 1000))


def think(level: str, view: View, seed: int | None) -> int:
    """The number of the move that a level chooses; without a seed, by chance. Runs in a thread."""
    return LEVELS[level].choose(view, random.Random(secrets.randbits(64) if seed is None else seed))
