"""Counts the requests that browser clients send: when five people start a game, and for 50 moves with a clock.

    python benchmarks/requests.py [CHECKOUT]

With a folder of another checkout its server and client are measured, to compare versions. It needs Node and
`web/node_modules` in both.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
LAYOUTS = (("/src/table/table.svelte.ts", "/src/lib/api.ts"), ("/src/table.svelte.ts", "/src/wire.ts"))
FLAGS = ("--port", "0", "--rate", "0", "--address-rate", "0", "--new-rate", "0", "--streams", "99")


def main(checkout: Path) -> None:
    """Start a server, and let clients play on it."""
    web = checkout / "web"
    modules = next(layout for layout in LAYOUTS if (web / layout[0][1:]).exists())
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "whistlestop", "serve", "--database", f"{folder}/tables.db", *FLAGS]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            url = next(found[1] for line in server.stdout if (found := re.search(r"at (http://\S+)/", line)))
            subprocess.run(["node", HERE / "requests.js", web, *modules, url], check=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE.parent)
