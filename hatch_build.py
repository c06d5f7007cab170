"""Build the browser client and its engine into wheel and sdist, so that installing them needs no Node and no waiting."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

CLIENT = "src/whistlestop/server/client"
CLIENT_SOURCES = (
    "web/src", "web/public", "web/index.html", "web/package-lock.json", "web/vite.config.ts", "web/svelte.config.js",
    "web/tsconfig.json",
)  # fmt: skip
ENGINE = "src/whistlestop/wasm/built"
ENGINE_SOURCES = tuple(f"src/whistlestop/{package}" for package in ("game", "bots", "review", "wasm"))


class Readme(MetadataHookInterface):
    """Makes the readme of the package, which is shown where no other file of this repository is."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take README.md without its pictures, and with the text alone of links to other files."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = re.sub(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n*", "", text)
        text = re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Client(BuildHookInterface[Any]):
    """Builds client and engine, unless what is built is newer than all it is built from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and have the wheel hold what git ignores."""
        build_data["artifacts"] += [f"/{CLIENT}", f"/{ENGINE}"]
        if version == "editable":  # it is served by `make web`, and a server builds the engine in the background
            return
        if not self.is_fresh(f"{CLIENT}/index.html", CLIENT_SOURCES):
            self.build_client()
        if not self.is_fresh(f"{ENGINE}/engine.json", ENGINE_SOURCES):
            self.build_engine()

    def build_client(self) -> None:
        """Run `npm ci` and `npm run build`."""
        npm = shutil.which("npm")
        if npm is None:
            self.app.abort("Building a wheel of Whistlestop needs Node 20 or newer, with npm, for its browser client.")
            return
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=Path(self.root) / "web", check=True)

    def build_engine(self) -> None:
        """Run `python -m whistlestop.wasm`, which needs Numba: pyproject.toml asks for it."""
        environment = {**os.environ, "PYTHONPATH": str(Path(self.root) / "src")}
        subprocess.run([sys.executable, "-m", "whistlestop.wasm"], env=environment, check=True)

    def is_fresh(self, made: str, sources: tuple[str, ...]) -> bool:
        """Whether a file exists and no source has changed since it was made."""
        root = Path(self.root)
        if not (root / made).exists():
            return False
        files = [file for source in sources for file in [root / source, *(root / source).rglob("*")] if file.is_file()]
        caches = ("built", "__pycache__")
        kept = [file for file in files if not any(name in file.relative_to(root).parts for name in caches)]
        return all(file.stat().st_mtime <= (root / made).stat().st_mtime for file in kept)
