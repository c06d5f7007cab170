"""A person at a browser who plays through the interface alone: by what is shown, by mouse and by keyboard."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from debian import found_or_installed
from playwright.sync_api import Browser, Locator, Page

MIDDLE = """path => {
    const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return [at.x, at.y];
}"""
REACHED = f"""path => {{
    const [x, y] = ({MIDDLE})(path);
    return document.elementFromPoint(x, y) === path;
}}"""
"""Whether the middle of a track is shown, with nothing on top of it."""
WATCH = """() => {
    globalThis.places = new Set();
    globalThis.animated = new Set();
    const look = () => {
        const {x, y, width, height} = document.querySelector(".stage").getBoundingClientRect();
        places.add([innerWidth, innerHeight, x, y, width, height].join(" "));
        for (const {animationName, transitionProperty, effect} of document.getAnimations())
            if (effect.getComputedTiming().activeDuration) animated.add(animationName ?? transitionProperty ?? "?");
        requestAnimationFrame(look);
    };
    look();
}"""
"""Note in every frame from now on how large the window is, where the board is in it, and what is animated."""
DRAWN = ".drawing:not(.unfinished)"
"""The board, once all of it is drawn: before that it can't be seen, and takes no clicks and keys."""
WHOLE = re.compile("Show the whole board|Sýna allt spilaborðið|Показать всё поле|显示整个版图|顯示整個版圖")
PATIENCE = 60_000
UNFINISHED = "".join((Path(__file__).parents[1] / "golden/europe_fair.txt").read_text().splitlines(True)[:120])
"""The record of a game that isn't over."""
SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (834, 1194),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (2560, 1440),
)
"""The windows that the client is made for: phones, a phone held sideways, tablets, and computers."""
ELSEWHERE = "elsewhere.test"
"""A name of this computer for the browser, as another computer might know it."""
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def chromium() -> str:
    """The system's Chromium, installed if there is none; CHROMIUM names another."""
    named = os.environ.get("CHROMIUM")
    return named or found_or_installed(lambda: shutil.which("chromium") or shutil.which("google-chrome"), "chromium")


