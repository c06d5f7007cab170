"""Turns: how a turn ends, who is next, and when the game is over (C2, C17, C18, C20)."""

from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.state import OVER, TURN, TURNS


@kernel
def begin_play(game: GameRec, state: StateRec) -> None:
    """End the setup and begin the first seat's turn."""
    state.seat = state.first
    state.phase = TURN


@kernel
def end_turn(game: GameRec, state: StateRec) -> None:
    """End the turn of the current seat."""
    state.turns += 1
    state.due = 0
    state.floor = 0
    if state.last > 0:
        state.last -= 1
    elif state.last < 0 and state.cars[state.seat] <= game.last_round:
        state.last = game.seats
    if state.last == 0 or state.passes == game.seats or state.turns >= TURNS * game.seats:
        state.phase = OVER
    else:
        state.seat = (state.seat + 1) % game.seats
        state.phase = TURN


@kernel
def pass_turn(game: GameRec, state: StateRec) -> None:
    """Pass; legal only without any other move (C18)."""
    state.passes += 1
    end_turn(game, state)
