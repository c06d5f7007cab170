"""Commands on a table in memory, at moments and with deals of our choosing: clocks, leaving, undo, consent."""

import pytest

from whistlestop.game.game import Game
from whistlestop.server import consent, fairness, moves, seating
from whistlestop.server.clocks import meet_deadline
from whistlestop.server.registry import Change
from whistlestop.server.seating import TableOptions, new_table
from whistlestop.server.table import EXPIRED, GAME_CLOCK, TURN_CLOCK, Seat, Table

SECONDS = 60


def deal(*players: str | None, map_: str = "new_york", clock: str = TURN_CLOCK) -> Table:
    """A table that is dealt, always in the same way; None is a bot."""
    options = TableOptions(map_, [], clock=clock, seconds=SECONDS, stand_in="porter", first=0)
    seats = [Seat(player=player, bot=None if player else "porter") for player in players]
    table = new_table(Game(map_, len(seats)), "ann", options, seats)
    table.id, table.secret = "A" * 22, bytes(32)
    fairness.deal(table, Change(table))
    return table


def later(table: Table, seconds: float) -> Change:
    """A change some seconds after the turn began."""
    change = Change(table)
    change.at = table.began + int(seconds * 1000)
    return change


def kinds(change: Change) -> list[str]:
    return [event.kind.value for event in change.events]


def choose(table: Table) -> None:
    """Every seat keeps the first tickets that it may keep."""
    for seat in range(table.game.seats):
        moves.make_move(table, later(table, 1), seat, table.ply, "keep 1 2")


def play(table: Table, *wanted: str) -> int:
    """Make the first legal move that begins with each text; the ply before the last one."""
    assert table.record
    for text in wanted:
        ply = table.ply
        table.record.play(next(move for move in table.record.legal() if move.startswith(text)))
    return ply


# Clocks


def test_to_return_during_the_one_turn_of_help_changes_nothing() -> None:
    table = deal("ann", "bo")
    choose(table)
    meet_deadline(table, later(table, SECONDS), {}, 60)
    assert table.seats[0].is_helped
    change = later(table, SECONDS + 0.1)
    seating.come_back(table, change, "ann", None)
    meet_deadline(table, change, {}, 60)
    assert change.is_empty
    for _ in range(2):
        moves.make_move(table, later(table, SECONDS + 0.2), 0, table.ply, "draw")
    assert (table.seats[0].away, table.seats[0].overruns) == (False, 1)


def test_a_player_can_leave_or_resign_during_the_one_turn_of_help() -> None:
    for command in (seating.leave, seating.resign):
        table = deal("ann", "bo")
        meet_deadline(table, later(table, SECONDS), {}, 60)
        change = later(table, SECONDS + 0.1)
        command(table, change, "ann", 0)
        assert kinds(change) == ["away"]
        after = later(table, SECONDS + 0.2)
        moves.make_move(table, after, 0, table.ply, "keep 1 2")
        assert kinds(after) == ["sealed"]
        assert table.seats[0].away


def test_a_person_who_was_waited_for_has_a_whole_turn_when_company_comes_back() -> None:
    table = deal("ann", "bo")
    seating.leave(table, later(table, 0.1), "bo", 1)
    late = later(table, SECONDS + 5)
    meet_deadline(table, late, {}, 60)
    assert late.is_empty
    back = later(table, SECONDS + 6)
    seating.come_back(table, back, "bo", None)
    assert (table.began, table.deadline) == (back.at, back.at + SECONDS * 1000)


def test_the_time_for_the_game_is_spent_only_while_another_person_waits() -> None:
    alone = deal("ann", None, clock=GAME_CLOCK)
    moves.move(alone, later(alone, 50), "ann", 0, alone.ply, "keep 1 2")
    assert alone.seats[0].left == SECONDS * 1000
    table = deal("ann", "bo", clock=GAME_CLOCK)
    moves.move(table, later(table, 50), "ann", 0, table.ply, "keep 1 2")
    assert table.seats[0].left == 10_000
    meet_deadline(table, later(table, SECONDS), {}, 60)
    moves.make_move(table, later(table, SECONDS + 1), 1, table.ply, "keep 1 2")
    assert table.seats[1].left == 0  # a bot has played the turn that ran out of time


# Undo


def test_what_a_bot_draws_face_down_stays_hidden_until_it_lays_cards() -> None:
    table = deal("ann", None, map_="europe")
    choose(table)
    assert table.ply_before_last_move(0) is None
    before = play(table, "station wien")
    assert table.ply_before_last_move(0) == before
    before = play(table, "pay")
    assert table.ply_before_last_move(0) == before
    play(table, "draw", "draw")  # the bot's
    assert table.ply_before_last_move(0) == before
    again = play(table, "claim")
    assert table.ply_before_last_move(0) == again
    play(table, "claim")  # the bot's: it may have laid what it has just drawn
    assert table.ply_before_last_move(0) is None
    with pytest.raises(seating.Refused, match="something hidden has been revealed"):
        consent.ply_to_undo_to(table, 0)


def test_a_bot_that_lays_cards_of_its_first_hand_shows_nothing_that_undo_could_take_away() -> None:
    table = deal("ann", None, map_="europe")
    choose(table)
    before = play(table, "claim")
    play(table, "claim")
    assert table.ply_before_last_move(0) == before
    play(table, "draw")
    assert table.ply_before_last_move(0) is None


# Leaving


def test_a_player_who_has_resigned_has_no_say_any_more() -> None:
    table = deal("ann", "bo", "cid")
    choose(table)
    seating.resign(table, later(table, 1), "cid", None)
    consent.propose(table, later(table, 2), "ann", None, consent.END, table.ply)
    for command, arguments in ((consent.answer, (False,)), (consent.propose, (consent.END, table.ply))):
        with pytest.raises(seating.Refused, match="Seat 2 has resigned"):
            command(table, later(table, 3), "cid", None, *arguments)
    consent.answer(table, later(table, 4), "bo", None, True)
    assert table.state == "abandoned"


def test_nothing_is_left_at_a_seat_of_a_player_who_was_forgotten() -> None:
    table = deal("ann", "bo", "cid")
    table.seats[1] = Seat("bo", away=True, resigned=True, overruns=1, name="Bob", hash="00", added=bytes(16), left=5)
    change = later(table, 1)
    seating.hand_over(table, change, "bo", 60)
    assert table.seats[1] == Seat(bot="porter", hash="00", added=bytes(16), left=5)
    waiting = new_table(table.game, "ann", TableOptions("new_york", []), [Seat("ann"), Seat("bo", name="Bob"), Seat()])
    fairness.break_off(waiting, Change(waiting), [1])
    assert waiting.seats[1] == Seat()


def test_a_rematch_that_has_expired_stays_as_it_is() -> None:
    table = new_table(Game("new_york", 2), "ann", TableOptions("new_york", []), [Seat("ann"), Seat("bo", invited=True)])
    table.state = EXPIRED
    change = Change(table)
    assert seating.accept(table, change, "bo", 60) is table
    assert change.is_empty
    assert table.seats[1].invited
