"""Whole games against bots, through the interface alone."""

from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor


def test_a_whole_game_of_new_york_ends_with_the_score_line_by_line(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, house.url)
    ann.play_now("new_york")
    assert ann.play_on()
    assert ann.page.locator("dialog.ending section").count() == 2
    lines = ann.page.locator("dialog.ending section").first.locator("tbody .sum").all_inner_texts()
    total = ann.page.locator("dialog.ending section").first.locator("tfoot .sum").inner_text()
    assert sum(int(line) for line in lines) == int(total)
    assert ann.errors == []
    ann.context.close()
