"""The notice that a command prints before it first calls the compiled rules."""

import sys

from whistlestop.game.kernel import TARGET, cache_folder

ENGINE = "engine.step"
"""The kernel that every command that makes moves needs, as `module.function`."""
SIMULATION = "simulation.playouts"
"""The kernel that `simulate` needs."""


def announce(kernel: str = ENGINE, package: str = "game") -> None:
    """Say that the first start compiles, unless this kernel is in the cache of its package."""
    if TARGET == "cpu" and not is_compiled(kernel, package):
        print("The first start compiles the rules; this takes about a minute, once.", file=sys.stderr, flush=True)


def is_compiled(kernel: str = ENGINE, package: str = "game") -> bool:
    """Whether a kernel is in the cache of its package."""
    return any(cache_folder(package).rglob(f"{kernel}-*.nbi"))
