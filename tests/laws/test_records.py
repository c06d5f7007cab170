"""Law 3: replaying a record gives the same states; reading and writing a record are inverse."""

import hashlib

import numpy as np
import pytest
from laws.games import finish, random_game
from laws.walk import GAMES, REPLAY, Walker
from positions import TABLES, game_of

from whistlestop.game.dealer import Dealer, FairDealer, FastDealer
from whistlestop.game.dice import STREAMS
from whistlestop.game.kernel import TARGET
from whistlestop.game.reader import verify
from whistlestop.game.record import Record
from whistlestop.game.simulation import playouts
from whistlestop.game.state import STATE

RECORDS = 10 if TARGET == "cpu" else 1
"""How many games of each map and number of seats are written down and read."""


@pytest.mark.skipif(TARGET == "none", reason="test_conservation.py checks this in the same walk")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_replaying_gives_the_same_states(name: str, seats: int) -> None:
    walker = Walker(game_of(name, seats))
    for seed in range(GAMES):
        walker.check(seed, laws=REPLAY)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_record_of_the_fast_dealer_matches_the_compiled_game(name: str, seats: int) -> None:
    game = game_of(name, seats)
    states = np.zeros(RECORDS, STATE).view(np.recarray)
    plies = np.zeros(RECORDS, np.int64)
    playouts(
        game.compiled, states, np.zeros((STREAMS, 3), np.int64), np.zeros(len(game.catalogue), np.int64), 70, plies
    )
    for n in range(RECORDS):
        record = finish(Record(game, 70 + n), 70 + n)
        assert len(record.entries) == plies[n]
        assert record.states.tobytes() == states[n : n + 1].tobytes()


NAMES = ("Åse \N{SNOWMAN}", 'the "second"', "line\nfeed\ttab", "\x00\\u0000\u2028", "", "=", "\ud800")
DEALERS = ["fast", "fair", "hand"]


def dealer(kind: str, seed: int) -> Dealer | None:
    if kind == "fast":
        return FastDealer(seed)
    return FairDealer(hashlib.sha256(b"%d" % seed).digest()) if kind == "fair" else None


@pytest.mark.parametrize("kind", DEALERS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_reading_and_writing_are_inverse(name: str, seats: int, kind: str) -> None:
    """C2: whether the table or chance chooses who begins."""
    game = game_of(name, seats)
    for seed in range(RECORDS):
        first = None if seed % 2 == 0 else seed % seats
        names = [NAMES[(seed + seat) % len(NAMES)] for seat in range(seats)] if seed % 4 < 2 else ()
        record = finish(Record(game, dealer(kind, seed), first=first, names=names), seed)
        text = str(record)
        again = verify(text)
        assert str(again) == text
        assert again.states.tobytes() == record.states.tobytes()
        assert again.entries == record.entries
        assert (again.names, again.first, again.over) == (record.names, record.first, True)
        assert again.result == record.result


@pytest.mark.parametrize("kind", DEALERS)
@pytest.mark.parametrize(("name", "seats"), [("nordic", 3), ("europe", 2), ("new_york", 4)])
def test_a_record_can_be_read_at_any_ply_and_goes_on_as_before(name: str, seats: int, kind: str) -> None:
    game = game_of(name, seats)
    record = finish(Record(game, dealer(kind, 5)), 5, plies=None if TARGET == "cpu" else 90)
    for ply in range(0, len(record.entries), 89):
        earlier = record.at(ply)
        text = str(earlier)
        assert str(Record.read(text)) == text
        assert text.split("\n")[:-1] == str(record).split("\n")[: text.count("\n")]
    cut = Record.read(str(record.at(60)))
    for entry in record.entries[60:]:
        cut.push(entry.move, entry.outcome)
    assert cut.states.tobytes() == record.states.tobytes()
    dealt = Record.read(str(record.at(len(record.entries) - 1)))
    dealt.play(record.entries[-1].move) if kind == "hand" else dealt.deal()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_at_gives_the_state_of_every_ply(name: str, seats: int) -> None:
    walked = random_game(game_of(name, seats), 9)
    record = walked.record(len(walked.entries))
    assert record.over
    for ply in range(0, len(walked.entries) + 1, 61):
        earlier = record.at(ply)
        assert earlier.states.tobytes() == walked.states[ply].tobytes()
        assert earlier.entries == walked.entries[:ply]
