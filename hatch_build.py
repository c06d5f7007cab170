"""Build the browser client into the wheel, so that installing the wheel needs no Node."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "src/whistlestop/server/client"
MODULE = "src/whistlestop/wasm/built"
"""The rules and bots for browsers, if `make wasm` has built them; a server without them builds them itself."""
SOURCES = (
    "web/src", "web/index.html", "web/package-lock.json", "web/vite.config.ts", "web/svelte.config.js",
    "web/tsconfig.json",
)  # fmt: skip


class Client(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` unless what is built is newer than all it is built from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and have the wheel hold what git ignores."""
        build_data["artifacts"] += [f"/{BUILT}", f"/{MODULE}"]
        if version == "editable" or self.is_fresh():  # an editable install is served by `make web`
            return
        npm = shutil.which("npm")
        if npm is None:
            self.app.abort("Building a wheel of Whistlestop needs Node 20 or newer, with npm, for its browser client.")
            return
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=Path(self.root) / "web", check=True)

    def is_fresh(self) -> bool:
        """Whether the client is built and nothing has changed since."""
        root = Path(self.root)
        page = root / BUILT / "index.html"
        if not page.exists():
            return False
        files = [file for source in SOURCES for file in [root / source, *(root / source).rglob("*")] if file.is_file()]
        return all(file.stat().st_mtime <= page.stat().st_mtime for file in files)
