"""Before a game: home, set-up, waiting room, lobby, rules."""

import pytest
from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor

TOLD = {
    "europe": [
        "First tickets: 1 long and 3 short. Keep at least 2", "the whole row is discarded",
        "Stations for each player: 3", "Points for each station that you did not build: 4",
        "used from 4 players on", "Fewer stations built decide",
        "Longest continuous path of one's own cars: 10", "go under the ticket deck", "at the start leave the game",
    ],
    "nordic": [
        "First tickets: 5. Keep at least 2", "Locomotives pay for ferries and tunnels only", "two in one turn included",
        "any 3 cards that are not locomotives", "On Lieksa – Murmansk any 4 cards, locomotives included",
        "Most completed tickets: 10", "The longer continuous path decides", "the two tracks differ in length",
    ],
    "new_york": [
        "First tickets: 2. Keep at least 1", "at the start go under the ticket deck", "Take 2 tickets",
        "each attraction that one of your routes touches: 1", "used from 3 players on", "Cars for each player: 15",
    ],
}  # fmt: skip
NOT_TOLD = {
    "europe": ["Most completed tickets:", "attraction"],
    "nordic": ["Stations", "whole row is discarded", "attraction", "under the ticket deck"],
    "new_york": ["Tunnels", "Ferries", "Stations", "Longest continuous path"],
}


@pytest.mark.parametrize("map_", TOLD)
def test_the_rules_of_every_map_are_one_click_away(browser: Browser, house: Server, map_: str) -> None:
    ann = Visitor(browser, house.url)
    ann.page.locator(f"input[name=map][value={map_}]").check()
    ann.page.locator("[data-open=rules]").click()
    expect(ann.page.locator("#rules-map")).to_have_value(map_)
    ann.page.locator("dialog.rules .detail").first.wait_for()
    text = ann.page.locator("dialog.rules").inner_text()
    assert [line for line in TOLD[map_] if line not in text] == []
    assert [line for line in NOT_TOLD[map_] if line in text] == []
    assert ann.errors == []
    ann.context.close()


def test_a_table_is_set_up_with_map_seats_levels_clock_and_lobby(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, house.url)
    page = ann.page
    page.locator("a.button[href='/new']").click()
    page.locator("input[name=map][value=nordic]").check()
    expect(page.locator(".special li").filter(has_text="Locomotives pay for ferries and tunnels only")).to_be_visible()
    page.get_by_role("button", name="One seat more").click()
    page.locator("select[name=seat]").nth(2).select_option("director")
    page.locator("select[name=clock]").select_option(label="1 minute a turn")
    page.get_by_role("checkbox", name="Show it in the lobby").check()
    page.get_by_role("checkbox", name="Others may watch").check()
    page.locator("button.large").click()
    places = page.locator(".room .places li")
    expect(places.nth(2)).to_contain_text("Director")
    expect(page.locator(".facts")).to_have_text("1 minute a turn · shown in the lobby · others may watch")
    expect(page.locator("svg.code")).to_be_visible()

    places.nth(2).get_by_role("button", name="Free the seat").click()
    page.locator(".level select").select_option("porter")
    places.nth(2).get_by_role("button", name="Computer here").click()
    expect(places.nth(2)).to_contain_text("Porter")

    ben = Visitor(browser, house.url)
    ben.page.get_by_role("heading", name="Lobby").wait_for()
    ben.page.locator(f"a[href='{page.url.removeprefix(house.url)}']").click()
    eve = Visitor(browser, page.url)
    eve.page.locator("button.large").wait_for()
    ben.page.locator("button.large").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
    eve.page.locator(".table").wait_for()  # others may watch
    eve.page.locator("[data-open=rules]").click()
    expect(eve.page.locator("#rules-map")).to_have_value("nordic")
    page.goto(house.url)
    page.locator(".tables a", has_text="being played").first.wait_for()
    for one in (ann, ben, eve):
        assert one.errors == []
        one.context.close()


def test_two_people_at_one_device_take_two_seats(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, house.url)
    ann.make_table("you", "open")
    ann.page.get_by_role("button", name="Somebody else at this device").click()
    ann.page.locator(".table").wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_code_is_enough_to_join(browser: Browser, house: Server) -> None:
    ann = Visitor(browser, house.url)
    ann.make_table("you", "open")
    ben = Visitor(browser, house.url)
    ben.page.locator("input[name=link]").fill("no table")
    ben.page.get_by_role("button", name="Join a table").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("no such table")
    ben.page.locator("input[name=link]").fill(ann.page.url.rpartition("/")[2])
    ben.page.get_by_role("button", name="Join a table").click()
    ben.page.locator(".room").wait_for()
    for one in (ann, ben):
        assert one.errors == []
        one.context.close()


def test_the_first_load_is_light(browser: Browser, house: Server) -> None:
    """Everything that home loads, as it is sent, and the heaviest board."""
    ann = Visitor(browser, "about:blank")
    network = ann.context.new_cdp_session(ann.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    ann.page.goto(house.url)
    ann.page.locator(".preview svg[aria-label='Board: New York City']").wait_for()
    ann.page.locator("input[name=map][value=europe]").check()
    ann.page.locator(".preview svg[aria-label='Board: Europe']").wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) < 250_000, sizes
    ann.context.close()
