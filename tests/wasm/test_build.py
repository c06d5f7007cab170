"""The build: the same sources give the same bytes."""

import os
import subprocess
import sys

PROGRAM = """
import hashlib
from whistlestop.game import dice, engine, view
from whistlestop.wasm.build import build

steps = []
module = build(lambda done, of, what: steps.append(what), (dice.below, engine.mover, engine.deals, view.count_points))
print(hashlib.sha256(module).hexdigest(), len(module), *steps, sep="|")
"""
"""Builds a module of a few kernels, which takes seconds; they go the same way as all."""


def built(hash_seed: str) -> list[str]:
    """A digest, the size and the steps of a build; the order of sets in Python depends on the seed."""
    environment = {
        **os.environ,
        "WHISTLESTOP_TARGET": "wasm",
        "NUMBA_OPT": "0",
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-c", PROGRAM]
    return (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip().split("|")
    )


def test_two_builds_give_the_same_bytes() -> None:
    digest, size, *steps = built("1")
    assert steps == ["compile below", "compile mover", "compile deals", "compile count_points", "link", "optimise"]
    assert int(size) > 1000
    assert built("2")[:2] == [digest, size]
