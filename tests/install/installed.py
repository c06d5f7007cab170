"""Whistlestop as people have it who install it: a package in an environment of its own, away from these sources."""

import os
import random
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import httpx
from server.serving import Person, Server, begin

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the sdist of these sources."""
    done = run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def run(words: Sequence[str | Path], cwd: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a program that sees nothing of these sources but its working folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WHISTLESTOP"))}
    return subprocess.run(
        words, cwd=cwd, env={**clean, **environment}, capture_output=True, text=True, check=False, timeout=1800
    )


class Installed:
    """An environment of a Python with a package in it, and a cache of its own.

    `within` is put before all its commands, to run them in another system. If `lends`, it imports what these tests can
    import, but not these sources; otherwise pip fetches what is needed.
    """

    def __init__(
        self, folder: Path, python: str = sys.executable, within: Sequence[str] = (), lends: bool = False
    ) -> None:
        self.folder, self.within, self.lends = folder, within, lends
        self.programs = folder / "venv" / "bin"
        self.variables = {"WHISTLESTOP_CACHE": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
        flags = ["--without-pip"] if lends else []
        done = run([*within, python, "-m", "venv", *flags, str(folder / "venv")], folder)
        assert done.returncode == 0, done.stderr
        if lends:
            packages = next((folder / "venv").glob("lib/python*/site-packages"))
            (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")

    def install(self, package: Path) -> None:
        """Have pip install a package into it."""
        if self.lends:
            words = [sys.executable, "-m", "pip", "--python", self.programs / "python"]
            flags = ["--no-deps", "--no-build-isolation", "--ignore-installed"]
        else:
            words, flags = [*self.within, self.programs / "python", "-m", "pip"], []
        done = run([*words, "--disable-pip-version-check", "install", "--quiet", *flags, package], self.folder)
        assert done.returncode == 0, done.stderr

    def run(self, *words: str | Path, **environment: str) -> str:
        """What a command of Whistlestop prints."""
        done = run([*self.within, self.programs / "whistlestop", *words], self.folder, **self.variables, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self, *flags: str, waits: bool = True, **environment: str) -> Server:
        """Start its server."""
        return Server(
            str(self.folder / "tables.db"), *flags, waits=waits,
            program=[*self.within, str(self.programs / "whistlestop")], environment={**self.variables, **environment},
        )  # fmt: skip


def play_a_game(server: Server, level: str = "porter") -> None:
    """Load the page with all that it names, then play a whole game against a bot over HTTP."""
    page = httpx.get(server.url).text
    for name in [word.split('"')[0] for word in page.split('src="')[1:]]:
        assert httpx.get(f"{server.url}{name}").status_code == 200, name
    ann = Person(server.url, "Ann")
    table = ann.make(["you", level])
    begin(table, ann)
    stream = ann.follow(table)
    draw = random.Random(1)
    for _ in range(400):
        view = ann.view(table, 0)
        if view["phase"] == "over":
            assert ann.do("GET", f"/tables/{table}")["state"] == "finished"
            return
        if view["legal"]:
            assert ann.move(table, 0, view["ply"], draw.choice(view["legal"])["text"]).status_code == 200
        else:
            stream.wait_ply(view["ply"] + 1, seconds=60)
    raise AssertionError("the game doesn't end")
