"""The card beside a track: what it says, how it claims; cards to trade in; tunnels; clicks that are one too many."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from server.serving import Server
from web.browsing import MIDDLE, SIZES, Visitor
from web.positions import View, begin, play_until, swaps

from whistlestop.game.record import Record


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


def swap_without_choice(view: View) -> str | None:
    """A claim for whose swaps all the other cards in hand must be traded in, three for each."""
    for claim in (move for move in view["legal"] if move.endswith("swap") and "murmansk" not in move):
        *paid, swapped = (int(word) for word in claim.split() if word.isdigit())
        if view["seats"][0]["cards"] == sum(paid) + 3 * swapped:
            return str(claim)
    return None


def tunnel_to_pay() -> Record:
    """The first seat, with many cards in hand, has tried a tunnel and can pay what was added."""
    record = play_until(begin(2), lambda view: view["phase"] == "turn" and view["seats"][0]["cards"] > 20, "draw")
    tunnels = [f"claim {track.text} " for track in record.game.board.tracks if track.tunnel]
    return play_until(record, lambda view: any(move.startswith("pay") for move in view["legal"]), *tunnels, "draw")


def open_record(browser: Browser, server: Server, record: Record, **how: Any) -> Visitor:
    """A person who goes on with a game in the browser."""
    ann = Visitor(browser, server.url, **how)
    ann.open_record(str(record))
    ann.ready()
    return ann


def board_box(page: Page) -> dict[str, float]:
    return dict(page.locator(".board").bounding_box() or {})


@pytest.fixture(scope="module")
def choice() -> Record:
    return play_until(begin(2), has_choice, "draw")


def test_pointing_at_a_track_tells_what_it_takes_and_a_second_click_claims_it(
    browser: Browser, server: Server, choice: Record
) -> None:
    ann = open_record(browser, server, choice)
    page = ann.page
    card = page.locator(".route-card")
    claims = ways(choice.view(0).as_dict())
    one, several = (
        next(track for track, moves in claims.items() if (len(moves) > 1) is many) for many in (False, True)
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
    expect(hit).to_be_focused()
    hit.press("Enter")
    expect(page.locator(".route-card:focus")).to_have_count(1)
    page.locator("[data-hand]").first.press("Enter")
    expect(page.locator(".route-card.picked")).to_have_count(0)
    expect(page.locator("[data-hand]").first).to_be_focused()  # the track doesn't take it back
    page.keyboard.press("Escape")

    at = page.locator(f"[data-track='{one}']").evaluate(MIDDLE)
    page.mouse.dblclick(*at)
    expect(page.locator(".route-card.picked")).to_contain_text("Click again or press Enter")
    expect(page.locator(".log li", has_text="You claim")).to_have_count(0)
    page.mouse.click(*at)
    page.locator(".log li.yours", has_text=re.compile("You (claim|try)")).first.wait_for()
    assert ann.errors == []
    ann.context.close()


def test_the_focus_shows_the_card_and_enter_claims_if_there_is_one_way(
    browser: Browser, server: Server, choice: Record
) -> None:
    ann = open_record(browser, server, choice)
    page = ann.page
    one = next(track for track, moves in ways(choice.view(0).as_dict()).items() if len(moves) == 1)
    hit = page.locator(f"[data-track='{one}']")
    hit.focus()
    for key in ("Tab", "Shift+Tab"):  # only a focus that keys have moved shows the card
        page.keyboard.press(key)
    expect(page.locator(".route-card")).to_contain_text("Claim with")
    expect(page.locator(".route-card.picked")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".route-card.picked")).to_contain_text("Click again or press Enter")
    assert hit.evaluate("node => node === document.activeElement")
    page.keyboard.press("Enter")
    page.locator(".log li.yours", has_text=re.compile("You (claim|try)")).first.wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_tap_docks_the_card_and_its_button_claims(browser: Browser, server: Server, choice: Record) -> None:
    ann = open_record(browser, server, choice, wide=False, language="ru")
    page = ann.page
    card = page.locator(".route-card")
    page.locator("[data-track='palermo-smyrna']").dispatch_event("click")
    expect(card).to_contain_text("Нужно: 4 одного цвета и 2 локомотива. У вас есть:")
    track = next(iter(ways(choice.view(0).as_dict())))
    ann.click_track(track)
    card.locator("[data-move]").first.wait_for()
    page.locator(".tabs button").first.click()
    expect(card).to_have_count(0)  # it would cover the panel
    page.locator(".tabs button").first.click()
    ann.click_track(track)
    card.locator("[data-move]").first.wait_for()
    docked, board = card.bounding_box(), board_box(page)
    assert docked
    assert docked["width"] == board["width"]
    assert docked["y"] == board["y"] or docked["y"] + docked["height"] == board["y"] + board["height"]
    assert ann.faults() == []
    card.locator("[data-move]").first.click()
    page.locator(".log li.yours", has_text=re.compile("Вы (занимаете|пробуете)")).first.wait_for(state="attached")
    assert ann.errors == []
    ann.context.close()


def test_cards_are_traded_in_for_swaps_in_one_step_and_one_line(browser: Browser, server: Server) -> None:
    ann = open_record(browser, server, swaps())
    page = ann.page
    page.keyboard.press("r")
    page.locator("[data-route='lieksa-murmansk']").click()
    page.locator(".routes [data-move$=swap]").first.click()
    page.locator(".routes [data-move=trade]").wait_for()
    page.locator(".routes").get_by_role("button", name="Close").click()
    expect(page.locator(".routes")).to_have_count(0)
    page.mouse.move(*page.locator("[data-track='lieksa-murmansk']").evaluate(MIDDLE))
    expect(page.locator(".route-card .way").first).to_be_visible()
    expect(page.locator(".trade-in")).to_have_count(0)  # the list has taken its choice along
    ann.click_track("lieksa-murmansk")
    page.locator(".route-card [data-move$=swap]").first.click()
    trade = page.locator(".route-card [data-move=trade]")
    expect(trade).to_contain_text("Claim with")
    given = page.locator("[data-trade]", has=page.locator("button[aria-label^='Remove']:enabled")).first
    given.get_by_role("button", name="Remove one").click()
    expect(trade).to_be_disabled()
    assert ann.faults() == []
    given.get_by_role("button", name="Add one").click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(trade).to_be_in_viewport(ratio=0.99)
    trade.click()
    line = page.locator(".log li", has_text="You claim Lieksa – Murmansk")
    expect(line).to_contain_text("Traded in:")
    expect(page.locator(".log li", has_text="swap")).to_have_count(1)

    forced = play_until(begin(2, "nordic"), lambda view: bool(swap_without_choice(view)), "draw")
    claim = swap_without_choice(forced.view(0).as_dict())
    assert claim
    ann.open_record(str(forced))
    ann.ready()
    page.locator(f"[data-track='{claim.split()[1]}']").press("Enter")
    page.locator(f".route-card [data-move='{claim}']").click()
    expect(page.locator(".log li.yours", has_text="You claim")).to_contain_text("Traded in:")  # nothing was asked
    assert ann.errors == []
    ann.context.close()


def test_a_tunnel_marks_the_cards_that_count_and_is_only_tried_until_it_is_paid(
    browser: Browser, server: Server
) -> None:
    record = tunnel_to_pay()
    view = record.view(0).as_dict()
    ann = open_record(browser, server, record)
    page = ann.page
    expect(page.locator(".decision .turning")).to_have_count(sum(view["turned"].values()))
    expect(page.locator(".decision .counted")).to_have_count(view["due"])
    tries = page.locator(".log li", has_text="You try the tunnel")
    tries.first.wait_for()
    unpaid = tries.count()  # given up earlier, and this one
    page.locator(".decision [data-move^=pay]").first.click()
    page.locator(".log li", has_text="You pay").wait_for()
    expect(tries).to_have_count(unpaid - 1)
    assert ann.errors == []
    ann.context.close()


def test_one_click_claims_if_nothing_is_asked_and_a_triple_click_draws_one_card(
    browser: Browser, server: Server, choice: Record
) -> None:
    ann = open_record(browser, server, choice)
    page = ann.page
    page.evaluate("localStorage['whistlestop.ask'] = 'no'")
    page.reload()
    page.locator(".status.mine").wait_for()
    ann.click_track(next(track for track, moves in ways(choice.view(0).as_dict()).items() if len(moves) == 1))
    page.locator(".log li.yours", has_text=re.compile("You (claim|try)")).first.wait_for()
    table, deck = page.locator("main.table"), page.locator("[data-move=draw]")
    page.locator("main.table[aria-busy=false]:has([data-move=tickets]:enabled)").wait_for()
    deck.hover()
    ply = ""
    for click in (1, 2, 3):
        page.mouse.down(click_count=click)
        page.mouse.up(click_count=click)
        expect(page.locator(".status.mine .hint")).to_have_text("Take one more card.")
        ply = ply or table.get_attribute("data-ply") or ""
    expect(table).to_have_attribute("aria-busy", "false")
    expect(table).to_have_attribute("data-ply", ply)
    assert ann.errors == []
    ann.context.close()
