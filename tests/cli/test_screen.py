"""What the terminal shows of a position: the status of tickets and of tracks is the engine's, never a copy of it."""

from io import StringIO

import pytest
from positions import Position
from rich.console import Console

from whistlestop.cli.screen import Screen
from whistlestop.game.board import load_names
from whistlestop.game.view import View


def screen_of(position: Position) -> Screen:
    """A screen that writes into a string."""
    game = position.game
    names = [f"player {seat}" for seat in range(game.seats)]
    return Screen(Console(file=StringIO(), width=100), game, names, load_names(game.folder, "en"))


def written(screen: Screen) -> str:
    """All that a screen has shown."""
    assert isinstance(screen.console.file, StringIO)
    return screen.console.file.getvalue()


def view_of(position: Position, seat: int) -> View:
    """What a seat knows."""
    return View(position.game, position.states, 0, seat)


def test_a_ticket_completed_over_a_station_is_done() -> None:
    """E4: the station in Sarajevo borrows the other player's track to Budapest."""
    position = Position(
        "europe",
        tracks={0: "sarajevo-sofia", 1: "budapest-sarajevo"},
        stations={0: "sarajevo"},
        tickets={0: "budapest-sofia budapest-zurich"},
    )
    done, to_do = screen_of(position).ticket_lines(view_of(position, 0))
    assert done.startswith("[x] done")
    assert to_do.startswith("[ ] to do")


def test_a_ticket_that_can_no_longer_be_completed_says_so() -> None:
    position = Position("new_york", tickets={0: "central_park-chinatown"}, cars={0: 0})
    assert screen_of(position).ticket_lines(view_of(position, 0))[0].startswith("[-] impossible")


@pytest.mark.parametrize(
    ("seats", "status"), [(2, "closed"), (3, "closed"), (4, "open, but not to 1 player 1")], ids=["2", "3", "4"]
)
def test_the_second_track_of_a_double_route_is_open_to_others_in_larger_games(seats: int, status: str) -> None:
    """C10."""
    position = Position("europe", seats, tracks={1: "budapest-wien"})
    screen = screen_of(position)
    screen.board(view_of(position, 0), "budapest-wien")
    lines = written(screen)
    assert "1 player 1" in lines
    assert lines.count(status) == 1
