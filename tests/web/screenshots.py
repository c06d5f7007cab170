"""Pictures of every screen and map, for people to look at: desktop and phone, light and dark, and tables at every size.

make screenshots                    # writes them to screenshots/
make screenshots ARGS="screens"     # home, set-up and so on alone; or "lessons", "positions", or the name of a map
"""

import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright
from server.serving import Server
from web import positions
from web.browsing import DRAWN, SIZES, UNFINISHED, Visitor, chromium

DESKTOP, PHONE = (1440, 900), (390, 844)
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
MAPS = ("new_york", "nordic", "europe")
MOVES = {"new_york": 8, "nordic": 24, "europe": 30}
"""How far a game is when it is pictured."""
LESSONS = {
    "new_york/first_game": 3,
    "europe/tunnels_ferries_stations": 7,
    "nordic/ferries_and_swaps": 2,
}
"""The lessons, each with the cue that is pictured: a claim, a tunnel to pay, a swap."""
KEEP_REVEALED = """() => {
    const wait = setTimeout;
    globalThis.setTimeout = (act, time, ...more) => wait(act, time === 7000 ? 1e9 : time, ...more);
}"""
"""Leave the cards of a tunnel on the screen for longer than seven seconds."""
GO_ON = """async cue => {
    for (;;) {
        await new Promise(resolve => setTimeout(resolve, 20));
        const coach = document.querySelector('.coach.shown');
        if (document.querySelector('.lesson-end') || coach?.dataset.cue >= cue) return;
        coach?.querySelector('[data-do=next], [data-do=show]:enabled')?.click();
    }
}"""
"""Go on to a cue of a lesson, or to its end."""


