"""A game refuses what it can't be made of."""

import pytest

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
def test_a_map_seats_so_many_and_no_others(seats):
    with pytest.raises(BadMap) as refused:
        Game("europe", seats)
    assert refused.value.reason.code == "seats"
    assert str(refused.value).startswith("This map seats 2 to 5; ")


def test_the_name_of_a_map_is_text():
    with pytest.raises(BadMap) as refused:
        Game(7)
    assert refused.value.reason.code == "map_name_type"
