"""The status of tracks: closed and why, what a hand can pay, and what it lacks."""

import json
import random

import pytest
from laws.games import random_game
from positions import TABLES, Position, game_of

from whistlestop.game.catalogue import CLAIM
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import TURN
from whistlestop.game.track_status import CLOSED, OPEN, TrackStatus, track_number, track_status, track_statuses
from whistlestop.game.view import SPECTATOR, View
from whistlestop.game.why import Missing


def status(position: Position, track: str, viewer: int = 0) -> TrackStatus:
    return track_status(View(position.game, position.states, 0, viewer), track)


def closed(position: Position, track: str, viewer: int = 0) -> str | None:
    """The code of the reason why a track is closed to a viewer."""
    found = status(position, track, viewer)
    assert (found.state == CLOSED) == (found.reason is not None)
    if found.reason:
        assert found.ways == ()
        assert found.missing is None
        return found.reason.code
    return None


def ways(found: TrackStatus) -> list[str]:
    return [found.game.catalogue.moves[move].text.partition(" ")[2].partition(" ")[2] for move in found.ways]


def test_a_track_that_is_taken_is_closed_to_all() -> None:
    """C9: and everybody sees whose it is."""
    position = Position("europe", seats=4, tracks={1: "budapest-wien"})
    for viewer in range(SPECTATOR, 4):
        assert closed(position, "budapest-wien", viewer) == "track_taken"
        assert status(position, "budapest-wien", viewer).owner == 1
    assert status(position, "athina-sofia").owner is None


def test_the_second_track_of_a_double_route() -> None:
    """C10: closed to all with few seats, else to the owner of the first alone."""
    few = Position("europe", seats=3, tracks={1: "budapest-wien"})
    many = Position("europe", seats=4, tracks={1: "budapest-wien"})
    assert [closed(few, "budapest-wien/2", viewer) for viewer in range(SPECTATOR, 3)] == [
        "twin_closed", "twin_closed", "own_twin", "twin_closed",
    ]  # fmt: skip
    assert [closed(many, "budapest-wien/2", viewer) for viewer in range(SPECTATOR, 4)] == [
        None, None, "own_twin", None, None,
    ]  # fmt: skip


def test_a_track_that_the_cars_do_not_fill() -> None:
    """C9: one car for each space."""
    position = Position("europe", hand="4 green", cars={0: 3})
    assert closed(position, "athina-sarajevo") == "few_cars_left"
    assert closed(position, "athina-sarajevo", 1) is None
    assert closed(position, "athina-sarajevo", SPECTATOR) is None


def test_the_ways_to_pay() -> None:
    """C9, C14, E1: the claims that the hand can pay, whether or not it is the viewer's turn."""
    position = Position("europe", hand="3 green 2 locomotive", hands={1: "4 green"})
    assert ways(status(position, "athina-sarajevo")) == ["3 green 1 locomotive", "2 green 2 locomotive"]
    assert ways(status(position, "athina-sarajevo", 1)) == ["4 green"]
    assert status(position, "athina-sarajevo", 1).missing is None


def test_what_the_hand_lacks() -> None:
    """C9, C14: the fewest cards, and of those the fewest locomotives."""
    position = Position("europe", hand="2 green 1 locomotive")
    assert status(position, "athina-sarajevo").missing == Missing("green", 1, 0, 0)
    assert status(position, "athina-sofia").missing == Missing("purple", 2, 0, 0)
    assert status(position, "athina-brindisi").missing == Missing("green", 1, 0, 0)
    ferry = Position("europe", hand="2 green")
    assert status(ferry, "athina-smyrna").missing == Missing("green", 0, 1, 0)
    assert status(ferry, "athina-smyrna", 1).missing is not None
    assert status(ferry, "athina-smyrna", SPECTATOR).missing is None


def test_what_the_hand_lacks_where_cards_may_be_swapped() -> None:
    """N1, N3, C19: a locomotive alone pays for what three other cards would."""
    position = Position("nordic", hand="1 red 1 purple 1 green")
    assert status(position, "alborg-kristiansand").missing == Missing("red", 0, 0, 1)
    assert status(Position("nordic", hand="1 red"), "alborg-kristiansand").missing == Missing("red", 0, 1, 0)


