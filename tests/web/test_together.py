"""Taking one's player to another browser, and getting together: codes, passkeys, emblems, pairing, blocks, removals."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import faults_by_day_and_night

CREDENTIAL = ("credentialId", "isResidentCredential", "rpId", "privateKey", "userHandle", "signCount")


def named(browser: Browser, url: str, name: str, *, wide: bool = True, keys: bool = False) -> Visitor:
    """Somebody at the home page who has said their name."""
    visitor = Visitor(browser, url, wide=wide, keys=keys)
    visitor.page.locator("input[name=name]").fill(name)
    visitor.page.get_by_role("button", name="Save").click()
    expect(visitor.page.get_by_role("button", name="Save")).to_be_disabled()
    return visitor


def show_code(page: Page) -> str:
    page.locator("[data-do=make-code]").click()
    return page.locator(".secret").inner_text()


def test_a_code_takes_a_player_to_a_phone_which_can_be_signed_out(browser: Browser, server: Server) -> None:
    ann = named(browser, server.url, "Ann")
    ann.page.get_by_role("link", name="Your player").click()
    code = show_code(ann.page)
    assert re.fullmatch("[2-9A-Z]{4}-[2-9A-Z]{4}", code)
    phone = named(browser, server.url, "Bo", wide=False)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto(f"{server.url}/continue#{code.replace('-', '')}")
    page = phone.page
    expect(page.locator("input[name=code]")).to_have_value(code)
    expect(page).to_have_url(f"{server.url}/continue")
    expect(page.get_by_text("This browser plays as Bo now.")).to_be_visible()
    assert faults_by_day_and_night(phone) == []
    page.get_by_role("button", name="Continue here").click()
    expect(page.locator("[data-device]")).to_have_count(2)
    expect(page.locator("input[name=name]")).to_have_value("Ann")
    assert not any(code.replace("-", "") in url for url in asked), "the code is in no address that is sent"
    page.goto(f"{server.url}/continue#{code}")
    page.get_by_role("button", name="Continue here").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong, already used or too old.")
    ann.page.reload()
    assert faults_by_day_and_night(ann) == []
    ann.page.locator("[data-device=other] button").click()
    expect(ann.page.locator("[data-device]")).to_have_count(1)
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    page.goto(f"{server.url}/me")
    expect(page.locator("[data-device]")).to_have_count(1)
    shown = page.context.request.get(f"{server.url}/api/me").json()
    assert shown["id"] != ann.page.context.request.get(f"{server.url}/api/me").json()["id"]
    assert not ann.errors + phone.errors


def authenticator(page: Page) -> tuple[Any, str]:
    """A passkey provider of Chromium that answers at once; returns its session and id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def test_a_passkey_signs_in_on_another_browser(browser: Browser, server: Server) -> None:
    local = server.url.replace("127.0.0.1", "localhost")
    ann = named(browser, local, "Ann")
    session, own = authenticator(ann.page)
    ann.page.goto(f"{local}/me")
    ann.page.locator("[data-do=add-passkey]").click()
    expect(ann.page.get_by_role("button", name=re.compile("^Remove: "))).to_have_count(1)
    (made,) = session.send("WebAuthn.getCredentials", {"authenticatorId": own})["credentials"]
    other = Visitor(browser, local, wide=False)
    session, theirs = authenticator(other.page)
    other.page.goto(f"{local}/continue")
    other.page.locator("[data-do=use-passkey]").click()
    expect(other.page.get_by_role("alert")).to_contain_text("No passkey was used.")
    kept = {key: made[key] for key in CREDENTIAL if key in made}
    session.send("WebAuthn.addCredential", {"authenticatorId": theirs, "credential": kept})
    other.page.locator("[data-do=use-passkey]").click()
    expect(other.page.locator("[data-device]")).to_have_count(2)
    expect(other.page.locator("input[name=name]")).to_have_value("Ann")
    ann.page.get_by_role("button", name=re.compile("^Remove: ")).click()
    expect(ann.page.get_by_role("button", name=re.compile("^Remove: "))).to_have_count(0)
    other.page.goto(f"{local}/continue")
    other.page.locator("[data-do=use-passkey]").click()
    expect(other.page.get_by_role("alert")).to_contain_text("This server doesn't know this passkey.")
    assert not ann.errors + other.errors


