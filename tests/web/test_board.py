"""The board on every size of screen: names that can be read, the legend, the light, and a drawing that moves."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from server.serving import Server
from web.browsing import DRAWN, MIDDLE, SIZES, WHOLE, Visitor

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = """() => [...document.querySelectorAll('.names text')].map(text => {
    const {left, top, right, bottom} = text.getBoundingClientRect();
    return {size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a,
            left, right, middle: (top + bottom) / 2};
})"""
READABLE = 11
PLACED = """async label => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame().then(frame); // the size of the window reaches the board
    for (const names = document.querySelector('.names'); ; await frame()) {
        const scale = names.getScreenCTM().a;
        const wanted = Math.max(label, 11.1 / scale);
        if (Math.abs(names.getAttribute('font-size') - wanted) * scale < 0.05) return;
    }
}"""
"""Wait until the names are placed for the board's size on the screen; `label` is their least size on the board."""
WATCH = """() => {
    const node = document.querySelector('.drawing');
    globalThis.drawn = [];
    const note = () => drawn.push({transform: node.style.transform, width: node.style.width});
    drawn.push({transform: 'scale', width: node.style.width});
    new MutationObserver(note).observe(node, {attributeFilter: ['style']});
}"""
"""Note how the drawing is placed, from now on."""


def continue_game(browser: Browser, server: Server, map_: str, lines: int, language: str = "en-US") -> Visitor:
    """Open the beginning of a recorded game, to play on."""
    ann = Visitor(browser, f"{server.url}/import", language=language)
    record = (GOLDEN / f"{map_}_fair.txt").read_text().splitlines(keepends=True)[:lines]
    ann.page.locator("textarea").fill("".join(record))
    ann.page.locator("[data-do=continue]").click()
    ann.page.locator("main.table .names text").first.wait_for()
    return ann


def assert_names_are_apart(page: Page) -> None:
    """Names can be read: large enough, and none on another."""
    names = page.evaluate(NAMES)
    assert min(name["size"] for name in names) >= READABLE
    for n, one in enumerate(names):
        for other in names[:n]:
            is_beside = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
            assert is_beside or abs(one["middle"] - other["middle"]) > READABLE * 0.9


@pytest.mark.parametrize(
    ("map_", "language"), [("europe", "en-US"), ("new_york", "en-US"), ("nordic", "en-US"), ("nordic", "ru-RU")]
)
def test_names_can_be_read_on_every_screen(browser: Browser, server: Server, map_: str, language: str) -> None:
    ann = continue_game(browser, server, map_, 80, language)
    page = ann.page
    board = ann.context.request.get(f"{server.url}/boards/{map_}/en").json()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PLACED, board["labelSize"])
        assert_names_are_apart(page)
        assert len(page.evaluate(NAMES)) >= len(board["cities"]), f"a city has no name at {width}x{height}"
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name=WHOLE).click()
    page.evaluate(PLACED, board["labelSize"])
    assert_names_are_apart(page)
    assert ann.errors == []
    ann.context.close()


def test_the_legend_opens_large_on_a_phone(browser: Browser, server: Server) -> None:
    ann = continue_game(browser, server, "europe", 260)
    page = ann.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Show the whole board").click()
    page.get_by_role("button", name="Legend").click()
    dialog = page.get_by_role("dialog", name="Legend")
    smallest = dialog.locator("text").evaluate_all(
        "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"
    )
    assert smallest >= READABLE
    assert ann.faults() == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert ann.errors == []
    ann.context.close()


def test_the_drawing_moves_with_the_pointer_and_is_sharp_again_afterwards(browser: Browser, server: Server) -> None:
    """While the board moves, nothing is drawn again: that takes too long for each frame."""
    ann = continue_game(browser, server, "europe", 260)
    page = ann.page
    page.evaluate(WATCH)
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -600)
    page.wait_for_function("() => drawn.at(-1)?.transform.includes('scale') === false")
    before, *moving, after = page.evaluate("drawn")
    assert moving
    assert all("scale" in one["transform"] and one["width"] == before["width"] for one in moving)
    assert after["width"] != before["width"]
    land = page.locator(".drawing > svg").first
    box = land.get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(420, 340, steps=3)
    page.mouse.up()
    assert land.get_attribute("viewBox") == box

    far = page.locator(".hits [data-track='lisboa-madrid']")
    far.focus()
    x, y = far.evaluate(MIDDLE)
    stage = page.locator(".board").bounding_box()
    assert stage
    assert stage["x"] < x < stage["x"] + stage["width"]
    assert stage["y"] < y < stage["y"] + stage["height"]
    ann.context.close()


def test_tracks_look_as_they_are(browser: Browser, server: Server) -> None:
    """A closed twin is hatched, the pointer brightens a track, and a click on the sea picks nothing."""
    ann = continue_game(browser, server, "new_york", 80)
    page = ann.page
    page.get_by_role("button", name="Show my cards").click()
    page.locator(".status.mine").wait_for()
    page.locator(DRAWN).wait_for()
    assert page.locator(".closed").count() == 4
    hit = page.locator(".hits [data-track][tabindex='0']").first
    assert hit.evaluate("(hit) => getComputedStyle(hit).stroke") == "rgba(0, 0, 0, 0)"
    page.mouse.move(*hit.evaluate(MIDDLE))
    assert hit.evaluate("(hit) => getComputedStyle(hit).stroke") == "rgb(255, 255, 255)"
    card = page.locator("[data-hand]").first
    card.click()
    expect(page.locator(".glow .lit").first).to_be_attached()
    stage = page.locator(".board").bounding_box()
    assert stage
    page.mouse.click(stage["x"] + 5, stage["y"] + stage["height"] / 2)
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".glow .lit")).to_have_count(0)
    assert ann.errors == []
    ann.context.close()
