"""The card beside a track: what it says, how it claims; cards to trade in; tunnels; clicks that are one too many."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from server.serving import Server
from web.browsing import MIDDLE, Visitor

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.record import Record

View = dict[str, Any]


MANY = 20
"""So many cards in hand pay for most tunnels, extra cards included."""


def record_until(map_: str, until: Callable[[View], bool], *, tunnels: bool = False) -> tuple[str, View]:
    """A game in which all draw cards until the first seat sees what is wanted; with many cards it tries tunnels."""
    game = Game(map_)
    origin = KeyOrigin("route-card-in-browser0", bytes(32), (bytes(16), None))
    record = Record(game, FairDealer.from_origin(origin, game.digest), names=("Ann", "porter"))
    dark = {track.text for track in game.board.tracks if track.tunnel}
    for _ in range(2000):
        view = record.view(0).as_dict()
        if record.mover == 0 and until(view):
            return str(record), view
        moves = record.legal()
        tries = tunnels and record.mover == 0 and view["seats"][0]["cards"] > MANY
        claims = [move for move in moves if tries and move.startswith("claim") and move.split()[1] in dark]
        record.play((claims or [move for move in moves if move == "draw"] or moves)[-1])
    raise AssertionError("that did not come to pass")


def ways(view: View) -> dict[str, list[str]]:
    """The claims of each track that can be made."""
    found: dict[str, list[str]] = {}
    for move in view["legal"]:
        if move.startswith("claim"):
            found.setdefault(move.split()[1], []).append(move)
    return found


def has_choice(view: View) -> bool:
    """Whether one track can be paid in one way and another in several."""
    counts = {len(moves) for moves in ways(view).values()}
    return view["phase"] == "turn" and 1 in counts and len(counts) > 1


def open_record(browser: Browser, server: Server, record: str, **how: Any) -> Visitor:
    """A person who goes on with a game in the browser."""
    ann = Visitor(browser, f"{server.url}/import", **how)
    ann.page.locator("textarea").fill(record)
    ann.page.locator("[data-do=continue]").click()
    ann.page.locator(".status.mine").wait_for()
    return ann


def board_box(page: Page) -> dict[str, float]:
    return dict(page.locator(".board").bounding_box() or {})


@pytest.fixture(scope="module")
def choice() -> tuple[str, View]:
    return record_until("europe", has_choice)


def test_pointing_at_a_track_tells_what_it_takes_and_a_second_click_claims_it(
    browser: Browser, server: Server, choice: tuple[str, View]
) -> None:
    record, view = choice
    ann = open_record(browser, server, record)
    page = ann.page
    card = page.locator(".route-card")
    one, several = (
        next(track for track, moves in ways(view).items() if (len(moves) > 1) is many) for many in (False, True)
    )
    box = board_box(page)

    page.mouse.move(*page.locator("[data-track='palermo-smyrna']").evaluate(MIDDLE))
    expect(card).to_contain_text("Palermo – Smyrna")
    expect(card).to_contain_text("15 points")
    expect(card).to_contain_text("Needs 4 of one colour and 2 locomotives. You have")
    expect(card.locator("button")).to_have_count(0)

    ann.click_track(several)
    expect(card.locator("[data-move]").first).to_contain_text("Claim with")
    assert ann.faults() == []
    assert board_box(page) == box
    page.locator(".board").click(position={"x": 30, "y": box["height"] - 30})  # the sea
    expect(card).to_have_count(0)

    hit = page.locator(f"[data-track='{several}']")
    hit.press("Enter")
    expect(page.locator(".route-card:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".route-card.picked")).to_have_count(0)
    assert hit.evaluate("node => node === document.activeElement")

    at = page.locator(f"[data-track='{one}']").evaluate(MIDDLE)
    page.mouse.dblclick(*at)
    expect(page.locator(".route-card.picked")).to_contain_text("Click again or press Enter")
    expect(page.locator(".log li", has_text="You claim")).to_have_count(0)
    page.mouse.click(*at)
    page.locator(".log li", has_text="You claim").or_(page.locator(".log li", has_text="You try")).first.wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_tap_docks_the_card_and_its_button_claims(browser: Browser, server: Server, choice: tuple[str, View]) -> None:
    record, view = choice
    ann = open_record(browser, server, record, wide=False, language="ru")
    page = ann.page
    card = page.locator(".route-card")
    page.locator("[data-track='palermo-smyrna']").dispatch_event("click")
    expect(card).to_contain_text("Нужно: 4 одного цвета и 2 локомотива. У вас есть:")
    ann.click_track(next(iter(ways(view))))
    card.locator("[data-move]").first.wait_for()
    docked, board = card.bounding_box(), board_box(page)
    assert docked
    assert docked["width"] == board["width"]
    assert docked["y"] == board["y"] or docked["y"] + docked["height"] == board["y"] + board["height"]
    assert ann.faults() == []
    card.locator("[data-move]").first.click()
    page.locator(".log li", has_text="Вы занимаете").or_(
        page.locator(".log li", has_text="Вы пробуете")
    ).first.wait_for(state="attached")
    assert ann.errors == []
    ann.context.close()


def test_cards_are_traded_in_for_swaps_in_one_step_and_one_line(browser: Browser, server: Server) -> None:
    record, _ = record_until(
        "nordic", lambda view: any("lieksa-murmansk" in move and "swap" in move for move in view["legal"])
    )
    ann = open_record(browser, server, record)
    page = ann.page
    ann.click_track("lieksa-murmansk")
    page.locator(".route-card [data-move$=swap]").first.click()
    trade = page.locator(".route-card [data-move=trade]")
    expect(trade).to_contain_text("Claim with")
    given = page.locator("[data-trade]", has=page.locator("button[aria-label^='Remove']:enabled")).first
    given.get_by_role("button", name="Remove one").click()
    expect(trade).to_be_disabled()
    assert ann.faults() == []
    given.get_by_role("button", name="Add one").click()
    trade.click()
    line = page.locator(".log li", has_text="You claim Lieksa – Murmansk")
    expect(line).to_contain_text("Traded in:")
    expect(page.locator(".log li", has_text="swap")).to_have_count(1)
    assert ann.errors == []
    ann.context.close()


def test_a_tunnel_marks_the_cards_that_count_and_is_only_tried_until_it_is_paid(
    browser: Browser, server: Server
) -> None:
    record, view = record_until(
        "europe",
        lambda view: view["phase"] == "answer" and any(move.startswith("pay") for move in view["legal"]),
        tunnels=True,
    )
    ann = open_record(browser, server, record)
    page = ann.page
    expect(page.locator(".decision .turning")).to_have_count(sum(view["turned"].values()))
    expect(page.locator(".decision .counted")).to_have_count(view["due"])
    page.locator(".log li", has_text="You try the tunnel").wait_for()
    page.locator(".decision [data-move^=pay]").first.click()
    page.locator(".log li", has_text="You pay").wait_for()
    expect(page.locator(".log li", has_text="You try the tunnel")).to_have_count(0)
    assert ann.errors == []
    ann.context.close()


def test_a_double_click_on_the_deck_draws_one_card(browser: Browser, server: Server, choice: tuple[str, View]) -> None:
    record, _ = choice
    ann = open_record(browser, server, record)
    ann.page.locator("[data-move=draw]").dblclick()
    ann.page.locator(".status.mine .hint", has_text="Take one more card").wait_for()
    ann.page.wait_for_timeout(200)
    expect(ann.page.locator(".status.mine .hint")).to_have_text("Take one more card.")
    assert ann.errors == []
    ann.context.close()
