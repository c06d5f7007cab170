"""What goes wrong outside a game: each page says what to do next."""

import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, expect
from server.serving import Person, Server
from web.browsing import Visitor

from whistlestop.server.identity import COOKIE


def test_a_dead_link_leads_home(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/t/{'x' * 22}")
    expect(ann.page.get_by_role("alert")).to_contain_text("doesn't exist")
    ann.page.get_by_role("alert").get_by_role("button", name="Home").click()
    ann.page.locator("button.large").wait_for()
    ann.context.close()


def test_a_link_to_a_table_of_an_older_map_offers_a_new_game(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    server = Server(str(file))
    ann = Person(server.url)
    tables = [ann.make(["you", "open"], map_, listed=True) for map_ in ("new_york", "nordic")]
    host = Visitor(browser, "about:blank")
    # Ann's own browser: a stranger is not told that there is a table.
    host.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": server.url}])
    ann.client.close()
    server.stop()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tables SET digest = ? WHERE map = 'new_york'", ["0" * 64])
        database.execute("UPDATE tables SET map = 'atlantis' WHERE map = 'nordic'")
    database.close()
    server = Server(str(file))
    try:
        for table, why in zip(tables, ("This map has changed since", "has no map called atlantis"), strict=True):
            host.page.goto(f"{server.url}/t/{table}")
            alert = host.page.get_by_role("alert")
            expect(alert).to_contain_text(why)
            alert.get_by_role("button", name="Home").wait_for()
            alert.get_by_role("button", name="Create a game").click()
            host.page.locator(".setup").wait_for()
        assert host.errors == []
        host.context.close()
    finally:
        server.stop()


def test_a_person_who_comes_too_late_sees_that_the_table_is_full(browser: Browser, server: Server) -> None:
    ann, ben, eve = (Visitor(browser, server.url) for _ in range(3))
    ann.make_table("you", "open")
    for late in (ben, eve):
        late.page.goto(ann.page.url)
        late.page.locator("button.large").wait_for()
    ben.page.locator("button.large").click()
    expect(eve.page.get_by_role("alert")).to_contain_text("This game is full")
    eve.page.get_by_role("button", name="Create a game").click()
    eve.page.locator(".setup").wait_for()
    for one in (ann, ben, eve):
        assert one.errors == []
        one.context.close()


def test_a_stranger_sees_nothing_of_a_private_table(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.play_at_server()
    eve = Visitor(browser, ann.page.url)
    expect(eve.page.get_by_role("alert")).to_contain_text("only its players can see it")
    eve.page.get_by_role("alert").get_by_role("button", name="Create a game").wait_for()
    for one in (ann, eve):
        one.context.close()


def test_a_page_that_is_older_than_the_server_asks_for_a_reload(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator(".preview svg").wait_for()
    ann.page.route(server.url + "/", lambda route: route.fulfill(body="<script src='/assets/newer.js'></script>"))
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.page.get_by_role("alert")).to_contain_text("new version")
    ann.page.unroute(server.url + "/")
    ann.page.get_by_role("button", name="Reload").click()
    ann.page.locator(".preview svg").wait_for()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.context.close()


def test_a_missing_part_of_the_page_shows_an_error(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator(".preview svg").wait_for()
    ann.page.route("**/assets/Rules-*.js", lambda route: route.fulfill(status=404))
    ann.page.locator("[data-open=rules]").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("Try again in a moment")
    ann.context.close()


def test_a_server_that_is_down_is_tried_again(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.route("**/api/**", lambda route: route.abort())
    ann.page.reload()
    expect(ann.page.get_by_role("alert")).to_contain_text("Can't reach the server")
    ann.page.unroute("**/api/**")
    ann.page.get_by_role("button", name="Try again").click()
    ann.page.locator(".preview svg").wait_for()
    ann.context.close()


def test_players_keep_their_identity_while_the_server_goes_down(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    body = '{"code": "shutting_down", "text": "", "parameters": {}}'
    for path in ("**/api/me?*", "**/api/players"):
        ann.page.route(path, lambda route: route.fulfill(status=503, body=body, content_type="application/json"))
    ann.page.reload()
    expect(ann.page.get_by_role("alert")).to_contain_text("The server is restarting")
    ann.page.unroute_all()
    ann.page.get_by_role("button", name="Try again").click()
    ann.page.get_by_role("button", name="Leave seat").wait_for()  # the player still has the seat
    ann.context.close()


def test_a_browser_without_scripts_shows_what_to_do(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url)
    text = page.locator("body").inner_text()
    for language in (
        "needs JavaScript",
        "需要 JavaScript；请",
        "需要 JavaScript；請",
        "þarf JavaScript",
        "нужен JavaScript",
    ):
        assert language in text
    context.close()


def test_a_translation_that_cannot_be_fetched_leaves_the_language_unchanged(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.route("**/assets/ru-*", lambda route: route.abort())
    ann.page.locator("[data-open=settings]").click()
    languages = ann.page.locator("dialog select").first
    languages.select_option("ru")
    ann.page.locator("dialog .notice.bad").wait_for()
    assert languages.input_value() == "en"
    assert ann.page.locator("html").get_attribute("lang") == "en"
    assert ann.errors == []
    ann.context.close()


def test_a_page_whose_translation_cannot_be_fetched_is_in_english(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, "about:blank", language="ru-RU")
    ann.page.route("**/assets/ru-*", lambda route: route.abort())
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Play now").wait_for()
    ann.context.close()


def test_a_browser_that_denies_notifications_leaves_the_box_unticked(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.evaluate("() => { Notification.requestPermission = async () => 'denied' }")
    ann.page.locator("[data-open=settings]").click()
    box = ann.page.locator("[data-switch=notices]")
    box.click()
    expect(box).not_to_be_checked()
    ann.page.evaluate("() => { Notification.requestPermission = async () => 'granted' }")
    box.click()
    expect(box).to_be_checked()
    assert ann.errors == []
    ann.context.close()


def test_a_link_is_copied_where_the_browser_denies_its_clipboard(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    ann.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')) }")
    ann.page.locator(".invite .line button").click()
    expect(ann.page.locator(".invite .line button")).to_have_text("Copied")
    assert ann.errors == []
    ann.context.close()
