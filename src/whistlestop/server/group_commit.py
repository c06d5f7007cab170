"""Group commit: what is written while a transaction commits goes into the next one, all of it together.

One transaction runs at a time. Writers wait in the order in which they came, and each learns what came of its own write
once the transaction that holds it is on the disk.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

MOST = 200
"""How many writes one transaction holds."""
Write = TypeVar("Write")


class GroupCommit(Generic[Write]):
    """Writes in groups: `commit` runs one transaction, and returns for each write an outcome, or why it failed."""

    def __init__(self, commit: Callable[[list[Write]], Awaitable[list[Any]]]) -> None:
        self._commit = commit
        self._waiting: deque[tuple[Write, asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: Write) -> Any:
        """Write, and return the outcome once it is on the disk; or raise why this write failed."""
        written: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, written))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await written

    async def close(self) -> None:
        """Wait until everything is written."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            group = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
            done: Any
            (done,) = await asyncio.gather(self._commit([write for write, _ in group]), return_exceptions=True)
            outcomes = [done] * len(group) if isinstance(done, BaseException) else done
            for (_, written), outcome in zip(group, outcomes, strict=True):
                if written.done():  # nobody waits any more
                    continue
                if isinstance(outcome, BaseException):
                    written.set_exception(outcome)
                else:
                    written.set_result(outcome)
        self._task = None
