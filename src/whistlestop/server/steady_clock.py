"""A clock that follows the time of day without its jumps, so that no turn is cut short or lasts for hours."""

import threading
import time
from collections.abc import Callable

MILLISECOND = 1_000_000
"""In nanoseconds."""
PART = 10
"""By one part in so many it runs faster or slower, until it agrees with the time of day again."""
MOST = 12 * 3_600_000
"""A jump of more milliseconds is taken over at once: the machine's clock had not been set before."""


class SteadyClock:
    """Milliseconds since 1970. It goes back only if the machine's clock had not been set before."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._asked, self._shown = steady(), wall()

    def read(self) -> int:
        """The time now."""
        with self._lock:
            steady = self._steady()
            elapsed = steady - self._asked
            gap = self._wall() - self._shown - elapsed
            if abs(gap) <= MOST * MILLISECOND:
                gap = max(-elapsed // PART, min(elapsed // PART, gap))
            self._asked = steady
            self._shown += elapsed + gap
            return self._shown // MILLISECOND