def test_what_has_to_be_done_before_a_claim() -> None:
    """C3, C4: a turn that has begun with a card goes on with a card; a seat that is not to move waits."""
    position = Position("europe", hand="4 green")
    assert status(position, "athina-sarajevo").not_now is None
    position.play("draw", "= red")
    begun = status(position, "athina-sarajevo")
    assert begun.not_now is not None
    assert begun.not_now.code == "phase_second"
    assert ways(begun) == ["4 green"]
    assert [status(position, "athina-sarajevo", viewer).not_now for viewer in (SPECTATOR, 1)] == [None, None]


def test_tracks_are_closed_once_the_game_is_over() -> None:
    """C17: there is nothing more to claim."""
    walked = random_game(game_of("europe", 3), 1)
    view = View(walked.game, walked.states, len(walked.log), 0)
    assert {found.reason.code for found in track_statuses(view) if found.reason} == {"over", "track_taken"}
    assert all(found.reason for found in track_statuses(view))


def test_a_track_is_named_by_its_number_or_its_text() -> None:
    record = Record(game_of("europe", 2), 1)
    view = record.view(0)
    board = record.game.board
    for number, track in enumerate(board.tracks):
        assert track_number(record.game, track.text) == number
        assert track_status(view, number) == track_status(view, track.text)
    assert track_status(view, "wien-budapest/2").number == track_number(record.game, "budapest-wien/2")
    for wrong in ("", "wien", "paris-wien", "athina-sarajevo/2", -1, len(board.tracks)):
        with pytest.raises(IllegalMove, match="No track"):
            track_status(view, wrong)


def test_a_status_is_plain_json() -> None:
    """What is printed on the track, and what it takes."""
    plain = status(Position("europe", hand="3 green 1 locomotive"), "sarajevo-athina").as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain == {
        "track": "athina-sarajevo",
        "length": 4,
        "points": 7,
        "colour": "green",
        "tunnel": False,
        "locomotives": 0,
        "swap": 0,
        "state": OPEN,
        "owner": None,
        "reason": None,
        "ways": [
            {
                "text": "claim athina-sarajevo 3 green 1 locomotive",
                "kind": "claim",
                "track": "athina-sarajevo",
                "colour": "green",
                "coloured": 3,
                "locomotives": 1,
                "swaps": 0,
            }
        ],
        "missing": None,
        "not_now": None,
    }
    plain = status(Position("europe", tracks={1: "athina-smyrna"}), "athina-smyrna").as_dict()
    assert plain["reason"]["code"] == "track_taken"
    assert (plain["colour"], plain["owner"], plain["state"]) == (None, 1, CLOSED)
    plain = status(Position("europe", hand="3 green"), "athina-sarajevo").as_dict()
    assert plain["missing"] == {"colour": "green", "coloured": 1, "locomotives": 0, "swap_cards": 0}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_ways_are_the_legal_claims_in_random_games(name: str, seats: int) -> None:
    """C9, C10, C14, C19: what the mover can pay is what is legal; a track that it can't pay lacks something."""
    game = game_of(name, seats)
    walked = random_game(game, 4)
    draw = random.Random(seats)
    turns = [ply for ply in range(len(walked.log)) if walked.states[ply].phase == TURN]
    for ply in draw.sample(turns, 6):
        mover = int(walked.states[ply].seat)
        view = View(game, walked.states, ply, mover)
        found = track_statuses(view)
        legal = [move for move in view.legal if game.catalogue.moves[move].kind == CLAIM]
        assert sorted(move for one in found for move in one.ways) == sorted(legal)
        for one in found:
            assert (one.missing is not None) == (one.state == OPEN and not one.ways)
            if one.missing:
                assert one.missing.coloured + one.missing.locomotives + one.missing.swap_cards > 0
        for seat in range(SPECTATOR, seats):
            json.dumps([one.as_dict() for one in track_statuses(View(game, walked.states, ply, seat))])
