"""What a command says before it calls the compiled rules for the first time."""

import sys

from whistlestop.game.kernel import TARGET, cache_folder


def announce(kernel: str) -> None:
    """Say that the first start compiles, unless this kernel (`file.function`) lies in the cache."""
    if TARGET == "cpu" and not is_compiled(kernel):
        print("The first start compiles the rules; this takes about a minute, once.", file=sys.stderr, flush=True)


def is_compiled(kernel: str) -> bool:
    """Whether a kernel lies in the cache."""
    return any(cache_folder("game").rglob(f"{kernel}-*.nbi"))
