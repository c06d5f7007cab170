"""People who share a browser: a curtain between them, and cards that are asked for only when it lifts."""

from playwright.sync_api import Browser, Page, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import Seating, faults_by_day_and_night


def keep_two(page: Page) -> None:
    for n in (0, 1):
        page.locator("[data-offer]").nth(n).click()
    page.locator("[data-move=keep]").click()


def test_a_seat_is_seen_only_when_its_curtain_lifts(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "you"], first=0)
    ann = table.visitor
    page = ann.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api")[2]))
    table.sit()
    looks = [f"/tables/{table.id}/views?seat={seat}" for seat in (0, 1)]
    page.locator("[data-lift='0']").wait_for()
    assert not [one for one in asked if "/views" in one]
    assert all("curtain=true" in one for one in asked if one.startswith("/events") and table.id in one)
    expect(page.locator("[data-hand]")).to_have_count(0)
    assert faults_by_day_and_night(ann) == []

    page.locator("[data-lift='0']").click()
    keep_two(page)
    page.locator("[data-lower='0']").click()
    page.locator("[data-lift='1']").wait_for()
    expect(page.locator("[data-hand], .ticket")).to_have_count(0)
    assert looks[0] in asked
    assert looks[1] not in asked

    page.locator("[data-lift='1']").click()
    keep_two(page)
    assert looks[1] in asked
    page.locator("[data-lower='1']").click()
    page.locator("[data-lift='0']").click()
    page.locator(".status.mine", has_text="Ann 1 to play").wait_for()
    assert faults_by_day_and_night(ann) == []
    for _ in range(2):
        page.locator("[data-move=draw]:enabled").click()
        page.locator("main.table[aria-busy=false]").wait_for()
    page.get_by_role("button", name="Hide my cards and pass to Ann 2").wait_for()
    expect(page.locator("[data-hand]").first).to_be_visible()  # players see what they drew before the cards are hidden
    page.reload()
    page.locator("[data-lift='1']").wait_for()
    expect(page.locator("[data-hand]")).to_have_count(0)
    assert ann.errors == []
    ann.context.close()


def test_a_whole_game_is_played_by_two_at_one_browser(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "you"])
    ann = table.visitor
    page = ann.page
    table.sit()
    table.advance(lambda view: view["last_round"] >= 0, claims=True)
    table.catch_up()
    while not page.locator("dialog.ending").count():
        page.locator("[data-lift], [data-lower], .status.mine, dialog.ending").first.wait_for()
        for curtain in ("[data-lower]", "[data-lift]"):
            if page.locator(curtain).count():
                page.locator(curtain).click()
                page.locator(curtain).wait_for(state="detached")
        if page.locator(".status.mine").count() and not page.locator("[data-lower]").count():
            ann.play_on(1)
    expect(page.locator("dialog.ending thead th")).to_have_count(2)
    page.locator("[data-share=nameless]").click()
    expect(page.locator(".sharing")).to_contain_text("Anybody with the link can watch the replay. Your name is hidden.")
    eve = Visitor(browser, f"{table.link}?ply=20")
    eve.page.locator(".replay[data-ply='20']").wait_for()
    expect(eve.page.locator(".seats")).to_contain_text("Seat 2")
    assert "Ann" not in eve.page.content()
    page.locator("[data-share=change]").click()
    page.locator("[data-share=no]").click()
    expect(page.locator(".sharing")).to_contain_text("Only the players can watch the replay.")
    eve.page.reload()
    expect(eve.page.get_by_role("alert")).to_contain_text("only its players can see it")
    eve.context.close()
    page.goto(f"{table.link}?ply=20")
    page.locator(".replay[data-ply='20'] [data-do=record]").wait_for()
    expect(page.locator("[data-do=moment]")).to_have_count(0)  # one of them keeps it private
    assert ann.errors == []
    ann.context.close()
