"""By finger, by mouse and by keys: pinching, tapping, dragging cards, keys, and clicks that come too fast."""

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Route, expect
from server.serving import Server
from web.browsing import DRAWN, MIDDLE, Visitor
from web.seating import Seating, faults_by_day_and_night

CALLED = """
    window.called = [];
    window.notes = 0;
    localStorage.setItem("whistlestop.notices", "yes");
    localStorage.setItem("whistlestop.sounds", "yes");
    Object.defineProperty(document, "hidden", { get: () => true });
    window.Notification = class { constructor(text) { window.called.push(text); } };
    window.OscillatorNode = class extends OscillatorNode { constructor(...all) { super(...all); window.notes++; } };
"""
"""A page that is hidden, with sounds and notices switched on, and that counts them."""


def sit(browser: Browser, server: Server, *, wide: bool, claim: bool = False) -> tuple[Visitor, Seating]:
    """Ann at a table with her turn to begin."""
    table = Seating(browser, server, ["you", "porter"], "europe", first=0, wide=wide)
    ann = table.visitor
    table.sit()
    table.advance(
        lambda view: view["phase"] == "turn" and any(move["kind"] == "claim" or not claim for move in view["legal"])
    )
    table.catch_up()
    ann.ready()
    ann.page.locator(DRAWN).wait_for()
    return ann, table


SHEET = "document.querySelector('.drawing').getBoundingClientRect()"
"""Where the drawing of the board is on the screen."""


def touch(finger: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    spots = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})


def width(board: Locator) -> float:
    """How much of the board is shown, in its own widths."""
    return float(board.evaluate(f"surface => surface.clientWidth / {SHEET}.width"))


def test_a_phone_begins_near_and_is_pinched_and_dragged(browser: Browser, server: Server) -> None:
    ann, _ = sit(browser, server, wide=False)
    board = ann.page.locator(".surface")
    box = board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    first = width(board)
    ann.page.get_by_role("button", name="Show the whole board").click()
    whole = width(board)
    assert first < 0.8 * whole
    finger = ann.context.new_cdp_session(ann.page)
    touch(finger, "touchStart", (x - 20, y), (x + 20, y))
    for far in (30, 45, 60):
        touch(finger, "touchMove", (x - far, y), (x + far, y))
    touch(finger, "touchEnd")
    near = width(board)
    assert whole / 4 < near < whole / 2
    seen = ann.page.evaluate(f"{SHEET}.x")
    touch(finger, "touchStart", (x, y))
    for step in (10, 30, 60):
        touch(finger, "touchMove", (x - step, y - step))
    touch(finger, "touchEnd")
    assert ann.page.evaluate(f"{SHEET}.x") < seen - 40
    assert width(board) == pytest.approx(near, rel=0.01)
    assert not ann.page.locator(".route-card, .notice").count()
    assert ann.page.evaluate("visualViewport.scale") == 1
    ann.context.close()


def test_everything_on_a_phone_is_within_reach(browser: Browser, server: Server) -> None:
    ann, _ = sit(browser, server, wide=False)
    page = ann.page
    for size in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in (
            "[data-move=draw]",
            "[data-move=tickets]",
            "[data-hand] >> nth=0",
            ".tabs button >> nth=0",
            ".board",
        ):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for tab, panel in (("Players", ".seats"), ("Tickets", ".tickets"), ("Log", ".log")):
        page.locator(".tabs").get_by_role("button", name=tab).click()
        expect(page.locator(panel)).to_be_visible()
        page.locator(".tabs").get_by_role("button", name=tab).click()
    expect(page.locator(".log")).to_be_hidden()
    page.locator(".tabs").get_by_role("button", name="Players").click()
    assert faults_by_day_and_night(ann) == []
    assert ann.errors == []
    ann.context.close()


@pytest.mark.parametrize("wide", [True, False])
def test_a_card_is_dragged_from_the_hand_to_a_track(browser: Browser, server: Server, wide: bool) -> None:
    ann, table = sit(browser, server, wide=wide, claim=True)
    page = ann.page
    view = table.do("GET", f"/tables/{table.id}/views")["views"][0]
    move = next(move for move in view["legal"] if move["kind"] == "claim" and move.get("colour"))
    card = page.locator(f"[data-hand='{move['colour']}']").bounding_box()
    assert card
    x, y = card["x"] + 20, card["y"] + 20
    if wide:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(*page.locator(f"[data-track='{move['track']}']").evaluate(MIDDLE), steps=4)
        page.locator("body > .flying").wait_for()
        page.mouse.up()
    else:
        page.get_by_role("button", name="Show the whole board").click()
        to_x, to_y = page.locator(f"[data-track='{move['track']}']").evaluate(MIDDLE)
        finger = ann.context.new_cdp_session(page)
        touch(finger, "touchStart", (x, y))
        for part in (0.2, 0.5, 1):
            touch(finger, "touchMove", (x + part * (to_x - x), y + part * (to_y - y)))
        page.locator("body > .flying").wait_for()
        touch(finger, "touchEnd")
    page.locator(".route-card.picked .way").first.wait_for()
    expect(page.locator("body > .flying")).to_have_count(0)
    expect(page.locator(f"[data-hand='{move['colour']}']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".route-card")).to_have_count(0)
    ann.context.close()


def test_keys_play_and_a_move_that_comes_too_fast_is_left_out(browser: Browser, server: Server) -> None:
    ann, table = sit(browser, server, wide=True)
    page = ann.page
    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route), times=1)
    page.keyboard.press("1")
    expect(page.locator("[data-hand][aria-pressed=true]")).to_have_count(1)
    with page.expect_request("**/moves"):
        page.keyboard.press("d")
    page.keyboard.press("d")  # the first is still being sent
    held[0].continue_()
    page.locator(".status.mine .hint", has_text="one more card").wait_for()
    ann.ready()
    page.keyboard.press("d")
    page.locator("[data-seat='0'] .did", has_text="drew a card, drew a card").wait_for()
    assert not page.locator(".notice").count()
    table.advance(lambda view: view["phase"] == "turn" and bool(view["legal"]))
    table.catch_up()
    ann.ready()
    page.keyboard.press("t")
    page.get_by_text("Draw new tickets?").wait_for()
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Enable shortcuts").uncheck()
    page.locator("dialog .main").click()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_timeout(100)
    assert not page.get_by_text("Draw new tickets?").count()
    assert ann.errors == []
    ann.context.close()


def test_cards_fly_sounds_play_and_a_hidden_page_calls_for_its_player(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "porter"], first=0)
    ann = table.visitor
    page = ann.page
    page.add_init_script(CALLED)
    page.emulate_media(reduced_motion="no-preference")
    table.sit()
    ann.play_on(1)
    page.locator("[data-move=tickets]:enabled").wait_for()
    ann.ready()
    expect(page).to_have_title("● Your turn · Whistlestop")
    page.keyboard.press("d")
    page.locator("body > .flying").first.wait_for(state="attached")
    expect(page.locator("body > .flying")).to_have_count(0)
    assert page.evaluate("called").count("Your turn") >= 1
    assert page.evaluate("notes") > 0
    assert ann.errors == []
    ann.context.close()
