"""`python -m whistlestop.wasm`: build the module and its layout into `built`, and say how far it is."""

import gzip
import os
import sys
import time
from pathlib import Path

# Before Numba is imported: nothing that it compiles will run here, and the code is optimised for its own target later.
os.environ["WHISTLESTOP_TARGET"] = "wasm"
os.environ["NUMBA_OPT"] = "0"


def main() -> int:
    """Build everything, unless it is built already."""
    from whistlestop.wasm.build import build
    from whistlestop.wasm.export import BUILT, LAYOUT, MODULE, engine_data, is_built, write_json

    if is_built():
        say("The rules and bots for browsers are already built.")
        return 0
    began = time.perf_counter()
    say("Building the rules and bots for browsers; this takes about two minutes.")
    module = build(lambda done, of, what: say(f"  {done} of {of}: {what}"))
    BUILT.mkdir(exist_ok=True)
    # The layout is written last: a layout of this version means that the module beside it is complete.
    (BUILT / LAYOUT).unlink(missing_ok=True)
    (BUILT / MODULE).write_bytes(module)
    (BUILT / LAYOUT).write_bytes(write_json(engine_data()))
    for path in (BUILT / MODULE, BUILT / LAYOUT):
        say(f"{shown(path)}: {path.stat().st_size:,} bytes, gzip {len(gzip.compress(path.read_bytes())):,}")
    say(f"Built in {time.perf_counter() - began:.0f} s.")
    return 0


def shown(path: Path) -> Path:
    """A path as short as it can be written here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def say(text: str) -> None:
    """Print a line at once, since a server reads it while this runs."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
