"""The status of a track for one viewer: whether it may still be claimed, and what it takes.

    status = track_status(record.view(0), "budapest-wien")
    status.state           "open" or "closed"
    status.reason          why it is closed: taken, its twin, too few cars
    status.ways            the claims that the hand can pay
    status.missing         what the hand lacks, if it can pay none
    status.not_now         what the viewer has to do before it can claim anything

Views are made after every move, so a view doesn't hold this; ask when a player does. `find_track_status` fills a
TRACK_STATUS record; its reasons are numbers with parameters (see `reason_numbers`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.board import GREY
from whistlestop.game.catalogue import CLAIM, NO_COLOUR, PAIR
from whistlestop.game.engine import mover_of
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import (
    GameArray,
    GameRec,
    IntArray,
    MoveArray,
    StateArray,
    StateRec,
    ViewArray,
    ViewRec,
)
from whistlestop.game.limits import CARDS, KINDS, WORDS
from whistlestop.game.map_files import shown
from whistlestop.game.moves.claim import list_claims
from whistlestop.game.moves.listing import LIST, NONE
from whistlestop.game.paths import FAR
from whistlestop.game.reason_numbers import NO_REASON, PARAMETERS, reason_of
from whistlestop.game.reasons import IllegalMove, Reason
from whistlestop.game.state import OVER, STATE, TURN, has, record_type
from whistlestop.game.view import SPECTATOR, View
from whistlestop.game.why import GAME_OVER, Missing, missing_cards, owner_of, why_closed, why_wrong_phase

OPEN = "open"
CLOSED = "closed"

I = np.int64

TRACK_STATUS = record_type(
    [
        ("owner", I),  # the seat that claimed it, or -1
        ("reason", I),  # the number of the reason why it is closed, or NO_REASON
        ("reason_parameters", I, PARAMETERS),
        ("not_now", I),  # the number of the reason why no track can be claimed now, or NO_REASON
        ("not_now_parameters", I, PARAMETERS),
        ("is_missing", I),  # 1: the hand can pay no claim, and the fields below say what it lacks
        ("colour", I),  # of the payment that it is closest to, or NO_COLOUR
        ("coloured", I),
        ("locomotives", I),
        ("swap_cards", I),
    ]
)


@dataclass(frozen=True)
class TrackStatus:
    """Whether a viewer may claim a track, and what it takes."""

    game: Game
    number: int
    """The track's number on the board."""
    owner: int | None
    """The seat that claimed it."""
    reason: Reason | None
    """Why the viewer can't claim it, whatever it pays (C9, C10), or, for a spectator, why nobody can; None if open."""
    ways: tuple[int, ...]
    """The claims that the viewer's hand can pay, as moves of the catalogue; legal once the viewer's turn begins."""
    missing: Missing | None
    """The fewest cards that would make a claim payable; None if one is, if the track is closed, and for spectators."""
    not_now: Reason | None
    """What the viewer, being on move, has to do before it can claim any track; None if nothing, or if it must wait."""

    @property
    def state(self) -> str:
        """OPEN or CLOSED."""
        return CLOSED if self.reason else OPEN

    def as_dict(self) -> dict[str, Any]:
        """The status, and what is printed on the track, as JSON-serialisable types."""
        track = self.game.board.tracks[self.number]
        catalogue = self.game.catalogue
        return {
            "track": track.text,
            "length": track.length,
            "points": self.game.rules.points[track.length - 1],
            "colour": None if track.colour == GREY else self.game.rules.colours[track.colour],
            "tunnel": track.tunnel,
            "locomotives": track.locomotives,
            "swap": track.swap,
            "state": self.state,
            "owner": self.owner,
            "reason": self.reason.as_dict() if self.reason else None,
            "ways": [catalogue.fields(self.game.board, move) for move in self.ways],
            "missing": self.missing.as_dict() if self.missing else None,
            "not_now": self.not_now.as_dict() if self.not_now else None,
        }


def track_status(view: View, track: int | str) -> TrackStatus:
    """The status of one track, given by its number or its text, the cities in either order; IllegalMove if unknown."""
    return _status(view, track_number(view.game, track))


def track_statuses(view: View) -> list[TrackStatus]:
    """The status of every track, in the order of the board."""
    return [_status(view, number) for number in range(len(view.game.board.tracks))]


