"""A newcomer: from the first visit through the lessons, by what is lit, into a game on each map, in every language."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from file_server import serve_files
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong
from server.serving import Server
from web.browsing import MIDDLE, Visitor
from web.listening import Listener

from whistlestop.game.board import load
from whistlestop.lessons.lesson import read_lesson
from whistlestop.lessons.texts import read_texts
from whistlestop.maps import BUNDLED
from whistlestop.server.static_site import write_site

LESSONS = ("new_york/first_game", "europe/tunnels_ferries_stations", "nordic/ferries_and_swaps")
"""In the order in which they are offered."""
SITUATION = """[
    document.querySelector('main.table')?.dataset.ply, document.querySelector('.coach')?.dataset.cue,
    ...[...document.querySelectorAll('[data-lit]')].map(node => node.outerHTML)
].join()"""
SETTLED = f"""async () => {{
    let before = null;
    for (let same = 0, frame = 0; same < 3 && frame < 60; frame++) {{
        await new Promise(requestAnimationFrame);
        same = {SITUATION} === before ? same + 1 : 0;
        before = {SITUATION};
    }}
}}"""
"""Wait until the lights stay where they are: they move on a moment after something was pressed."""
HURRY = """async () => {
    const seen = new Map();
    const frame = () => new Promise(requestAnimationFrame);
    for (let n = 0; n < 3000; n++) {
        await new Promise(resolve => setTimeout(resolve, 5));
        if (document.querySelector('.lesson-end')) return [...seen.values()];
        const coach = document.querySelector('.coach.shown[data-cue]');
        const button = coach?.querySelector('[data-do=next], [data-do=show]:enabled');
        if (!button || seen.has(coach.dataset.cue)) continue;
        await frame().then(frame); // the bubble gets its place a frame later
        const {left, top, right, bottom} = coach.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const text = coach.querySelector('.coach-says').textContent;
        seen.set(coach.dataset.cue, isInside ? text : 'outside: ' + text);
        button.click();
    }
    throw new Error('The lesson has no end.');
}"""
"""Go through a lesson by its own buttons; return what was said inside the window."""


HEARD = """() => {
    if (document.querySelector('.lesson-end')) return 'over';
    const coach = document.querySelector('.coach.shown');
    const isReady = coach && document.activeElement.matches('[data-lit], [data-do=next]');
    return isReady && [coach.dataset.cue, coach.previousElementSibling.matches('[aria-live=polite]')
        && coach.previousElementSibling.textContent];
}"""
"""Once the lesson waits for the enter key: the cue's number, and what is read out. Or that it is over."""
CHANGED = f"""before => {{
    if ({SITUATION} === before) return false;
    for (const node of document.querySelectorAll('[data-lit]')) node.removeAttribute('data-lit');
    return true;
}}"""
"""Whether something happened; what is lit from now on is what comes next."""
FIRST_TICKET = 10
"""The cue of the first game that is read when a ticket was completed."""
KEEP_CELEBRATION = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (act, time, ...rest) => time === 5000 ? 0 : wait(act, time, ...rest);
}"""
"""Leave a celebration on the screen, so that there is time to look at it."""


def follow_lights(page: Page, cues: int = 99) -> None:
    """Do what is lit, by mouse, for some cues or until the lesson is over."""
    following, lit = page.locator(".coach.shown [data-do=next]"), page.locator("[data-lit]")
    for _ in range(200):
        page.locator(".coach.shown [data-do=next], .lesson-end, [data-lit]").first.wait_for(state="attached")
        if page.locator(".lesson-end").count() or int(page.locator(".coach").get_attribute("data-cue") or 0) >= cues:
            return
        page.evaluate(SETTLED)
        before = page.evaluate(SITUATION)
        with suppress(TookTooLong):  # something moved under the pointer: press again
            if following.count():
                following.click(timeout=2000)
            elif lit.first.evaluate("node => node instanceof SVGPathElement"):
                page.mouse.click(*lit.first.evaluate(MIDDLE))
            else:
                lit.first.click(timeout=2000)
            page.wait_for_function(f"before => {SITUATION} !== before", arg=before, timeout=2000)
    raise AssertionError("the lesson has no end")


def play_a_real_game(visitor: Visitor, map_: str) -> None:
    """After a lesson, begin a game against a bot, choose tickets, and take a turn."""
    visitor.page.locator("[data-do=play]").click()
    visitor.page.locator("[data-offer]").first.wait_for()
    assert visitor.page.locator(".coach").count() == 0
    expect(visitor.page.locator(".hits [data-track]")).to_have_count(len(load(BUNDLED / map_)[0].tracks))
    assert visitor.play_on(3) is False


def leave_and_resume(page: Page) -> None:
    """Leave a lesson, see that it is marked as begun, and go on at the same place."""
    table = page.locator("main.table")
    ply, cue = table.get_attribute("data-ply"), page.locator(".coach").get_attribute("data-cue")
    page.locator("[data-do=leave]").click()
    lesson = page.locator(f"[data-lesson='{LESSONS[0]}']")
    expect(lesson).to_contain_text("Begun")
    lesson.click()
    expect(table).to_have_attribute("data-ply", ply or "")
    expect(page.locator(".coach.shown")).to_have_attribute("data-cue", cue or "")


def test_a_newcomer_learns_by_doing_what_is_lit(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    page = ann.page
    page.locator("a.learn-link.main").click()  # offered on the first visit
    follow_lights(page, cues=5)
    ply = page.locator("main.table").get_attribute("data-ply")
    page.locator("[data-move=draw]").click()  # not what the lesson waits for
    expect(page.locator(".coach-wrong")).to_contain_text("take the green card")
    assert page.locator("main.table").get_attribute("data-ply") == ply
    assert page.locator(".notice").count() == 0
    assert ann.faults() == []

    leave_and_resume(page)
    page.evaluate(KEEP_CELEBRATION)
    follow_lights(page, cues=FIRST_TICKET)
    expect(page.locator(".coach.shown [data-do=next]")).to_be_visible()
    expect(page.locator(".celebration")).to_contain_text("Ticket completed!")
    assert ann.faults() == []
    leave_and_resume(page)  # where there is something to read
    follow_lights(page)
    expect(page.locator("dialog.ending")).to_contain_text("You win")
    assert ann.faults() == []
    for name in LESSONS[1:]:
        page.locator("[data-do=upcoming]").click()
        page.locator("[data-cue='0']").wait_for()
        follow_lights(page)
        assert page.evaluate("localStorage['whistlestop.lessons']").split()[-1] == name
    assert page.locator("[data-do=upcoming]").count() == 0
    play_a_real_game(ann, "nordic")
    page.goto(server.url)
    assert page.locator("a.learn-link.main").count() == 0  # no newcomer any more
    expect(page.locator(".tables a[href^='/local/']")).to_have_count(1)  # lessons are not among the games
    assert ann.errors == []
    ann.context.close()


@pytest.mark.parametrize("name", LESSONS[:2])
def test_a_lesson_is_heard_and_goes_by_the_enter_key_alone(browser: Browser, server: Server, name: str) -> None:
    ann = Visitor(browser, f"{server.url}/learn/{name}")
    page, listener = ann.page, Listener(ann.page)
    map_, lesson = name.split("/")
    texts = read_texts(BUNDLED / map_, lesson, "en")
    heard: dict[int, str] = {}
    page.locator(".coach.shown").wait_for()
    for _ in range(99):
        found = page.wait_for_function(HEARD).json_value()
        if found == "over":
            break
        cue, text = found
        heard[int(cue)] = text
        role, label = listener.focused()
        assert role == "button", text
        assert label, text
        before = page.evaluate(SITUATION)
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before)
    assert page.locator(".lesson-end").count() == 1
    cues = [cue.key for cue in read_lesson(BUNDLED / map_, lesson).cues]
    assert [heard.get(n) for n in range(len(cues))] == [texts[key] for key in cues]
    assert ann.errors == []
    ann.context.close()


@pytest.fixture(scope="module")
def static_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static edition."""
    folder: Path = tmp_path_factory.mktemp("lessons")
    write_site(folder)
    with serve_files(folder) as url:
        yield url


@pytest.mark.parametrize(
    ("language", "wide"), [("en", False), ("is", True), ("ru", False), ("zh-Hans", True), ("zh-Hant", False)]
)
def test_every_language_goes_from_the_first_visit_through_the_lessons_into_a_game_on_each_map(
    browser: Browser, static_url: str, language: str, wide: bool
) -> None:
    ann = Visitor(browser, static_url, language=language, wide=wide)
    for name in LESSONS:
        if name == LESSONS[0]:
            ann.page.locator("a.learn-link.main").click()  # offered on the first visit
        else:
            ann.page.goto(static_url)
            ann.page.locator("a.learn-link").click()
            ann.page.locator(f"[data-lesson='{name}']").click()
        map_, lesson = name.split("/")
        texts = read_texts(BUNDLED / map_, lesson, language)
        heard = ann.page.evaluate(HURRY)
        assert len(heard) > 5
        assert [text for text in heard if text not in texts.values()] == []
        play_a_real_game(ann, map_)
    assert ann.errors == []
    ann.context.close()
