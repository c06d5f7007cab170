"""Settings: everything that a flag of `whistlestop serve` or an environment variable can set."""

import ipaddress
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

BUILD = "build"
SKIP = "skip"
HERE = "here"
ELSEWHERE = "elsewhere"
PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
"""The ways of notices."""
SWITCH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
"""What a setting that is on or off may be written as."""


LOG_LEVELS = ("debug", "info", "warning", "error")
MOST = 1_000_000
"""The largest number that a setting can have, unless something else is said."""


def option(default: Any, text: str, kind: type = str, least: float = 0, most: float = MOST) -> Any:
    """A setting with its default, its help text, the type that its text is converted to, and the range of a number."""
    return field(default=default, metadata={"text": text, "kind": kind, "least": least, "most": most})


@dataclass(frozen=True)
class Settings:
    """All settings. The field `bot_pace` is the flag `--bot-pace` and the variable `WHISTLESTOP_BOT_PACE`."""

    host: str = option("127.0.0.1", "address to listen on; 0.0.0.0 accepts connections from other machines")
    port: int = option(8765, "port to listen on", int, most=65_535)
    database: str = option("", "postgresql://... or sqlite:///FILE; by default a file in your data folder")
    workers: int = option(1, "number of server processes; more than one needs PostgreSQL", int, 1, 256)
    origin: str = option("", "behind a proxy: the origin that browsers see, such as https://play.example.org")
    proxy: str = option("127.0.0.1", "addresses of proxies whose X-Forwarded-* headers are trusted")
    rate: float = option(
        20.0, "requests per second that one player may make, with bursts of ten seconds' worth; 0 means no limit", float
    )
    address_rate: float = option(60.0, "requests per second from one address, likewise", float)
    new_rate: float = option(0.5, "new players and tables per second from one address; 0 means no limit", float)
    advice_rate: float = option(
        0.5, "requests for advice per second that one player may make, with bursts of ten seconds' worth", float
    )
    address_advice_rate: float = option(2.0, "requests for advice per second from one address, likewise", float)
    address_streams: int = option(100, "event streams that one address may keep open; 0 means no limit", int)
    operator_token: str = option("", "secret of at least 16 characters for `whistlestop admin`; without it nobody may")
    bots: str = option(
        HERE, "where bots think: here, or elsewhere, in processes of `whistlestop work` over the same PostgreSQL"
    )
    streams: int = option(8, "event streams that one player may keep open", int, 1)
    bot_threads: int = option(0, "threads for bots to think in; 0 means one per core", int, most=1024)
    bot_pace: float = option(
        1.0, "factor for the minimum time that bots take over a move; 0 means they move at once", float
    )
    open_hours: float = option(
        24.0, "hours of inactivity after which a table that has not started expires", float, 0.0001
    )
    play_hours: float = option(336.0, "hours of inactivity after which a game in progress expires", float, 0.0001)
    start_seconds: float = option(60.0, "seconds that people have to send each step of a fair start", float, 0.1)
    heartbeat: float = option(15.0, "seconds between heartbeats on an event stream", float, 0.1, 300)
    engine: str = option(BUILD, "if the engine for browsers is not built yet: build it in the background, or skip it")
    browser_hints: bool = option(
        False, "let the browsers of players compute hints, where they can, instead of this server", bool
    )
    reports: int = option(8, "reports of games that may wait while one is computed; more are refused", int)
    report_rollouts: int = option(256, "rollouts that a report makes for each decision", int, 1)
    notices: str = option(
        "push,webhook", "how players may get notices, beside e-mail: push, webhook, both with a comma, or none"
    )
    smtp: str = option("", "mail server for notices: smtp://USER:PASSWORD@HOST:PORT or smtps://...; none: no e-mail")
    mail_from: str = option("", "address that e-mail comes from, such as games@example.org")
    private_notices: bool = option(
        False, "let webhooks and push services have private addresses, and do without TLS: for tests and home", bool
    )
    log: str = option("info", "least severe level to log: debug, info, warning or error")
    maps: str = option("", "folders with more maps, separated as in PATH")

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None, **given: Any) -> "Settings":
        """Settings from flags, else from the environment, else the defaults; ValueError names a bad value."""
        variables = os.environ if environment is None else environment
        values = {}
        for setting in fields(cls):
            text = given.get(setting.name)
            text = variables.get(variable(setting.name)) if text is None else text
            if text is not None and text != "":
                values[setting.name] = convert(setting.name, setting.metadata, text)
        if values.get("smtp") and not (values.get("mail_from") and values.get("origin")):
            needed = " and ".join(variable(name) for name in ("mail_from", "origin"))
            raise ValueError(f"{variable('smtp')} needs {needed}: the links in e-mails begin with the origin.")
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, to pass on to worker processes."""
        return {variable(setting.name): str(getattr(self, setting.name)) for setting in fields(self)}

    @property
    def url(self) -> str:
        """The URL of the database for SQLAlchemy's asynchronous engines."""
        return database_url(self.database)

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways in which players may get notices."""
        chosen = [way for way in (PUSH, WEBHOOK) if way in self.notices.split(",")]
        return (*chosen, MAIL) if self.smtp else tuple(chosen)

    @property
    def places(self) -> list[Path]:
        """The folders with more maps."""
        return [Path(folder) for folder in self.maps.split(os.pathsep) if folder]


def convert(name: str, about: Mapping[str, Any], given: Any) -> Any:
    """The value of a setting; ValueError if its text can't be one."""
    kind = about["kind"]
    if kind is str:
        wanted = CHECKS[name](str(given)) if name in CHECKS else ""
        if wanted:
            raise ValueError(f"{variable(name)} is {given!r}; it must be {wanted}.")
        return str(given)
    if kind is bool:
        text = str(given).lower()
        if text not in SWITCH:
            raise ValueError(f"{variable(name)} is {given!r}; it must be true or false.")
        return SWITCH[text]
    try:
        number = kind(given)
        if not (math.isfinite(number) and about["least"] <= number <= about["most"]):
            raise ValueError
    except ValueError:
        whole = "whole " if kind is int else ""
        wanted = f"a {whole}number from {about['least']:g} to {int(about['most'])}"
        raise ValueError(f"{variable(name)} is {given!r}; it must be {wanted}.") from None
    return number


