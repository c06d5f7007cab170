"""Tables made and played through the HTTP API, so that a test can start at any point of a game."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Locator
from server.serving import Server
from web.browsing import Visitor

View = dict[str, Any]


class Seating:
    """A table of Ann at a browser, who asks the server with the browser's own cookie."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        seats: list[str],
        map_: str = "new_york",
        *,
        wide: bool = True,
        **more: Any,
    ) -> None:
        self.url = server.url
        self.visitor = Visitor(
            browser, f"{server.url}/palette.css", wide=wide
        )  # not yet at a page that asks for a player
        self.do("POST", "/players", name="Ann")
        self.id = self.do("POST", "/tables", map=map_, seats=seats, **more)["id"]
        self.link = f"{self.url}/t/{self.id}"

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """Ask the server."""
        headers = {"origin": self.url}
        return self.visitor.context.request.fetch(
            f"{self.url}/api{path}", method=method, data=body or None, headers=headers
        )

    def do(self, method: str, path: str, **body: Any) -> Any:
        """Send a request that must succeed."""
        answer = self.ask(method, path, **body)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def sit(self) -> None:
        """Open the table in the browser, which adds its bytes to the deal."""
        self.visitor.page.goto(self.link)
        self.visitor.page.locator("main.table").wait_for()

    def advance(self, until: Callable[[View], bool], *, claims: bool = False) -> View:
        """Play all seats of the browser until one sees the wanted situation; draw cards, or claim where possible."""
        for _ in range(2000):
            views = self.do("GET", f"/tables/{self.id}/views")["views"]
            for view in views:
                if until(view):
                    return dict(view)
            asked = [view for view in views if view["legal"]]
            for view in asked[:1]:
                move = choose(view["legal"], claims)
                self.do("POST", f"/tables/{self.id}/moves", seat=view["viewer"], ply=view["ply"], move=move)
        raise AssertionError("that did not come to pass")

    def catch_up(self) -> None:
        """Wait until the browser shows what was played."""
        ply = self.do("GET", f"/tables/{self.id}/views?seat=-1")["ply"]
        self.visitor.page.wait_for_function(
            "ply => Number(document.querySelector('main.table')?.dataset.ply) >= ply", arg=ply
        )


def choose(legal: list[dict[str, Any]], claims: bool) -> str:
    """A move: a claim if that is wanted, else a card; the widest choice of tickets."""
    kinds = (["claim"] if claims else []) + [
        "draw",
        "take",
        "keep",
        "swap",
        "pay",
        "give up",
        "tickets",
        "pass",
        "claim",
    ]
    return str(
        min(reversed(legal), key=lambda move: kinds.index(move["kind"]) if move["kind"] in kinds else 99)["text"]
    )


def public(log: Locator) -> list[str]:
    """The lines of a log without the cards that one seat alone saw, and without who did it: to one it is "you"."""
    lines = [line.partition("deck:")[0].replace("deck.", "").strip() for line in log.all_inner_texts()]
    return [re.sub(r"^(\d?)\s*\w+(?: \d)? \w+", r"\1", line) for line in lines]


def faults_by_day_and_night(visitor: Visitor) -> list[str]:
    """What axe finds on the page as it is, and what it finds too faint where the device is dark."""
    found = visitor.faults()
    visitor.page.emulate_media(color_scheme="dark")
    faint = visitor.page.evaluate("axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})")["violations"]
    visitor.page.emulate_media(color_scheme="light")
    return found + [f"dark: {node['html'][:120]} {node['failureSummary']}" for one in faint for node in one["nodes"]]