class Album:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def take(self, page: Page, name: str, *, whole: bool = True) -> None:
        """Picture a page on a desktop and a phone in both themes, with all that can be scrolled to if `whole`."""
        for theme in THEMES:
            self._take(page, name, (DESKTOP, PHONE), theme, whole)

    def take_every_size(
        self, page: Page, name: str, *, whole: bool = False, prepare: Callable[[], None] | None = None
    ) -> None:
        """Picture a page at every size, and on a desktop and a phone in the dark too; `prepare` it for each size."""
        self._take(page, name, SIZES, "light", whole, prepare)
        self._take(page, name, (DESKTOP, PHONE), "dark", whole, prepare)

    def _take(
        self,
        page: Page,
        name: str,
        sizes: Iterable[tuple[int, int]],
        theme: Theme,
        whole: bool,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            if prepare:
                prepare()
            page.wait_for_timeout(500 if prepare else 150)
            page.screenshot(path=self.folder / f"{name}-{width}x{height}-{theme}.png", full_page=whole)
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def picture_screens(ann: Visitor, url: str, album: Album) -> None:
    """Home, set-up, waiting room, settings, rules and trouble."""
    page = ann.page
    page.locator(".preview svg").wait_for()
    album.take_every_size(page, "home", whole=True)
    page.goto(f"{url}/new")
    page.locator(".special li").first.wait_for()
    page.locator(".preview svg").wait_for()
    album.take(page, "setup")
    page.goto(url)
    ann.make_table("you", "open", "director", map_="europe")
    page.locator(".preview svg").wait_for()
    album.take_every_size(page, "room", whole=True)
    page.locator("[data-open=settings]").click()
    album.take(page, "settings", whole=False)
    page.keyboard.press("Escape")
    page.goto(f"{url}/t/{'x' * 22}")
    page.locator(".trouble").wait_for()
    album.take(page, "dead-link", whole=False)
    page.goto(f"{url}/import")
    page.locator("textarea").fill(UNFINISHED)
    page.locator("[data-do=replay]").wait_for()
    page.locator(".preview svg").wait_for()
    album.take(page, "import")
    for map_ in MAPS:
        page.locator("[data-open=rules]").click()
        page.locator("#rules-map").select_option(map_)
        page.locator(".detail").first.wait_for()
        page.wait_for_timeout(300)
        album.take(page, f"rules-{map_}", whole=False)
        page.locator(".detail").nth(1).scroll_into_view_if_needed()
        album.take(page, f"rules-{map_}-further", whole=False)
        page.keyboard.press("Escape")


def picture_lessons(ann: Visitor, url: str, album: Album) -> None:
    """The list of lessons, a cue at a track, a hand or a city of each lesson, and a lesson's end."""
    page = ann.page
    page.goto(f"{url}/learn")
    page.locator("[data-lesson]").last.wait_for()
    album.take_every_size(page, "learn", whole=True)

    def load(lesson: str, cue: int) -> None:
        page.goto(f"{url}/learn/{lesson}")
        page.locator(f"body:has(.coach.shown) {DRAWN}").wait_for()
        page.evaluate(GO_ON, cue)

    for lesson, cue in LESSONS.items():
        album.take_every_size(page, f"coach-{lesson.partition('/')[0]}", prepare=partial(load, lesson, cue))
    page.evaluate(GO_ON, 99)
    page.locator(".lesson-end").wait_for()
    album.take_every_size(page, "lesson-end")


def picture_game(ann: Visitor, url: str, map_: str, album: Album) -> None:
    """A game from its first tickets to its end, and its replay."""
    page = ann.page
    page.goto(url)
    ann.play_now(map_)
    page.locator("[data-offer]").first.wait_for()
    album.take_every_size(page, f"tickets-{map_}")
    ann.play_on(MOVES[map_])
    album.take_every_size(page, f"play-{map_}")
    page.get_by_role("button", name="Menu and shortcuts").click()
    page.locator("[data-do=link]").wait_for()
    album.take(page, f"menu-{map_}", whole=False)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator("dialog.routes [data-route]").first.click()
    album.take_every_size(page, f"routes-{map_}")
    page.keyboard.press("Escape")
    page.locator(".ask").click()
    page.locator("[data-advice]").first.wait_for()
    album.take(page, f"hint-{map_}", whole=False)
    assert ann.play_on()
    page.locator(".chart").wait_for()
    album.take_every_size(page, f"end-{map_}")
    page.locator("[data-do=proof]").click()
    page.locator(".proof li").first.wait_for()
    page.locator("[data-check=deals]").scroll_into_view_if_needed()
    album.take(page, f"proof-{map_}", whole=False)
    page.locator("[data-do=replay]").click()
    page.locator(".player input").fill("120" if map_ != "new_york" else "60")
    page.locator("[data-do=advice]").click()
    page.locator("[data-advice]").first.wait_for()
    album.take(page, f"replay-{map_}", whole=False)


def picture_positions(ann: Visitor, album: Album) -> None:
    """Rare positions: every kind of card in hand, route cards, a tunnel, swaps, the last round, a shared screen."""
    page = ann.page
    ann.open_record(str(positions.full_hand(5)))
    page.locator(DRAWN).wait_for()
    album.take_every_size(page, "position-full-hand")
    ways = page.locator(".route-card .way")
    for track in page.locator(".hits [data-track][tabindex='0']").all():
        track.press("Enter")
        ways.first.wait_for()
        if ways.count() > 2:
            break
    album.take_every_size(page, "card-several-ways")
    page.locator("[data-track='palermo-smyrna']").press("Enter")
    page.locator(".route-card", has_text="Needs").wait_for()
    album.take_every_size(page, "card-missing")
    page.keyboard.press("Escape")
    page.locator(".build").click()
    page.locator("[data-city]").first.press("Enter")
    page.locator("[data-move=yes]").click()
    page.locator("[data-move^=pay]").first.wait_for()
    album.take_every_size(page, "position-station")
    ann.open_record(str(positions.tunnel()))
    page.locator("[data-move='give up']").wait_for()
    album.take_every_size(page, "position-tunnel")
    record, tunnel = positions.before_tunnel()
    ann.open_record(str(record))
    page.locator(DRAWN).wait_for()
    page.evaluate(KEEP_REVEALED)
    ann.claim(tunnel)
    page.locator("[data-move='give up'], .reveal").first.wait_for()
    if page.locator("[data-move='give up']").count():
        page.locator("[data-move='give up']").click()
    page.locator(".reveal .after").wait_for()
    album.take_every_size(page, "tunnel-result")
    record, closed = positions.closed_twin()
    ann.open_record(str(record))
    page.locator(DRAWN).wait_for()
    page.locator(f"[data-track='{closed}']").press("Enter")
    page.locator(".route-card .says", has_text=" ").wait_for()
    album.take_every_size(page, "card-closed")
    ann.open_record(str(positions.swaps()))
    page.locator(DRAWN).wait_for()
    page.locator("[data-track='lieksa-murmansk']").press("Enter")
    album.take_every_size(page, "card-swaps")
    page.locator(".route-card [data-move$=swap]").first.click()
    page.locator(".route-card [data-move=trade]").wait_for()
    album.take_every_size(page, "card-trade-in")
    ann.open_record(str(positions.last_round()))
    album.take_every_size(page, "position-last-round")
    ann.open_record(str(positions.full_hand(2)), "you", "you")
    page.locator(".curtain").wait_for()
    album.take_every_size(page, "position-curtain")


def main() -> None:
    """Take all pictures, or those that are named."""
    wanted = sys.argv[1:] or ["screens", "lessons", "positions", *MAPS]
    album = Album(Path("screenshots"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(str(Path(folder) / "tables.db"))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            ann = Visitor(browser, server.url)
            if "screens" in wanted:
                picture_screens(ann, server.url, album)
            if "lessons" in wanted:
                picture_lessons(ann, server.url, album)
            if "positions" in wanted:
                picture_positions(ann, album)
            for map_ in (one for one in MAPS if one in wanted):
                picture_game(ann, server.url, map_, album)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
