"""`whistlestop admin`: look after a running server, with the operator's token."""

import argparse
import json
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.parse import quote

from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings, variable

NO_SERVER = "it is no Whistlestop server."
PATIENCE = 10
"""How many seconds a server may take to answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `admin`."""
    parser.description = (
        "Look after a running server: its load, tables and players. "
        f"The server and this command need the same secret in {variable('operator_token')}."
    )
    parser.add_argument("--url", help="the server's address (default: http://127.0.0.1 and the port of the settings)")
    acts = parser.add_subparsers(dest="act", metavar="WHAT")
    acts.add_parser("load", help="show the load, tables by state, and faults of the proxy; this is the default")
    acts.add_parser("tables", help="list the newest tables")
    acts.add_parser("players", help="list the players who were seen last")
    remove = acts.add_parser("remove", help="remove a player: name, messages and token are deleted, bots take over")
    remove.add_argument("player", metavar="PLAYER", help="the player's id, as `players` lists it")
    restart = acts.add_parser("restart", help="announce a restart to everybody who is on the site")
    when = restart.add_mutually_exclusive_group(required=True)
    when.add_argument("minutes", metavar="MINUTES", nargs="?", type=minutes, help="in how many minutes")
    when.add_argument("--cancel", action="store_true", help="take the announcement back")


def minutes(text: str) -> float:
    """A number of minutes, at most a week."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 7 * 24 * 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes from 0 to 10080")
    return found


def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says."""
    try:
        settings = Settings.of()
    except ValueError as error:
        raise Refused("bad_setting", problem=str(error)) from None
    server = Server(args.url or f"http://127.0.0.1:{settings.port}", settings.operator_token)
    if args.act == "remove":
        server.ask("DELETE", f"/players/{quote(args.player, safe='')}")
        print("Removed.")
    elif args.act == "restart":
        at = None if args.cancel else int((time.time() + 60 * args.minutes) * 1000)
        server.ask("PUT", "/restart", {"at": at})
        print("Taken back." if at is None else f"Announced for {clock(at)}.")
    elif args.act in ("tables", "players"):
        print_rows(server.ask("GET", f"/{args.act}"))
    else:
        print_load(server.ask("GET", ""))
    return 0


class Server:
    """A server that answers its operator."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.token = token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request; a refusal becomes one sentence."""
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        written = None if body is None else json.dumps(body).encode()
        try:
            asked = urllib.request.Request(f"{self.url}/api/admin{path}", written, headers, method=method)
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                said = answer.read()
            return json.loads(said) if said else None
        except urllib.error.HTTPError as error:
            with error:
                raise Refused("server_said", problem=refusal_text(error.read())) from None
        except json.JSONDecodeError:
            raise Refused("server_said", problem=NO_SERVER) from None
        except (OSError, ValueError, HTTPException) as error:
            problem = str(getattr(error, "reason", error)).rstrip(".")
            raise Refused("no_server", url=self.url, problem=problem) from None


def refusal_text(said: bytes) -> str:
    """The sentence of a refusal."""
    try:
        return str(json.loads(said)["text"])
    except (ValueError, KeyError, TypeError):
        return NO_SERVER


def print_load(found: dict[str, Any]) -> None:
    """Print the load of a server."""
    for name, value in {**found["load"], **{f"tables {state}": n for state, n in found["tables"].items()}}.items():
        print(f"{name.replace('_', ' '):20} {value}")
    if found["restart"] is not None:
        print(f"{'restart':20} {clock(found['restart'])}")
    for fault in found["proxy"]:
        print(f"{fault['count']} times, last {clock(fault['last'])}: {fault['text']}")


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Print a table with a column for each field."""
    lines = [[*rows[0]]] if rows else [["(none)"]]
    lines += [[clock(one[name]) if name in TIMES else str(one[name]) for name in one] for one in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


TIMES = ("created", "touched", "seen")
"""The fields that are moments."""


def clock(moment: int) -> str:
    """A moment in the time of this machine."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment / 1000))
