"""Whole games against bots, through the interface alone. `test_static` plays one on each map."""

import re

from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor


def test_a_whole_game_on_a_phone_in_russian(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, wide=False, language="ru")
    ann.play_now("new_york")
    ann.watch_board()
    assert ann.play_on()
    assert len(ann.board_places()) == 1
    assert ann.animations() == []  # this person prefers reduced motion
    assert re.search("[Пп]обе|Ничья", ann.page.locator("dialog.ending h2").inner_text())
    assert ann.errors == []
    ann.context.close()
