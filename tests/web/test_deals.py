"""The deal of the day and a duplicate match, with two people at browsers: one of them on a phone."""

import sqlite3

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor


def ask(visitor: Visitor, server: Server, method: str, path: str, **body: object) -> object:
    """Ask the server with the cookie of a browser."""
    answer = visitor.context.request.fetch(
        f"{server.url}/api{path}", method=method, data=body or None, headers={"origin": server.url}
    )
    assert answer.ok, answer.text()
    return answer.json()


def play(visitor: Visitor, server: Server) -> None:
    """Play the table that a browser shows to its end, fast, with the browser's cookie."""
    table = visitor.page.url.rpartition("/t/")[2].partition("?")[0]
    for _ in range(3000):
        [view] = ask(visitor, server, "GET", f"/tables/{table}/views")["views"]  # type: ignore[index]
        if "result" in view:
            return
        if view["legal"]:
            texts = [move["text"] for move in view["legal"]]
            claims = [text for text in texts if text.startswith("claim")]
            body = {"seat": view["viewer"], "ply": view["ply"], "move": (claims or texts)[-1]}
            ask(visitor, server, "POST", f"/tables/{table}/moves", **body)
    raise AssertionError("the game has no end")


def change(server: Server, statement: str) -> None:
    """Change rows behind the server's back: days pass."""
    with sqlite3.connect(server.database, timeout=10) as database:
        database.execute(statement)
    database.close()


def test_two_people_play_the_deal_of_the_day_and_look_back_at_it(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    link = ann.page.locator("[data-daily=new_york]")
    expect(link).to_contain_text("Not played yet")
    change(server, "UPDATE players SET created = 0")
    link.click()
    expect(ann.page.get_by_role("main")).to_contain_text("The ranking opens once you have played.")
    ann.page.locator("[data-do=play]").click()
    ann.page.locator("main.table [data-offer]").first.wait_for()
    assert not ann.page.locator(".tools .ask, .tools [title='Undo my last move']").count()
    other_tab = ann.context.new_page()
    other_tab.goto(f"{server.url}/daily/new_york")
    other_tab.locator("[data-do=go-on]").click()
    expect(other_tab).to_have_url(ann.page.url)
    other_tab.close()
    play(ann, server)
    table = ann.page.url
    ann.page.locator("dialog.ending").wait_for()
    assert not ann.page.locator("[data-do=proof]").count(), "the key is still a secret"

    ben = Visitor(browser, f"{server.url}/daily/new_york", wide=False)
    ben.page.locator("[data-do=play]").wait_for()
    assert not ben.page.locator("table").count()
    ben.page.goto(table)
    expect(ben.page.get_by_role("main")).to_contain_text("Game not found")
    ben.page.goto(f"{server.url}/daily/new_york")
    ben.page.locator("[data-do=play]").click()
    ben.page.locator("main.table [data-offer]").first.wait_for()
    play(ben, server)
    for one in (ann, ben):
        one.page.goto(f"{server.url}/daily/new_york")
        expect(one.page.locator("tbody tr")).to_have_count(1)
        assert one.faults() == []
    expect(ann.page.locator("[data-own]")).to_contain_text("Rank 1")
    expect(ben.page.get_by_role("main")).to_contain_text("Your player is newer than this day")
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in ("nav", "[aria-labelledby=today]", "[aria-labelledby=ranking]"):
        box = ben.page.locator(f"main > {part}").bounding_box()
        assert box
        assert box["width"] > 340, f"{part} is squeezed beside something"

    change(server, "UPDATE daily_deals SET day = '2020-01-01' WHERE map = 'new_york' AND day <= date('now')")
    change(server, "UPDATE deals SET closes = 1 WHERE id IN (SELECT deal FROM daily_deals WHERE day = '2020-01-01')")
    ben.page.wait_for_timeout(6000)
    ben.page.goto(f"{server.url}/daily/new_york/2020-01-01")
    ben.page.locator("tbody a", has_text="Replay").click()
    ben.page.wait_for_url("**/t/*?ply=0")
    ann.page.goto(table)
    ann.page.locator("[data-do=proof]").click()
    for check in ("commitment", "key", "deals"):
        expect(ann.page.locator(f"[data-check={check}]")).not_to_have_class("bad")
    expect(ann.page.locator(".proof .verdict")).to_contain_text("Yes.")
    assert not ann.page.locator("[data-check=hashes]").count()
    assert ann.errors == ben.errors == []
    for one in (ann, ben):
        one.context.close()


def test_two_people_play_a_duplicate_match(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/duplicate")
    ann.page.locator("input[name=map][value=new_york]").check()
    ann.page.locator("select[name=seats]").select_option("2")
    ann.page.locator("select[name=boards]").select_option("1")
    ann.page.locator("[data-do=make]").click()
    ann.page.wait_for_url("**/duplicate/*")
    link = ann.page.locator("input[readonly]").input_value()
    expect(ann.page.locator("[data-do=start]")).to_be_disabled()
    ben = Visitor(browser, link, wide=False)
    ben.page.locator("[data-do=join]").click()
    expect(ben.page.locator("[data-player]")).to_have_count(2)
    expect(ann.page.locator("[data-player]")).to_have_count(2)
    ann.page.locator("[data-do=start]").click()
    ann.page.locator("[data-play='1']").click()
    ann.page.locator("main.table [data-offer]").first.wait_for()
    play(ann, server)
    ann.page.goto(link)
    expect(ann.page.locator("[data-board='1'] tbody tr")).to_have_count(1)
    ben.page.locator("[data-play='1']").wait_for()
    assert not ben.page.locator("table").count(), "he has not played the board yet"
    ben.page.locator("[data-play='1']").click()
    ben.page.locator("main.table [data-offer]").first.wait_for()
    play(ben, server)
    ben.page.goto(link)
    for one in (ann, ben):
        expect(one.page.locator("[data-board='1'] tbody tr")).to_have_count(2)
        expect(one.page.get_by_role("main")).to_contain_text("The match is over")
        assert one.faults() == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert ann.errors == ben.errors == []
    for one in (ann, ben):
        one.context.close()
