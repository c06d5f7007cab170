"""How kernels are compiled: decorators, the cache, and the few operations that differ between targets.

The environment variable ``WHISTLESTOP_TARGET`` chooses, before the first import, one of

- ``cpu`` (the default): Numba, ``nopython`` and ``nogil``, cached on disk;
- ``none``: plain Python, for debugging and coverage;
- ``cuda``: device functions of numba-cuda, one game per thread;
- ``wasm``: Numba as for ``cpu``, but nothing runs here and nothing is cached: `whistlestop.wasm` builds a module of it.

A kernel must not allocate, raise, recurse or use Python objects.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

TARGETS = ("cpu", "none", "cuda", "wasm")
TARGET = os.environ.get("WHISTLESTOP_TARGET", "cpu")
if TARGET not in TARGETS:  # pragma: no cover - ends the process; tests/game/test_kernel.py starts one
    sys.exit(f"WHISTLESTOP_TARGET is {TARGET!r}; it can be {', '.join(TARGETS)}.")

SOURCES = {
    "game": ("game",),
    "bots": ("game", "bots"),
    "review": ("game", "bots", "review"),
    "env": ("game", "bots", "env/kernels"),
}
"""What the compiled kernels of each package depend on; those of any other package count as kernels of `bots`."""

Function = TypeVar("Function", bound=Callable[..., Any])


def digest_of_sources(*packages: str) -> str:
    """A digest of all source files of some packages, their tables included; it names a cache folder.

    Numba's own cache doesn't notice when a function or constant in another file changes.
    """
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted(path for path in (root / package).rglob("*") if path.suffix in (".py", ".csv")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder for compiled kernels: ``WHISTLESTOP_CACHE``, or the user's cache folder."""
    root = os.environ.get("WHISTLESTOP_CACHE")
    if root is None:
        root = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "whistlestop")
    return Path(root)


@cache
def cache_folder(package: str) -> Path:
    """The folder for the compiled kernels of a package: its name follows from all sources that they depend on."""
    return cache_root() / digest_of_sources(*SOURCES[package])


if TYPE_CHECKING or TARGET == "none":

    def kernel(function: Function) -> Function:
        """Compile a small function for the chosen target and inline it where it is called."""
        return function

    def subroutine(function: Function) -> Function:
        """Compile a kernel that is called rather than inlined, because it is large or rarely reached."""
        return function

    def entry(function: Function) -> Function:
        """Compile a function that Python calls; with the target cuda it stays uncompiled."""
        return function

    def bits(word: int) -> int:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest(word: int) -> int:
        """The index of the lowest bit that is set; the word must not be 0."""
        return (int(word) & -int(word)).bit_length() - 1

elif TARGET in ("cpu", "wasm"):  # pragma: no cover - coverage is measured with the target none
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    OPTIONS = {"nogil": True, "cache": TARGET == "cpu", "boundscheck": True, "error_model": "numpy"}

    def compiled(function: Function, **options: Any) -> Function:
        """Compile a function when it is first called, and keep it in the cache folder of its package.

        Numba reads the folder here, and only from a global setting, which others in the process use as well.
        """
        package = function.__module__.removeprefix("whistlestop.").split(".")[0]
        folder = cache_folder(package if package in SOURCES else "bots")
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            return numba.njit(**OPTIONS, **options)(function)
        finally:
            numba.config.CACHE_DIR = before

    def kernel(function: Function) -> Function:
        """Compile a small function for the chosen target and inline it where it is called."""
        return compiled(function, forceinline=True)

    def subroutine(function: Function) -> Function:
        """Compile a kernel that is called rather than inlined, because it is large or rarely reached."""
        return compiled(function)

    entry = subroutine

    @intrinsic
    def bits(typing, word):
        """How many bits of a word are set."""
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(typing, word):
        """The index of the lowest bit that is set; the word must not be 0."""

        def generate(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

else:  # pragma: no cover - tested by tests/cuda
    import numpy

    # numba-cuda 0.30 looks for a name that numpy 2.5 removed.
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack
    from numba import cuda

    def kernel(function: Function) -> Function:
        """Compile a function for the chosen target."""
        return cuda.jit(device=True)(function)

    subroutine = kernel

    def entry(function: Function) -> Function:
        """Leave a function uncompiled: the host launches the kernels of `gpu` instead."""
        return function

    @kernel
    def bits(word):
        """How many bits of a word are set."""
        return cuda.popc(word)

    @kernel
    def lowest(word):
        """The index of the lowest bit that is set; the word must not be 0."""
        return cuda.popc((word & -word) - 1)  # the simulator's ffs is wrong above bit 31
