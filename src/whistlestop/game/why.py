"""Why a move is illegal, and what a payment lacks. What is legal is defined once, in `engine.list_moves`.

`why(games, states, i, move, out)` returns the number of a reason and writes its parameters to `out`, three numbers;
`reason_numbers` says how they become words. Kernels that take `seen` work on a state as well as on a view.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from whistlestop.game.cards import total
from whistlestop.game.catalogue import (
    BUILD,
    CLAIM,
    DEAL_FIRST,
    DRAW,
    GIVE_UP,
    KEEP,
    NO_COLOUR,
    PASS,
    PAY,
    SWAP,
    TAKE,
)
from whistlestop.game.game import Game
from whistlestop.game.kernel import bits, entry, kernel, subroutine
from whistlestop.game.kernel_types import Bag, GameArray, GameRec, IntArray, StateArray, StateRec
from whistlestop.game.limits import KINDS, LOCOMOTIVE
from whistlestop.game.moves.tickets import offered
from whistlestop.game.reason_numbers import NO_REASON, NUMBERS, PARAMETERS, reason_of, say
from whistlestop.game.reasons import Reason
from whistlestop.game.state import (
    ANSWER,
    CHOICE,
    FIRST_CHOICE,
    GIVING,
    SECOND,
    STATE,
    STATION,
    TURN,
    has,
    is_chance,
)

CHANCE_ONLY = NUMBERS["chance_only"]
CHANCE_FIRST = NUMBERS["chance_first"]
GAME_OVER = NUMBERS["over"]
PHASE_TURN = NUMBERS["phase_turn"]
PHASE_SECOND = NUMBERS["phase_second"]
PHASE_CHOICE = NUMBERS["phase_choice"]
PHASE_GIVING = NUMBERS["phase_giving"]
PHASE_ANSWER = NUMBERS["phase_answer"]
PHASE_STATION = NUMBERS["phase_station"]
MUST_ACT = NUMBERS["must_act"]
DECK_EMPTY = NUMBERS["deck_empty"]
NO_DRAW = NUMBERS["no_draw"]
NO_TICKETS = NUMBERS["no_tickets"]
NOT_FACE_UP = NUMBERS["not_face_up"]
LOCOMOTIVE_SECOND = NUMBERS["locomotive_second"]
NO_SUCH_OFFER = NUMBERS["no_such_offer"]
KEEP_MORE = NUMBERS["keep_more"]
TRACK_TAKEN = NUMBERS["track_taken"]
OWN_TWIN = NUMBERS["own_twin"]
TWIN_CLOSED = NUMBERS["twin_closed"]
FEW_CARS_LEFT = NUMBERS["few_cars_left"]
NOT_IN_HAND = NUMBERS["not_in_hand"]
FEW_TO_SWAP = NUMBERS["few_to_swap"]
NOT_ELIGIBLE = NUMBERS["not_eligible"]
SWAP_ORDER = NUMBERS["swap_order"]
SWAP_LEAVES_FEW = NUMBERS["swap_leaves_few"]
WRONG_NUMBER = NUMBERS["wrong_number"]
WRONG_COLOUR = NUMBERS["wrong_colour"]
LOCOMOTIVES_ONLY = NUMBERS["locomotives_only"]
STATION_TAKEN = NUMBERS["station_taken"]
NO_STATION_LEFT = NUMBERS["no_station_left"]
STATION_COST = NUMBERS["station_cost"]


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


def why_not(game: Game, state: Any, move: int) -> Reason:
    """The reason why a move that is not legal is refused."""
    states: Any = np.zeros(1, STATE)
    states[0] = state
    out = np.zeros(PARAMETERS, np.int64)
    return reason_of(game, why(game.compiled, states, 0, int(move), out), out.tolist())


@entry
def why(games: GameArray, states: StateArray, i: int, move: int, out: IntArray) -> int:
    """The number of the reason why a move that is not legal in state i is refused; its parameters go to `out`."""
    game, state = games[0], states[i]
    kind = game.kind[move]
    if kind >= DEAL_FIRST:
        return say(out, CHANCE_ONLY, move, 0, 0)
    wrong_phase = why_wrong_phase(state, kind, out)
    if wrong_phase != NO_REASON:
        return wrong_phase
    if kind == CLAIM:
        return why_no_claim(game, state, move, out)
    if kind in (TAKE, DRAW):
        return why_no_pick(game, state, move, out)
    if kind == KEEP:
        return why_no_keep(game, state, move, out)
    if kind == SWAP:
        return why_no_swap(game, state, move, out)
    if kind == BUILD:
        return why_no_station(game, state, move, out)
    if kind == PAY:
        return why_no_payment(game, state, move, out)
    return MUST_ACT if kind == PASS else NO_TICKETS


@subroutine
def why_wrong_phase(seen: Any, kind: int, out: IntArray) -> int:
    """What has to be done before a move of a kind; NO_REASON if such moves can be made now."""
    phase = seen.phase
    if fits_phase(kind, phase):
        return NO_REASON
    if is_chance(phase):
        return CHANCE_FIRST
    if phase == TURN:
        return PHASE_TURN
    if phase == SECOND:
        return PHASE_SECOND
    if phase in (FIRST_CHOICE, CHOICE):
        return PHASE_CHOICE
    if phase == GIVING:
        return say(out, PHASE_GIVING, seen.due, 0, 0)
    if phase == ANSWER:
        return say(out, PHASE_ANSWER, seen.due, 0, 0)
    return say(out, PHASE_STATION, seen.due, 0, 0) if phase == STATION else GAME_OVER


@subroutine
def fits_phase(kind: int, phase: int) -> bool:
    """Whether moves of a kind are made in a phase."""
    if kind in (DRAW, TAKE):
        return phase in (TURN, SECOND)
    if kind == KEEP:
        return phase in (FIRST_CHOICE, CHOICE)
    if kind == SWAP:
        return phase == GIVING
    if kind == GIVE_UP:
        return phase == ANSWER
    if kind == PAY:
        return phase in (ANSWER, STATION)
    return phase == TURN


@subroutine
def why_no_pick(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why no card can be drawn, or a face-up one not taken."""
    card = game.what[move]
    if total(state.deck) == 0:
        return DECK_EMPTY if game.take_without_deck == 1 else NO_DRAW
    if card == LOCOMOTIVE and state.face_up[LOCOMOTIVE] > 0:
        return LOCOMOTIVE_SECOND
    return say(out, NOT_FACE_UP, card, 0, 0)