def wanted_origin(text: str) -> str:
    """What an origin must be; empty if this is one."""
    wanted = "the origin that browsers see, such as https://play.example.org"
    try:
        parts = urlsplit(text)
        has_good_port = parts.port is None or parts.port > 0
    except ValueError:
        return wanted
    is_plain = parts.path in ("", "/") and not parts.query and not parts.fragment and not parts.username
    is_origin = parts.scheme in ("http", "https") and bool(parts.hostname) and has_good_port and is_plain
    return "" if is_origin and not any(letter.isspace() for letter in text) else wanted


def wanted_proxy(text: str) -> str:
    """What the addresses of proxies must be; empty if these are some."""
    for one in text.split(","):
        try:
            if text != "*":
                ipaddress.ip_network(one.strip())
        except ValueError:
            return "addresses or networks, such as 127.0.0.1,10.0.0.0/8, or *"
    return ""


def wanted_database(text: str) -> str:
    """What a database must be; empty if this may be one, which only opening it can tell."""
    scheme, colon, rest = text.partition("://")
    is_named = not colon or (rest.startswith("/") and len(rest) > 1) or not scheme.startswith("sqlite")
    return "" if is_named else "postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE"


def wanted_smtp(text: str) -> str:
    """What a mail server must be; empty if this may be one."""
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_good = False
    return "" if is_good else "smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start"


def wanted_mail_from(text: str) -> str:
    """What the sender of e-mail must be; empty if this may be one."""
    name, _, host = text.partition("@")
    is_good = bool(name and host) and text.isascii() and text.isprintable() and not set(text) & set(" <>,;")
    return "" if is_good and text.count("@") == 1 else "an e-mail address, such as games@example.org"


def one_of(*words: str) -> Callable[[str], str]:
    """A check for a setting that must be one of a few words."""
    return lambda text: "" if text in words else f"{', '.join(words[:-1])} or {words[-1]}"


CHECKS: dict[str, Callable[[str], str]] = {
    "origin": wanted_origin,
    "proxy": wanted_proxy,
    "database": wanted_database,
    "operator_token": lambda text: "" if len(text) >= 16 else "a secret of at least 16 characters",
    "engine": one_of(BUILD, SKIP),
    "notices": one_of(f"{PUSH},{WEBHOOK}", f"{WEBHOOK},{PUSH}", PUSH, WEBHOOK, "none"),
    "smtp": wanted_smtp,
    "mail_from": wanted_mail_from,
    "bots": one_of(HERE, ELSEWHERE),
    "log": one_of(*LOG_LEVELS),
}
"""For settings that are text: what the text must be, or nothing if it is that."""


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"WHISTLESTOP_{name.upper()}"


def default_file() -> Path:
    """The default database: a file in the user's data folder."""
    root = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(root) / "whistlestop" / "whistlestop.db"


def database_url(text: str) -> str:
    """What a user wrote for a database as a URL for SQLAlchemy's asynchronous engines; text without `://` is a file."""
    if not text:
        return f"sqlite+aiosqlite:///{default_file()}"
    scheme, colon, rest = text.partition("://")
    if not colon:
        return f"sqlite+aiosqlite:///{text}"
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
    }
    return f"{drivers.get(scheme, scheme)}://{rest}"


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other database."""
    scheme, _, rest = url.partition(":///")
    return Path(rest) if scheme == "sqlite+aiosqlite" else None
