"""Fair keys: where the key of a shared table comes from, written into the record and proved."""

import hashlib
import hmac

import pytest
from laws.games import finish
from positions import game_of

from whistlestop.cli.verify import proved
from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import DealOrigin, KeyOrigin, bot_seed, hash_of
from whistlestop.game.reader import verify
from whistlestop.game.reasons import BadRecord, IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import FIRST_CHOICE
from whistlestop.game.view import SPECTATOR

SECRET = bytes(range(32))
OWN = bytes(range(16))
ORIGIN = KeyOrigin("Table-1", SECRET, (OWN, None))


def finished_record() -> Record:
    game = game_of("new_york", 2)
    return finish(Record(game, FairDealer.from_origin(ORIGIN, game.board.digest), names=["Ann", "Bo"]), 7)


def complaint(text: str) -> str:
    with pytest.raises(BadRecord) as error:
        verify(text)
    return error.value.reason.code


def test_commitment_hash_and_key_are_as_documented() -> None:
    digest = game_of("new_york", 2).board.digest
    assert ORIGIN.commitment == hashlib.sha256(f"1 Table-1 {SECRET.hex()}".encode()).hexdigest()
    assert hash_of(OWN) == hashlib.sha256(OWN).hexdigest()
    message = f"Table-1 {digest} 2 {OWN.hex()} -".encode()
    assert ORIGIN.key(digest) == hmac.new(SECRET, message, hashlib.sha256).digest()
    assert ORIGIN.seats == (0,)


def test_a_record_says_where_its_key_comes_from_and_verify_names_whose_bytes_are_in_it() -> None:
    record = finished_record()
    read = verify(str(record))
    assert str(read) == str(record)
    assert isinstance(read.dealer, FairDealer)
    assert read.dealer.origin == ORIGIN
    lines = proved(read)
    assert any(ORIGIN.commitment in line and "the bytes of the seats 0" in line for line in lines)
    game = record.game
    alone = Record(game, FairDealer.from_origin(KeyOrigin("t", SECRET, (None, None)), game.board.digest))
    assert any("no bytes of any seat" in line for line in proved(verify(str(alone))))
    assert not any("committed" in line for line in proved(verify(str(Record(game, FairDealer(SECRET))))))


def test_a_forged_key_origin_is_named() -> None:
    text = str(finished_record())
    assert complaint(text.replace(SECRET.hex(), SECRET[::-1].hex())) == "record_origin"
    assert complaint(text.replace(f"bytes 0: {OWN.hex()}\n", "")) == "record_origin"
    assert complaint(text.replace("table: Table-1", "table: Table 1")) == "record_field"
    assert complaint(text.replace(OWN.hex(), "xyz")) == "record_field"


def test_a_redacted_record_hides_the_key_origin_during_the_game() -> None:
    game = game_of("new_york", 2)
    record = Record(game, FairDealer.from_origin(ORIGIN, game.board.digest))
    for reader in (0, 1, SPECTATOR):
        redacted = record.redacted(reader)
        assert SECRET.hex() not in redacted
        assert OWN.hex() not in redacted


def test_every_seat_can_choose_first_tickets_before_its_turn() -> None:
    """C1: all choose at once."""
    record = Record(game_of("europe", 3), 3)
    assert record.state.phase == FIRST_CHOICE
    for seat in range(3):
        view = record.choice(seat)
        assert view.mover == seat
        assert len(view.legal) == 11
        assert record.check_choice("keep 1 2", seat) in view.legal
        with pytest.raises(IllegalMove, match="at least 2"):
            record.check_choice("keep 1", seat)
    assert record.mover == 0
    record.play("keep 1 2")
    late = record.choice(2)
    assert late.views["offer"] == record.view(2).views["offer"]


DEAL = DealOrigin("Deal-1", SECRET, 2)


def test_the_key_of_a_deal_that_several_tables_play_is_as_documented() -> None:
    digest = game_of("new_york", 2).board.digest
    assert DEAL.commitment == hashlib.sha256(f"1 deal Deal-1 {SECRET.hex()}".encode()).hexdigest()
    assert DEAL.key(digest) == hmac.new(SECRET, f"deal Deal-1 {digest} 2".encode(), hashlib.sha256).digest()
    seed = hmac.new(SECRET, b"bot 1 30", hashlib.sha256).digest()[:8]
    assert bot_seed(SECRET, 1, 30) == int.from_bytes(seed)


def test_a_record_names_its_deal_and_hides_it_on_request() -> None:
    game = game_of("new_york", 2)
    record = finish(Record(game, FairDealer.from_origin(DEAL, game.board.digest)), 7)
    read = verify(str(record))
    assert str(read) == str(record)
    assert isinstance(read.dealer, FairDealer)
    assert read.dealer.origin == DEAL
    assert any("deal Deal-1" in line and DEAL.commitment in line for line in proved(read))
    assert complaint(str(record).replace("deal: Deal-1", "deal: Deal-2")) == "record_origin"
    assert complaint(str(record).replace("deal: Deal-1", "deal: ?")) == "record_field"
    bare = str(record.without_dealer())
    assert SECRET.hex() not in bare
    assert read.dealer.key.hex() not in bare
    assert [entry.move for entry in verify(bare).entries] == [entry.move for entry in record.entries]
    assert "/" not in "".join(line for line in bare.splitlines() if line.startswith("="))
