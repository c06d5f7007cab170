"""Several people at a table: who watches, who talks, who wants a move back, who leaves and comes back; clocks."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import Seating, faults_by_day_and_night, public

GOLDEN = Path(__file__).parents[1] / "golden"
ALONE = """() => new Promise(done => {
    const stream = new EventSource(`/api/events?tables=${location.pathname.split("/").at(-1)}`);
    stream.addEventListener("presence", ({ data }) => {
        if (JSON.parse(data).present.join() === "1") done(stream.close());
    });
})"""
"""Waits until only the second seat's player has the table open."""


def two(browser: Browser, server: Server, **more: object) -> tuple[Visitor, Visitor, Seating]:
    """Ann, who begins, and Ben, who have chosen their tickets."""
    table = Seating(browser, server, ["you", "open"], first=0, watchable=True, **more)
    ann, ben = table.visitor, Visitor(browser, table.link)
    ann.page.goto(table.link)
    ben.page.locator("button.large").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
        one.decide()
    ann.page.locator("[data-move=tickets]:enabled").wait_for()
    return ann, ben, table


def test_a_spectator_sees_all_but_cards_and_can_do_nothing(browser: Browser, server: Server) -> None:
    table = Seating(browser, server, ["you", "porter"], "europe", watchable=True)
    ann = table.visitor
    table.sit()
    eve = Visitor(browser, table.link)
    eve.page.get_by_text("You're watching.").wait_for()
    ann.play_on(5)
    table.advance(lambda view: view["viewer"] == 0 and bool(view["legal"]))
    log = ann.page.locator(".log li")
    table.catch_up()
    table.advance(lambda view: view["phase"] == "turn" and bool(view["legal"]))
    table.catch_up()
    ply = ann.page.locator("main.table").get_attribute("data-ply")
    ann.draw()
    ann.page.wait_for_function("ply => document.querySelector('main.table').dataset.ply !== ply", arg=ply)
    log.filter(has_text="You draw from the deck: ").first.wait_for()
    expect(eve.page.locator(".log li")).to_have_count(log.count())
    assert public(eve.page.locator(".log li")) == public(log)
    assert not eve.page.locator(".log li", has_text="deck:").count()
    expect(eve.page.locator(".hand, .tickets, .talk form")).to_have_count(0)
    expect(eve.page.locator(".hits [tabindex='0'], .pile:enabled")).to_have_count(0)
    expect(eve.page.locator("[data-seat]")).to_have_count(2)
    assert faults_by_day_and_night(eve) == []
    assert ann.errors == eve.errors == []
    ann.context.close()
    eve.context.close()


def test_a_move_is_taken_back_if_the_other_agrees(browser: Browser, server: Server) -> None:
    ann, ben, table = two(browser, server)
    table.advance(lambda view: any(move["kind"] == "claim" for move in view["legal"]) and view["phase"] == "turn")
    table.catch_up()
    ann.claim(ann.page.locator(".hits [data-track][tabindex='0']").first.get_attribute("data-track") or "")
    ann.page.locator(".cars").first.wait_for(state="attached")
    ann.page.get_by_role("button", name="Undo my last move").click()
    ann.page.get_by_role("heading", name="You've asked to undo your last move.").wait_for()
    ben.page.get_by_role("heading", name="wants to undo their last move").wait_for()
    assert faults_by_day_and_night(ben) == []
    ben.page.locator("[data-reply=no]").click()
    ann.page.get_by_text("Traveller declined.").wait_for()
    ann.page.keyboard.press("u")
    ben.page.locator("[data-reply=yes]").click()
    for one in (ann, ben):
        expect(one.page.locator(".cars")).to_have_count(0)
    ann.page.locator(".status.mine").wait_for()
    expect(ann.page.locator(".log li").first).to_contain_text("You take back a move.")
    expect(ben.page.locator(".log li").first).to_contain_text("Ann takes back a move.")
    expect(ann.page.get_by_role("button", name="Undo my last move")).to_be_disabled()
    assert ann.errors == ben.errors == []
    ann.context.close()
    ben.context.close()


