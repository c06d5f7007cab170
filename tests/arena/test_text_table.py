"""A game in words: all that the seat may know, nothing else, and refusals with reasons."""

import random

import pytest

from whistlestop.arena.reasons import BadArena
from whistlestop.arena.text_table import TextTable
from whistlestop.cli.mcp import NO_GAME, Tools
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET


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
    game = Game("new_york", 2)
    table = TextTable(game, ["racer"], seat=1, seed=4, shows_legal=False)
    text = table.look()
    assert "Legal moves" not in text
    assert text.count("= ?") >= 2 + 2
    own = table.record.view(1).as_dict()["seats"][1]["hand"]
    assert all(kind in text for kind in own)
    assert "You are seat 1." in text


def test_bad_tables_are_refused() -> None:
    with pytest.raises(BadArena, match="give 2, one for each"):
        TextTable(Game("new_york", 3), ["racer"] * 3)
    with pytest.raises(BadArena, match="seats are 0 to 1"):
        TextTable(Game("new_york", 2), ["racer"], seat=2)
    assert "No map named 'mars'" in Tools(shows_legal=True).new_game(map_name="mars")
    assert "only play against bots that come" in Tools(shows_legal=True).new_game(bots="evil.py:Bot")
