"""A bad network: silence is noticed, a move is shown as under way, and notices go away."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.cable import Cable

FINISHED = (Path(__file__).parents[1] / "golden/new_york_fair.txt").read_text()


def test_a_silent_network_is_noticed_and_a_move_waits_for_it(browser: Browser, server: Server) -> None:
    cable = Cable(server.port)
    ann = Visitor(browser, cable.url)
    ann.play_at_server()
    page = ann.page
    page.locator("[data-offer]").first.wait_for()
    ann.decide()
    page.locator("[data-move=draw]:enabled").wait_for()
    hand = page.locator(".hand").inner_text()

    cable.block()  # nothing is closed, nothing is said
    page.locator("[data-move=draw]:enabled").click()
    expect(page.locator(".notices .sending")).to_have_text("Sending your move…")
    page.locator("[data-move^=take]:enabled").first.click()  # while a move is under way, another changes nothing
    expect(page.locator(".notices [role=alert]")).to_contain_text("Reconnecting", timeout=20_000)
    notice = page.locator(".notices .notice").first.bounding_box()
    assert notice
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.closest('.notices') === null"
    assert page.evaluate(on_top, [notice["x"] + 5, notice["y"] + 5]), "a notice takes clicks meant for the board"

    cable.mend()
    expect(page.locator(".notices .sending")).to_have_count(0)
    expect(page.locator(".hand")).not_to_have_text(hand)
    expect(page.locator(".notices .bad")).to_have_count(0)
    expect(page.locator(".notices .notice")).to_have_count(0)  # "Reconnected" goes away by itself

    page.route("**/moves", lambda route: route.abort())
    page.locator("[data-move=draw]:enabled").click()
    refusal = page.locator(".notices [role=alert]")
    expect(refusal).to_contain_text("Can't reach the server")
    expect(page.locator("[data-move=draw]")).to_be_enabled()  # the move is taken back
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
    page.locator(".replay[data-ply='30']").wait_for()
    page.locator("[data-do=moment]").click()
    expect(page.locator("[data-do=moment]")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.locator(".drawing:not(.unfinished)").wait_for()
    board = page.locator(".board svg [data-track]").count()
    log = page.locator(".log li").all_inner_texts()
    ben = Visitor(browser, server.url)
    ben.page.goto(link)
    ben.page.locator(".replay[data-ply='30']").wait_for()
    expect(ben.page.locator(".board svg [data-track]")).to_have_count(board)
    expect(ben.page.locator(".log li")).to_have_count(len(log))
    assert ben.page.locator(".log li").all_inner_texts() == log
    ben.page.go_back()
    ben.page.locator("button.large").wait_for()  # home, not the link again
    assert ann.errors == ben.errors == []
    for one in (ann, ben):
        one.context.close()
