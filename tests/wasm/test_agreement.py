"""Law 5 for the target wasm: Node and Chromium agree with this machine byte for byte."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from positions import SEATS_OF, TABLES
from wasm.engines import Chromium, Node, in_chromium, in_node, make_folder
from wasm.native import BATCH, CHECKS, decisions

from whistlestop.game.game import Game

SEEDS = 10_000
"""How many random games are compared on each map."""
GAME_OF_PLANNERS = 6000
"""The seed of the game whose decisions all bots are asked about."""
DECISIONS = {"nordic": 20, "europe": 20, "new_york": 60}
"""How many decisions of each searching bot are compared, at each number of seats: 300 altogether,"""
ROLLOUTS = {"nordic": 160, "europe": 160, "new_york": 400}
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
        return {"seed": 5000, "count": 2, "every": 13}
    if check == "policies":
        return {"seed": GAME_OF_PLANNERS}
    if check == "networks":
        return {"seed": GAME_OF_PLANNERS, "count": 12, "rollouts": 32}
    if check == "reviews":
        return {"seed": GAME_OF_PLANNERS, "count": 2, "rollouts": 40}
    return {"seed": GAME_OF_PLANNERS, "count": DECISIONS[name], "rollouts": ROLLOUTS[name]}


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


def test_300_decisions_of_each_bot_are_compared() -> None:
    assert sum(len(decisions(Game(name, seats), GAME_OF_PLANNERS)) for name, seats in TABLES) >= 300
    assert sum(DECISIONS[name] for name, _ in TABLES) >= 300
