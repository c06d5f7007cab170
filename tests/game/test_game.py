"""A game refuses what it can't be made of."""

import itertools
from pathlib import Path

import pytest
import small
from positions import game_of

from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap


def test_a_game_says_what_it_is():
    assert repr(Game("new_york", seats=3)) == "Game('new_york', seats=3)"


@pytest.mark.parametrize("seats", [2.0, "2", None, True])
def test_a_number_of_seats_is_a_whole_number(seats):
    with pytest.raises(BadMap) as refused:
        Game("europe", seats)
    assert refused.value.reason.code == "seats_type"


@pytest.mark.parametrize("seats", [1, 6, -1, pytest.param(10**5000, id="huge")])
def test_a_map_allows_only_its_numbers_of_seats(seats):
    with pytest.raises(BadMap) as refused:
        Game("europe", seats)
    assert refused.value.reason.code == "seats"
    assert str(refused.value).startswith("This map has 2 to 5 seats, not ")


def test_the_name_of_a_map_is_text():
    with pytest.raises(BadMap) as refused:
        Game(7)
    assert refused.value.reason.code == "map_name_type"


def test_a_map_with_more_moves_or_ways_to_pay_than_the_arrays_hold_is_refused(tmp_path: Path) -> None:
    pairs = list(itertools.combinations((f"c{n}" for n in range(17)), 2))[:124]
    colours = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
    files = {
        "cities.csv": small.CITIES + "".join(f"c{n},C,NO,1,1,\n" for n in range(17)),
        "routes.csv": small.ROUTES + "".join(f"{a},{b},12,grey,,,\n" for a, b in pairs),
        "tickets.csv": small.TICKETS + "".join(f"{a},{b},1,short\n" for a, b in pairs[:3]),
        "rules.toml": small.rules(cars=12, colours=colours, points=[1] * 12),
    }
    with pytest.raises(BadMap) as refused:
        Game.load(small.write(tmp_path / "wide", files))
    assert refused.value.reason.code == "too_many_moves"
    files["routes.csv"] = small.ROUTES + "".join(f"c{n},c{n + 1},12,grey,,,{n + 2}\n" for n in range(4))
    files["tickets.csv"] = small.TICKETS + "".join(f"c0,c{n},1,short\n" for n in (1, 2, 3))
    with pytest.raises(BadMap) as refused:
        Game.load(small.write(tmp_path / "wide", files))
    assert refused.value.reason.code == "too_many_payments"


def test_a_move_in_fields_says_what_its_text_says() -> None:
    game = game_of("nordic", 2)
    numbers = game.catalogue.numbers

    def fields(text: str) -> dict[str, object]:
        return dict(game.catalogue.fields(game.board, numbers[text]))

    assert fields("draw") == {"text": "draw", "kind": "draw"}
    assert fields("take red") == {"text": "take red", "kind": "take", "card": "red"}
    assert fields("keep 1 3") == {"text": "keep 1 3", "kind": "keep", "places": [1, 3]}
    claim = next(text for text in numbers if text.startswith("claim") and "swap" in text and "white" in text)
    found = fields(claim)
    assert (found["kind"], found["colour"]) == ("claim", "white")
    assert found["track"] in claim
    assert f"{found['swaps']} swap" in claim
    assert fields("pay 2 locomotive") == {
        "text": "pay 2 locomotive", "kind": "pay", "coloured": 0, "locomotives": 2, "swaps": 0,
    }  # fmt: skip
    europe = game_of("europe", 2)
    number = europe.catalogue.numbers["station paris"]
    assert europe.catalogue.fields(europe.board, number)["city"] == "paris"


def test_a_game_under_the_first_rulings_is_made_once() -> None:
    """C6, C8: what bots and servers keep about a game is kept once for all tables of before."""
    game = game_of("europe", 3)
    earlier = game.of_digest(game.board.first_digest)
    assert earlier is game.of_digest(game.board.first_digest)
    assert (earlier.rulings, game.rulings) == (1, 2)
    assert (earlier.digest, game.digest) == (game.board.first_digest, game.board.digest)
    assert game.of_digest(game.digest) is game
