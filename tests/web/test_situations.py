"""Situations that come rarely: tunnels, tickets in the middle of a game, the last round."""

from typing import Any

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import Seating, faults_by_day_and_night


def tracks(server: Server, ann: Visitor, map_: str) -> list[dict[str, Any]]:
    return list(ann.context.request.get(f"{server.url}/api/maps/{map_}").json()["tracks"])


def can_claim(view: dict[str, Any], wanted: set[str]) -> bool:
    return view["phase"] == "turn" and any(
        move["kind"] == "claim" and move["track"] in wanted for move in view["legal"]
    )


def test_the_cards_of_a_tunnel_turn_before_it_is_paid_or_given_up(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "porter"], "europe", first=0)
    ann = table.visitor
    table.sit()
    wanted = {track["track"] for track in tracks(server, ann, "europe") if track["tunnel"]}
    page = ann.page
    for _ in range(20):
        view = table.advance(lambda view: can_claim(view, wanted))
        table.catch_up()
        ann.claim(next(move["track"] for move in view["legal"] if move.get("track") in wanted))
        page.wait_for_function("ply => Number(document.querySelector('main.table').dataset.ply) > ply", arg=view["ply"])
        if page.locator("[data-move='give up']").count():
            break
        expect(page.locator(".reveal .turning")).to_have_count(3)
        shown = page.locator(".reveal h2").inner_text()
        page.locator(".reveal").get_by_role("button", name="Close").click()
        expect(page.locator(".reveal h2", has_text=shown)).to_have_count(0)  # the bot may try a tunnel right after
    expect(page.locator(".decision .turning")).to_have_count(3)
    page.get_by_text("extra card").wait_for()
    assert faults_by_day_and_night(ann) == []
    page.locator("[data-move='give up']").click()
    page.locator("[data-seat='0'] .did", has_text="abandoned a tunnel").wait_for()
    assert ann.errors == []
    ann.context.close()


def test_tickets_are_drawn_and_kept_with_the_map_in_sight(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "porter"], "europe", first=0, wide=False)
    ann = table.visitor
    table.sit()
    table.advance(lambda view: view["phase"] == "turn" and bool(view["legal"]))
    table.catch_up()
    page = ann.page
    page.locator("[data-move=tickets]").click()
    page.locator("[data-move=yes]").click()
    page.locator("[data-offer]").nth(2).wait_for()
    expect(page.locator("[data-move=keep]")).to_be_disabled()
    page.locator("[data-offer]").first.tap()
    page.wait_for_timeout(100)  # a browser that emulates a mouse says at once that it has left
    expect(page.locator(".glow .end")).to_have_count(2)
    for part in (".board", "[data-move=keep]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert faults_by_day_and_night(ann) == []
    page.locator("[data-move=keep]").click()
    page.locator(".log li", has_text="You keep 1 ticket.").wait_for(state="attached")
    assert ann.errors == []
    ann.context.close()


def test_the_last_round_is_announced(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "you", "porter"], watchable=True)
    ann = table.visitor
    eve = Visitor(browser, table.link)
    table.sit()
    table.advance(lambda view: view["last_round"] >= 0, claims=True)
    banner = eve.page.locator(".status .last", has_text="Last round")
    banner.wait_for()
    assert faults_by_day_and_night(eve) == []
    table.advance(lambda view: view["phase"] == "over", claims=True)
    eve.page.locator("dialog.ending").wait_for()
    expect(banner).to_have_count(0)
    assert ann.errors == eve.errors == []
    ann.context.close()
    eve.context.close()
