"""Settings: everything that a flag of `whistlestop serve` or an environment variable can set."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

BUILD = "build"
SKIP = "skip"
HERE = "here"
ELSEWHERE = "elsewhere"
SWITCH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
"""What a setting that is on or off may be written as."""


def option(default: Any, text: str, kind: type = str) -> Any:
    """A setting with its default, its help text, and the type that its text is converted to."""
    return field(default=default, metadata={"text": text, "kind": kind})


@dataclass(frozen=True)
class Settings:
    """All settings. The field `bot_pace` is the flag `--bot-pace` and the variable `WHISTLESTOP_BOT_PACE`."""

    host: str = option("127.0.0.1", "address to listen on; 0.0.0.0 accepts connections from other machines")
    port: int = option(8765, "port to listen on", int)
    database: str = option("", "postgresql://... or sqlite:///FILE; by default a file in your data folder")
    workers: int = option(1, "number of server processes; more than one needs PostgreSQL", int)
    origin: str = option("", "behind a proxy: the origin that browsers see, such as https://play.example.org")
    proxy: str = option("127.0.0.1", "addresses of proxies whose X-Forwarded-* headers are trusted")
    rate: float = option(
        20.0, "requests per second that one player may make, with bursts of ten seconds' worth; 0 means no limit", float
    )
    address_rate: float = option(60.0, "requests per second from one address, likewise", float)
    new_rate: float = option(0.5, "new players and tables per second from one address; 0 means no limit", float)
    streams: int = option(8, "event streams that one player may keep open", int)
    bots: str = option(
        HERE, "where bots think: here, or elsewhere, in processes of `whistlestop work` over the same PostgreSQL"
    )
    bot_threads: int = option(0, "threads for bots to think in; 0 means one per core", int)
    bot_pace: float = option(
        1.0, "factor for the minimum time that bots take over a move; 0 means they move at once", float
    )
    open_hours: float = option(24.0, "hours of inactivity after which a table that has not started expires", float)
    play_hours: float = option(336.0, "hours of inactivity after which a game in progress expires", float)
    start_seconds: float = option(60.0, "seconds that people have to send each step of a fair start", float)
    heartbeat: float = option(15.0, "seconds between heartbeats on an event stream", float)
    engine: str = option(BUILD, "if the engine for browsers is not built yet: build it in the background, or skip it")
    browser_hints: bool = option(
        False, "let the browsers of players compute hints, where they can, instead of this server", bool
    )
    reports: int = option(8, "reports of games that may wait while one is computed; more are refused", int)
    report_rollouts: int = option(256, "rollouts that a report makes for each decision", int)
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
                values[setting.name] = convert(setting.name, setting.metadata["kind"], text)
        settings = cls(**values)
        if settings.engine not in (BUILD, SKIP):
            raise ValueError(f"{variable('engine')} is {settings.engine!r}; it must be {BUILD} or {SKIP}.")
        if settings.bots not in (HERE, ELSEWHERE):
            raise ValueError(f"{variable('bots')} is {settings.bots!r}; it must be {HERE} or {ELSEWHERE}.")
        return settings

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, to pass on to worker processes."""
        return {variable(setting.name): str(getattr(self, setting.name)) for setting in fields(self)}

    @property
    def url(self) -> str:
        """The URL of the database for SQLAlchemy's asynchronous engines."""
        return database_url(self.database)

    @property
    def places(self) -> list[Path]:
        """The folders with more maps."""
        return [Path(folder) for folder in self.maps.split(os.pathsep) if folder]


def convert(name: str, kind: type, given: Any) -> Any:
    """The value of a setting; ValueError if its text can't be one."""
    if kind is bool:
        text = str(given).lower()
        if text not in SWITCH:
            raise ValueError(f"{variable(name)} is {given!r}; it must be true or false.")
        return SWITCH[text]
    try:
        return kind(given)
    except ValueError:
        raise ValueError(f"{variable(name)} is {given!r}; it must be a number.") from None


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
