"""Agents: bots by their text, and programs behind an HTTP address, which answer one request for each decision."""

import json
import random
import urllib.request
from typing import Any

from whistlestop.bots import Bot, make_bot
from whistlestop.game.view import View

SECONDS = 60
"""How long an address may take to answer if nothing else limits it."""
ANSWER = 1 << 16
"""The longest answer that is read, in bytes."""


def make_agent(text: str) -> Bot:
    """An agent from text: an address that begins with http:// or https://, or a bot."""
    return HttpAgent(text) if is_address(text) else make_bot(text)


def is_address(text: str) -> bool:
    """Whether an agent is behind an address."""
    return text.startswith(("http://", "https://"))


class HttpAgent:
    """A program that gets a view by POST and answers with a move.

    The request is `{"map": ..., "seats": 2, "seat": 0, "view": {...}}`; `view["legal"]` lists the legal moves. The
    answer is `{"move": "take red"}`.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def choose(self, view: View, rng: random.Random) -> int:
        """Ask for a move; raises if there is no answer or no move in it."""
        asked = {"map": view.game.name, "seats": view.game.seats, "seat": view.viewer, "view": view.as_dict()}
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address, json.dumps(asked).encode(), headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            found: Any = json.loads(answer.read(ANSWER))
        if not isinstance(found, dict) or "move" not in found:
            raise ValueError('the answer is not {"move": ...}')
        move = found["move"]
        number = view.game.catalogue.find(" ".join(move.lower().split())) if isinstance(move, str) else move
        if number is None:
            raise ValueError(f"there is no move {str(move)[:80]!r}")
        return number  # a record refuses whatever is no legal move
