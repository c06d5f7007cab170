"""Why a move is illegal, and what a payment lacks. What is legal is defined once, in `engine.list_moves`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from whistlestop.game import catalogue as kinds
from whistlestop.game.cards import total
from whistlestop.game.game import Game
from whistlestop.game.limits import LOCOMOTIVE
from whistlestop.game.moves.tickets import offered
from whistlestop.game.reasons import Reason
from whistlestop.game.state import (
    ANSWER,
    CHOICE,
    FIRST_CHOICE,
    GIVING,
    OVER,
    SECOND,
    STATION,
    TURN,
    has,
)

WANTED = {
    TURN: "phase_turn",
    SECOND: "phase_second",
    FIRST_CHOICE: "phase_choice",
    CHOICE: "phase_choice",
    GIVING: "phase_giving",
    ANSWER: "phase_answer",
    STATION: "phase_station",
    OVER: "over",
}
COUNTED = (GIVING, ANSWER, STATION)
"""The phases whose sentence says how many cards are due."""
PHASES_OF = {
    kinds.PASS: (TURN,),
    kinds.DRAW: (TURN, SECOND),
    kinds.DRAW_TICKETS: (TURN,),
    kinds.TAKE: (TURN, SECOND),
    kinds.KEEP: (FIRST_CHOICE, CHOICE),
    kinds.SWAP: (GIVING,),
    kinds.GIVE_UP: (ANSWER,),
    kinds.PAY: (ANSWER, STATION),
    kinds.BUILD: (TURN,),
    kinds.CLAIM: (TURN,),
}


def why_not(game: Game, state: Any, move: int) -> Reason:
    """The reason why a move that is not legal is refused."""
    row = game.catalogue.moves[move]
    if row.kind not in PHASES_OF:
        return Reason("chance_only", {"move": row.text})
    wrong_phase = why_wrong_phase(state, row.kind)
    if wrong_phase:
        return wrong_phase
    if row.kind == kinds.CLAIM:
        return why_no_claim(game, state, row)
    if row.kind in (kinds.TAKE, kinds.DRAW) and not total(state.deck):
        return Reason("deck_empty" if game.compiled[0].take_without_deck else "no_draw")
    if row.kind == kinds.TAKE:
        if row.what == LOCOMOTIVE and state.face_up[LOCOMOTIVE] > 0:
            return Reason("locomotive_second")
        return Reason("not_face_up", {"card": game.catalogue.kinds[row.what]})
    if row.kind == kinds.KEEP:
        return why_no_keep(game, state, row)
    if row.kind == kinds.SWAP:
        return why_no_swap(game, state, row)
    if row.kind == kinds.BUILD:
        return why_no_station(game, state, row)
    if row.kind == kinds.PAY:
        return why_no_payment(game, state, row)
    return Reason({kinds.PASS: "must_act", kinds.DRAW_TICKETS: "no_tickets"}[row.kind])


def why_wrong_phase(seen: Any, kind: int) -> Reason | None:
    """What has to be done before a move of a kind, from a state or a view; None if such moves can be made now."""
    if seen.phase not in WANTED:
        return Reason("chance_first")
    if seen.phase in PHASES_OF[kind]:
        return None
    return Reason(WANTED[int(seen.phase)], {"due": int(seen.due)} if seen.phase in COUNTED else {})


def why_no_claim(game: Game, state: Any, row: kinds.Move) -> Reason:
    """Why a track can't be claimed with a payment."""
    closed = why_closed(game, state, int(state.seat), row.what)
    if closed:
        return closed
    track = game.board.tracks[row.what]
    missing = missing_cards(game, state.hands[state.seat], row)
    if missing.coloured or missing.locomotives:
        return Reason("not_in_hand", {"cards": row.text.partition(track.text)[2].strip()})
    assert missing.swap_cards
    return Reason("few_to_swap", {"swaps": row.swaps, "needed": row.swaps * track.swap})