def test_people_talk_and_mute_and_leave_their_seat_to_a_computer(browser: Browser, server: Server) -> None:
    ann, ben, _ = two(browser, server)
    for one, text in ((ann, "Good luck!"), (ben, "<b>Thanks</b>")):
        one.page.get_by_role("textbox", name="Write a message").fill(text)
        one.page.get_by_role("button", name="Send").click()
    ann.page.locator(".talk li", has_text="<b>Thanks</b>").wait_for()
    expect(ben.page.locator(".talk li b")).to_have_text(["Ann", "You"])
    for one, seat in ((ann, 0), (ben, 1)):
        expect(one.page.locator(".seats .you")).to_have_attribute("data-seat", str(seat))
        expect(one.page.locator(".seats .mark")).to_have_text(["You"])
        expect(one.page.locator(".seats .you .mark")).to_be_visible()
    expect(ann.page.locator("[data-seat='1'] .presence")).to_have_attribute("data-present", "true")
    expect(ben.page.locator("[data-seat='0'] .did")).to_have_text("thinking…")
    ann.page.reload()
    ann.page.locator(".talk li", has_text="Good luck!").wait_for()
    assert faults_by_day_and_night(ann) == []
    ann.page.get_by_role("button", name="Mute Traveller").click()
    expect(ann.page.locator(".talk li")).to_have_count(1)
    ann.page.get_by_role("button", name="Unmute").click()
    expect(ann.page.locator(".talk li")).to_have_count(2)
    ann.page.keyboard.press("?")
    assert faults_by_day_and_night(ann) == []
    ann.page.locator("[data-leave]").click()
    ann.page.get_by_role("button", name="Close").click()
    ben.page.locator("[data-seat='0']", has_text="Bot playing").wait_for()
    ann.page.get_by_role("button", name="Take over again").click()
    expect(ben.page.locator("[data-seat='0']", has_text="Bot playing")).to_have_count(0)
    ben.page.goto("about:blank")
    ann.page.locator("[data-seat='1'] .presence[data-present=false]").wait_for()  # a page that reloads is not gone
    assert ann.errors == ben.errors == []
    ann.context.close()
    ben.context.close()


def resign(visitor: Visitor) -> None:
    visitor.page.keyboard.press("?")
    visitor.page.locator("[data-ask=resign]").click()
    visitor.page.locator("[data-do=resign]").click()


def test_a_game_that_all_give_up_ends_and_a_rematch_waits_for_who_is_asked(browser: Browser, server: Server) -> None:
    ann, ben, table = two(browser, server)
    resign(ann)
    ben.page.locator("[data-seat='0']", has_text="Bot playing").wait_for()
    expect(ann.page.get_by_role("button", name="Take over again")).to_have_count(0)
    resign(ben)
    for one in (ann, ben):
        one.page.get_by_role("heading", name="The game was ended early.").wait_for()
        expect(one.page.locator(".foot a", has_text="Home")).to_be_visible()
        expect(one.page.locator(".away")).to_have_count(0)
        assert not one.page.get_by_text("A bot is playing for you.").count()
    eve = Visitor(browser, table.link)
    expect(eve.page.locator(".replay .status .last")).to_have_text("ended early")
    eve.page.locator(".status").get_by_role("link", name="Home", exact=True).click()
    eve.page.locator("button.large").wait_for()
    eve.context.close()
    ann.page.locator("[data-do=replay]").click()
    expect(ann.page.locator(".replay .status .last")).to_have_text("ended early")
    ann.page.get_by_role("button", name="Back to the game").click()
    ann.page.get_by_role("heading", name="The game was ended early.").wait_for()
    ben.page.get_by_role("button", name="Show the board").click()
    ann.page.locator("[data-do=rematch]").click()
    ann.page.get_by_text("Waiting for Traveller.").wait_for()
    ben.page.get_by_text("Ann wants a rematch.").wait_for()
    assert faults_by_day_and_night(ben) == []
    ben.page.get_by_role("button", name="Show the board").click()
    ben.page.evaluate(ALONE)
    expect(ben.page.locator("dialog.ending")).to_have_count(0)
    ben.page.locator(".status > button.main").click()
    ben.page.locator("[data-do=decline]").click()
    ann.page.locator(".places .free").wait_for()
    ben.page.locator("[data-do=rematch]").click()
    ben.page.get_by_role("button", name="Join game").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
    ann.page.keyboard.press("?")
    ann.page.locator("[data-ask=resign]").press("Enter")
    expect(ann.page.locator("dialog.menu")).to_be_focused()  # not the tickets behind it
    ann.page.locator("[data-do=leave]").click()
    ann.page.locator(".tables a", has_text="to play").or_(ann.page.locator(".tables .yours")).first.wait_for()
    ben.page.locator("[data-seat='0']", has_text="Bot playing").wait_for()
    assert ann.errors == ben.errors == []
    ann.context.close()
    ben.context.close()


