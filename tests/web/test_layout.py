"""The layout of a table: nothing is cut, covered or scrolls at any size, and the board keeps its place all game."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from server.serving import Person, Server, start
from web import positions
from web.browsing import SIZES, Visitor

from whistlestop.server.identity import COOKIE

FLAWS = (Path(__file__).parent / "flaws.js").read_text().partition("*/")[2].strip().rstrip(";")
LAYOUTS = ((1280, 720), (360, 640), (844, 390), (820, 1180))
"""A window of each layout."""
BOARD = """() => {
    const { x, y, width, height } = document.querySelector(".stage").getBoundingClientRect();
    return [x, y, width, height];
}"""
LABELS = """() => [...document.querySelectorAll("dialog label:has(select)")].map(label => {
    const range = document.createRange();
    range.selectNode(label.firstChild);
    return label.querySelector("select").getBoundingClientRect().top - range.getBoundingClientRect().bottom;
})"""
"""The space between the name of each setting and its box."""
FOCUS_RING = 5


class Room:
    """The windows in which a table is looked at; the board must be where it was."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.boards: dict[tuple[int, int], Any] = {}

    def look(self, state: str, sizes: tuple[tuple[int, int], ...] = LAYOUTS, *, flaws: bool = True) -> None:
        """Look at a state of the game in windows of several sizes, for `flaws` too."""
        for size in sizes:
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            if flaws:
                assert self.page.evaluate(f"({FLAWS})", ".decision") == [], (state, size)
            board = self.page.evaluate(BOARD)
            assert self.boards.setdefault(size, board) == board, (state, size)


def test_nothing_is_cut_or_covered_at_any_size(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, language="ru-RU")  # the longest words
    ann.open_record(str(positions.full_hand(5)))
    assert ann.page.locator("[data-hand]").count() == positions.KINDS
    room = Room(ann.page)
    room.look("a turn", SIZES)
    for (width, height), board in room.boards.items():
        assert board[2] * board[3] > 0.45 * width * height, (width, height)
    ann.page.locator("[data-move=tickets]").click()
    ann.page.locator("[data-move=yes]").click()
    ann.page.locator("[data-offer]").first.wait_for()
    room.look("tickets", SIZES)
    assert ann.errors == []
    ann.context.close()


def test_the_board_keeps_its_place_through_a_whole_game(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    page = ann.page
    room = Room(page)
    ann.open_record(str(positions.first_choice(5)))
    room.look("first tickets")
    ann.open_record(str(positions.full_hand(5)))
    room.look("a turn")
    page.locator(".build").click()
    room.look("a city for a station is picked")
    page.locator("[data-city]").first.press("Enter")
    room.look("a station is confirmed")
    page.locator("[data-move=yes]").click()
    page.locator("[data-move^=pay]").first.wait_for()
    room.look("a station is paid")
    page.locator("[data-move^=pay]").first.click()
    page.locator("main:has([data-move=draw]:enabled)").wait_for()
    room.look("the next turn")
    page.locator("[data-move=draw]").click()
    page.locator("[data-move=tickets]:disabled").wait_for()
    room.look("the second card")
    ann.open_record(str(positions.tunnel()))
    page.locator("[data-move='give up']").wait_for()
    room.look("a tunnel")
    ann.open_record(str(positions.last_round()))
    room.look("the last round")
    page.locator(".ask").click()
    page.locator("[data-advice]").first.wait_for()
    room.look("advice", flaws=False)
    ann.play_on()
    room.look("the end", flaws=False)
    ann.open_record(str(positions.full_hand(2)), "you", "you")
    page.locator(".curtain").wait_for()
    room.look("the curtain")
    assert ann.errors == []
    ann.context.close()


def test_a_proposal_leaves_the_chat_and_the_board_in_their_places(browser: Browser, server: Server) -> None:
    ann, ben = Person(server.url), Person(server.url, "Ben")
    table = start([ann, ben], "europe", bots=("porter", "porter", "porter"))
    for seat, player in enumerate((ann, ben)):
        player.move(table, seat, player.view(table, seat)["ply"], "keep 1 2 3")
    visitor = Visitor(browser, f"{server.url}/palette.css")
    visitor.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": server.url}])
    page = visitor.page
    page.goto(f"{server.url}/t/{table}")
    page.locator("main:has(.talk input) [data-hand]").first.wait_for(state="attached")
    room = Room(page)
    room.look("before", flaws=False)
    ben.do("POST", f"/tables/{table}/proposals", seat=1, ply=ben.view(table, 1)["ply"], kind="end")
    page.locator("[data-reply=yes]").wait_for()
    room.look("a proposal", flaws=False)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator(".talk input")).to_be_in_viewport(ratio=1)
    assert visitor.errors == []
    visitor.context.close()


def test_the_focus_ring_leaves_the_names_of_settings_readable(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator("[data-open=settings]").click()
    ann.page.locator("dialog select").first.wait_for()
    assert all(space >= FOCUS_RING - 1 for space in ann.page.evaluate(LABELS))
    ann.context.close()


def test_a_first_visit_leaves_no_error_in_the_console(browser: Browser, server: Server) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(server.url)
    page.locator(".preview svg").wait_for()
    page.wait_for_load_state("networkidle")
    assert errors == []
    context.close()
