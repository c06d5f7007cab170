"""Single things that people do at the board: stations, colours, zooming, accidental moves, undo."""

from playwright.sync_api import Browser, expect
from server.serving import Server
from web import positions
from web.browsing import Visitor


def sit(browser: Browser, server: Server, map_: str) -> Visitor:
    """A person who has chosen tickets and begins a turn."""
    ann = Visitor(browser, server.url)
    ann.play_now(map_)
    ann.decide()
    ann.page.locator("[data-move=tickets]:enabled").wait_for()
    ann.ready()
    return ann


def test_a_station_is_built_in_a_city_that_is_picked_on_the_board(browser: Browser, server: Server) -> None:
    ann = sit(browser, server, "europe")
    ann.page.get_by_role("button", name="Build a station").click()
    ann.page.locator("[data-city=wien]").click()
    ann.page.get_by_text("Build a station in Vienna?").wait_for()
    ann.page.locator("[data-move=yes]").click()
    ann.page.get_by_role("heading", name="Station in Vienna: choose cards").wait_for()
    assert ann.faults() == []
    ann.ready()
    ann.page.locator("[data-undo]").click()
    ann.page.locator("[data-move=tickets]:enabled").wait_for()
    ann.ready()
    ann.page.get_by_role("button", name="Build a station").click()
    ann.page.locator("[data-city=wien]").click()
    ann.page.locator("[data-move=yes]").click()
    ann.page.locator(".decision .way").first.wait_for()
    ann.ready()
    ann.page.locator(".decision .way").first.click()
    ann.page.locator(".board use[href='#station-0']").wait_for(state="attached")
    ann.page.locator(".log li", has_text="You build a station in Vienna.").wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_colour_of_the_hand_lights_the_tracks_that_it_can_claim(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.open_record(str(positions.full_hand(2)))
    ann.ready()
    card = ann.page.locator("[data-hand]:not([data-hand=locomotive])").last
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    lit = ann.page.locator(".glow .lit").count()
    assert 0 < lit <= ann.page.locator(".hits [data-track][tabindex='0']").count()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".glow .lit")).to_have_count(0)
    ann.context.close()


SHEET = """() => {
    const {x, y, width} = document.querySelector('.drawing').getBoundingClientRect();
    return [x, y, width].map(pixels => Math.round(pixels / 5)).join(' ');
}"""
"""Where the drawing of the board is on the screen."""


def test_the_board_is_zoomed_and_moved_by_wheel_drag_and_keys(browser: Browser, server: Server) -> None:
    ann = sit(browser, server, "europe")
    board = ann.page.locator(".surface")
    seen = [ann.page.evaluate(f"({SHEET})()")]

    def changed() -> None:
        ann.page.wait_for_function(f"seen => ({SHEET})() !== seen", arg=seen[-1])
        seen.append(ann.page.evaluate(f"({SHEET})()"))

    ann.page.mouse.move(500, 400)
    ann.page.mouse.wheel(0, -600)
    changed()
    ann.page.mouse.down()
    ann.page.mouse.move(420, 340, steps=5)
    ann.page.mouse.up()
    changed()
    assert not ann.page.locator(".route-card.picked, .notice").count()  # a drag picks nothing
    board.focus()
    for key in ("ArrowLeft", "+", "-"):
        ann.page.keyboard.press(key)
        changed()
    ann.page.keyboard.press("0")
    changed()
    assert seen[-1] == seen[0]
    ann.context.close()


def test_drawing_tickets_asks_first_unless_that_is_switched_off(browser: Browser, server: Server) -> None:
    ann = sit(browser, server, "new_york")
    ann.page.locator("[data-move=tickets]").click()
    ann.page.get_by_role("heading", name="Are you sure?").wait_for()
    assert ann.faults() == []
    ann.page.get_by_role("button", name="Cancel").click()
    assert not ann.page.locator("[data-offer]").count()
    ann.page.get_by_role("button", name="Menu and shortcuts").click()
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("checkbox", name="Confirm moves").uncheck()
    ann.page.get_by_role("button", name="Close").click()
    ann.page.locator("[data-move=tickets]").click()
    ann.page.locator("[data-offer]").first.wait_for()
    ann.context.close()


def test_undo_is_free_against_a_bot_until_something_is_revealed(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.open_record(str(positions.after_open_cards()), "you", "porter")
    page = ann.page
    undo = page.locator(".tools").get_by_role("button", name="Undo my last move")
    ann.claim("sarajevo-zagrab")
    page.locator(".log li", has_text="claims Amsterdam – Brussels").wait_for()  # the bot reveals nothing with that
    undo.click()
    expect(page.locator(".cars")).to_have_count(0)
    expect(page.locator(".log li").first).to_contain_text("You take back a move.")
    page.locator("[data-move=draw]:enabled").click()
    too_late = "Too late to undo: new cards have been revealed."
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_accessible_description(too_late)
    assert ann.faults() == []
    for press in (lambda: undo.click(force=True), lambda: page.keyboard.press("u")):
        press()
        expect(page.locator(".notices [role=alert]")).to_contain_text(too_late)
        page.locator(".notices").get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    in_menu = page.locator(".menu").get_by_role("button", name="Undo my last move")
    expect(in_menu).to_have_accessible_description(too_late)
    in_menu.click(force=True)
    expect(page.locator(".notices [role=alert]")).to_contain_text(too_late)
    expect(page.locator("[data-move=draw]")).to_be_enabled()  # it is still her turn
    assert ann.errors == []
    ann.context.close()
