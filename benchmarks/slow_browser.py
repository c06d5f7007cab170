"""How long the director takes over a move in a slow browser: `python benchmarks/slow_browser.py` after `make web wasm`.

Chromium's own throttling slows the page's thread, but no workers. So here all processes of the page are stopped and
continued many times a second: they run for one part in SLOWER of the time, workers and all, as on a slow phone.
"""

import argparse
import itertools
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from file_server import serve_files
from web.browsing import Visitor, chromium

from whistlestop.server.static_site import write_site

SLOWER = (1, 6)
MAPS = (("nordic", 2), ("europe", 2), ("europe", 5), ("new_york", 2))
SLICE = 0.01
"""Seconds that the browser runs at a time."""
WATCH = """() => {
    globalThis.shown = [];
    const note = () => shown.push(performance.now());
    new MutationObserver(note).observe(document.querySelector('main.table'), {attributeFilter: ['data-ply']});
}"""
"""Note when the page shows each move."""
OUT = Console()


def renderers() -> list[int]:
    """The processes in which Chromium runs pages and their workers."""
    parents = {
        int(file.parent.name): int(file.read_text().rpartition(")")[2].split()[1])
        for file in Path("/proc").glob("[0-9]*/stat")
    }
    ours = {os.getpid()}
    for process in sorted(parents):
        if parents[process] in ours:
            ours.add(process)
    return [process for process in ours if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()]


@contextmanager
def slowed(slower: int) -> Iterator[None]:
    """Let the pages' processes run for one part in `slower` of the time."""
    processes, ended = renderers(), threading.Event()

    def send(number: int) -> None:
        for process in processes:
            os.kill(process, number)

    def stop_and_go() -> None:
        while not ended.is_set():
            time.sleep(SLICE)
            send(signal.SIGSTOP)
            time.sleep(SLICE * (slower - 1))
            send(signal.SIGCONT)

    thread = threading.Thread(target=stop_and_go)
    if slower > 1:
        thread.start()
    yield
    ended.set()
    if slower > 1:
        thread.join()


def wait_for_turn(page: Page) -> bool:
    """Wait until it is the person's turn; whether the game goes on."""
    page.locator(".status.mine, dialog.ending").first.wait_for()
    return page.locator("dialog.ending").count() == 0


def seconds_of_moves(visitor: Visitor, turns: int) -> list[float]:
    """How long the directors took over each move, in some turns: from one move on the page to the next."""
    page, found = visitor.page, []
    visitor.play_on(1)
    wait_for_turn(page)
    page.evaluate(WATCH)
    for _ in range(2 * turns):  # a turn is two cards
        if visitor.play_on(1, visitor.draw) or not wait_for_turn(page):
            break
        shown = page.evaluate("shown.splice(0)")  # the person's own move, then one for each move of a director
        found += [(then - before) / 1000 for before, then in itertools.pairwise(shown)]
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5, help="turns to measure in each game")
    args = parser.parse_args()
    table = Table("map, seats", "times slower", "what the page says", "moves", "seconds a move: median", "longest")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder))
        with serve_files(Path(folder)) as url:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            for map_, seats in MAPS:
                for slower in SLOWER:
                    visitor = Visitor(browser, url, wide=False)
                    with slowed(slower):
                        visitor.play_now(map_, "director", seats)
                        seconds = seconds_of_moves(visitor, args.turns)
                    tries = visitor.page.locator(".tries").first.inner_text()
                    median, longest = statistics.median(seconds), max(seconds)
                    table.add_row(
                        f"{map_}, {seats}", str(slower), tries, str(len(seconds)), f"{median:.2f}", f"{longest:.2f}"
                    )
                    visitor.context.close()
            browser.close()
    OUT.print(table)


if __name__ == "__main__":
    main()
