"""A bad network: silence is noticed, a move is shown at once, confirmed or taken back, and notices go away."""

from pathlib import Path

from playwright.sync_api import Browser, Route, expect
from server.serving import Server
from web.browsing import DRAWN, Visitor
from web.cable import Cable
from web.seating import Seating

FINISHED = (Path(__file__).parents[1] / "golden/new_york_fair.txt").read_text()


def test_a_silent_network_is_noticed_and_a_move_waits_for_it(browser: Browser, server: Server) -> None:
    cable = Cable(server.port)
    table = Seating(browser, server, ["you", "porter"], first=0)
    table.link = f"{cable.url}/t/{table.id}"
    table.sit()
    view = table.advance(
        lambda view: view["phase"] == "turn" and any(move["kind"] == "claim" for move in view["legal"])
    )
    table.catch_up()
    ann, page = table.visitor, table.visitor.page
    cars, mine = page.locator(".cars:not(.pending)"), page.locator(".cars.pending")
    before = cars.count()
    hand = page.locator(".hand").inner_text()
    track = next(move["track"] for move in view["legal"] if move["kind"] == "claim")

    cable.block()  # nothing is closed, nothing is said
    ann.claim(track)
    assert mine.count() == 1  # shown at once, though nobody has heard of it
    expect(page.locator(".notices .sending")).to_have_text("Sending your move…")
    page.locator("[data-move=draw]:enabled").click()  # while a move is under way, another changes nothing
    expect(page.locator(".notices [role=alert]")).to_contain_text("Reconnecting", timeout=20_000)
    notice = page.locator(".notices .notice").first.bounding_box()
    assert notice
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.closest('.notices') === null"
    assert page.evaluate(on_top, [notice["x"] + 5, notice["y"] + 5]), "a notice takes clicks meant for the board"

    cable.mend()
    expect(page.locator(".notices .sending")).to_have_count(0)
    expect(mine).to_have_count(0)
    assert cars.count() > before
    expect(page.locator(".hand")).not_to_have_text(hand)
    expect(page.locator(".notices .bad")).to_have_count(0)
    expect(page.locator(".notices .notice")).to_have_count(0)  # "Reconnected" goes away by itself

    shown: list[str | None] = []

    def refuse(route: Route) -> None:
        shown.append(page.locator(".pending").get_attribute("class"))
        route.abort()

    table.advance(lambda view: view["phase"] == "turn" and any(move["kind"] == "claim" for move in view["legal"]))
    table.catch_up()
    before = cars.count()
    page.route("**/moves", refuse)
    ann.claim(page.locator(".hits [data-track][tabindex='0']").first.get_attribute("data-track") or "")
    refusal = page.locator(".notices [role=alert]")
    expect(refusal).to_contain_text("Can't reach the server")
    expect(mine).to_have_count(0)  # taken back
    assert cars.count() == before
    draw = page.locator("[data-move=draw]")
    draw.click()
    expect(refusal).to_contain_text("Can't reach the server")
    expect(page.locator(".pending")).to_have_count(0)
    expect(draw).to_be_enabled()
    assert [str(names).split()[0] for names in shown] == ["cars", "pile"]
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
    page.unroute("**/moves")
    assert ann.errors == []
    ann.context.close()


def test_a_link_to_a_moment_of_a_game_in_one_browser_opens_in_another(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/import")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.page
    page.locator("textarea").fill(FINISHED)
    page.locator("[data-do=replay]").click()
    page.locator(".replay[data-ply='0']").wait_for()
    page.locator(".player input").fill("30")
    page.locator(".replay:not([data-ply='0'])").wait_for()
    there = page.locator(".replay").get_attribute("data-ply")
    page.locator("[data-do=moment]").click()
    expect(page.locator("[data-do=moment]")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.locator(DRAWN).wait_for()  # tracks appear a few at a time
    board = page.locator(".board svg [data-track]").count()
    log = page.locator(".log li").all_inner_texts()
    ben = Visitor(browser, server.url)
    ben.page.goto(link)
    ben.page.locator(f".replay[data-ply='{there}']").wait_for()
    expect(ben.page.locator(".board svg [data-track]")).to_have_count(board)
    expect(ben.page.locator(".log li")).to_have_text(log)
    ben.page.go_back()
    ben.page.locator("button.large").wait_for()  # home, not the link again
    assert ann.errors == ben.errors == []
    for one in (ann, ben):
        one.context.close()
