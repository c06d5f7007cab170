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

from whistlestop.lessons.texts import read_texts
from whistlestop.maps import BUNDLED
from whistlestop.server.static_site import write_site

LESSONS = ("new_york/first_game", "europe/tunnels_ferries_stations", "nordic/ferries_and_swaps")
"""In the order in which they are offered."""
SITUATION = """[
    document.querySelector('main.table')?.dataset.ply, document.querySelector('.coach')?.dataset.cue,
    ...[...document.querySelectorAll('[data-lit]')].map(node => node.outerHTML)
].join()"""
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


def follow_lights(page: Page, cues: int = 99) -> None:
    """Do what is lit, by mouse, for some cues or until the lesson is over."""
    following, lit = page.locator(".coach.shown [data-do=next]"), page.locator("[data-lit]")
    for _ in range(200):
        page.locator(".coach.shown [data-do=next], .lesson-end, [data-lit]").first.wait_for(state="attached")
        if page.locator(".lesson-end").count() or int(page.locator(".coach").get_attribute("data-cue") or 0) >= cues:
            return
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


def play_a_real_game(visitor: Visitor) -> None:
    """After a lesson, begin a game against a bot, and make the first choice."""
    visitor.page.locator("[data-do=play]").click()
    visitor.page.locator("[data-offer]").first.wait_for()
    assert visitor.page.locator(".coach").count() == 0
    visitor.play_on(1)


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

    page.locator("[data-do=leave]").click()
    lesson = page.locator(f"[data-lesson='{LESSONS[0]}']")
    expect(lesson).to_contain_text("Begun")
    assert ann.faults() == []
    lesson.click()
    expect(page.locator("main.table")).to_have_attribute("data-ply", ply or "")
    follow_lights(page)
    expect(page.locator("dialog.ending")).to_contain_text("You win")
    for name in LESSONS[1:]:
        page.locator("[data-do=upcoming]").click()
        page.locator("[data-cue='0']").wait_for()
        follow_lights(page)
        assert page.evaluate("localStorage['whistlestop.lessons']").split()[-1] == name
    assert page.locator("[data-do=upcoming]").count() == 0
    play_a_real_game(ann)
    page.goto(server.url)
    assert page.locator("a.learn-link.main").count() == 0  # no newcomer any more
    expect(page.locator(".tables a[href^='/local/']")).to_have_count(1)  # lessons are not among the games
    assert ann.errors == []
    ann.context.close()


def test_a_lesson_goes_by_the_enter_key_alone(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/learn/{LESSONS[1]}")
    page = ann.page
    page.locator(".coach.shown").wait_for()
    for _ in range(60):
        if page.locator(".lesson-end").count():
            break
        page.wait_for_function("document.activeElement.matches('[data-lit], [data-do=next]')")
        before = page.evaluate(SITUATION)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => {SITUATION} !== before", arg=before)
        page.locator(".coach.shown [data-do=next], .lesson-end, [data-lit]").first.wait_for(state="attached")
    assert page.locator(".lesson-end").count() == 1
    assert page.locator("p[aria-live=polite]").count() > 0
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
def test_every_language_goes_from_the_lessons_into_a_game_on_each_map(
    browser: Browser, static_url: str, language: str, wide: bool
) -> None:
    ann = Visitor(browser, static_url, language=language, wide=wide)
    for name in LESSONS:
        ann.page.goto(f"{static_url}#/learn/{name}")
        map_, lesson = name.split("/")
        texts = read_texts(BUNDLED / map_, lesson, language)
        heard = ann.page.evaluate(HURRY)
        assert len(heard) > 5
        assert [text for text in heard if text not in texts.values()] == []
        play_a_real_game(ann)
    assert ann.errors == []
    ann.context.close()
