"""After a game: the score shown step by step, its drawing, the chart, record, proof, replay and another game."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import Seating

from whistlestop.game.reader import verify


@pytest.fixture(scope="module", params=["server", "browser"])
def ended(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """A person at the end of a game, which was played at the server or in the browser."""
    if request.param == "server":
        table = Seating(browser, server, ["you", "porter"])
        ann = table.visitor
        table.sit()
        table.advance(lambda view: view["phase"] == "over", claims=True)
    else:
        ann = Visitor(browser, server.url)
        ann.play_now("new_york")
        assert ann.play_on()
    yield ann
    assert ann.errors == []
    ann.context.close()


@pytest.fixture
def ann(ended: Visitor, server: Server) -> Visitor:
    """The same person, who comes back to the table."""
    ended.page.goto(ended.page.url.partition("?")[0])
    ended.page.locator("dialog.ending").wait_for()
    return ended


def test_the_score_is_shown_step_by_step_and_drawn_on_the_board(ann: Visitor) -> None:
    page = ann.page
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.locator("dialog.ending .unrevealed").first.wait_for(state="attached")
    expect(page.locator("#result")).to_have_text("Final score")
    expect(page.locator(".race .number")).to_have_text(["1", "2"])  # not by place, which would tell the winner
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".unrevealed")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    page.locator(".scores tr", has_text="Routes").locator(".cell").first.hover()
    page.locator(".glow .lit").first.wait_for(state="attached")
    page.locator(".details .show", has_text=" – ").first.focus()
    expect(page.locator(".glow .end")).to_have_count(2)
    expect(page.locator(".chart .course")).to_have_count(2)


def test_the_end_says_who_won_in_a_column_for_each_player_with_a_rematch_in_sight(ann: Visitor) -> None:
    page = ann.page
    totals = [int(text.replace("−", "-")) for text in page.locator(".scores tfoot td").all_inner_texts()]
    score = " [–·] ".join(str(total).replace("-", "−") for total in sorted(totals, reverse=True))
    winner = "You win!" if totals[0] > totals[1] else r"\w+ wins!" if totals[0] < totals[1] else ".*"
    expect(page.locator("#result")).to_have_text(re.compile(rf"{winner}\s*{score}"))
    expect(page.locator(".scores thead .name")).to_have_text(["You", re.compile(r"\w+")])
    points = page.locator(".seats .points [aria-hidden]").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in points] == totals, "the players' panel shows the final score too"
    page.locator(".chart svg").wait_for()
    grid = [int(text) for text in page.locator(".chart text[text-anchor=end]").all_text_contents()]
    assert len({second - first for first, second in pairwise(grid)}) == 1, grid
    assert page.locator(".chart .round").count() >= 2
    page.set_viewport_size({"width": 390, "height": 844})
    for part in ("[data-do=rematch]", "#result", ".scores tfoot"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 1440, "height": 900})


def test_the_record_is_saved_and_proves_itself(ann: Visitor, tmp_path: Path) -> None:
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Download game file").click()
    download.value.save_as(tmp_path / "record.txt")
    assert download.value.suggested_filename.startswith("whistlestop-")
    assert verify((tmp_path / "record.txt").read_text()).over


@pytest.mark.parametrize("ended", ["server"], indirect=True)
def test_the_browser_proves_the_deal_and_finds_a_record_that_was_tampered_with(ann: Visitor) -> None:
    page = ann.page
    proof = page.locator("[data-do=proof]")
    proof.click()
    expect(page.locator(".proof li")).to_have_count(5)
    expect(page.locator(".proof .bad")).to_have_count(0)
    expect(page.locator(".verdict")).to_have_text("Yes. Nobody could have stacked the deck.")
    expect(page.locator(".proof code")).to_contain_text("whistlestop verify")
    proof.click()

    def tamper(route: Route) -> None:
        text = route.fetch().text()
        forged = re.sub(r"^(= \w+ )(\d+)(/44)$", lambda found: f"{found[1]}{(int(found[2]) + 1) % 44}{found[3]}", text,
                        flags=re.MULTILINE)  # fmt: skip
        assert forged != text
        route.fulfill(body=forged, content_type="text/plain")

    page.route("**/record", tamper)
    proof.click()
    expect(page.locator(".proof li.bad")).to_have_count(1)
    expect(page.locator("[data-check=deals]")).to_contain_text("See line")
    page.unroute("**/record")


@pytest.mark.parametrize("ended", ["browser"], indirect=True)
def test_a_game_in_the_browser_proves_that_its_cards_were_fixed_at_the_start(ann: Visitor) -> None:
    ann.page.locator("[data-do=proof]").click()
    expect(ann.page.locator(".proof li")).to_have_count(4)
    expect(ann.page.locator(".proof .bad")).to_have_count(0)
    expect(ann.page.locator(".verdict")).to_have_text("Yes. All cards were fixed before the first move.")
    expect(ann.page.locator(".proof")).to_be_in_viewport(ratio=0.9)


def test_a_spectator_sees_what_the_proof_rests_on(browser: Browser, finished: str) -> None:
    eve = Visitor(browser, finished)
    eve.page.locator("[data-do=proof]").click()
    expect(eve.page.locator(".proof li")).to_have_count(4)
    expect(eve.page.locator(".verdict")).to_contain_text("as long as at least one of these players was honest")
    assert eve.errors == []
    eve.context.close()


def test_a_replay_has_a_slider_and_a_link_to_any_ply(ann: Visitor, browser: Browser) -> None:
    page = ann.page
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-do=replay]").click()
    page.locator(".replay[data-ply='0']").wait_for()
    page.locator(".player input").fill("30")  # the 30th decision; deals are plies too
    page.locator(".replay:not([data-ply='0'])").wait_for()
    before = page.url
    assert before.endswith(f"?ply={page.locator('.replay').get_attribute('data-ply')}")
    past = page.locator(".log li:not(.later)")
    lines = past.count()
    page.get_by_role("button", name="Next move").click()
    expect(past).not_to_have_count(lines)
    expect(page).not_to_have_url(before)
    link = page.url
    there = link.rpartition("=")[2]
    page.locator(f".replay[data-ply='{there}']").wait_for()
    page.locator("[data-do=moment]").click()
    expect(page.locator("[data-do=moment]")).to_have_text("Copied")
    ben = Visitor(browser, page.evaluate("navigator.clipboard.readText()"))  # who may not watch Ann's table
    ben.page.locator(f".replay[data-ply='{there}']").wait_for()
    expect(ben.page.locator(".log li:not(.later)")).to_have_count(past.count())
    ben.context.close()
    page.goto("about:blank")
    page.goto(link)
    page.locator(f".replay[data-ply='{there}']").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(f".replay[data-ply='{there}']")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Back to the game").click()
    page.locator("dialog.ending").wait_for()


def test_another_game_with_the_same_players_is_one_click_away(ann: Visitor) -> None:
    before = ann.page.url
    ann.page.locator("[data-do=rematch]").click()
    ann.page.locator("[data-offer]").first.wait_for()
    assert ann.page.url != before
