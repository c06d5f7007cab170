"""Settings: the one list of what can be set by a flag of `whistlestop serve` or by an environment variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


def option(default: Any, text: str, kind: type = str) -> Any:
    """A setting with its default, what it is for, and what its text is read as."""
    return field(default=default, metadata={"text": text, "kind": kind})


@dataclass(frozen=True)
class Settings:
    """All that can be set; a field `bot_pace` is the flag `--bot-pace` and the variable `WHISTLESTOP_BOT_PACE`."""

    host: str = option("127.0.0.1", "the address to listen on; 0.0.0.0 lets other machines in")
    port: int = option(8765, "the port to listen on", int)
    database: str = option("", "postgresql://... or sqlite:///FILE; by default a file in your data folder")
    workers: int = option(1, "how many processes serve; more than one needs PostgreSQL", int)
    origin: str = option("", "the origin that browsers see, such as https://play.example.org, behind a proxy")
    proxy: str = option("127.0.0.1", "the addresses of proxies whose X-Forwarded-* headers are believed")
    rate: float = option(20.0, "requests a second that one player may make, with bursts of ten seconds; 0: any", float)
    address_rate: float = option(60.0, "the same for all that come from one address", float)
    new_rate: float = option(0.5, "players and tables that one address may make a second; 0: any", float)
    streams: int = option(8, "streams of news that one player may hold open", int)
    bot_threads: int = option(0, "threads in which bots think; 0: one a core", int)
    bot_pace: float = option(1.0, "how much of their pace bots keep; 0: they move at once", float)
    open_hours: float = option(24.0, "a table that has not begun expires after so many hours untouched", float)
    play_hours: float = option(336.0, "a table that is played expires after so many hours untouched", float)
    start_seconds: float = option(60.0, "how long a start waits for everybody's bytes", float)
    heartbeat: float = option(15.0, "seconds between signs of life on a stream", float)
    log: str = option("info", "what is logged: debug, info, warning or error")
    maps: str = option("", "further folders of maps, separated as in PATH")

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None, **given: Any) -> "Settings":
        """Settings from flags, then from the environment, then by default; ValueError names what can't be read."""
        known = os.environ if environment is None else environment
        values = {}
        for one in fields(cls):
            text = given.get(one.name)
            text = known.get(variable(one.name)) if text is None else text
            if text is not None and text != "":
                try:
                    values[one.name] = one.metadata["kind"](text)
                except ValueError:
                    raise ValueError(f"{variable(one.name)} is {text!r}; it must be a number.") from None
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The same settings as environment variables, for processes of their own."""
        return {variable(one.name): str(getattr(self, one.name)) for one in fields(self)}

    @property
    def url(self) -> str:
        """The database, as SQLAlchemy's asynchronous engines want it."""
        return database_url(self.database)

    @property
    def places(self) -> list[Path]:
        """Further places of maps."""
        return [Path(place) for place in self.maps.split(os.pathsep) if place]


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"WHISTLESTOP_{name.upper()}"


def default_file() -> Path:
    """The database in the user's data folder."""
    root = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(root) / "whistlestop" / "whistlestop.db"


def database_url(text: str) -> str:
    """A database as people write it, as SQLAlchemy's asynchronous engines want it; a plain text is a file."""
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
    """The file of an SQLite database, None for any other."""
    scheme, _, rest = url.partition(":///")
    return Path(rest) if scheme == "sqlite+aiosqlite" else None
