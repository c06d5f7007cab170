"""Measure what an update after a move costs a browser, late in a game with four seats.

    python benchmarks/client.py
    python benchmarks/client.py --map nordic --moves 40 --slower 4      # a processor four times as slow

The browser shows a game in its last third. Other players move through the API, one move at a time, and Chromium reports
how long scripts, styles and layout took. The scripts of an update should take less than 16 ms, the time of one frame.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # it uses the helpers of the client tests
from server.serving import Person, Server, begin
from web.seating import Seating, choose

LIMIT = 16.0
LATE = 2 / 3
SETTLED = 250
"""Milliseconds after which an update is certainly done."""
COSTS = {"ScriptDuration": "scripts", "RecalcStyleDuration": "styles", "LayoutDuration": "layout"}


def main() -> None:
    """Measure, and fail if an update takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", default="europe", help="a map with at least four seats (default: europe)")
    parser.add_argument("--moves", type=int, default=30, help="number of moves (default: 30)")
    parser.add_argument("--slower", type=float, default=1, help="slow the browser down by this factor (default: 1)")
    args = parser.parse_args()
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"{folder}/tables.db")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            table = Seating(browser, server, ["you", "open", "open", "open"], args.map)
            costs = measure(table, Person(server.url, "Ben"), args.moves, args.slower)
        finally:
            browser.close()
            server.stop()
    for name, spent in costs.items():
        print(f"{name:8} {statistics.median(spent):6.1f} ms per move, {max(spent):6.1f} ms at most")
    if statistics.median(costs["scripts"]) > LIMIT:
        sys.exit(f"An update takes more than {LIMIT:.0f} ms of scripting.")


def measure(table: Seating, others: Person, moves: int, slower: float) -> dict[str, list[float]]:
    """The milliseconds that the browser spent on each of some late moves."""
    page = table.visitor.page
    page.goto(table.link)
    for _ in range(3):
        others.do("POST", f"/tables/{table.id}/seats")
    begin(table.id, others)
    page.locator("main.table").wait_for()
    start = 0
    while not start or spent_cars(table) < LATE * start:
        start = start or sum(seat["cars"] for seat in look(table)["seats"])
        step(table, others)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    costs: dict[str, list[float]] = {name: [] for name in COSTS.values()}
    for _ in range(moves):
        before = read(devtools)
        step(table, others)
        page.wait_for_timeout(SETTLED)
        after = read(devtools)
        for field, name in COSTS.items():
            costs[name].append((after[field] - before[field]) * 1000)
    return costs


def look(table: Seating) -> dict:
    """The spectator's view."""
    return dict(table.do("GET", f"/tables/{table.id}/views?seat=-1")["views"][0])


def spent_cars(table: Seating) -> int:
    """The number of cars on the board."""
    tracks = {track["track"]: track["length"] for track in table.do("GET", f"/maps/{look(table)['map']}")["tracks"]}
    return sum(tracks[track] for seat in look(table)["seats"] for track in seat["tracks"])


def step(table: Seating, others: Person) -> None:
    """Make the next move, for whichever seat is to move."""
    for view in [*table.do("GET", f"/tables/{table.id}/views")["views"], *others.views(table.id)]:
        if view["legal"]:
            move = {"seat": view["viewer"], "ply": view["ply"], "move": choose(view["legal"], claims=True)}
            if view["viewer"] == 0:
                table.do("POST", f"/tables/{table.id}/moves", **move)
            else:
                others.do("POST", f"/tables/{table.id}/moves", **move)
            return


def read(devtools: CDPSession) -> dict[str, float]:
    """The browser's performance counters, in seconds."""
    return {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}


if __name__ == "__main__":
    main()
