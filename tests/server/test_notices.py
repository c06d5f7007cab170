"""Notices reach people who don't have the page open: by browser, e-mail and webhook, once, and only while true."""

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from server.receiving import (
    Browser,
    HookServer,
    MailServer,
    from_base64,
    is_signed,
    to_base64,
    vapid_claims,
    wait_until,
)
from server.serving import Person, Server, start

from whistlestop.server.outgoing import Outgoing, is_public
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.web_push import encrypt, private_key, public_bytes

ORIGIN = "https://play.example.org"
MAIL_FROM = "games@example.org"


@pytest.fixture(scope="module")
def hooks() -> Iterator[HookServer]:
    found = HookServer()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    found = MailServer()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mails: MailServer) -> Iterator[Server]:
    database = str(tmp_path_factory.mktemp("notices") / "tables.db")
    flags = ("--origin", ORIGIN, "--smtp", mails.url, "--mail-from", MAIL_FROM, "--private-notices")
    server = Server(database, *flags)
    yield server
    server.stop()


def add_hook(person: Person, hooks: HookServer, path: str = "", language: str = "en") -> str:
    """Give a person a webhook at a path of their own. Returns its secret."""
    answer = person.do("POST", "/me/notices/webhook", address=f"{hooks.url}/{path or person.name}", language=language)
    return str(answer["secret"])


def text_of(mail: EmailMessage) -> str:
    content: str = mail.get_content()
    return content


