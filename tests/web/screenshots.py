"""Pictures of every screen and map, for people to look at: desktop and phone, light and dark.

make screenshots                    # writes them to screenshots/
make screenshots ARGS="screens"     # home, set-up and so on alone; or the name of a map
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from server.serving import Server
from web.browsing import UNFINISHED, Visitor, chromium

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
MAPS = ("new_york", "nordic", "europe")
MOVES = {"new_york": 8, "nordic": 24, "europe": 30}
"""How far a game is when it is pictured."""


class Album:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def take(self, page: Page, name: str, *, whole: bool = True) -> None:
        """Picture a page in both sizes and themes, with all that can be scrolled to if `whole`."""
        for size, pixels in SIZES.items():
            page.set_viewport_size(pixels)  # type: ignore[arg-type]
            for theme in THEMES:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.wait_for_timeout(150)
                page.screenshot(path=self.folder / f"{name}-{size}-{theme}.png", full_page=whole)
        page.set_viewport_size(SIZES["desktop"])  # type: ignore[arg-type]


def picture_screens(ann: Visitor, url: str, album: Album) -> None:
    """Home, set-up, waiting room, settings, rules and trouble."""
    page = ann.page
    page.locator(".preview svg").wait_for()
    album.take(page, "home")
    page.goto(f"{url}/new")
    page.locator(".special li").first.wait_for()
    page.locator(".preview svg").wait_for()
    album.take(page, "setup")
    page.goto(url)
    ann.make_table("you", "open", "director", map_="europe")
    page.locator(".preview svg").wait_for()
    album.take(page, "room")
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


def picture_game(ann: Visitor, url: str, map_: str, album: Album) -> None:
    """A game from its first tickets to its end, and its replay."""
    page = ann.page
    page.goto(url)
    ann.play_now(map_)
    page.locator("[data-offer]").first.wait_for()
    album.take(page, f"tickets-{map_}", whole=False)
    ann.play_on(MOVES[map_])
    album.take(page, f"play-{map_}", whole=False)
    page.get_by_role("button", name="Menu and shortcuts").click()
    page.locator("[data-do=link]").wait_for()
    album.take(page, f"menu-{map_}", whole=False)
    page.keyboard.press("Escape")
    page.locator(".ask").click()
    page.locator("[data-advice]").first.wait_for()
    album.take(page, f"hint-{map_}", whole=False)
    assert ann.play_on()
    page.locator(".chart").wait_for()
    album.take(page, f"end-{map_}", whole=False)
    page.locator("[data-do=proof]").click()
    page.locator(".proof li").first.wait_for()
    page.locator("[data-check=deals]").scroll_into_view_if_needed()
    album.take(page, f"proof-{map_}", whole=False)
    page.locator("[data-do=replay]").click()
    page.locator(".player input").fill("120" if map_ != "new_york" else "60")
    page.locator("[data-do=advice]").click()
    page.locator("[data-advice]").first.wait_for()
    album.take(page, f"replay-{map_}", whole=False)


def main() -> None:
    """Take all pictures, or those that are named."""
    wanted = sys.argv[1:] or ["screens", *MAPS]
    album = Album(Path("screenshots"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(str(Path(folder) / "tables.db"))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            ann = Visitor(browser, server.url)
            if "screens" in wanted:
                picture_screens(ann, server.url, album)
            for map_ in (one for one in MAPS if one in wanted):
                picture_game(ann, server.url, map_, album)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
