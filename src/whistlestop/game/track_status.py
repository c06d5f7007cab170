"""The status of a track for one viewer: whether it may still be claimed, and what it takes.

    status = track_status(record.view(0), "budapest-wien")
    status.state           "open" or "closed"
    status.reason          why it is closed: taken, its twin, too few cars
    status.ways            the claims that the hand can pay
    status.missing         what the hand lacks, if it can pay none
    status.not_now         what the viewer has to do before it can claim anything

Views are made after every move, so a view doesn't hold this; ask when a player does.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game import engine
from whistlestop.game.board import GREY
from whistlestop.game.catalogue import CLAIM, PAIR
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import IllegalMove, Reason
from whistlestop.game.state import STATE, TURN, has
from whistlestop.game.view import SPECTATOR, View
from whistlestop.game.why import Missing, missing_cards, owner_of, why_closed, why_wrong_phase

OPEN = "open"
CLOSED = "closed"


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
    number = track_number(view.game, track)
    return _status(view, number, _payable_claims(view))


def track_statuses(view: View) -> list[TrackStatus]:
    """The status of every track, in the order of the board."""
    payable = _payable_claims(view)
    return [_status(view, number, payable) for number in range(len(view.game.board.tracks))]


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


def _status(view: View, number: int, payable: dict[int, list[int]]) -> TrackStatus:
    seen = view.seen
    reason = _why_closed(view, number)
    ways = () if reason else tuple(payable.get(number, ()))
    missing = None
    if view.viewer != SPECTATOR and reason is None and not ways:
        missing = _fewest_missing(view, number)
    is_on_move = view.mover == view.viewer and not view.over
    not_now = why_wrong_phase(seen, CLAIM) if is_on_move else None
    return TrackStatus(view.game, number, owner_of(view.game, seen, number), reason, ways, missing, not_now)


def _why_closed(view: View, number: int) -> Reason | None:
    game, seen = view.game, view.seen
    if owner_of(game, seen, number) is None and view.over:
        return Reason("over")
    if view.viewer != SPECTATOR:
        return why_closed(game, seen, view.viewer, number)
    anybody = next((seat for seat in range(game.seats) if has(seen.open[seat], number)), None)
    return None if anybody is not None else why_closed(game, seen, _stranger(view, number), number)


def _stranger(view: View, number: int) -> int:
    """A seat that does not own the twin of a track, so that what is said of it holds for everybody."""
    owner = owner_of(view.game, view.seen, view.game.board.twins[number])
    return next(seat for seat in range(view.game.seats) if seat != owner)


def _payable_claims(view: View) -> dict[int, list[int]]:
    """The claims that the viewer could make if its turn began now, by track."""
    found: dict[int, list[int]] = {}
    if view.viewer == SPECTATOR:
        return found
    states: Any = np.zeros(1, STATE)
    states["phase"], states["seat"] = TURN, view.viewer
    for field in ("hands", "open", "cars"):
        states[field][0, view.viewer] = view.views[field][0, view.viewer]
    out = np.empty(len(view.game.catalogue), np.int64)
    for move in out[: engine.legal(view.game.compiled, states, 0, out)].tolist():
        row = view.game.catalogue.moves[move]
        if row.kind == CLAIM:
            found.setdefault(row.what, []).append(move)
    return found


def _fewest_missing(view: View, number: int) -> Missing:
    """What the hand lacks for the payment that it is closest to: fewest cards, then fewest locomotives of them."""
    hand = view.views["hands"][0, view.viewer].tolist()
    lacking = [missing_cards(view.game, hand, row) for row in view.game.catalogue.claims[number]]
    return min(lacking, key=lambda one: (one.coloured + one.locomotives + one.swap_cards, one.locomotives))