def link_in(mail: EmailMessage, purpose: str) -> str:
    """The path of a link in an e-mail."""
    found = re.search(rf"{ORIGIN}(/{purpose}/\S+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]


def add_mail(person: Person, mails: MailServer, address: str, language: str = "en") -> None:
    """Give a person an e-mail address, and confirm it."""
    person.do("POST", "/me/notices/mail", address=address, language=language)
    wait_until(lambda: bool(mails.to(address)))
    assert person.client.post(link_in(mails.to(address)[0], "confirm")).status_code == 204


def channels(person: Person) -> list[dict[str, Any]]:
    return list(person.do("GET", "/me/notices")["channels"])


def choose_tickets(table: str, people: list[Person]) -> None:
    """Everybody chooses their first tickets."""
    for seat, person in enumerate(people):
        view = person.view(table, seat)
        assert person.move(table, seat, view["ply"], view["legal"][0]["text"]).status_code == 200


def take_turn(table: str, people: list[Person]) -> int:
    """Whoever is to move draws cards until the turn is over. Returns the seat."""
    view = people[0].view(table, 0)
    mover = view["movers"][0]
    while view["movers"] == [mover]:
        legal = [one["text"] for one in people[mover].view(table, mover)["legal"]]
        text = next((text for text in legal if text.startswith(("draw", "take"))), legal[0])
        assert people[mover].move(table, mover, view["ply"], text).status_code == 200
        view = people[0].view(table, 0)
    return int(mover)


def test_a_game_calls_those_who_are_away_in_every_way(site: Server, hooks: HookServer, mails: MailServer) -> None:
    ann, ben, cat, dot = people = [Person(site.url, name) for name in ("Ann", "Ben", "Cat", "Dot")]
    browser = Browser()
    secret = add_hook(ben, hooks)
    add_mail(ben, mails, "ben@example.org", "is")
    ben.do("POST", "/me/notices/push", endpoint=f"{hooks.url}/push-ben", language="ru", **browser.keys)
    for other in (cat, dot):
        add_hook(other, hooks)
    table = ann.make(["you", "open", "open", "open"], first=0)
    for person in (ben, cat, dot):
        person.do("POST", f"/tables/{table}/seats")
    dot.do("PUT", f"/tables/{table}/notices", wanted=False)
    assert dot.do("GET", "/me/notices")["silent"] == [table]
    there = cat.follow(table)
    for step in (Person.send_hashes, Person.send_bytes):
        for seat, person in enumerate(people):
            step(person, table, [seat])
    begun = time.time()
    wait_until(lambda: bool(hooks.at("/Ben") and hooks.at("/push-ben") and len(mails.to("ben@example.org")) == 2))
    hook, push, mail = hooks.at("/Ben")[0], hooks.at("/push-ben")[0], mails.to("ben@example.org")[1]
    assert hook.at - begun < 10
    assert push.at - begun < 10
    # the webhook
    assert is_signed(hook, secret)
    assert hook.said["id"] == hook.headers["webhook-id"]
    assert hook.said["kind"] == "begun"
    assert hook.said["url"] == f"{ORIGIN}/t/{table}"
    assert hook.said["text"] == hook.said["content"]
    assert hook.said["text"].startswith(
        "The game has begun: choose your tickets · New York City, with Ann, Cat, Dot http"
    )
    # the browser
    said = browser.read(push.body)
    assert (said["title"], said["path"]) == ("Игра началась: выберите маршруты", f"/t/{table}")
    assert said["id"] == push.headers["topic"]
    key = ben.do("GET", "/me/notices")["push_key"]
    claims = vapid_claims(push.headers["authorization"], key)
    assert (claims["aud"], claims["sub"]) == (hooks.url, f"mailto:{MAIL_FROM}")
    assert time.time() < claims["exp"] < time.time() + 86400
    # the e-mail
    assert mail["subject"].startswith("Spilið er hafið")
    assert mail["from"] == f"Whistlestop <{MAIL_FROM}>"
    assert mail["message-id"].endswith("@example.org>")
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    raw = next(raw for raw in mails.raw if mail["message-id"].encode() in raw)
    assert f"List-Unsubscribe: <{ORIGIN}{link_in(mail, 'stop')}>".encode() in raw, "in one piece"
    assert mail["list-unsubscribe"] == f"<{ORIGIN}{link_in(mail, 'stop')}>"
    # a turn that was made meanwhile calls nobody; the next one does
    choose_tickets(table, people)
    assert [take_turn(table, people) for _ in range(4)] == [0, 1, 2, 3]
    assert take_turn(table, people) == 0
    wait_until(lambda: len(hooks.at("/Ben")) == 2)
    assert hooks.at("/Ben")[1].said["kind"] == "turn"
    time.sleep(1)
    assert len(hooks.at("/Ben")) == len(hooks.at("/push-ben")) == 2
    assert not hooks.at("/Cat"), "Cat has the page open"
    assert not hooks.at("/Dot"), "Dot wants nothing about this table"
    assert not [mail for mail in mails.received if mail["to"] != "ben@example.org"]
    there.close()
    # the end, and a rematch
    for seat, person in enumerate(people):
        person.do("POST", f"/tables/{table}/resign", seat=seat)
    again = ann.do("POST", f"/tables/{table}/rematch")["id"]
    wait_until(lambda: len(hooks.at("/Ben")) == 4)
    over, rematch = sorted((one.said for one in hooks.at("/Ben")[2:]), key=lambda said: said["kind"])
    assert (over["kind"], rematch["kind"]) == ("over", "rematch")
    assert rematch["url"] == f"{ORIGIN}/t/{again}"
    assert 'whistlestop_notices_total{outcome="sent",way="webhook"}' in ann.client.get("/metrics").text


def test_an_address_gets_nothing_before_its_owner_agrees(site: Server, mails: MailServer) -> None:
    ann, eve = Person(site.url, "Ann"), Person(site.url, "Eve")
    ann.do("POST", "/me/notices/mail", address="ann@example.org", language="en")
    wait_until(lambda: bool(mails.to("ann@example.org")))
    table = start([ann, eve], first=0)
    link = link_in(mails.to("ann@example.org")[0], "confirm")
    assert [one["confirmed"] for one in channels(ann)] == [False]
    assert eve.client.get(link).status_code == 200, "mail programs read links by themselves"
    assert [one["confirmed"] for one in channels(ann)] == [False]
    assert eve.client.post(link[:-1] + ("A" if link[-1] != "A" else "B")).json()["code"] == "bad_mail_link"
    assert eve.client.post(link.replace("confirm", "stop")).json()["code"] == "bad_mail_link"
    assert eve.client.post(link).status_code == 204
    assert eve.client.post(link).json()["code"] == "bad_mail_link"
    assert [one["confirmed"] for one in channels(ann)] == [True]
    assert len(mails.to("ann@example.org")) == 1, "nothing about what was before"
    choose_tickets(table, [ann, eve])
    assert take_turn(table, [ann, eve]) == 0
    assert take_turn(table, [ann, eve]) == 1
    wait_until(lambda: len(mails.to("ann@example.org")) == 2)
    mail = mails.to("ann@example.org")[1]
    assert mail["subject"] == "It's your turn: New York City, with Eve"
    stop = link_in(mail, "stop")
    assert eve.client.get(stop).status_code == 200
    assert len(channels(ann)) == 1
    body = "List-Unsubscribe=One-Click"
    stopped = eve.client.post(stop, content=body, headers={"content-type": "application/x-www-form-urlencoded"})
    assert stopped.status_code == 204
    assert not channels(ann)
    assert eve.client.post(stop).status_code == 204, "it is off already"


def test_what_receivers_do_wrong_delays_nobody_else(site: Server, hooks: HookServer, mails: MailServer) -> None:
    """A browser that has unsubscribed, a mail server that refuses, a webhook that redirects: each for itself."""
    ann, fay = Person(site.url, "Ann"), Person(site.url, "Fay")
    add_mail(fay, mails, "fay@example.org")
    fay.do("POST", "/me/notices/push", endpoint=f"{hooks.url}/gone", language="en", **Browser().keys)
    for path in ("Fay", "moved", "failing"):
        add_hook(fay, hooks, path)
    hooks.statuses |= {"/gone": 410, "/moved": 302, "/failing": 500}
    mails.refusal = "451 try again later"
    try:
        start([ann, fay])
        wait_until(lambda: bool(hooks.at("/Fay") and hooks.at("/gone") and mails.attempts))
        wait_until(lambda: not any(one["way"] == "push" for one in channels(fay)))
        hooks.statuses["/failing"] = 204
        mails.refusal = ""
        wait_until(lambda: len(hooks.at("/failing")) == 2 and len(mails.to("fay@example.org")) == 2)
    finally:
        mails.refusal = ""
    first, second = hooks.at("/failing")
    assert first.headers["webhook-id"] == second.headers["webhook-id"], "the receiver can tell that it is the same"
    assert first.body == second.body
    assert not hooks.at("/elsewhere")
    assert len(hooks.at("/Fay")) == 1


def test_a_mail_server_that_hangs_blocks_nothing(site: Server, hooks: HookServer, mails: MailServer) -> None:
    ann, gil = Person(site.url, "Ann"), Person(site.url, "Gil")
    mails.hangs = True
    try:
        for n in range(10):  # more than are sent at the same time
            gil.do("POST", "/me/notices/mail", address=f"gil{n}@example.org", language="en")
        wait_until(lambda: mails.attempts > 5)
        add_hook(gil, hooks)
        begun = time.time()
        start([ann, gil])
        wait_until(lambda: bool(hooks.at("/Gil")), 15)
        assert hooks.at("/Gil")[0].at - begun < 10 + 5, "five seconds for a slow machine to begin the game"
    finally:
        mails.hangs = False


def test_nothing_leaves_a_server_unless_somebody_wants_it(sqlite_server: Server) -> None:
    """Nobody has a channel, so nothing is written that could be sent; `none` refuses channels too."""
    ann, ben = Person(sqlite_server.url, "Ann"), Person(sqlite_server.url, "Ben")
    choose_tickets(start([ann, ben]), [ann, ben])
    for person in (ann, ben):
        assert person.do("GET", "/me/export")["outbox"] == []
    assert ann.do("GET", "/me/notices")["ways"] == ["push", "webhook"]
    assert "whistlestop_notices_total{" not in ann.client.get("/metrics").text
    assert Settings.of({}, notices="none").ways == ()


def test_deletion_export_and_sign_out_include_channels(site: Server, hooks: HookServer, mails: MailServer) -> None:
    hal = Person(site.url, "Hal")
    add_hook(hal, hooks)
    hal.do("POST", "/me/notices/push", endpoint=f"{hooks.url}/push-hal", language="en", **Browser().keys)
    export = hal.do("GET", "/me/export")
    assert [(one["way"], one["address"]) for one in export["channels"]] == [
        ("webhook", f"{hooks.url}/Hal"), ("push", f"{hooks.url}/push-hal"),
    ]  # fmt: skip
    # another browser of the same person; then this one is signed out there
    code = hal.do("POST", "/me/code")["code"]
    token = hal.post("/codes", code=code, program=True).json()["token"]
    other = Person.known(site.url, token)
    device = next(one["id"] for one in other.do("GET", "/me/devices") if not one["current"])
    other.do("DELETE", f"/me/devices/{device}")
    assert [one["way"] for one in channels(other)] == ["webhook"]
    assert other.ask("DELETE", f"/me/notices/{'x' * 22}").json()["code"] == "no_such_channel"
    ivy = Person(site.url, "Ivy")
    assert ivy.ask("DELETE", f"/me/notices/{channels(other)[0]['id']}").json()["code"] == "no_such_channel"
    table = start([ivy, other])
    wait_until(lambda: len(other.do("GET", "/me/export")["outbox"]) == 1)
    other.do("DELETE", "/me")
    time.sleep(7)
    assert not hooks.at("/Hal"), "deleted before the notice was due"
    assert ivy.do("GET", f"/tables/{table}")["state"] == "playing"


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://10.0.0.8/", "https://192.168.1.1:8443/",
        "https://169.254.169.254/latest/meta-data", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::7f00:1]/", "https://100.64.0.1/", "https://0.0.0.0/", "https://2130706433/", "https://0x7f.1/",
    ],
)  # fmt: skip
def test_a_private_address_is_refused(sqlite_server: Server, address: str) -> None:
    ann = Person(sqlite_server.url)
    for way, body in (("webhook", {"address": address}), ("push", {"endpoint": address, **Browser().keys})):
        answer = ann.post(f"/me/notices/{way}", language="en", **body)
        assert (answer.status_code, answer.json()["code"]) == (403, "private_address")
    assert not channels(ann)


