"""The review in the browser: the report of a game that is over, its replay, and a game that goes on from a moment."""

import pytest
from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import DRAWN, UNFINISHED, Visitor


@pytest.mark.parametrize("wide", [True, False])
def test_a_review_leads_to_mistakes_and_a_game_goes_on_from_a_moment(
    browser: Browser, finished: str, wide: bool
) -> None:
    ann = Visitor(browser, f"{finished}?ply=0&review", wide=wide)
    page = ann.page
    page.locator(".curve .course").first.wait_for()
    page.locator(".review:not([data-searched='0'])").wait_for()
    assert page.locator(".chances li").count() == 2
    assert page.locator("[data-list=turning] button").count() == 3
    page.locator("[data-do=viewpoint]").select_option("-1")
    page.locator(".holding[data-seat]").nth(1).wait_for()
    page.locator("[data-do=viewpoint]").select_option("1")
    assert page.locator(".holding[data-seat]").count() == 1
    page.locator("[data-list=given] button").first.wait_for()
    page.locator("[data-list=given] button").first.click()
    page.locator(".review .at [data-grade]").wait_for()
    assert ann.faults() == []
    before = int(page.locator("main.replay").get_attribute("data-ply") or 0)
    page.locator(".status").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("ply => Number(document.querySelector('main.replay').dataset.ply) > ply", arg=before)
    page.locator(".log [data-go]").last.click()
    page.wait_for_function("ply => Number(document.querySelector('main.replay').dataset.ply) < ply", arg=before)
    with page.expect_download() as download:
        page.locator("[data-do=picture]").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.locator("[data-do=variation]").click()
    page.locator(f"main.table:not(.replay) {DRAWN}").wait_for()
    ann.play_on(2)
    assert page.url.endswith("/variation")
    assert ann.errors == []
    ann.context.close()


def test_a_record_with_a_bad_line_is_explained_and_replayed_up_to_there(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/import")
    page = ann.page
    page.locator("textarea").fill(UNFINISHED + "0 take a train\n")
    page.locator("[role=alert]").wait_for()
    assert "121" in page.locator("[role=alert]").inner_text()
    page.locator("[data-do=replay]").click()
    page.locator("main.replay").wait_for()
    ann.context.close()
