"""The module in Node and in Chromium: both are asked the same (see web/tests/engine/agreement/answer.ts)."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from file_server import serve_files
from playwright.sync_api import Page, sync_playwright
from positions import TABLES
from wasm.native import NETWORKS, POLICIES, SEARCHES
from web.browsing import chromium

from whistlestop.bots import make_bot
from whistlestop.game.game import Game
from whistlestop.wasm.export import (
    BUILT,
    LAYOUT,
    MODULE,
    bot_data,
    game_data,
    is_built,
    network_file,
    network_name,
    write_json,
)

WEB = Path(__file__).parents[2] / "web"
CONFIG = WEB / "tests/engine/agreement/vite.config.ts"
PAGE = '<!doctype html><script type="module" src="page.js"></script>'


def make_folder(folder: Path) -> None:
    """Put everything into a folder that the module and its checks need."""
    assert is_built(), "the module is not built from these sources: make wasm"
    npx = shutil.which("npx")
    assert npx, "Node and npm are needed"
    command = [npx, "vite", "build", "--config", str(CONFIG), "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run([*command, "--logLevel", "warn"], cwd=WEB, check=True)
    for name in (MODULE, LAYOUT):
        shutil.copy(BUILT / name, folder)
    (folder / "games").mkdir()
    bots = {}
    for name, seats in TABLES:
        game = Game(name, seats)
        (folder / f"games/{name}-{seats}.json").write_bytes(write_json(game_data(game)))
        (folder / network_name(game)).write_bytes(network_file(game))
        bots[f"{name}-{seats}"] = {bot: bot_data(make_bot(bot), game) for bot in (*POLICIES, *SEARCHES, *NETWORKS)}
    (folder / "bots.json").write_bytes(write_json(bots))
    (folder / "index.html").write_text(PAGE)


class Node:
    """The module in a process of Node."""

    def __init__(self, folder: Path) -> None:
        command = ["node", str(folder / "node.js"), str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = 0.0
        """The processor time of the last answer."""

    def ask(self, what: str, game: str, **settings: int) -> Any:
        """The digest that a check finds, or how much work was done."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"what": what, "game": game, "settings": settings}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Node has ended"
        answer = json.loads(line)
        self.seconds = answer["seconds"]
        return answer["found"]

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


class Chromium:
    """The module in a worker of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, what: str, game: str, **settings: int) -> Any:
        """The digest that a check finds, or how much work was done."""
        return self.page.evaluate("question => ask(question)", {"what": what, "game": game, "settings": settings})


@contextmanager
def in_node(folder: Path) -> Iterator[Node]:
    """Node with the module in a folder."""
    node = Node(folder)
    try:
        yield node
    finally:
        node.stop()


@contextmanager
def in_chromium(folder: Path) -> Iterator[Chromium]:
    """Chromium with the module in a folder, which a plain file server serves."""
    with serve_files(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(url)
        page.wait_for_function("'ask' in window")
        yield Chromium(page)
        browser.close()