def why_closed(game: Game, seen: Any, seat: int, track: int) -> Reason | None:
    """Why a seat can't claim a track, whatever it pays (C9, C10), from a state or a view; None if it can."""
    printed = game.board.tracks[track]
    named = {"track": printed.text}
    owner = owner_of(game, seen, track)
    if owner is not None:
        return Reason("track_taken", {**named, "seat": owner})
    if not has(seen.open[seat], track):
        if has(seen.tracks[seat], game.board.twins[track]):
            return Reason("own_twin", {**named})
        return Reason("twin_closed", {**named, "seats": game.rules.both_tracks_from})
    if seen.cars[seat] < printed.length:
        return Reason("few_cars_left", {**named, "length": printed.length, "cars": int(seen.cars[seat])})
    return None


def owner_of(game: Game, seen: Any, track: int) -> int | None:
    """The seat that has claimed a track, from a state or a view."""
    return next((seat for seat in range(game.seats) if has(seen.tracks[seat], track)), None)


@dataclass(frozen=True)
class Missing:
    """The cards that a hand lacks for a payment."""

    colour: str | None
    """The colour of the payment, None if it is locomotives alone."""
    coloured: int
    """How many cards of that colour."""
    locomotives: int
    swap_cards: int
    """How many cards to give for swaps (C19)."""

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON-serialisable types."""
        return asdict(self)


def missing_cards(game: Game, hand: Sequence[int], row: kinds.Move) -> Missing:
    """The cards that a hand lacks for a claim or a `pay` move."""
    has_colour = row.colour != kinds.NO_COLOUR
    named = {LOCOMOTIVE: row.locomotives} | ({row.colour: row.coloured} if has_colour else {})
    to_give = 0
    if row.swaps:
        payment, _ = game.catalogue.payments[row.payment]
        eligible = [kind for kind in range(len(game.catalogue.kinds)) if payment.eligible >> kind & 1]
        left = sum(max(0, int(hand[kind]) - named.get(kind, 0)) for kind in eligible)
        to_give = max(0, row.swaps * payment.give - left)
    return Missing(
        game.catalogue.kinds[row.colour] if has_colour else None,
        max(0, row.coloured - int(hand[row.colour])) if has_colour else 0,
        max(0, row.locomotives - int(hand[LOCOMOTIVE])),
        to_give,
    )


def why_no_keep(game: Game, state: Any, row: kinds.Move) -> Reason:
    """Why places of an offer can't be kept."""
    count = int(offered(state.offer[state.seat]))
    if row.what >> count:
        return Reason("no_such_offer", {"offered": count})
    least = game.rules.first_keep if state.phase == FIRST_CHOICE else game.rules.draw_keep
    return Reason("keep_more", {"least": min(least, count)})


def why_no_swap(game: Game, state: Any, row: kinds.Move) -> Reason:
    """Why a card can't be named for a swap."""
    name = game.catalogue.kinds[row.what]
    card: dict[str, str | int] = {"card": name}
    payment, _ = game.catalogue.payments[game.catalogue.moves[int(state.claim)].payment]
    if not payment.eligible >> row.what & 1:
        return Reason("not_eligible", card)
    if state.hands[state.seat, row.what] == 0:
        return Reason("not_in_hand", {"cards": name})
    if row.what < state.floor:
        return Reason("swap_order", {**card, "last": game.catalogue.kinds[int(state.floor)]})
    return Reason("swap_leaves_few", {**card, "due": int(state.due)})


def why_no_station(game: Game, state: Any, row: kinds.Move) -> Reason:
    """Why a station can't be built in a city."""
    city = {"city": game.board.cities[row.what].id}
    for owner in range(game.seats):
        if state.stations[owner] >> row.what & 1:
            return Reason("station_taken", {**city, "seat": owner})
    built = int(state.stations[state.seat]).bit_count()
    if built == game.rules.stations:
        return Reason("no_station_left")
    return Reason("station_cost", {"cards": built + 1})


def why_no_payment(game: Game, state: Any, row: kinds.Move) -> Reason:
    """Why cards can't be paid for a station or added for a tunnel."""
    if row.coloured + row.locomotives != state.due:
        return Reason("wrong_number", {"due": int(state.due)})
    missing = missing_cards(game, state.hands[state.seat], row)
    if missing.coloured or missing.locomotives:
        return Reason("not_in_hand", {"cards": row.text.removeprefix("pay ")})
    colour = game.catalogue.moves[int(state.claim)].colour
    if colour == kinds.NO_COLOUR:
        return Reason("locomotives_only")
    return Reason("wrong_colour", {"colour": game.catalogue.kinds[colour]})
