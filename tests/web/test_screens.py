"""Every screen opens in every language, and axe finds nothing on it in either theme."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import UNFINISHED, Visitor

LANGUAGES = {"en-US": "Your turn", "zh-CN": "轮到你了", "zh-TW": "輪到你了", "is-IS": "Þú átt leik", "ru-RU": "Ваш ход"}


def walk(ann: Visitor, server: Server, finished: str) -> Iterator[str]:
    """Open each screen in turn and yield its name."""
    page = ann.page
    page.locator(".preview svg").wait_for()
    yield "home"
    page.locator("[data-open=settings]").click()
    page.locator("dialog select").first.wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.locator("[data-open=rules]").click()
    page.locator("dialog.rules .detail").first.wait_for()
    yield "rules"
    page.keyboard.press("Escape")
    page.locator("a.button[href='/new']").click()
    page.locator(".special li").first.wait_for()
    yield "set-up"
    page.goto(server.url)
    ann.make_table("you", "open")
    page.locator(".preview svg").wait_for()
    yield "room"
    page.goto(server.url)
    page.locator(".tables a").first.wait_for()
    yield "home with your own table"
    page.goto(f"{server.url}/t/{'x' * 22}")
    page.locator(".trouble").wait_for()
    yield "trouble"
    page.goto(f"{server.url}/import")
    page.locator("textarea").fill(UNFINISHED)
    page.locator("[data-do=replay]").wait_for()
    page.locator(".preview svg").wait_for()
    yield "a record that was opened"
    page.goto(finished)
    page.locator("dialog.ending .chart").wait_for()
    page.locator("[data-do=proof]").click()
    page.locator(".proof li").first.wait_for()
    yield "end"
    page.goto(f"{finished}?ply=40")
    page.locator(".replay[data-ply='40']").wait_for()
    yield "replay"
    page.goto(server.url)
    ann.play_now("new_york")
    page.locator("[data-offer]").first.wait_for()
    yield "tickets"
    ann.decide()
    page.locator(".status.mine strong").wait_for()
    yield "play"


def walk_on(ann: Visitor, server: Server) -> Iterator[str]:
    """From the game, open what belongs to a table, then a lesson."""
    page = ann.page
    page.locator(".hits [data-track][tabindex='0']").first.press("Enter")
    page.locator(".route-card .way").first.wait_for()
    yield "route card"
    page.keyboard.press("r")
    page.locator("dialog.routes [data-route]").first.click()
    page.locator("dialog.routes [data-move]").first.wait_for()
    yield "list of routes"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("dialog.menu").wait_for()
    yield "menu"
    page.goto(f"{server.url}/learn")
    page.locator("[data-lesson]").first.wait_for()
    yield "lessons"
    page.locator("[data-lesson]").first.click()
    page.locator(".coach.shown [data-do=next]").wait_for()
    yield "coach"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_opens_every_screen(browser: Browser, server: Server, finished: str, language: str) -> None:
    ann = Visitor(browser, server.url, wide=language != "ru-RU", language=language)
    if language == "ru-RU":
        ann.page.set_viewport_size({"width": 360, "height": 740})  # the longest words on the smallest phone
    for screen in walk(ann, server, finished):
        text = ann.page.locator("body").inner_text()
        assert not re.search(r"\{\w+\}|undefined|NaN", text), screen
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    ann.page.locator(".status.mine strong", has_text=LANGUAGES[language]).wait_for()
    assert ann.errors == []
    ann.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(browser: Browser, server: Server, finished: str, theme: str) -> None:
    ann = Visitor(browser, server.url, wide=theme == "light")
    ann.page.evaluate("theme => localStorage.setItem('whistlestop.theme', theme)", theme)
    ann.page.reload()
    for screen in chain(walk(ann, server, finished), walk_on(ann, server)):
        assert ann.faults() == [], screen
    assert ann.page.locator("html").get_attribute("data-theme") == theme
    ann.context.close()


def test_another_language_is_kept(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator("[data-open=settings]").click()
    ann.page.locator("dialog select").first.select_option("is")
    ann.page.locator("html[lang=is]").wait_for()
    ann.page.reload()
    ann.page.get_by_role("button", name="Spila núna").wait_for()
    assert ann.page.locator("html").get_attribute("lang") == "is"
    ann.context.close()
