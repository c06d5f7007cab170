"""Slow games in browsers: standing invitations, a start without waiting, holidays, and what waits for a person."""

import os
import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import faults_by_day_and_night
from web.test_together import named


def picture(visitor: Visitor, name: str) -> None:
    """Keep a picture for people to look at, if a folder for pictures is named."""
    if folder := os.environ.get("PICTURES"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_games_by_invitation_start_and_go_on_while_people_look_in(browser: Browser, server: Server) -> None:
    ann = named(browser, server.url, "Ann", keys=True)
    ann.page.goto(f"{server.url}/invitations")
    ann.page.locator("select[name=offer-map]").select_option("new_york")
    ann.page.locator("select[name=offer-games]").select_option("2")
    ann.press(ann.page.locator("[data-do=invite]"))
    expect(ann.page.locator("[data-own]")).to_contain_text("3 days per turn")
    invitation = ann.page.locator("[data-own]").get_attribute("data-own")
    assert faults_by_day_and_night(ann) == []
    picture(ann, "invitations-desktop")

    bo = named(browser, server.url, "Bo", wide=False)
    bo.page.goto(f"{server.url}/invitations")
    offer = bo.page.locator(f"[data-offer='{invitation}']")
    expect(offer).to_contain_text("3 days per turn")
    picture(bo, "invitations-phone")
    offer.get_by_role("button").click()
    expect(bo.page.locator("[data-slow]")).to_contain_text("The cards are dealt once everybody has looked in.")
    picture(bo, "start-phone")
    cy = Visitor(browser, f"{server.url}/invitations/{invitation}")
    cy.page.locator("[data-asked] input[name=name]").fill("Cy")
    cy.page.locator("[data-do=accept]").click()
    expect(cy.page.locator("[data-slow]")).to_be_visible()
    late = Visitor(browser, f"{server.url}/invitations/{invitation}")
    expect(late.page.get_by_text("As many games of this invitation as it allows (2)")).to_be_visible()

    ann.page.goto(server.url)  # her browser does its part of both starts from here
    for one in (bo, cy):
        one.page.locator("main.table").wait_for()
    ann.page.reload()
    expect(ann.page).to_have_title("(2) Whistlestop")
    expect(ann.page.locator(".tables .yours")).to_have_count(2)
    expect(ann.page.locator(".tables .yours").first).to_have_text(re.compile(r"^Your turn · (3 days|2 days 23 h)$"))
    picture(ann, "home-desktop")

    ann.page.goto(f"{server.url}/me")
    ann.page.locator("input[name=days]").fill("5")
    ann.press(ann.page.locator("[data-do=go-on-holiday]"))
    expect(ann.page.get_by_text(re.compile("^On holiday until"))).to_be_visible()
    expect(ann.page.locator("[data-left]")).to_have_attribute("data-left", "16")
    assert faults_by_day_and_night(ann) == []
    picture(ann, "holiday-desktop")
    expect(cy.page.locator(".seats .holiday")).to_have_text(re.compile("^On holiday until"))
    picture(cy, "seat-desktop")
    bo.page.locator(".to-seats").click()
    expect(bo.page.locator(".seats .holiday")).to_be_visible()
    picture(bo, "seat-phone")
    ann.press(ann.page.locator("[data-do=end-holiday]"))
    expect(ann.page.locator("[data-left]")).to_have_attribute("data-left", "20")
    expect(cy.page.locator(".seats .holiday")).to_have_count(0)

    ann.page.goto(server.url)
    ann.page.locator(".tables .yours").first.click()
    ann.page.locator("main.table").wait_for()
    expect(ann.page).to_have_title("● (1) Your turn · Whistlestop")
    first = ann.page.url
    ann.decide()
    expect(ann.page.locator(".next-table")).to_contain_text("1")
    picture(ann, "next-desktop")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    picture(ann, "next-phone")
    assert ann.faults() == []
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(lambda url: url != first)
    ann.page.locator("main.table").wait_for()
    assert ann.page.url.split("/")[-1] in (bo.page.url + cy.page.url)

    ann.page.goto(f"{server.url}/invitations")
    ann.page.get_by_role("button", name=re.compile("^Withdraw")).click()
    expect(ann.page.locator("[data-own]")).to_have_count(0)
    late.page.reload()
    expect(late.page.get_by_role("alert")).to_contain_text("This invitation has been withdrawn.")
    assert not ann.errors + bo.errors + cy.errors + late.errors


def test_the_set_up_offers_clocks_of_hours_and_days(browser: Browser, server: Server) -> None:
    ann = named(browser, server.url, "Ann")
    ann.page.goto(f"{server.url}/new")
    clock = ann.page.locator("select[name=clock]")
    for text in ("12 hours per turn", "1 day per turn", "7 days per turn", "14 days per player, whole game"):
        clock.select_option(text)
    expect(ann.page.locator("[data-slow]")).to_contain_text("A slow game")
    expect(ann.page.locator("select[name=gone]")).to_be_disabled()
    picture(ann, "set-up-desktop")