def test_what_others_claimed_is_summed_up_and_a_completed_ticket_is_celebrated(
    browser: Browser, server: Server
) -> None:
    ann = Visitor(browser, server.url)
    lines = (GOLDEN / "europe_tunnels_and_stations.txt").read_text().splitlines(True)
    at = lines.index("0 claim constantinople-sofia 3 blue\n")
    ann.open_record("".join(lines[:at]), "you", "porter")
    page = ann.page
    expect(page.locator(".status .hint")).to_contain_text(re.compile(r"Since your last turn: .*Moscow.* \(\w+\)"))
    expect(page.locator(".board .recent")).to_have_count(1)
    bot = page.locator("[data-seat='1'] .name").inner_text()
    assert bot not in ("Porter", "porter")
    expect(page.locator("[data-seat='1'] .level")).to_have_text("Porter")
    ann.claim("constantinople-sofia")
    celebration = page.locator(".celebration")
    expect(celebration).to_contain_text("Ticket completed!")
    expect(celebration).to_contain_text(re.compile(r"\+\d+"))
    assert ann.errors == []
    ann.context.close()


def test_a_clock_runs_for_the_player_to_move(browser: Browser, server: Server) -> None:
    ann, ben, _ = two(browser, server, clock={"kind": "game", "seconds": 600})
    clock = ben.page.locator("[data-seat='0'] time")
    before = clock.inner_text()
    assert before.startswith(("9:", "10:"))
    expect(clock).not_to_have_text(before)
    ann.context.close()
    ben.context.close()


def test_a_bot_plays_for_a_person_who_runs_out_of_time_and_the_page_says_so(browser: Browser, server: Server) -> None:
    clock = {"kind": "turn", "seconds": 2}
    table = Seating(browser, server, ["you", "open"], first=1, clock=clock, stand_in="porter")
    ann, ben = table.visitor, Visitor(browser, table.link)
    ann.page.goto(table.link)
    ben.page.locator("button.large").click()
    overrun = ann.page.locator(".notices .overrun")  # nobody chooses tickets
    overrun.get_by_text("Your time ran out, so a bot played that turn for you.").wait_for()
    overrun.get_by_role("button", name="Close").click()
    expect(overrun).to_have_count(0)
    ben.page.get_by_role("button", name="Take over again").wait_for()  # for he has let his first turn run out as well
    ben.page.locator(".notices .overrun").get_by_text("Your time ran out. A bot is playing for you.").wait_for()
    assert faults_by_day_and_night(ben) == []
    ann.page.keyboard.press("?")
    ann.page.get_by_role("button", name="Offer to end the game").click()
    for one in (ann, ben):
        one.page.get_by_role("heading", name="The game was ended early.").wait_for()
    assert table.do("GET", f"/tables/{table.id}")["seats"][1]["away"]
    expect(ben.page.locator(".away")).to_have_count(0)  # a bot still has his seat, but there is nothing to take over
    assert ann.errors == ben.errors == []
    ann.context.close()
    ben.context.close()