def track_number(game: Game, track: int | str) -> int:
    """The number of a track, given by its number or its text, the cities in either order; IllegalMove if unknown."""
    tracks = game.board.tracks
    if isinstance(track, str):
        texts = (track, PAIR.sub(r"\2-\1", track, count=1))
        found = next((number for number, one in enumerate(tracks) if one.text in texts), None)
    else:
        found = track if 0 <= track < len(tracks) else None
    if found is None:
        raise IllegalMove("no_such_track", track=shown(track))
    return found


def _status(view: View, number: int) -> TrackStatus:
    game, found = view.game, np.zeros(1, TRACK_STATUS)
    out = np.empty(len(game.catalogue), np.int64)
    count = find_track_status(game.compiled, view.views, 0, number, np.zeros(1, STATE), out, found)
    status: Any = found[0]
    missing = None
    if status.is_missing:
        colour = None if status.colour == NO_COLOUR else game.catalogue.kinds[status.colour]
        missing = Missing(colour, int(status.coloured), int(status.locomotives), int(status.swap_cards))
    return TrackStatus(
        game,
        number,
        None if status.owner < 0 else int(status.owner),
        None if status.reason == NO_REASON else reason_of(game, status.reason, status.reason_parameters),
        tuple(out[:count].tolist()),
        missing,
        None if status.not_now == NO_REASON else reason_of(game, status.not_now, status.not_now_parameters),
    )


@entry
def find_track_status(
    games: GameArray, views: ViewArray, j: int, track: int, states: StateArray, out: MoveArray, statuses: Any
) -> int:
    """Fill a TRACK_STATUS for view j's viewer; the claims that it can pay go to `out`, and their number is returned.

    State 0 is scratch memory.
    """
    game, seen, status = games[0], views[j], statuses[0]
    status.owner = owner_of(game, seen, track)
    status.reason = why_closed_for_viewer(game, seen, track, status.reason_parameters)
    is_on_move = mover_of(seen) == seen.viewer and seen.phase != OVER
    status.not_now = why_wrong_phase(seen, CLAIM, status.not_now_parameters) if is_on_move else NO_REASON
    status.is_missing = 0
    if seen.viewer == SPECTATOR or status.reason != NO_REASON:
        return 0
    count = list_ways(game, seen, track, states[0], out)
    if count == 0:
        find_fewest_missing(game, seen, track, status)
    return count


@subroutine
def why_closed_for_viewer(game: GameRec, seen: ViewRec, track: int, out: IntArray) -> int:
    """Why the viewer can't claim a track, or, for a spectator, why nobody can; NO_REASON if it is open."""
    if seen.phase == OVER and owner_of(game, seen, track) < 0:
        return GAME_OVER
    seat = seen.viewer
    if seat == SPECTATOR:
        for anybody in range(game.seats):
            if has(seen.open[anybody], track):
                return NO_REASON
        # A seat that does not own the twin, so that what is said of it holds for everybody.
        seat = 1 if game.twin[track] >= 0 and has(seen.tracks[0], game.twin[track]) else 0
    return why_closed(game, seen, seat, track, out)


@subroutine
def list_ways(game: GameRec, seen: ViewRec, track: int, state: StateRec, out: MoveArray) -> int:
    """List the claims of a track that the viewer could make if its turn began now."""
    seat = seen.viewer
    state.phase = TURN
    state.seat = seat
    state.cars[seat] = seen.cars[seat]
    for kind in range(KINDS):
        state.hands[seat, kind] = seen.hands[seat, kind]
    for w in range(WORDS):
        state.open[seat, w] = seen.open[seat, w]
    count = 0
    for n in range(list_claims(game, state, NONE, LIST, out)):
        if game.what[out[n]] == track:
            out[count] = out[n]
            count += 1
    return count


@subroutine
def find_fewest_missing(game: GameRec, seen: ViewRec, track: int, status: Any) -> None:
    """What the hand lacks for the payment that it is closest to: fewest cards, then fewest locomotives of them."""
    status.is_missing = 1
    fewest = FAR
    for move in range(game.first_move[CLAIM], game.first_move[CLAIM + 1]):
        if game.what[move] != track:
            continue
        coloured, locomotives, swap_cards = missing_cards(game, seen.hands[seen.viewer], move)
        lacking = (coloured + locomotives + swap_cards) * CARDS + locomotives
        if lacking < fewest:
            fewest = lacking
            status.colour = game.colour[move]
            status.coloured = coloured
            status.locomotives = locomotives
            status.swap_cards = swap_cards
