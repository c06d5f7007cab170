"""Before a game: home, set-up, waiting room, lobby, rules."""

import pytest
from playwright.sync_api import Browser, expect
from server.serving import Person, Server, start
from web.browsing import ELSEWHERE, Visitor

PRESENT = {
    "europe": [
        "dealt 1 long and 3 short tickets. Keep at least 2", "all five are discarded and replaced",
        "as soon as discards make it possible", "no card can be drawn, not even a face-up one",
        "Each player has 3 stations", "Points per unused station: 4",
        "With 4 or more players", "Fewest stations built wins",
        "Longest continuous path of your own cars: 10", "go to the bottom of the ticket deck",
        "Starting tickets you don't keep are out of the game",
    ],
    "nordic": [
        "dealt 5 tickets. Keep at least 2", "Locomotives can be used only on ferries and in tunnels",
        "You may even take two", "any 3 cards other than locomotives",
        "On Lieksa – Murmansk, any 4 cards, locomotives included", "Most completed tickets: 10",
        "The longer path wins", "the two tracks differ in length", "no card can be drawn, not even a face-up one",
    ],
    "new_york": [
        "dealt 2 tickets. Keep at least 1", "Starting tickets you don't keep go to the bottom", "Take 2 tickets",
        "Points per attraction your routes reach: 1", "With 3 or more players", "Each player has 15 train cars",
        "as soon as discards make it possible", "you can still take face-up cards",
    ],
}  # fmt: skip
ABSENT = {
    "europe": ["Most completed tickets:", "attraction"],
    "nordic": ["Stations", "all five are discarded", "attraction", "bottom of the ticket deck", "still take face-up"],
    "new_york": ["Tunnels", "Ferries", "Stations", "Longest continuous path", "not even a face-up one"],
}


@pytest.mark.parametrize("map_", PRESENT)
def test_the_rules_of_every_map_are_one_click_away(browser: Browser, server: Server, map_: str) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator(f"input[name=map][value={map_}]").check()
    ann.page.locator("[data-open=rules]").click()
    expect(ann.page.locator("#rules-map")).to_have_value(map_)
    ann.page.locator("dialog.rules .detail").first.wait_for()
    text = ann.page.locator("dialog.rules").inner_text()
    assert [line for line in PRESENT[map_] if line not in text] == []
    assert [line for line in ABSENT[map_] if line in text] == []
    assert ann.errors == []
    ann.context.close()


def test_a_table_is_set_up_with_map_seats_levels_clock_and_lobby(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    page = ann.page
    page.locator("a.button[href='/new']").click()
    page.locator("input[name=map][value=nordic]").check()
    expect(page.locator(".special li").filter(has_text="Locomotives can be used only on ferries")).to_be_visible()
    page.get_by_role("button", name="Add a seat").click()
    page.locator("select[name=seat]").nth(2).select_option("director")
    page.locator("select[name=clock]").select_option(label="1 minute per turn")
    page.get_by_role("checkbox", name="List in the lobby").check()
    page.get_by_role("checkbox", name="Allow spectators").check()
    page.locator("button.large").click()
    places = page.locator(".room .places li")
    expect(places.nth(2)).to_contain_text("Director")
    expect(page.locator(".facts")).to_have_text("1 minute per turn · listed in the lobby · spectators allowed")
    expect(page.locator(".room .map-name")).to_have_text("Nordic Countries")
    expect(page.locator("svg.code")).to_have_count(0)  # nobody else could follow it to this computer
    expect(page.locator(".only-here")).to_contain_text("works on this computer only")

    places.nth(2).get_by_role("button", name="Remove bot").click()
    page.locator(".level select").select_option("porter")
    places.nth(2).get_by_role("button", name="Add bot").click()
    expect(places.nth(2)).to_contain_text("Porter")

    ben = Visitor(browser, server.url)
    ben.page.get_by_role("heading", name="Lobby").wait_for()
    ben.page.locator(f"a[href='{page.url.removeprefix(server.url)}']").click()
    eve = Visitor(browser, page.url.replace("127.0.0.1", ELSEWHERE))
    expect(eve.page.locator("svg.code")).to_be_visible()
    eve.page.get_by_role("textbox", name="What should the others call you?").wait_for()
    ben.page.locator("button.large").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
    eve.page.locator(".table").wait_for()  # others may watch
    eve.page.keyboard.press("?")
    eve.page.locator("dialog [data-open=rules]").click()
    expect(eve.page.locator("#rules-map")).to_have_value("nordic")
    page.goto(server.url)
    page.locator(".tables a", has_text="Your turn").first.wait_for()
    for one in (ann, ben, eve):
        assert one.errors == []
        one.context.close()


def test_two_people_at_one_device_take_two_seats(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    ann.page.get_by_role("button", name="Another player on this device").click()
    ann.page.get_by_role("textbox", name="Name of player 2").fill("Bea")
    ann.page.get_by_role("button", name="Join game").click()
    ann.page.locator(".table").wait_for()
    expect(ann.page.locator("[data-seat='1'] .name")).to_have_text("Bea")
    ann.page.goto(f"{server.url}/new")
    for place in ann.page.locator("select[name=seat]").all():
        place.select_option("you")
    ann.page.get_by_role("textbox", name="Name of player 1").fill("Cleo")
    ann.page.locator("button.large").click()
    expect(ann.page.locator("[data-seat] .name")).to_have_text(["Cleo", "Traveller"])
    assert ann.errors == []
    ann.context.close()


def test_a_code_is_enough_to_join(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    ben = Visitor(browser, server.url)
    ben.page.locator("input[name=link]").fill("no table")
    ben.page.get_by_role("button", name="Join a game").click()
    expect(ben.page.locator("section:has(input[name=link])").get_by_role("alert")).to_contain_text("isn't a game link")
    ben.page.locator("input[name=link]").fill(ann.page.url.rpartition("/")[2])
    ben.page.get_by_role("button", name="Join a game").click()
    ben.page.locator(".room").wait_for()
    for one in (ann, ben):
        assert one.errors == []
        one.context.close()


def loaded(ann: Visitor, url: str, shown: str) -> float:
    """How many bytes are sent for a page until nothing more comes; `shown` is there by then."""
    network = ann.context.new_cdp_session(ann.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    ann.page.goto(url)
    ann.page.locator(shown).first.wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    return sum(sizes)


def test_the_first_load_is_light(browser: Browser, server: Server) -> None:
    """Home, and a table of Europe for somebody who was never here before."""
    table = start([Person(server.url), Person(server.url)], board="europe", watchable=True)
    for page, shown, limit in (("/", ".preview svg .names text", 130_000), (f"/t/{table}", ".names text", 190_000)):
        ann = Visitor(browser, "about:blank")
        assert loaded(ann, server.url + page, shown) < limit
        ann.context.close()