@pytest.mark.parametrize(
    ("way", "body", "code"),
    [
        ("webhook", {"address": "http://example.org/hook"}, "bad_address"),
        ("webhook", {"address": "https://user:word@example.org/"}, "bad_address"),
        ("webhook", {"address": "file:///etc/passwd"}, "bad_address"),
        ("webhook", {"address": "https://exa mple.org/"}, "bad_address"),
        ("webhook", {"address": "https://example.org:99999/"}, "bad_address"),
        ("webhook", {"address": "https://nobody.invalid/"}, "unknown_host"),
        ("push", {"endpoint": "https://[::1", "key": "AA", "secret": "AA"}, "bad_push_keys"),
        ("push", {"endpoint": "https://[::1", **Browser().keys}, "bad_address"),
        ("push", {"endpoint": "https://example.org", "key": "AAAAA", "secret": "A"}, "bad_push_keys"),
        ("mail", {"address": "ann@example.org"}, "no_such_way"),
        ("webhook", {"address": "https://example.org/" + "x" * 1000}, "bad_body"),
    ],
)
def test_bad_input_is_refused(sqlite_server: Server, way: str, body: dict[str, str], code: str) -> None:
    ann = Person(sqlite_server.url)
    answer = ann.post(f"/me/notices/{way}", language="en", **body)
    assert answer.json()["code"] == code
    assert not channels(ann)


