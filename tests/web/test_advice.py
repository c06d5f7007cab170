"""Advice in the browser: hints among bots, and the best moves of a game that is over."""

import pytest
from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor


@pytest.mark.parametrize(("place", "wide", "keys"), [
    ("browser", True, False), ("browser", False, False), ("browser", True, True), ("server", True, False),
])  # fmt: skip
def test_a_hint_is_a_few_moves_and_a_suggested_claim_can_be_continued(
    browser: Browser, server: Server, place: str, wide: bool, keys: bool
) -> None:
    ann = Visitor(browser, server.url, wide=wide, keys=keys)
    if place == "server":
        ann.play_at_server()
    else:
        ann.play_now("new_york")
    page = ann.page
    page.locator("[data-offer]").first.wait_for()
    ann.press(page.locator(".ask"))
    page.locator("[data-advice^=keep]").first.wait_for()
    values = [int(text.removesuffix("%")) for text in page.locator(".advice li b").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert page.locator(".advice .interval").count() == len(values)
    assert "points" in page.locator("[data-advice^=keep]").first.inner_text(), "it says what a move is good for"
    assert ann.faults() == []
    ann.play_on(1)
    page.locator(".status.mine").wait_for()
    assert page.locator(".advice").count() == 0, "it was advice on a move that is made"
    claim = page.locator("[data-advice^=claim] button").first
    while True:
        page.keyboard.press("h") if keys else page.locator(".ask").click()
        page.locator("[data-advice]").first.wait_for()
        if claim.count():
            break
        ann.play_on(1, ann.draw)
        page.locator(".status.mine").wait_for()
    assert page.locator(".glow .lit").count() == 0
    claim.focus()
    assert page.locator(".glow .lit").count() == 1
    ann.press(claim)
    page.locator(".route-card.picked .way").first.wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".advice").count() == 0
    assert ann.errors == []
    ann.context.close()


def test_among_people_nobody_is_offered_a_hint(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    bo = Visitor(browser, ann.page.url)
    bo.page.locator("button.large").click()
    ann.page.locator(".status.mine").wait_for()
    assert ann.page.locator(".ask").count() == 0
    ann.page.keyboard.press("h")
    assert ann.page.locator(".advice").count() == 0
    for one in (ann, bo):
        one.context.close()


@pytest.mark.parametrize("wide", [True, False])
def test_a_replay_shows_what_was_played_beside_the_best_moves(browser: Browser, finished: str, wide: bool) -> None:
    cid = Visitor(browser, f"{finished}?ply=0", wide=wide)
    page = cid.page
    page.locator("[data-do=advice]").click()
    page.locator("[data-advice^=keep]").first.wait_for()
    assert page.locator(".advice em:not(.favourite)").count() == 1, "all three ways to keep two tickets are shown"
    assert cid.faults() == []
    page.locator(".player input").fill("20")
    page.wait_for_function("() => Number(document.querySelector('.advice')?.dataset.ply) >= 20")
    assert 1 <= page.locator("[data-advice]").count() <= 5
    last = page.locator(".player input").get_attribute("max") or ""
    page.locator(".player input").fill(last)
    page.locator(".advice").wait_for(state="detached")
    assert page.locator("[data-do=advice]").is_disabled()
    assert cid.errors == []
    cid.context.close()
