"""Golden records: whole games on every map, one for each way a game can end or take an unusual turn.

`python tests/game/test_golden.py` writes them again: seats choose by a policy from the CHOICES stream of the record's
seed. Each record is checked for what it is meant to show, so a new file that no longer shows it fails.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from positions import game_of
from small import tiny_game

from whistlestop.game import engine
from whistlestop.game.catalogue import BUILD, CLAIM, DRAW, TAKE
from whistlestop.game.dealer import Dealer, FairDealer, FastDealer
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reader import verify
from whistlestop.game.reasons import BadRecord, Reason
from whistlestop.game.record import Record
from whistlestop.game.result import Result
from whistlestop.game.state import ANSWER, CHANCE, DRAWN, GIVING, SECOND, STATE, TUNNEL, TURN_UP

FOLDER = Path(__file__).parents[1] / "golden"
RESULTS = FOLDER / "results.txt"

HOARD = 26
"""Cards that a hoarder draws before it claims."""

Policy = Callable[[Record, list[int], Any], int]


def at_random(record: Record, legal: list[int], dice: Any) -> int:
    """Every legal move is equally likely."""
    return legal[below(dice, CHOICES, len(legal))]


def hoarding(record: Record, legal: list[int], dice: Any) -> int:
    """Draw until the hand is large, then claim the longest track with the most swaps."""
    moves = record.game.catalogue.moves
    draws = [move for move in legal if moves[move].kind in (DRAW, TAKE)]
    if draws and record.state.hands[record.mover].sum() < HOARD:
        return draws[below(dice, CHOICES, len(draws))]
    claims = [move for move in legal if moves[move].kind == CLAIM]
    lengths = record.game.compiled[0].length
    if claims:
        return max(claims, key=lambda move: (lengths[moves[move].what], moves[move].swaps, move))
    return at_random(record, legal, dice)


def shy_of_stations(record: Record, legal: list[int], dice: Any) -> int:
    """At random, but build a station only when it is picked four times in a row."""
    for _ in range(4):
        move = at_random(record, legal, dice)
        if record.game.catalogue.moves[move].kind != BUILD:
            break
    return move


@dataclass(frozen=True)
class Seen:
    """A record with the state before each of its moves and after the last."""

    record: Record
    states: Any

    @property
    def texts(self) -> list[str]:
        return [self.record.game.catalogue.moves[entry.move].text for entry in self.record.entries]

    def phases(self) -> set[int]:
        return {int(state.phase) for state in self.states}

    def pairs(self) -> list[tuple[Any, str, Any]]:
        """Each move with the states before and after it."""
        return list(zip(self.states[:-1], self.texts, self.states[1:], strict=True))

    @property
    def result(self) -> Result:
        assert self.record.result is not None
        return self.record.result


def last_round(seen: Seen) -> bool:
    """C17: the game ends with the last turn of a last round."""
    return bool(seen.states[-1].last == 0)


def all_pass(seen: Seen) -> bool:
    """C18: the game ends with as many passes as seats."""
    return bool(seen.states[-1].passes == seen.record.game.seats and seen.states[-1].last != 0)


def tunnel_given_up(seen: Seen) -> bool:
    """C11: the laid cards return to the hand though the seat could have added."""
    return any(text == "give up" for text in seen.texts)


def tunnel_paid(seen: Seen) -> bool:
    """C11: cards are added."""
    return any(state.phase == ANSWER and text.startswith("pay ") for state, text, _ in seen.pairs())


def tunnel_free(seen: Seen) -> bool:
    """C11: nothing has to be added."""
    return any(
        before.phase == TUNNEL and after.phase not in (TUNNEL, ANSWER) and after.claim < 0
        for before, _, after in seen.pairs()
    )


def ferry_with_swaps(seen: Seen) -> bool:
    """N3: three cards stand for a locomotive."""
    return any(text.endswith(" swap") and "lieksa-murmansk" not in text for text in seen.texts)


def murmansk_with_swaps(seen: Seen) -> bool:
    """N4: four cards stand for one of the nine."""
    return any(text.startswith("claim lieksa-murmansk") and text.endswith(" swap") for text in seen.texts)


def face_up_swept(seen: Seen) -> bool:
    """C6: three face-up locomotives replace all five cards."""
    return bool((seen.states["sweeps"] > 0).any())


def reshuffled(seen: Seen) -> bool:
    """C7: the discards become the deck."""
    size = seen.states["discards"].sum(axis=1)
    return bool((size[1:] < size[:-1]).any())


def stations_one_to_three(seen: Seen) -> bool:
    """E3: one seat builds its first, second and third."""
    return any(int(word).bit_count() == 3 for word in seen.states[-1].stations)


def tickets_out(seen: Seen) -> bool:
    """N5, E9: tickets that are not kept leave the game."""
    return bool(seen.states[-1].out.any())


def tickets_under(seen: Seen) -> bool:
    """Y2, C15: tickets that are not kept go under the deck."""
    return bool((seen.states["queued"] > 0).any())


def queue_drawn(seen: Seen) -> bool:
    """C15: tickets that went under the deck are drawn again."""
    return any(before.phase == DRAWN and after.queued < before.queued for before, _, after in seen.pairs())


def second_pick_face_up(seen: Seen) -> bool:
    """C4: a face-up card is replaced before the second pick."""
    return {TURN_UP, SECOND} <= seen.phases() and any(
        state.phase == SECOND and text.startswith("take ") for state, text, _ in seen.pairs()
    )


def swaps_named(seen: Seen) -> bool:
    """C19: the cards for swaps are named one by one."""
    return GIVING in seen.phases()


def decided_by(code: str) -> Callable[[Seen], bool]:
    def decided(seen: Seen) -> bool:
        return seen.result.reason.code == code

    decided.__doc__ = f"N7, E7, Y5: {code}."
    return decided


@dataclass(frozen=True)
class Golden:
    """How a golden record is made, and what it must show."""

    map: str
    seats: int
    seed: int
    shows: tuple[Callable[[Seen], bool], ...]
    policy: Policy = at_random
    fair: bool = False
    first: int | None = None
    names: tuple[str, ...] = ()

    def dealer(self) -> Dealer:
        return FairDealer(hashlib.sha256(b"%d" % self.seed).digest()) if self.fair else FastDealer(self.seed)

    def game(self, folder: Path) -> Game:
        return tiny_game(folder, self.map) if self.map in ("out", "under") else game_of(self.map, self.seats)

    def make(self, folder: Path) -> Record:
        """Play the record."""
        record = Record(self.game(folder), self.dealer(), first=self.first, names=self.names)
        dice = np.zeros((STREAMS, 3), np.int64)
        load_dice(dice, self.seed)
        while not record.over:
            record.play(self.policy(record, record.legal_moves(), dice))
        return record


BY_TICKETS, BY_STATIONS, BY_EXPRESS, BY_LONGEST, SHARED = (
    decided_by(code) for code in ("won_by_tickets", "won_by_stations", "won_by_express", "won_by_longest", "win_shared")
)
GOLDEN = {
    "nordic_ferry_swaps": Golden("nordic", 3, 3, (last_round, ferry_with_swaps, swaps_named, tunnel_paid, tickets_out)),
    "nordic_murmansk_swaps": Golden("nordic", 2, 0, (murmansk_with_swaps,), hoarding),
    "nordic_reshuffle": Golden("nordic", 2, 0, (reshuffled, second_pick_face_up)),
    "nordic_won_by_tickets": Golden("nordic", 2, 237, (BY_TICKETS,)),
    "nordic_won_by_longest": Golden("nordic", 2, 261, (BY_LONGEST,)),
    "nordic_win_shared": Golden("nordic", 2, 2912, (SHARED,)),
    "nordic_fair": Golden("nordic", 3, 0, (last_round,), fair=True, names=("Åsa", "", 'a "b"')),
    "europe_tunnels_and_stations": Golden(
        "europe",
        2,
        2,
        (tunnel_given_up, tunnel_paid, tunnel_free, stations_one_to_three, face_up_swept, reshuffled, tickets_out),
    ),
    "europe_queue_drawn": Golden("europe", 3, 1, (tickets_under, queue_drawn)),
    "europe_five_seats": Golden("europe", 5, 0, (last_round,), first=3),
    "europe_won_by_tickets": Golden("europe", 2, 939, (BY_TICKETS,)),
    "europe_won_by_stations": Golden("europe", 2, 2789, (BY_STATIONS,), shy_of_stations),
    "europe_won_by_express": Golden("europe", 2, 537, (BY_EXPRESS,)),
    "europe_win_shared": Golden("europe", 2, 5420, (SHARED,)),
    "europe_fair": Golden("europe", 4, 0, (last_round, tickets_out, tickets_under), fair=True),
    "new_york_row_swept": Golden("new_york", 4, 0, (face_up_swept, reshuffled)),
    "new_york_queue_drawn": Golden("new_york", 3, 0, (tickets_under, queue_drawn)),
    "new_york_won_by_tickets": Golden("new_york", 2, 173, (BY_TICKETS,)),
    "new_york_win_shared": Golden("new_york", 2, 206, (SHARED,)),
    "new_york_fair": Golden("new_york", 2, 0, (last_round,), fair=True, first=1, names=("Bo", "line\nfeed")),
    "tiny_all_pass_tickets_out": Golden("out", 2, 0, (all_pass, tickets_out)),
    "tiny_all_pass_tickets_under": Golden("under", 2, 0, (all_pass, tickets_under)),
}


def read(name: str, folder: Path) -> Record:
    """The golden record, every deal proved."""
    GOLDEN[name].game(folder)
    text = (FOLDER / f"{name}.txt").read_text(encoding="ascii")
    return verify(text, [folder] if GOLDEN[name].map in ("out", "under") else [])


def watch(record: Record) -> Seen:
    """Replay a record from its first move, and keep all states."""
    states: Any = np.zeros(1, STATE).view(np.recarray)
    out = np.zeros(len(record.game.catalogue), np.int64)
    engine.start(record.game.compiled, states, 0, CHANCE if record.first is None else record.first)
    passed = [states[0].copy()]
    for entry in record.entries:
        assert engine.step(record.game.compiled, states, 0, entry.move, out) != engine.ILLEGAL
        passed.append(states[0].copy())
    return Seen(record, np.array(passed, STATE).view(np.recarray))


def rendered(name: str, record: Record) -> list[str]:
    """The result of a record, with its reasons as codes."""
    result = record.result
    assert result is not None
    lines = [f"{name}: {code(result.reason)}"]
    for seat in result.seats:
        lines.append(f"  seat {seat.seat}: {seat.total} points, place {seat.place}")
        lines += [f"    {line.points:+d} {code(line.reason)}" for line in seat.lines]
    return lines


def code(reason: Reason) -> str:
    """A reason without a word of English."""
    return f"{reason.code} {json.dumps(reason.parameters, sort_keys=True)}"


def kept_results() -> dict[str, list[str]]:
    """The results that are kept beside the records, by name."""
    found: dict[str, list[str]] = {}
    for line in RESULTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            lines = found.setdefault(line.partition(":")[0], [])
        lines.append(line)
    return found


def test_every_golden_file_is_one_of_these() -> None:
    found = {path.stem for path in FOLDER.glob("*.txt")} - {"results", "perft"}
    assert found == set(GOLDEN) == set(kept_results())


@pytest.fixture(scope="module", params=GOLDEN)
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Record]:
    """A golden record and its name."""
    return request.param, read(request.param, tmp_path_factory.mktemp("maps"))


def test_a_golden_record_is_proved_and_ends_as_it_did(golden: tuple[str, Record]) -> None:
    name, record = golden
    assert record.over
    assert str(record) == (FOLDER / f"{name}.txt").read_text(encoding="ascii")
    assert "\n".join(rendered(name, record)) == "\n".join(kept_results()[name])


def test_a_golden_record_replays_and_shows_what_it_should(golden: tuple[str, Record]) -> None:
    name, record = golden
    seen = watch(record)
    assert seen.states[-1].tobytes() == record.states.tobytes()
    for shows in GOLDEN[name].shows:
        assert shows(seen), shows.__doc__


@pytest.mark.skipif(TARGET == "none", reason="test_agreement.py compares all states with the compiled run")
@pytest.mark.parametrize("name", GOLDEN)
def test_the_policy_plays_a_golden_record_again(name: str, tmp_path: Path) -> None:
    """The same seed gives the same game, move by move."""
    made = str(GOLDEN[name].make(tmp_path)).split("\n")
    assert made == (FOLDER / f"{name}.txt").read_text(encoding="ascii").split("\n")


@pytest.mark.parametrize("path", sorted((FOLDER / "first_rulings").glob("*.txt")), ids=lambda path: path.stem)
def test_a_record_of_the_first_rulings_is_still_proved(path: Path) -> None:
    """C6, C8: it was played before they were amended, and its digest says so."""
    text = path.read_text(encoding="ascii")
    record = verify(text)
    assert record.over
    assert record.game.rulings == 1
    assert str(record) == text


@pytest.mark.parametrize("name", ["new_york_row_swept", "europe_hoarded"])
def test_the_rulings_in_force_differ(name: str) -> None:
    """C6, C8: one record goes on where the face-up cards are now swept, the other where no card may now be drawn."""
    text = (FOLDER / "first_rulings" / f"{name}.txt").read_text(encoding="ascii")
    board = Record.read(text).game.board
    with pytest.raises(BadRecord):
        Record.read(text.replace(board.first_digest, board.digest))


def write_all(folder: Path) -> None:
    """Write all records and results; a person must review what changed."""
    for name, golden in GOLDEN.items():
        (FOLDER / f"{name}.txt").write_text(str(golden.make(folder)), encoding="ascii", newline="\n")
    lines = [line for name in GOLDEN for line in rendered(name, read(name, folder))]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    with TemporaryDirectory() as maps:
        write_all(Path(maps))
