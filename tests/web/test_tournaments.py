"""Tournaments in browsers: a small one from its form to its winner, and somebody who drops out."""

import re

from playwright.sync_api import Browser, expect
from server.serving import Person, Server
from web.browsing import Visitor
from web.seating import faults_by_day_and_night

READY = "[data-do=play]"


def make(ann: Visitor, url: str, kind: str) -> str:
    """Ann makes a tournament of games for two; its address."""
    ann.page.goto(f"{url}/")
    ann.page.locator("[data-do=tournaments]").click()
    ann.page.get_by_role("link", name="Make a tournament").click()
    ann.page.locator(f"[name=format][value={kind}]").check()
    ann.page.locator("[name=title]").fill("Friday cup")
    ann.page.locator("[name=name]").fill("Ann")
    ann.page.locator("button.large").click()
    ann.page.get_by_role("heading", name="Friday cup").wait_for()
    return ann.page.url


def enter(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    visitor.page.locator("[name=name]").fill(name)
    visitor.page.locator("[data-do=enter]").click()
    visitor.page.get_by_text("You're in.").wait_for()


def play_round(visitors: list[Visitor]) -> None:
    """Both people of the game sit down, the second resigns, and both go back to the tournament."""
    here = [one for one in visitors if one.page.locator(READY).count()]
    assert len(here) == 2
    for one in here:
        one.page.locator(READY).click()
    for one in here:
        one.page.locator("[data-offer]").first.wait_for()
    here[1].page.keyboard.press("?")
    here[1].page.locator("[data-ask=resign]").click()
    here[1].page.locator("[data-do=resign]").click()
    for one in here:
        one.page.locator("[data-do=tournament]").click()
        one.page.locator("main.tournaments").wait_for()


def test_three_people_play_a_tournament_to_its_end(browser: Browser, server: Server) -> None:
    ann, ben, cid = (Visitor(browser, server.url, wide=wide) for wide in (True, True, False))
    everybody = [ann, ben, cid]
    link = make(ann, server.url, "robin")
    expect(ann.page.locator("[data-do=start]")).to_be_disabled()
    enter(ben, link, "Ben")
    enter(cid, link, "Cid")
    expect(ann.page.locator(".entrants li")).to_have_count(3)
    assert faults_by_day_and_night(ann) == []
    ann.page.locator("[data-do=start]").click()
    for number in (1, 2, 3):
        for one in everybody:
            expect(one.page.locator(".state.running")).to_have_text(f"Round {number} of 3")
        for one in everybody:
            one.page.locator(f"{READY}, [role=status]:has-text('bye')").first.wait_for()
        if number == 2:
            assert faults_by_day_and_night(cid) == []
        play_round(everybody)
    for one in everybody:
        expect(one.page.locator(".winner")).to_contain_text(re.compile("wins the tournament|share the first place"))
        expect(one.page.locator("[data-round]")).to_have_count(3)
    expect(cid.page.locator("tr[data-entry]")).to_have_count(3)
    assert len(ann.page.locator("[data-commitment]").text_content() or "") == 64
    expect(ann.page.locator("[data-secret]")).to_have_count(1)
    assert faults_by_day_and_night(cid) == []
    ann.page.get_by_role("link", name="Replay").first.click()
    ann.page.locator("main.table").wait_for()
    assert [one.errors for one in everybody] == [[], [], []]
    for one in everybody:
        one.context.close()


def test_somebody_drops_out_of_a_knockout(browser: Browser, server: Server) -> None:
    ann, ben = (Visitor(browser, server.url, wide=wide) for wide in (True, False))
    link = make(ann, server.url, "knockout")
    enter(ben, link, "Ben")
    others = [Person(server.url, name) for name in ("Cid", "Dan")]
    name = link.rpartition("/")[2]
    for person in others:
        person.do("PUT", f"/tournaments/{name}/entry")
    ann.page.get_by_role("button", name="Remove Dan").click()
    expect(ann.page.locator(".entrants li")).to_have_count(3)
    ann.page.locator("[data-do=start]").click()
    for one in (ann, ben):
        one.page.locator("[data-round='1']").wait_for()
    ben.page.locator("[data-do=drop]").click()
    ben.page.locator("[data-do=sure]").click()
    expect(ann.page.locator("tr", has_text="Ben")).to_contain_text("dropped out")
    expect(ben.page.locator("[data-do=drop]")).to_have_count(0)
    assert faults_by_day_and_night(ben) == []
    ann.page.locator("[data-do=call-off]").click()
    ann.page.get_by_role("alertdialog").get_by_role("button", name="Cancel").press("Enter")
    ann.page.locator("[data-do=call-off]").press("Enter")
    ann.page.locator("[data-do=sure]").press("Enter")
    ann.page.get_by_text("It was called off by the player who made it.").wait_for()
    assert ann.errors == ben.errors == []
    for one in (ann, ben):
        one.context.close()
