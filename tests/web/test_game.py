"""Whole games against bots, through the interface alone."""

import pytest
from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor


@pytest.mark.parametrize("map_", ["new_york", "europe", "nordic"])
def test_a_whole_game_ends_with_the_score_line_by_line(browser: Browser, server: Server, map_: str) -> None:
    ann = Visitor(browser, server.url)
    ann.play_now(map_)
    assert ann.play_on()
    assert ann.page.locator("dialog.ending section").count() == 2
    lines = ann.page.locator("dialog.ending section").first.locator("tbody .sum").all_inner_texts()
    total = ann.page.locator("dialog.ending section").first.locator("tfoot .sum").inner_text()
    assert sum(int(line) for line in lines) == int(total)
    assert ann.faults() == []
    assert ann.errors == []
    ann.context.close()


def test_a_whole_game_on_a_phone_in_russian(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, wide=False, language="ru")
    ann.play_now("new_york")
    assert ann.play_on()
    assert "Итог" in ann.page.locator("dialog.ending h2").inner_text()
    assert ann.errors == []
    ann.context.close()


def test_a_whole_game_is_played_by_keyboard(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, keys=True)
    ann.play_now("new_york")
    assert ann.play_on()
    assert ann.errors == []
    ann.context.close()


def test_a_track_that_is_too_dear_says_why(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.play_now("europe")
    ann.decide()
    ann.page.locator(".status.mine .hint", has_text="Take cards").wait_for()
    ann.click_track("petrograd-stockholm")
    ann.page.get_by_role("alert").filter(has_text="Not enough cards.").wait_for()
    assert ann.faults() == []
    ann.context.close()
