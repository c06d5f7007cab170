"""Bots at the server: they think in threads with the lock released, and every turn is a row that one process leases."""

import asyncio
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import structlog
from sqlalchemy import select, update

from whistlestop.bots.levels import LEVELS
from whistlestop.game.view import View
from whistlestop.server import schema
from whistlestop.server.advice import advise
from whistlestop.server.identity import now
from whistlestop.server.metrics import BOT_SECONDS
from whistlestop.server.moves import LEASE, level_of, make_move
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.table import Table

LOOK_EVERY = 1.0
"""Seconds between two looks for turns whose lease has run out."""
AT_ONCE = 100
QUESTIONS = 5
"""How many questions for advice may wait, whoever asks them."""
log = structlog.get_logger()


class BotRunner:
    """Plays the turns of bots."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        threads = registry.settings.bot_threads or cpu_count() or 1
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = asyncio.Semaphore(threads)
        self._adviser = asyncio.Lock()
        self._questions = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._mine: dict[tuple[str, int, int], int] = {}
        """Turns that this process plays, and until when it has leased them."""
        registry.on_turns = self.take

    def take(self, turns: list[dict[str, Any]]) -> None:
        """Play turns that this process has leased."""
        for turn in turns:
            key = (turn["table_id"], turn["seat"], turn["ply"])
            if key not in self._mine:
                self._mine[key] = turn["leased"]
                task = asyncio.create_task(self._play(key, turn["due"]))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Look for turns that nobody has, or whose process is gone."""
        if not self.registry.storage.is_shared:  # whoever had leases is gone
            await self.registry.storage.write(
                lambda connection: connection.execute(update(schema.turns).values(leased=0))
            )
        while True:
            try:
                await self._look()
            except Exception:
                log.exception("bots_look_failed")
            await asyncio.sleep(LOOK_EVERY)

    async def _look(self) -> None:
        for key, leased in list(self._mine.items()):
            if now() > leased - LEASE + 500 * LOOK_EVERY:
                turn: dict[str, Any] = {"table_id": key[0], "seat": key[1], "ply": key[2]}
                if await self._lease(turn, leased) and key in self._mine:
                    self._mine[key] = turn["leased"]
        question = select(schema.turns).where(schema.turns.c.leased < now()).limit(AT_ONCE)
        for row in await self.registry.storage.rows(question):
            turn = {"table_id": row.table_id, "seat": row.seat, "ply": row.ply, "due": row.due}
            if await self._lease(turn):
                self.take([turn])

    async def _lease(self, turn: dict[str, Any], held: int | None = None) -> bool:
        """Lease a turn if no process has it, or hold on to one that was leased until a moment."""
        turns = schema.turns.c
        mine = (turns.table_id == turn["table_id"]) & (turns.seat == turn["seat"]) & (turns.ply == turn["ply"])
        free = turns.leased < now() if held is None else turns.leased == held
        turn["leased"] = now() + LEASE
        statement = update(schema.turns).where(mine, free).values(leased=turn["leased"])
        return await self.registry.storage.write(lambda connection: connection.execute(statement).rowcount) > 0

    async def _play(self, key: tuple[str, int, int], due: int) -> None:
        name, seat, ply = key
        try:
            async with self._free:
                move = await self._think(name, seat, ply)
            if move is not None:
                await self._wait_for_pace(name, seat, due)
                await self.registry.change(name, bot_move(seat, ply, move))
        except Refused:
            log.debug("bot_turn_gone", seat=seat, ply=ply)
        except Exception:
            log.exception("bot_turn_failed", seat=seat, ply=ply)
        finally:
            self._mine.pop(key, None)

    async def _think(self, name: str, seat: int, ply: int) -> int | None:
        """The move of a bot; None if the turn is over already."""
        table = await self.registry.table(name)
        if table.ply != ply or seat not in table.asked() or table.record is None or table.seats[seat].is_person:
            return None
        view = table.record.choice(seat) if table.is_choosing else table.record.view(seat)
        level = level_of(table, seat)
        with BOT_SECONDS.labels(level).time():
            return await asyncio.get_running_loop().run_in_executor(self._pool, think, level, view)

    async def _wait_for_pace(self, name: str, seat: int, due: int) -> None:
        """People want to see what a bot does: it takes its time."""
        table = self.registry.cached(name)
        if table is not None and any(one.is_person for one in table.seats):
            pace = LEVELS[level_of(table, seat)].pace * self.registry.settings.bot_pace
            await asyncio.sleep(max(0.0, pace - (now() - due) / 1000))

    async def advise(self, view: View) -> list[dict[str, Any]]:
        """Advice on a view: one question after another, so that they take no more than one thread from the bots."""
        if self._questions >= QUESTIONS:
            raise Refused("too_many", seconds=QUESTIONS)
        self._questions += 1
        try:
            async with self._adviser, self._free:
                return await asyncio.get_running_loop().run_in_executor(self._pool, advise, view)
        finally:
            self._questions -= 1

    async def close(self) -> None:
        """Stop; what is not played is taken up by the next process."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(level: str, view: View) -> int:
    """A level's move, in a thread."""
    return LEVELS[level].choose(view, random.Random(secrets.randbits(64)))


def bot_move(seat: int, ply: int, move: int) -> Any:
    """Make the move of a bot."""

    def act(table: Table, change: Change) -> None:
        if table.seats[seat].is_person:
            raise Refused("not_your_seat", seat=seat)
        if table.state != "playing":
            raise Refused("closed", state=table.state)
        make_move(table, change, seat, ply, move)

    return act
