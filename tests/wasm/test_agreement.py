"""Law 5 for the target wasm: Node and Chromium agree with this machine byte for byte."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from positions import SEATS_OF
from wasm.engines import Chromium, Node, in_chromium, in_node, make_folder
from wasm.native import BATCH, CHECKS

from whistlestop.game.game import Game

SEEDS = 10_000
"""How many random games are compared on each map."""
DECISIONS = {"nordic": 10, "europe": 20, "new_york": 60}
"""How many decisions of each searching bot are compared, at each number of seats: over 300 altogether,"""
ROLLOUTS = {"nordic": 160, "europe": 160, "new_york": 600}
"""each with so many rollouts. Most are on the map where they are fastest."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine")
    make_folder(folder)
    return folder


@pytest.fixture(scope="module")
def node(folder: Path) -> Iterator[Node]:
    with in_node(folder) as node:
        yield node


@pytest.fixture(scope="module")
def browser(folder: Path) -> Iterator[Chromium]:
    with in_chromium(folder) as browser:
        yield browser


def settings_of(check: str, name: str, seats: int) -> dict[str, int]:
    """What a check does in a game."""
    if check == "random":
        share = SEEDS / len(SEATS_OF[name])
        return {"seed": 0, "count": -int(-share // BATCH) * BATCH}
    if check == "steps":
        return {"seed": 5000, "count": 2, "every": 7}
    if check == "policies":
        return {"seed": 6000}
    return {"seed": 7000, "count": DECISIONS[name], "rollouts": ROLLOUTS[name]}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", SEATS_OF)
def test_the_module_agrees_with_this_machine(node: Node, browser: Chromium, check: str, name: str) -> None:
    for seats in SEATS_OF[name]:
        settings = settings_of(check, name, seats)
        native = CHECKS[check](Game(name, seats), **settings)
        assert node.ask(check, f"{name}-{seats}", **settings) == native
        assert browser.ask(check, f"{name}-{seats}", **settings) == native


@pytest.mark.parametrize("check", CHECKS)
def test_another_seed_would_be_noticed(node: Node, check: str) -> None:
    settings = settings_of(check, "new_york", 2)
    native = CHECKS[check](Game("new_york", 2), **settings)
    assert node.ask(check, "new_york-2", **{**settings, "seed": settings["seed"] + 1}) != native


def test_enough_decisions_of_searching_bots_are_compared() -> None:
    assert sum(DECISIONS[name] * len(counts) for name, counts in SEATS_OF.items()) >= 300
