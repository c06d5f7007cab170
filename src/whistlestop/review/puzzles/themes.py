"""What a puzzle is about, from its position and its best moves, as the seat that is to move knows them."""

from copy import copy

from whistlestop.game.catalogue import BUILD, CLAIM, DRAW, DRAW_TICKETS, KEEP, TAKE, Move
from whistlestop.game.limits import BITS
from whistlestop.game.record import Record
from whistlestop.game.state import ANSWER, FIRST_CHOICE, STATION
from whistlestop.game.ticket_status import DONE, IMPOSSIBLE, POSSIBLE, ticket_status
from whistlestop.game.view import View, members

DETOUR = 3
"""A claim saves a ticket if the ticket's path without the track is longer by this many cars, or there is none."""
DRAWS = (DRAW, TAKE)


def themes_of(record: Record, best: int, second: int) -> tuple[str, ...]:
    """The themes of a position whose best moves are known; at least one."""
    moves = record.game.catalogue.moves
    view = record.view(record.mover)
    found = (
        claim_themes(view, moves[best], moves[second]) if moves[best].kind == CLAIM else other_themes(view, moves[best])
    )
    if view.seen.last >= 0:
        found.append("last_round")
    return tuple(found)


def other_themes(view: View, best: Move) -> list[str]:
    """The theme of a move that is no claim."""
    if view.seen.phase == FIRST_CHOICE:
        return ["first_tickets"]
    if view.seen.phase == ANSWER:
        return ["tunnel"]
    if best.kind == BUILD or view.seen.phase == STATION:
        return ["station"]
    return ["tickets"] if best.kind in (KEEP, DRAW_TICKETS) else ["cards"]


def claim_themes(view: View, best: Move, second: Move) -> list[str]:
    """The themes of a claim."""
    game, seen, track = view.game, view.seen, best.what
    found = [theme] if (theme := ticket_theme(view, track)) else []
    on_path = any(track in status.path for status in ticket_status(view).values() if status.state == POSSIBLE)
    if not found and not on_path:
        found.append("block" if touches_others(view, track) else "points")
    if second.kind in DRAWS:
        found.append("stop_drawing")
    if seen.last < 0 and seen.cars[seen.viewer] - game.board.tracks[track].length <= game.rules.last_round:
        found.append("end_game")
    if game.board.tracks[track].tunnel:
        found.append("tunnel")
    return found or ["points"]


def ticket_theme(view: View, track: int) -> str:
    """Whether a claim finishes a ticket, or saves one that would be lost or far longer without it; else empty."""
    now = ticket_status(view)
    with_track, without = ticket_status(given(view, track)), ticket_status(denied(view, track))
    open_tickets = [ticket for ticket, status in now.items() if status.state == POSSIBLE]
    if any(with_track[ticket].state == DONE for ticket in open_tickets):
        return "finish_ticket"
    for ticket in open_tickets:
        lost = without[ticket].state == IMPOSSIBLE
        if lost or cars_left(view, without[ticket].path) - cars_left(view, now[ticket].path) >= DETOUR:
            return "save_ticket"
    return ""


def cars_left(view: View, path: tuple[int, ...]) -> int:
    """How many cars the tracks of a path cost that the viewer doesn't have yet."""
    own = set(members(view.seen.tracks[view.viewer].tolist()))
    return sum(view.game.board.tracks[track].length for track in path if track not in own)


def changed(view: View) -> View:
    """A copy of a view that may be changed."""
    other = copy(view)
    other.views = view.views.copy()
    return other


def given(view: View, track: int) -> View:
    """The view as if the viewer had a track."""
    other = changed(view)
    other.views[0].tracks[view.viewer, track // BITS] |= 1 << track % BITS
    other.views[0].cars[view.viewer] -= view.game.board.tracks[track].length
    return other


def denied(view: View, track: int) -> View:
    """The view as if the viewer could not claim a route any more: the track and the one beside it."""
    other = changed(view)
    board = view.game.board
    for n, one in enumerate(board.tracks):
        if {one.a, one.b} == {board.tracks[track].a, board.tracks[track].b}:
            other.views[0].open[view.viewer, n // BITS] &= ~(1 << n % BITS)
    return other


def touches_others(view: View, track: int) -> bool:
    """Whether another seat has built at an end of a track."""
    board, seen = view.game.board, view.seen
    ends = {board.tracks[track].a, board.tracks[track].b}
    theirs = (n for seat in range(view.game.seats) if seat != view.viewer for n in members(seen.tracks[seat].tolist()))
    return any(ends & {board.tracks[n].a, board.tracks[n].b} for n in theirs)
