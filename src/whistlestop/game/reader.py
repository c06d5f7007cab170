"""Reading records: every line is checked and, if asked, every deal is verified against the dealer.

A damaged or forged record raises BadRecord with the line.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from whistlestop.game.dealer import KEY_BYTES, Dealer, FairDealer, FastDealer
from whistlestop.game.dice import SEED_LIMIT
from whistlestop.game.engine import deals, nth_deal
from whistlestop.game.fair_key import OWN_BYTES, SECRET_BYTES, DealOrigin, KeyOrigin, Origin
from whistlestop.game.game import Game
from whistlestop.game.limits import SEATS
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadMap, BadRecord, IllegalMove
from whistlestop.game.record import FORMAT, HAND_DEALT, Record, who
from whistlestop.game.state import CHANCE

LARGEST = 8_000_000
"""More characters than any record has, since C20 limits the length of a game."""


def read(text: str, maps: Iterable[Path] = ()) -> Record:
    """Read a record. Every move must be legal, and every outcome of a fair deal must match its deal."""
    return Reader(text, maps, verify=False).read()


def verify(text: str, maps: Iterable[Path] = ()) -> Record:
    """Read a record and verify every deal against its dealer. If it was dealt by hand, only the moves are checked."""
    return Reader(text, maps, verify=True).read()


class Reader:
    """Reads a record line by line; every error names its line."""

    def __init__(self, text: str, maps: Iterable[Path], verify: bool) -> None:
        if not isinstance(text, str):
            raise BadRecord("record_type", given=type(text).__name__)
        if len(text) > LARGEST:
            raise BadRecord("record_too_large", size=len(text), most=LARGEST)
        self.lines = text.split("\n")
        self.at = 0
        self.maps = maps
        self.verify = verify

    def read(self) -> Record:
        """The record, with every move checked."""
        record = self.read_header()
        if self.lines[-1]:
            raise self.bad("record_ending", line=len(self.lines))
        while self.at < len(self.lines) - 1:
            self.read_move(record, self.lines[self.at])
            self.at += 1
        return record

    def bad(self, code: str, **parameters: str | int) -> BadRecord:
        """An error about the current line."""
        return BadRecord(code, **{"line": self.at + 1, **parameters})

    def field(self, name: str, required: bool = True) -> str | None:
        """The value of the next header line if it is this field; None if it isn't and isn't required."""
        text = self.lines[self.at] if self.at < len(self.lines) else ""
        found, colon, value = text.partition(": ")
        if colon and found == name:
            self.at += 1
            return value
        if required:
            raise self.bad("record_header", found=shown(text), wanted=name)
        return None

    def number(self, name: str, least: int, most: int, required: bool = True) -> int | None:
        """The value of the next header line if it is this field, a whole number from `least` to `most`."""
        value = self.field(name, required)
        if value is None:
            return None
        if not re.fullmatch("0|[1-9][0-9]{0,19}", value) or not least <= int(value) <= most:
            self.at -= 1
            raise self.bad("record_field", field=name, found=shown(value), wanted=f"{least} to {most}")
        return int(value)

    def read_header(self) -> Record:
        """A record without moves, as the header describes it."""
        version = self.field("format")
        if version != str(FORMAT):
            self.at -= 1
            raise self.bad("record_format", found=shown(str(version)))
        if self.field("told", required=False) is not None:
            self.at -= 1
            raise self.bad("record_told")
        game = self.read_game()
        dealer = self.read_dealer(game)
        first = self.number("first", 0, game.seats - 1, required=False)
        names = [self.read_name(seat) for seat in range(game.seats)] if self.peek("name 0") else []
        if self.peek_line() != "":
            raise self.bad("record_header", found=shown(self.peek_line() or ""), wanted="an empty line")
        self.at += 1
        record = Record(game, first=first, names=names)
        record.dealer = dealer
        return record

    def peek_line(self) -> str | None:
        """The current line, or None at the end."""
        return self.lines[self.at] if self.at < len(self.lines) else None

    def peek(self, name: str) -> bool:
        """Whether the current line is this header field."""
        return (self.peek_line() or "").startswith(f"{name}: ")

    def read_game(self) -> Game:
        """Map, digest and seats."""
        name = str(self.field("map"))
        digest = str(self.field("digest"))
        seats = self.number("seats", 2, SEATS)
        try:
            return Game(name, int(seats or 0), self.maps).of_digest(digest)
        except BadMap as error:
            self.at -= {"seats": 1, "other_map": 2}.get(error.reason.code, 3)
            if error.reason.code == "no_such_map":
                available = error.reason.parameters["maps"]
                error = BadMap("map_not_here", map=shown(name), wanted=shown(digest, 64), maps=available)
            raise self.bad("record_map", problem=str(error)) from None

    def read_dealer(self, game: Game) -> Dealer | None:
        """The dealer with its seed or key."""
        name = self.field("dealer")
        if name == FastDealer.name:
            return FastDealer(int(self.number("seed", 0, SEED_LIMIT - 1) or 0))
        if name == FairDealer.name:
            dealer = FairDealer(self.digits("key", KEY_BYTES))
            if self.peek("table") or self.peek("deal"):
                dealer.origin = self.read_origin(game, dealer.key)
            return dealer
        if name != HAND_DEALT:
            self.at -= 1
            raise self.bad("record_field", field="dealer", found=shown(str(name)), wanted="fast, fair or hand")
        return None

    def digits(self, name: str, size: int) -> bytes:
        """The value of the next header line, which must be this field: `size` bytes in hexadecimal."""
        value = str(self.field(name))
        if not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", value):
            self.at -= 1
            raise self.bad("record_field", field=name, found=shown(value), wanted=f"{2 * size} hex digits")
        return bytes.fromhex(value)

    def read_origin(self, game: Game, key: bytes) -> Origin:
        """Where the key comes from; the key must follow from it."""
        origin = self.read_deal(game) if self.peek("deal") else self.read_table(game)
        if origin.key(game.digest) != key:
            raise self.bad("record_origin")
        return origin

    def read_deal(self, game: Game) -> DealOrigin:
        """The deal that was made beforehand, with its secret."""
        return DealOrigin(self.identifier("deal"), self.digits("secret", SECRET_BYTES), game.seats)

    def read_table(self, game: Game) -> KeyOrigin:
        """The table with its secret, and the bytes that the seats added."""
        table, secret = self.identifier("table"), self.digits("secret", SECRET_BYTES)
        added = [
            self.digits(f"bytes {seat}", OWN_BYTES) if self.peek(f"bytes {seat}") else None
            for seat in range(game.seats)
        ]
        return KeyOrigin(table, secret, tuple(added))

    def identifier(self, name: str) -> str:
        """The value of the next header line, which must be this field: the id of a table or of a deal."""
        value = str(self.field(name))
        if not re.fullmatch("[A-Za-z0-9_-]{1,64}", value):
            self.at -= 1
            raise self.bad("record_field", field=name, found=shown(value), wanted="letters, digits, _ and -")
        return value

    def read_name(self, seat: int) -> str:
        """The name at a seat, written as a JSON string."""
        value = str(self.field(f"name {seat}"))
        try:
            name = json.loads(value) if value.startswith('"') else None
        except ValueError:
            name = None
        if not isinstance(name, str) or json.dumps(name) != value:
            self.at -= 1
            raise self.bad("record_field", field=f"name {seat}", found=shown(value), wanted="text as JSON writes it")
        return name

    def read_move(self, record: Record, text: str) -> None:
        """Check one line and make its move in the record."""
        mover, _, move = text.partition(" ")
        if not re.fullmatch("=|[0-9]", mover) or not move:
            raise self.bad("record_line", found=shown(text))
        if record.over:
            raise self.bad("record_over")
        wanted = "=" if record.mover == CHANCE else str(record.mover)
        if mover != wanted:
            found = who(CHANCE if mover == "=" else int(mover))
            raise self.bad("record_mover", found=found, mover=who(record.mover))
        move, outcome = self.split_outcome(record, move) if mover == "=" and record.is_fair else (move, None)
        number = record.game.catalogue.numbers.get(move)
        if number is None:
            raise self.bad("record_line", found=shown(text))
        if mover == "=":
            self.check_deal(record, number, outcome)
        try:
            record.push(number, outcome)
        except IllegalMove as error:
            raise self.bad("record_move", problem=str(error)) from None

    def split_outcome(self, record: Record, move: str) -> tuple[str, tuple[int, int]]:
        """The move and the outcome of a fair deal."""
        found = re.fullmatch("(.+) (0|[1-9][0-9]{0,3})/([1-9][0-9]{0,3})", move)
        if not found:
            raise self.bad("record_outcome", outcome="the end", move=shown(move), wanted="57/96")
        return found[1], (int(found[2]), int(found[3]))

    def check_deal(self, record: Record, move: int, outcome: tuple[int, int] | None) -> None:
        """Check that the outcome gives this deal and, when verifying, that the dealer made it."""
        texts = record.game.catalogue.moves
        where = (record.game.compiled, record.states, 0)
        if outcome is not None:
            count = int(deals(*where))
            if outcome[1] != count or outcome[0] >= count or nth_deal(*where, outcome[0]) != move:
                written = "{}/{}".format(*outcome)
                raise self.bad("record_outcome", outcome=written, move=texts[move].text, wanted=f"0/{count}")
        if self.verify and record.dealer is not None:
            expected, drawn = record.expected_deal(record.dealer)
            if expected != move or (outcome is not None and outcome != drawn):
                raise self.bad("record_deal", wanted=texts[expected].text, found=texts[move].text)