@pytest.mark.parametrize(
    "address", ["ann", "ann@", "@example.org", "a b@example.org", "ann@example.org\r\nBcc: x@y.org"]
)
def test_bad_mail_addresses_are_refused(site: Server, address: str) -> None:
    answer = Person(site.url).post("/me/notices/mail", address=address, language="en")
    assert answer.json()["code"] == "bad_mail_address"


def test_a_host_that_becomes_private_after_it_was_registered_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up again for each request, and the connection goes to what was looked up."""

    async def attempt() -> None:
        outgoing, loop = Outgoing(), asyncio.get_running_loop()
        answers = iter(["93.184.215.14", "127.0.0.1"])

        async def look_up(host: str, port: int, **_: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

        monkeypatch.setattr(loop, "getaddrinfo", look_up, raising=False)
        await outgoing.check("https://rebinding.example.org/")
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setblocking(False)
            port = listening.getsockname()[1]
            with pytest.raises(Refused, match="private network"):
                await outgoing.post(f"https://rebinding.example.org:{port}/", b"{}", {})
            with pytest.raises(BlockingIOError):
                listening.accept()
        await outgoing.close()

    class Loop(asyncio.SelectorEventLoop):
        """A loop whose look-up a test can replace."""

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(attempt())


def test_addresses_of_the_internet_are_public() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:4700::1111")
    private = ("fd00::1", "224.0.0.1", "fe80::1%eth0", "2002:7f00:1::", "::", "::127.0.0.1", "fec0::1", "::ffff:a00:1")
    assert not any(is_public(one) for one in private)


def test_encryption_agrees_with_the_example_of_rfc_8291() -> None:
    own = private_key(from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    assert to_base64(public_bytes(own)).startswith("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27")
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    salt, auth = from_base64("DGv6ra1nlYgDCS1FRnbzlw"), from_base64("BTBZMqHH6r4Tts7J_aSIgg")
    body = encrypt(b"When I grow up, I want to be a watermelon", from_base64(browser), auth, own, salt)
    assert to_base64(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_e_mail_needs_an_origin_and_a_sender() -> None:
    with pytest.raises(ValueError, match="WHISTLESTOP_SMTP needs WHISTLESTOP_MAIL_FROM and WHISTLESTOP_ORIGIN"):
        Settings.of({}, smtp="smtp://mail.example.org")
    settings = Settings.of({}, smtp="smtp://mail.example.org", mail_from="a@example.org", origin="https://example.org")
    assert settings.ways == ("push", "webhook", "mail")
    for name, text in (("smtp", "mail.example.org"), ("mail_from", "nobody"), ("notices", "pigeon")):
        with pytest.raises(ValueError, match="it must be"):
            Settings.of({}, **{name: text})
