"""The notice that a command prints before it first calls the compiled rules."""

import sys

from whistlestop.game.kernel import TARGET, cache_folder

ENGINE = "engine.step"
"""The kernel that every command that makes moves needs, as `module.function`."""
SIMULATION = "simulation.playouts"
"""The kernel that `simulate` needs."""


def announce(kernel: str = ENGINE) -> None:
    """Say that the first start compiles, unless this kernel is in the cache."""
    if TARGET == "cpu" and not is_compiled(kernel):
        print("The first start compiles the rules; this takes about a minute, once.", file=sys.stderr, flush=True)


def is_compiled(kernel: str = ENGINE) -> bool:
    """Whether a kernel is in the cache."""
    return any(cache_folder("game").rglob(f"{kernel}-*.nbi"))