class Visitor:
    """A person at a page; `errors` collects the errors of the page. With `offline` the browser keeps its files."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        wide: bool = True,
        language: str = "en-US",
        keys: bool = False,
        offline: bool = False,
    ) -> None:
        size = {"width": 1440, "height": 900} if wide else {"width": 390, "height": 844}
        self.errors: list[str] = []
        self.keys = keys
        self.url = url
        self.context = browser.new_context(
            viewport=size,
            locale=language,
            has_touch=not wide,
            reduced_motion="reduce",
            service_workers="allow" if offline else "block",
        )
        self.context.add_init_script("try { localStorage['whistlestop.bot_speed'] = 'at_once' } catch {}")
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console", lambda message: self.errors.append(message.text) if "Content Security" in message.text else None
        )
        self.page.goto(url)

    def faults(self) -> list[str]:
        """What axe finds wrong on the page as it is."""
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {node['html'][:120]} {node['failureSummary']}" for one in found for node in one["nodes"]]

    def play_now(self, map_: str, level: str = "porter", seats: int = 2) -> None:
        """Start a game against bots from the home page, which is played in the browser."""
        page = self.page
        page.locator(f"input[name=map][value={map_}]").check()
        page.locator("select[name=count]").select_option(str(seats))
        page.locator("select[name=level]").select_option(level)
        self.press(page.locator("button.large"))
        page.locator(f"main.table {DRAWN}").wait_for()

    def open_record(self, record: str, *seats: str) -> None:
        """Play a record on in this browser: `you` or a level for each seat, or what the record says."""
        page = self.page
        page.goto(urljoin(self.url, "/import"))
        page.locator("textarea").fill(record)
        page.locator("[data-do=continue]").wait_for()
        for place, seat in zip(page.locator(".places select").all(), seats, strict=False):
            place.select_option(seat)
        page.locator("[data-do=continue]").click()
        page.locator(f"main.table {DRAWN}").wait_for()

    def play_at_server(self, map_: str = "new_york", level: str = "porter") -> None:
        """Start a game against a bot at the server, as a player of it."""
        self.page.wait_for_load_state("networkidle")  # the home page becomes a player too
        site = f"{urlsplit(self.url).scheme}://{urlsplit(self.url).netloc}"
        options = {"map": map_, "seats": ["you", level]}
        for path, body in (("players", {"name": "Ann"}), ("tables", options)):
            answer = self.context.request.post(f"{site}/api/{path}", data=body, headers={"origin": site})
            assert answer.ok, answer.text()
        self.page.goto(f"{site}/t/{answer.json()['id']}")
        self.page.locator(f"main.table {DRAWN}").wait_for()

    def make_table(self, *seats: str, map_: str = "new_york") -> None:
        """Set up a table from the home page: `you`, `open` or a level for each seat; then wait in its room or play."""
        page = self.page
        page.locator("a.button[href='/new']").click()
        page.locator(f"input[name=map][value={map_}]").check()
        for _ in range(len(seats) - 2):
            page.locator(".steps button").last.click()
        for place, seat in zip(page.locator("select[name=seat]").all(), seats, strict=True):
            place.select_option(seat)
        self.press(page.locator("button.large"))
        page.locator(".room, .table").first.wait_for()

    def ready(self) -> None:
        """Wait until it is this person's turn and their last move is done; before that, clicks and keys are dropped."""
        self.page.locator("[aria-busy=false] .status.mine").wait_for()

    def watch_board(self) -> None:
        """From now on, note in every frame where the board is, and what is animated."""
        self.page.locator(".stage").wait_for()
        self.page.evaluate(WATCH)

    def board_places(self) -> list[str]:
        """All sizes of the window with places of the board since it is watched."""
        return list(self.page.evaluate("[...places]"))

    def animations(self) -> list[str]:
        """What was animated since the board is watched."""
        return list(self.page.evaluate("[...animated]"))

    def play_on(self, turns: int = 1000, decide: Callable[[], None] | None = None) -> bool:
        """Play some decisions, claiming whenever possible; return whether the game ended."""
        page = self.page
        for _ in range(turns):
            page.locator("[aria-busy=false] .status.mine, dialog.ending").first.wait_for()
            if page.locator("dialog.ending").count():
                return True
            before = page.locator("main.table").get_attribute("data-ply")
            (decide or self.decide)()
            page.wait_for_function(
                "ply => document.querySelector('main.table')?.dataset.ply !== ply",
                arg=before,
            )
        return False

    def decide(self) -> None:
        """Make one move."""
        page = self.page
        tracks = page.locator(".hits [data-track][tabindex='0']")
        if page.locator("[data-offer]").count():
            for offer in page.locator("[data-offer]").all():
                self.press(offer)
            self.press(page.locator("[data-move=keep]"))
        elif page.locator(".decision .way, .decision [data-move=trade]").count():
            self.press(page.locator(".decision .way, .decision [data-move=trade]").first)
        elif page.locator('.decision [data-move="give up"]').count():
            self.press(page.locator('.decision [data-move="give up"]'))
        elif tracks.count():
            self.claim(tracks.last.get_attribute("data-track") or "")
        else:
            self.draw()

    def draw(self) -> None:
        """Draw a card, or make another legal move."""
        page = self.page
        for move in ("draw", "take", "tickets", "pass"):
            found = page.locator(f"button[data-move^='{move}']:enabled")
            if found.count():
                self.press(found.first)
                break
        if page.locator("[data-move=yes]").count():
            self.press(page.locator("[data-move=yes]"))

    def claim(self, track: str) -> None:
        """Pick a track, and pay in the best way: on its card, or by Enter again if there is one way."""
        if self.keys:
            self.page.locator(DRAWN).wait_for()
            self.press(self.page.locator(f"[data-track='{track}']"))
        else:
            self.click_track(track)
        ways = self.page.locator(".route-card .way[data-move]")
        ways.first.wait_for()
        if self.keys and ways.count() == 1:
            self.page.keyboard.press("Enter")
        else:
            self.press(ways.first)
        trade = self.page.locator(".route-card [data-move=trade]")
        if trade.count():
            self.press(trade)

    def click_track(self, track: str) -> None:
        """Click the middle of a track, zooming out to the whole board if needed; use keys if it is covered."""
        self.page.locator(DRAWN).wait_for()
        hit = self.page.locator(f"[data-track='{track}']")
        whole = self.page.get_by_role("button", name=WHOLE)
        if not hit.evaluate(REACHED) and whole.is_enabled():
            whole.click()
        if hit.evaluate(REACHED):
            self.page.mouse.click(*hit.evaluate(MIDDLE))
        else:
            hit.press("Enter")

    def press(self, found: Locator) -> None:
        """Click something; by keyboard, walk to it with the tab key and press enter."""
        if not self.keys:
            found.click()
            return
        found.wait_for(state="attached")  # a straight line has no height, and counts as hidden
        for _ in range(400):
            if found.evaluate("node => node === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the tab key does not come to " + str(found))