@subroutine
def why_no_claim(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why a track can't be claimed with a payment."""
    closed = why_closed(game, state, state.seat, game.what[move], out)
    if closed != NO_REASON:
        return closed
    if lacks(game, state, move):
        return say(out, NOT_IN_HAND, move, 0, 0)
    swaps = game.pay_swaps[game.payment[move]]
    return say(out, FEW_TO_SWAP, swaps, swaps * game.pay_give[game.payment[move]], 0)


@subroutine
def why_closed(game: GameRec, seen: Any, seat: int, track: int, out: IntArray) -> int:
    """Why a seat can't claim a track, whatever it pays (C9, C10); NO_REASON if it can."""
    owner = owner_of(game, seen, track)
    if owner >= 0:
        return say(out, TRACK_TAKEN, track, owner, 0)
    if not has(seen.open[seat], track):
        if has(seen.tracks[seat], game.twin[track]):
            return say(out, OWN_TWIN, track, 0, 0)
        return say(out, TWIN_CLOSED, track, game.both_tracks_from, 0)
    if seen.cars[seat] < game.length[track]:
        return say(out, FEW_CARS_LEFT, track, game.length[track], seen.cars[seat])
    return NO_REASON


@subroutine
def owner_of(game: GameRec, seen: Any, track: int) -> int:
    """The seat that has claimed a track, -1 if nobody has."""
    for seat in range(game.seats):
        if has(seen.tracks[seat], track):
            return seat
    return -1


@kernel
def lacks(game: GameRec, state: StateRec, move: int) -> bool:
    """Whether the seat lacks coloured cards or locomotives that a move names."""
    coloured, locomotives, _ = missing_cards(game, state.hands[state.seat], move)
    return coloured + locomotives > 0


@subroutine
def missing_cards(game: GameRec, hand: Bag, move: int) -> tuple[int, int, int]:
    """How many coloured cards, locomotives and cards to swap (C19) a hand lacks for a claim or a `pay` move."""
    colour, coloured = game.colour[move], game.coloured[move]
    locomotives, payment = game.locomotives[move], game.payment[move]
    to_give = 0
    if payment >= 0 and game.pay_swaps[payment] > 0:
        to_give = game.pay_swaps[payment] * game.pay_give[payment]
        for kind in range(KINDS):
            if game.pay_from[payment] >> kind & 1 == 1:
                named = locomotives if kind == LOCOMOTIVE else coloured if kind == colour else 0
                to_give -= max(0, hand[kind] - named)
    lacking = max(0, coloured - hand[colour]) if colour != NO_COLOUR else 0
    return lacking, max(0, locomotives - hand[LOCOMOTIVE]), max(0, to_give)


@subroutine
def why_no_keep(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why places of an offer can't be kept."""
    count = offered(state.offer[state.seat])
    if game.what[move] >> count != 0:
        return say(out, NO_SUCH_OFFER, count, 0, 0)
    least = game.first_keep if state.phase == FIRST_CHOICE else game.draw_keep
    return say(out, KEEP_MORE, min(least, count), 0, 0)


@subroutine
def why_no_swap(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why a card can't be named for a swap."""
    card = game.what[move]
    if game.pay_from[game.payment[state.claim]] >> card & 1 == 0:
        return say(out, NOT_ELIGIBLE, card, 0, 0)
    if state.hands[state.seat, card] == 0:
        return say(out, NOT_IN_HAND, move, 0, 0)
    if card < state.floor:
        return say(out, SWAP_ORDER, card, state.floor, 0)
    return say(out, SWAP_LEAVES_FEW, card, state.due, 0)


@subroutine
def why_no_station(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why a station can't be built in a city."""
    city = game.what[move]
    for owner in range(game.seats):
        if state.stations[owner] >> city & 1 == 1:
            return say(out, STATION_TAKEN, city, owner, 0)
    built = bits(state.stations[state.seat])
    return NO_STATION_LEFT if built == game.stations else say(out, STATION_COST, built + 1, 0, 0)


@subroutine
def why_no_payment(game: GameRec, state: StateRec, move: int, out: IntArray) -> int:
    """Why cards can't be paid for a station or added for a tunnel."""
    if game.coloured[move] + game.locomotives[move] != state.due:
        return say(out, WRONG_NUMBER, state.due, 0, 0)
    if lacks(game, state, move):
        return say(out, NOT_IN_HAND, move, 0, 0)
    colour = game.colour[state.claim]
    return LOCOMOTIVES_ONLY if colour == NO_COLOUR else say(out, WRONG_COLOUR, colour, 0, 0)
