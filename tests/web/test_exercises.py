"""Puzzles in the browser: found in the list, failed, solved, and remembered."""

import httpx
from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import DRAWN, Visitor


def test_a_puzzle_is_failed_then_solved_by_keyboard_and_remembered(browser: Browser, server: Server) -> None:
    puzzles = httpx.get(f"{server.url}/puzzles/new_york/all").json()
    puzzle = next(
        one
        for one in puzzles
        if one["choices"][0]["move"].startswith("claim") and any(other["move"] == "draw" for other in one["choices"])
    )
    link = f"[data-puzzle='new_york/{puzzle['number']}']"
    ann = Visitor(browser, f"{server.url}/puzzles", keys=True)
    page = ann.page
    page.locator("input[name=map][value=new_york]").check()
    page.locator(link).click()
    page.locator(f"main.table {DRAWN}").wait_for()
    ann.ready()
    page.keyboard.press("d")
    card = page.locator(".exercise")
    expect(card).to_have_attribute("data-right", "false")
    assert page.locator("[data-advice]").count() == 0, "the solution is not given away"
    ann.claim(puzzle["choices"][0]["move"].split()[1])
    expect(card).to_have_attribute("data-right", "true")
    shown = [one.get_attribute("data-advice") for one in page.locator("[data-advice]").all()]
    assert shown == [choice["move"] for choice in puzzle["choices"]]
    assert ann.faults() == []
    page.goto(f"{server.url}/puzzles")
    expect(page.locator(f"{link}.solved")).to_have_count(1)
    assert ann.faults() == []
    page.locator("[data-do=daily]").click()
    card.wait_for()
    assert ann.errors == []
    ann.context.close()
