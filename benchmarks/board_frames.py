"""Frames per second while a board is panned and zoomed: `python benchmarks/board_frames.py` after `make web wasm`.

The client moves the drawing by a CSS transform. The same page also measures the other way, a new viewBox of the same
drawing for each frame, and the ratio of the two. Chromium renders without a GPU, at its own pace and four times slower.
The exit code is 1 if a gesture of the client has fewer than 30 frames per second.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.serving import Server
from web.browsing import Visitor, chromium

SLOWER = (1, 4)
SECONDS = 2.0
GOAL = 30
DRIVE = """async ([gesture, way, seconds]) => {
    const surface = document.querySelector('.surface'), drawing = surface.firstElementChild;
    const {left, top, width, height} = surface.getBoundingClientRect();
    const middle = {clientX: left + width / 2, clientY: top + height / 2};
    const point = (kind, more) => surface.dispatchEvent(
        new PointerEvent(kind, {pointerId: 1, bubbles: true, ...middle, ...more}));
    const byClient = {
        pan: n => point('pointermove', {clientX: middle.clientX + 150 * Math.sin(n / 12),
                                        clientY: middle.clientY + 90 * Math.sin(n / 17)}),
        zoom: n => surface.dispatchEvent(new WheelEvent('wheel', {deltaY: Math.sin(n / 15) > 0 ? -40 : 40, ...middle})),
    };
    const drawings = [...drawing.querySelectorAll(':scope > svg')];
    const whole = drawings[0].viewBox.baseVal, [x, y, w, h] = [whole.x, whole.y, whole.width, whole.height];
    const show = (part, dx) => drawings.forEach(svg => svg.setAttribute('viewBox',
        `${x + dx + w * (1 - part) / 2} ${y + h * (1 - part) / 2} ${w * part} ${h * part}`));
    const byViewBox = {pan: n => show(0.6, 100 * Math.sin(n / 12)), zoom: n => show(0.6 + 0.3 * Math.sin(n / 15), 0)};
    const step = (way === 'transform' ? byClient : byViewBox)[gesture];
    const frame = () => new Promise(requestAnimationFrame);
    if (way === 'transform' && gesture === 'pan') point('pointerdown');
    await frame();
    const begun = performance.now();
    let frames = 0;
    while (performance.now() - begun < seconds * 1000) { step(frames++); await frame(); }
    const took = (performance.now() - begun) / 1000;
    point('pointerup');
    drawings.forEach(svg => svg.setAttribute('viewBox', `${x} ${y} ${w} ${h}`));
    return frames / took;
}"""
"""Pan or zoom for some seconds, one step for each frame, and count the frames."""
OUT = Console()


def rate(page: Page, gesture: str, way: str, seconds: float) -> float:
    """Frames per second of a gesture."""
    page.get_by_role("button", name="Show the whole board").evaluate("button => button.click()")
    if gesture == "pan" and way == "transform":  # there is nothing to pan while the whole board is shown
        page.get_by_role("button", name="Zoom in").evaluate("button => button.click()")
    page.wait_for_timeout(800)
    return float(page.evaluate(DRIVE, [gesture, way, seconds]))


def main() -> int:
    """Measure all gestures, both ways; return 1 if the client is slower than the goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", default="europe", help="(default: %(default)s)")
    parser.add_argument("--width", type=int, default=1440, help="of the window (default: %(default)s)")
    parser.add_argument("--height", type=int, default=900, help="of the window (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each figure (default: %(default)s)")
    options = parser.parse_args()
    table = Table("gesture", "CPU slower", "viewBox", "transform", "ratio", title="frames per second")
    slowest = float("inf")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(str(Path(folder) / "tables.db"))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        try:
            visitor = Visitor(browser, server.url)
            page = visitor.page
            page.set_viewport_size({"width": options.width, "height": options.height})
            visitor.play_now(options.map)
            page.locator("[data-offer]").first.wait_for()
            session = visitor.context.new_cdp_session(page)
            for slower in SLOWER:
                session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
                for gesture in ("pan", "zoom"):
                    before, now = (rate(page, gesture, way, options.seconds) for way in ("viewBox", "transform"))
                    slowest = min(slowest, now)
                    table.add_row(gesture, f"{slower}×", f"{before:.1f}", f"{now:.1f}", f"{now / before:.1f}")
        finally:
            browser.close()
            server.stop()
    OUT.print(table)
    OUT.print(f"The slowest is {slowest:.0f} frames per second; the goal is {GOAL}.")
    return int(slowest < GOAL)


if __name__ == "__main__":
    sys.exit(main())