def test_where_passkeys_cannot_work_the_page_says_so(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/continue")
    expect(ann.page.get_by_text("Passkeys don't work here")).to_be_visible()
    expect(ann.page.locator("[data-do=use-passkey]")).to_have_count(0)


def test_an_emblem_is_chosen_by_keyboard_and_shown_beside_the_name(browser: Browser, server: Server) -> None:
    ann = named(browser, server.url, "Ann", keys=True)
    ann.page.goto(f"{server.url}/me")
    for part in ("colour 2", "pattern 4", "figure 1"):
        ann.press(ann.page.locator(f"[data-part='{part}']"))
        expect(ann.page.locator(f"[data-part='{part}']")).to_have_attribute("aria-pressed", "true")
    ann.page.goto(server.url)
    ann.make_table("you", "open")
    expect(ann.page.locator(f".places [data-emblem='{2 * 64 + 4 * 8 + 1}']")).to_have_count(1)
    bo = Visitor(browser, ann.page.url)
    expect(bo.page.locator(".places [data-emblem]")).to_have_count(1)
    ann.page.goto(f"{server.url}/me")
    ann.press(ann.page.get_by_role("button", name="No emblem"))
    expect(ann.page.locator(".shown [data-emblem]")).to_have_count(0)


def test_two_people_with_the_same_wish_find_a_game(browser: Browser, server: Server) -> None:
    ann, bo = named(browser, server.url, "Ann", keys=True), named(browser, server.url, "Bo", wide=False)
    for visitor in (ann, bo):
        visitor.page.locator("select[name=pair-map]").select_option("new_york")
    ann.press(ann.page.locator("[data-do=pair]"))
    expect(ann.page.get_by_text("Looking for players")).to_be_visible()
    assert faults_by_day_and_night(ann) == []
    ann.press(ann.page.locator("[data-do=cancel-pairing]"))
    bo.press(bo.page.locator("[data-do=pair]"))
    expect(bo.page.get_by_text("Looking for players")).to_be_visible()
    bo.page.wait_for_timeout(1500)
    expect(bo.page.get_by_text("Looking for players")).to_be_visible()  # Ann has cancelled
    ann.press(ann.page.locator("[data-do=pair]"))
    for visitor in (ann, bo):
        visitor.page.locator("main.table").wait_for()
    assert ann.page.url == bo.page.url
    assert not ann.errors + bo.errors


def test_the_host_removes_somebody_who_may_then_be_blocked(browser: Browser, server: Server) -> None:
    ann = named(browser, server.url, "Ann")
    ann.make_table("you", "open", "open")
    bo = named(browser, server.url, "Bo")
    bo.page.goto(ann.page.url)
    bo.page.get_by_role("button", name="Join game").click()
    bo.page.locator("[data-reaction=hello]").click()
    expect(ann.page.locator(".reaction-bubble")).to_have_text("Hello!")
    bo.page.get_by_label("Write a message").fill("Who are you?")
    bo.page.keyboard.press("Enter")
    ann.page.get_by_role("button", name="Block Bo").click()
    ann.page.locator("[data-do=block]").click()
    expect(ann.page.get_by_text("Who are you?")).to_have_count(0)
    expect(ann.page.get_by_text("Blocked: Bo")).to_be_visible()
    assert faults_by_day_and_night(ann) == []
    ann.page.get_by_role("button", name="Remove Bo").click()
    expect(bo.page.get_by_role("alert")).to_contain_text("The host has removed you from this game.")
    assert faults_by_day_and_night(bo) == []
    bo.page.reload()
    bo.page.get_by_role("button", name="Join game").click()
    expect(bo.page.get_by_role("alert")).to_contain_text("You can't join this game.")
    ann.page.goto(f"{server.url}/me")
    ann.page.get_by_role("button", name="Unblock: Bo").click()
    expect(ann.page.get_by_text("You haven't blocked anybody.")).to_be_visible()
    assert not ann.errors + bo.errors
