"""Games in this browser: they begin at once, survive, travel as files and links, and fall back to the server's game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from server.serving import Server
from web.browsing import UNFINISHED, Visitor

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.reader import verify
from whistlestop.game.record import Record

ID = "[A-Za-z0-9_-]{22}"
ATLANTIS = f"format: 1\nmap: atlantis\ndigest: {'0' * 64}\nseats: 2\ndealer: fast\nseed: 1\n\n"
DENY_STORAGE = "Object.defineProperty(self, 'indexedDB', {get() { throw new DOMException('denied'); }});"
NOTE_PACES = """() => {
    const post = Worker.prototype.postMessage;
    window.paces = [];
    Worker.prototype.postMessage = function (message, ...rest) {
        if (message.name === 'setBotPace') window.paces.push(...message.args);
        return post.call(this, message, ...rest);
    };
}"""
"""Note the pace of bots that the page tells the engine's worker: a share of their usual time."""
DAMAGE = """id => new Promise((resolve, reject) => {
    const opened = indexedDB.open('whistlestop');
    opened.onerror = reject;
    opened.onsuccess = () => {
        const tables = opened.result.transaction('tables', 'readwrite').objectStore('tables');
        tables.get(id).onsuccess = ({target: {result}}) => {
            tables.put({...result, record: result.record.replace('= first', '= last')}).onsuccess = resolve;
        };
    };
})"""


