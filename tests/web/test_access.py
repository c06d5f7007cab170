"""Play without a mouse and without seeing the board: by keys, by names, and in the system's colours."""

import re

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.listening import Listener

CLAIMABLE = "you can claim this"
TO_PAY = "^Pay |^Take cards back"
"""For a tunnel or a station."""
CARDS = "cards => cards.map(card => [card.dataset.card, getComputedStyle(card).background])"
NAMES = "tracks => tracks.map(track => track.getAttribute('aria-label'))"


def set_up(ann: Listener) -> None:
    """Start a game of Europe against an easy bot from the home page."""
    ann.walk_to("radio", ".")
    while "Europe" not in ann.focused()[1]:
        ann.press("ArrowDown")
    ann.walk_to("combobox", "Difficulty")
    ann.press("p")  # Porter
    ann.use("button", "Play now")


def decide(ann: Listener, turn: int) -> None:
    """Make one decision: build a station once, claim by the list of routes or by the board, else draw cards."""
    status = ann.status()
    if "one more card" in status:
        ann.press("d")
    elif "Choosing" in status:
        for _ in range(2):
            ann.use("button", r"\d points?$")
            ann.press("Tab")
        ann.use("button", r"Keep \d tickets?")
    elif ann.is_there("button", TO_PAY):
        ann.use("button", TO_PAY)
    elif turn == 1:
        ann.press("s")
        ann.use("button", "^Vienna$")
        ann.use("button", "Yes")
    elif not ann.is_there("button", CLAIMABLE):
        ann.press("d")
    else:
        if turn % 2:
            ann.press("r")
            ann.listen_for("dialog", "Routes")
        ann.use("button", CLAIMABLE)
        ann.use("button", "^Claim with")


def test_a_whole_game_of_europe_is_played_through_the_accessibility_tree(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url)
    ann = Listener(visitor.page)
    set_up(ann)
    visitor.watch_board()
    turn = -1

    def next_decision() -> None:
        nonlocal turn
        turn += 1
        assert turn == 0 or ann.has_focus(), turn
        decide(ann, turn)

    assert visitor.play_on(decide=next_decision)
    ann.listen_for("dialog", "wins?!|tie")
    assert ann.has_focus()
    assert len(visitor.board_places()) == 1
    assert visitor.animations() == []  # this person prefers reduced motion
    assert visitor.errors == []
    visitor.context.close()


def test_routes_are_listed_by_city_by_ticket_and_by_what_they_cost(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.page
    ann = Listener(page)
    page.keyboard.press("Tab")
    assert ann.focused() == ("button", "Skip to the main content")
    ann.press("Enter")
    assert ann.focused()[0] == "main"
    visitor.play_now("europe")
    visitor.decide()
    page.locator("[data-move=draw]:enabled").wait_for()
    names = page.locator(".hits [data-track]").evaluate_all(NAMES)
    assert len(set(names)) == len(names)
    ann.use("button", "Skip to the cards")
    assert ann.focused()[0] == "region"
    assert "Face-up cards" in ann.focused()[1]
    ticket = page.locator(".tickets button").first
    expect(ticket).to_have_accessible_description(re.compile(r"^Path: .+ Still to claim: .+ spaces?"))
    ann.press("r")
    routes = page.get_by_role("dialog", name="Routes")
    routes.wait_for()
    assert ann.focused() == ("combobox", "Show")
    show = routes.get_by_role("combobox", name="Show")
    show.select_option("Palermo")
    expect(routes.get_by_role("listitem")).to_have_count(3)
    ann.use("button", "Palermo – Smyrna 6 spaces")
    routes.get_by_text("Needs").wait_for()
    assert visitor.faults() == []
    show.select_option(index=2)
    routes.get_by_text("Path: ").wait_for()
    ann.press("Escape")
    expect(routes).to_have_count(0)
    assert ann.focused()[0] == "region"  # where it was
    assert visitor.errors == []
    visitor.context.close()


def test_forced_colours_keep_the_colours_of_cards_and_mark_the_player_to_move(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.page
    page.emulate_media(forced_colors="active")
    visitor.play_now("new_york")
    visitor.decide()
    page.locator("[data-move=draw]:enabled").wait_for()
    cards = page.locator(".tray .card").evaluate_all(CARDS)
    assert len({background for _, background in cards}) == len({card for card, _ in cards}) > 1
    expect(page.locator(".seats li.turn")).to_have_css("outline-style", "solid")
    expect(page.locator("[data-hand]").first).not_to_have_css("outline-style", "solid")
    page.keyboard.press("1")
    expect(page.locator("[data-hand]").first).to_have_css("outline-style", "solid")
    for _ in range(2):
        page.keyboard.down("t")  # the second is the repeat of a key that is held down: it doesn't confirm
    expect(page.locator("[data-move=yes]")).to_be_visible()
    visitor.context.close()
