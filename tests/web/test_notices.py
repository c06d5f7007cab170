"""Notices in a real browser: where to get them, what the links of e-mails show, and what a push shows."""

import json
import re
import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from server.receiving import MailServer, wait_until
from server.serving import Server

REGISTER = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => null)"
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => [title, body, tag, data.path]);
}"""


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    found = MailServer()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mails: MailServer) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    flags = ("--origin", f"http://127.0.0.1:{port}", "--smtp", mails.url, "--mail-from", "games@example.org")
    server = Server(str(tmp_path_factory.mktemp("notices") / "tables.db"), *flags, port=port)
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    context = browser.new_context(permissions=["notifications"], locale="en-GB", base_url=site.url)
    yield context.new_page()
    context.close()


def link_in(mails: MailServer, n: int, purpose: str) -> str:
    """The address of a link in an e-mail."""
    wait_until(lambda: len(mails.received) > n)
    found = re.search(rf"http\S+/{purpose}/\S+", mails.received[n].get_content())
    assert found
    return found[0]


def test_an_address_is_confirmed_and_turned_off_by_links(page: Page, mails: MailServer) -> None:
    page.goto("/")
    page.locator("[data-open=settings]").first.click()
    calls = page.locator(".calls")
    calls.locator("input[name=mail]").fill("ann@example.org")
    calls.get_by_role("button", name="Add").first.press("Enter")
    expect(calls.locator("li")).to_contain_text("Open the link")
    calls.locator("summary").click()
    calls.locator("input[name=webhook]").fill("https://127.0.0.1/")
    calls.locator("details button").click()
    expect(page.get_by_role("alert")).to_have_text("This address is inside a private network.")
    page.goto(link_in(mails, 0, "confirm"))
    page.locator("[data-do=confirm]").press("Enter")
    expect(page.locator("h1")).to_have_text("The address is confirmed")
    page.goto("/")
    page.locator("[data-open=settings]").first.click()
    expect(calls.locator("li")).to_contain_text("ann@example.org")
    expect(calls.locator("small")).to_have_count(0)
    stop = mails.received[0]["list-unsubscribe"].strip("<>")
    page.goto(stop)
    page.locator("[data-do=stop]").click()
    expect(page.locator("h1")).to_have_text("The notices are off")
    page.goto(stop[:-2])
    page.locator("[data-do=stop]").click()
    expect(page.get_by_role("alert")).to_have_text("This link is wrong, already used or too old.")


def test_a_push_shows_a_notice_once(page: Page, site: Server) -> None:
    page.goto("/")
    workers = page.context.new_cdp_session(page)
    registrations: list[str] = []
    workers.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    workers.send("ServiceWorker.enable")
    page.evaluate(REGISTER)
    for n, title in ((1, "It's your turn"), (1, "It's your turn"), (2, "The game is over")):
        said = {"id": f"m{n}", "title": title, "body": "Europe, with Ben", "path": "/t/abc", "tag": "abc"}
        push = {"origin": site.url, "registrationId": registrations[0], "data": json.dumps(said)}
        workers.send("ServiceWorker.deliverPushMessage", push)
        wait_until(lambda title=title: any(one[0] == title for one in page.evaluate(SHOWN)))
    assert page.evaluate(SHOWN) == [["The game is over", "Europe, with Ben", "abc", "/t/abc"]]


def test_a_browser_without_its_push_service_says_so(page: Page) -> None:
    """No push service can be reached from here."""
    page.goto("/")
    page.locator("[data-open=settings]").first.click()
    box = page.locator(".calls input[name=push]")
    box.click()
    expect(page.get_by_role("alert")).to_contain_text("push service", timeout=60_000)
    expect(box).not_to_be_checked()
