"""Whole games against bots, through the interface alone. `test_static` plays one on each map."""

from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor


def test_a_whole_game_on_a_phone_in_russian(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, wide=False, language="ru")
    ann.play_now("new_york")
    assert ann.play_on()
    assert "Итог" in ann.page.locator("dialog.ending h2").inner_text()
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
