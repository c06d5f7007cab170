"""Stations: choose a city, then pay (E3)."""

from whistlestop.game.catalogue import BUILD
from whistlestop.game.kernel import bits, kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import KINDS, LOCOMOTIVE
from whistlestop.game.moves.claim import end_attempt
from whistlestop.game.moves.listing import list_set
from whistlestop.game.moves.pay import lay_cards
from whistlestop.game.state import STATION


@kernel
def list_stations(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List every city without a station, if the seat has a station left and can pay for it."""
    built = bits(state.stations[state.seat])
    if built >= game.stations or most_alike(state) <= built:
        return n
    free = (1 << game.cities) - 1
    for seat in range(game.seats):
        free &= ~state.stations[seat]
    return list_set(game.first_move[BUILD], free, n, want, out)


@kernel
def most_alike(state: StateRec) -> int:
    """The most cards of one colour that the seat could pay, locomotives included."""
    most = 0
    for kind in range(KINDS):
        if kind != LOCOMOTIVE:
            most = max(most, state.hands[state.seat, kind])
    return most + state.hands[state.seat, LOCOMOTIVE]


@kernel
def build(game: GameRec, state: StateRec, city: int) -> None:
    """Choose the city. The first station costs one card, the second two, the third three."""
    state.passes = 0
    state.city = city
    state.due = bits(state.stations[state.seat]) + 1
    state.phase = STATION


@kernel
def pay_station(game: GameRec, state: StateRec, move: int) -> None:
    """Pay for the station and place it."""
    lay_cards(game, state, move)
    state.stations[state.seat] |= 1 << state.city
    state.city = -1
    end_attempt(game, state)
