"""A game in words: all that the seat may know, nothing else, and refusals with reasons."""

import random

import pytest

from whistlestop.arena.reasons import BadArena
from whistlestop.arena.text_table import TextTable
from whistlestop.cli.mcp import NO_GAME, Tools
from whistlestop.env.resample import NoWorld, Worlds
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record


def test_a_game_is_played_in_words() -> None:
    tools, rng = Tools(shows_legal=True), random.Random(1)
    assert tools.look() == tools.rules() == tools.play("draw") == NO_GAME
    text = tools.new_game(bots="random", seed=3)
    assert "Points by length: 1: 1, 2: 2, 3: 4, 4: 7." in tools.rules()
    refused = tools.play("claim the moon")
    assert refused.startswith("Refused: ")
    for _ in range(200 if TARGET == "cpu" else 8):
        if "The game is over." in text:
            break
        assert "= ?" in text or "Nothing happened" in text or "\n0 " in text
        text = tools.play(rng.choice(text.split("Legal moves: ")[1].split("; ")))
    if TARGET == "cpu":
        assert "place 1." in text


def test_what_others_hold_is_not_in_the_words() -> None:
    """Hidden legal moves stay hidden, and the words are the same in another deal of the hidden cards."""
    game, rng, compared = Game("new_york", 2), random.Random(1), 0
    table, twin = (TextTable(game, ["racer"], seat=1, seed=4, shows_legal=False) for _ in range(2))
    text = table.look()
    assert "Legal moves" not in text
    assert text.count("= ?") >= 2 + 2
    own = table.record.view(1).as_dict()["seats"][1]["hand"]
    assert all(kind in text for kind in own)
    assert "You are seat 1." in text
    for _ in range(12 if TARGET == "cpu" else 2):
        table.play(rng.choice(table.record.legal()))
        if table.record.over:
            break
        world = world_of(table.record, 1, rng)
        table._read, twin._read, twin.record = 0, 0, world
        compared += world.state.tobytes() != table.record.state.tobytes()
        assert twin.look() == table.look()
    assert compared > (6 if TARGET == "cpu" else 0)


def world_of(record: Record, seat: int, rng: random.Random) -> Record:
    """A game that a seat can't tell from the true one."""
    worlds = Worlds(record, seat)
    while True:
        world = Record(record.game)
        try:
            for move in worlds.sample(rng):
                world.push(move)
        except (IllegalMove, NoWorld):
            continue
        if world.view(seat).views.tobytes() == record.view(seat).views.tobytes():
            return world


def test_bad_tables_are_refused() -> None:
    with pytest.raises(BadArena, match="give 2, one for each"):
        TextTable(Game("new_york", 3), ["racer"] * 3)
    with pytest.raises(BadArena, match="seats are 0 to 1"):
        TextTable(Game("new_york", 2), ["racer"], seat=2)
    assert "No map named 'mars'" in Tools(shows_legal=True).new_game(map_name="mars")
    assert "only play against bots that come" in Tools(shows_legal=True).new_game(bots="evil.py:Bot")