@pytest.fixture
def ann(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A person who has begun a game in the browser."""
    ann = Visitor(browser, server.url)
    ann.play_now("new_york")
    ann.play_on(3)
    yield ann
    assert ann.errors == []
    ann.context.close()


def moves(page: Page) -> list[str]:
    """The game log."""
    return page.locator(".log li").all_inner_texts()


def open_menu(page: Page) -> None:
    page.locator(".status.mine").wait_for()
    page.get_by_role("button", name="Menu and shortcuts").click()
    page.locator("[data-do=link]").wait_for()


def test_play_now_starts_a_game_without_asking_the_server(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.page.locator(".preview svg").wait_for()
    ann.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.play_now("new_york", level="stationmaster")
    assert ann.play_on(4) is False
    assert re.fullmatch(f"{server.url}/local/{ID}", ann.page.url)
    assert len([url for url in asked if "/networks/" in url]) <= 1
    assert [url for url in asked if "/api/" in url and "/api/maps" not in url and "/api/levels" not in url] == []
    ann.context.close()


def test_the_choice_of_the_last_game_is_remembered(ann: Visitor, server: Server) -> None:
    ann.page.goto(server.url)
    ann.play_now("nordic", level="dispatcher", seats=3)
    ann.page.goto(server.url)
    expect(ann.page.locator("input[name=map][value=nordic]")).to_be_checked()
    expect(ann.page.locator("select[name=count]")).to_have_value("3")
    expect(ann.page.locator("select[name=level]")).to_have_value("dispatcher")


def test_bots_of_an_open_game_hear_of_another_speed(ann: Visitor) -> None:
    page = ann.page
    page.evaluate(NOTE_PACES)
    open_menu(page)
    page.locator("dialog.menu [data-open=settings]").click()
    speeds = page.get_by_label("Speed of bots (games in this browser)")
    for name in ("Usual", "Fast", "They move at once"):
        speeds.select_option(name)
    page.wait_for_function("() => paces.length === 3")
    assert page.evaluate("paces") == [1, 0.3, 0]
    assert page.evaluate("localStorage['whistlestop.bot_speed']") == "at_once"


def test_a_game_goes_on_after_a_reload_in_the_middle_of_a_claim(ann: Visitor, server: Server) -> None:
    page = ann.page
    for _ in range(30):
        page.locator(".status.mine").wait_for()
        tracks = page.locator(".hits [data-track][tabindex='0']")
        if tracks.count():
            break
        ann.play_on(1, ann.draw)
    ann.click_track(tracks.last.get_attribute("data-track") or "")
    page.locator(".route-card .way").first.wait_for()
    before = moves(page)
    page.reload()
    page.locator(".status.mine").wait_for()
    page.locator(".log li").nth(len(before) - 1).wait_for()
    assert moves(page) == before
    ann.play_on(2)
    page.locator("[aria-busy=false] .status.mine").wait_for()
    page.goto(server.url)
    page.locator(".tables a[href^='/local/']", has_text="Your turn").click()
    page.locator("main.table").wait_for()


def tunnel_record() -> str:
    """A game on Europe in which the first seat has claimed a tunnel and has to say whether it pays what was added."""
    game = Game("europe")
    origin = KeyOrigin("tunnel-in-the-browser0", bytes(32), (bytes(16), None))
    record = Record(game, FairDealer.from_origin(origin, game.digest), names=("Ann", "porter"))
    while (record.mover, record.view(0).as_dict()["phase"]) != (0, "answer"):
        record.play(next((move for move in record.legal() if move.startswith("claim")), record.legal()[-1]))
    return str(record)


def test_a_game_goes_on_after_a_reload_between_a_tunnel_and_its_payment(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/import")
    page = ann.page
    page.locator("textarea").fill(tunnel_record())
    page.locator("[data-do=continue]").click()
    page.locator('.decision [data-move="give up"]').wait_for()
    page.locator(".log li").first.wait_for()
    before = moves(page)
    page.reload()
    page.locator('.decision [data-move="give up"]').wait_for()
    page.locator(".log li").nth(len(before) - 1).wait_for()
    assert moves(page) == before
    ann.play_on(2)
    assert ann.errors == []
    ann.context.close()


def test_a_link_holds_the_game_for_another_device(ann: Visitor, browser: Browser) -> None:
    open_menu(ann.page)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.locator("[data-do=link]").click()
    expect(ann.page.locator("[data-do=link]")).to_have_text("Copied")
    link = ann.page.evaluate("navigator.clipboard.readText()")
    ben = Visitor(browser, link, wide=False)
    expect(ben.page.get_by_role("heading", name="New York City")).to_be_visible()
    expect(ben.page.locator("select[name=seat]").nth(0)).to_have_value("you")
    expect(ben.page.locator("select[name=seat]").nth(1)).to_have_value("porter")
    assert ben.faults() == []
    ben.page.locator("[data-do=continue]").click()
    ben.page.locator(".status.mine").wait_for()
    ben.play_on(3)
    assert ben.errors == []
    ben.context.close()


def test_a_game_file_is_downloaded_verified_and_replayed(ann: Visitor, server: Server, tmp_path: Path) -> None:
    page = ann.page
    open_menu(page)
    with page.expect_download() as download:
        page.locator("[data-do=record]").click()
    download.value.save_as(tmp_path / "record.txt")
    assert not verify((tmp_path / "record.txt").read_text()).over
    page.goto(server.url)
    page.get_by_role("link", name="Open a game file").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "record.txt")
    page.locator("[data-do=replay]").click()
    page.locator(".replay[data-ply='0']").wait_for()
    page.get_by_role("button", name="Next move").click()
    page.get_by_role("button", name="Best moves").click()
    page.locator("[data-advice]").first.wait_for()


def test_a_game_is_carried_over_to_the_server(ann: Visitor, server: Server) -> None:
    page = ann.page
    log = moves(page)
    open_menu(page)
    page.locator("[data-do=carry]").click()
    page.wait_for_url(re.compile(f"{server.url}/t/{ID}"))
    page.locator(".log li").nth(len(log) - 1).wait_for()
    assert moves(page)[-len(log) :] == log
    ann.play_on(2)


def test_what_is_no_game_file_says_so(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/import")
    notice = ann.page.locator(".notice.bad")
    for text, why in (
        ("hello", "This isn't a Whistlestop game file."),
        (ATLANTIS, "The map of this game file isn't available here"),
        (UNFINISHED.replace("format: 1", "format: 2"), "another version of Whistlestop. Reload the page"),
        (f"{server.url}/import#AAAA", "This link is incomplete."),
    ):
        ann.page.locator("textarea").fill(text)
        expect(notice).to_contain_text(why)
    assert ann.faults() == []
    assert ann.errors == []
    ann.context.close()


def test_a_finished_game_of_the_server_is_opened_by_dropping_its_file(
    browser: Browser, server: Server, finished: str
) -> None:
    ann = Visitor(browser, f"{server.url}/import")
    ann.context.request.post(f"{server.url}/api/players", data={"name": "Ann"}, headers={"origin": server.url})
    record = ann.context.request.get(f"{server.url}/api/tables/{finished.rpartition('/')[2]}/record").text()
    ann.page.locator("textarea").wait_for()
    ann.page.evaluate(
        """record => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([record], 'game.txt', {type: 'text/plain'}));
            document.querySelector('main').dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true}));
        }""",
        record,
    )
    expect(ann.page.get_by_text("finished")).to_be_visible()
    expect(ann.page.locator("[data-do=continue]")).to_have_count(0)
    ann.page.locator("[data-do=replay]").click()
    ann.page.locator(".replay").wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_saved_game_that_is_damaged_is_set_aside_with_its_file(ann: Visitor, server: Server, tmp_path: Path) -> None:
    page = ann.page
    page.evaluate(DAMAGE, page.url.rpartition("/")[2])
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("can't be read any more")
    page.get_by_role("button", name="Home").click()
    with page.expect_download() as download:
        page.locator(".broken").get_by_role("button", name="Download game file").click()
    download.value.save_as(tmp_path / "record.txt")
    assert "= last" in (tmp_path / "record.txt").read_text()
    assert ann.faults() == []
    page.locator(".broken").get_by_role("button", name="Remove").click()
    expect(page.locator(".broken")).to_have_count(0)


def test_a_browser_without_webassembly_plays_at_the_server(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, "about:blank")
    ann.context.add_init_script("delete globalThis.WebAssembly")
    ann.page.goto(server.url)
    ann.play_now("new_york")
    assert re.fullmatch(f"{server.url}/t/{ID}", ann.page.url)
    expect(ann.page.get_by_text("This browser is too old to run the game by itself.")).to_be_visible()
    assert ann.errors == []
    ann.context.close()


def test_a_browser_that_denies_storage_plays_at_the_server(browser: Browser, server: Server) -> None:
    def deny(route: Route) -> None:
        route.fulfill(body=DENY_STORAGE + route.fetch().text(), content_type="text/javascript")

    ann = Visitor(browser, "about:blank")
    ann.page.route("**/assets/worker-*.js", deny)
    ann.page.goto(server.url)
    ann.play_now("new_york")
    assert re.fullmatch(f"{server.url}/t/{ID}", ann.page.url)
    expect(ann.page.get_by_text("This browser doesn't let the page save games.")).to_be_visible()
    ann.context.close()


def test_a_game_waits_for_an_engine_that_is_being_built(browser: Browser, server: Server) -> None:
    body = '{"code": "engine_not_ready", "text": "", "parameters": {"done": 7, "of": 24, "seconds": 1}}'
    ann = Visitor(browser, "about:blank")
    ann.page.route("**/engine/**", lambda route: route.fulfill(status=503, body=body, content_type="application/json"))
    ann.page.goto(server.url)
    ann.page.locator("button.large").click()
    expect(ann.page.locator("progress")).to_have_attribute("value", "7")
    expect(ann.page.get_by_role("status")).to_contain_text("starts by itself")
    ann.page.unroute("**/engine/**")
    ann.page.locator("main.table").wait_for()
    assert ann.errors == []
    ann.context.close()


def test_a_table_of_people_and_bots_here_is_played_here(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "you", "porter")
    assert "/local/" in ann.page.url
    ann.page.get_by_role("button", name="Show my cards").click()
    ann.page.locator("[data-offer]").first.wait_for()
    assert ann.errors == []
    ann.context.close()
