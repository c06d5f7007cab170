"""Every screen opens in every language and both themes, and axe finds nothing on it."""

import pytest
from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor

LANGUAGES = {"en-US": "Your turn", "zh-CN": "轮到你了", "zh-TW": "輪到你了", "is-IS": "Þú átt leik", "ru-RU": "Ваш ход"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_opens_every_screen(browser: Browser, house: Server, language: str) -> None:
    ann = Visitor(browser, house.url, wide=language != "ru-RU", language=language)
    page = ann.page
    page.locator(".preview svg").wait_for()
    assert ann.faults() == []
    page.locator("[data-open=settings]").click()
    page.locator("dialog select").nth(1).select_option("dark" if language == "is-IS" else "light")
    assert ann.faults() == []
    page.locator("dialog button.main").click()
    ann.make_table("you", "open")
    assert ann.faults() == []
    page.goto(house.url)
    ann.play_now("europe")
    page.locator("[data-offer]").first.wait_for()
    assert ann.faults() == []
    ann.decide()
    page.locator(".status.mine strong", has_text=LANGUAGES[language]).wait_for()
    assert ann.faults() == []
    assert ann.errors == []
    ann.context.close()


def test_a_dead_link_says_what_to_do_next(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, f"{house.url}/t/{'x' * 22}")
    assert "no such table" in ann.page.get_by_role("alert").inner_text()
    assert ann.faults() == []
    ann.page.get_by_role("alert").get_by_role("button", name="Home").click()
    ann.page.locator("button.large").wait_for()
    ann.context.close()


def test_another_language_is_kept(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, house.url)
    ann.page.locator("[data-open=settings]").click()
    ann.page.locator("dialog select").first.select_option("is")
    ann.page.reload()
    ann.page.get_by_role("button", name="Spila núna").wait_for()
    assert ann.page.locator("html").get_attribute("lang") == "is"
    ann.context.close()
