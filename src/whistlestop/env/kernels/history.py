"""HISTORY: what an attentive player remembers of a game beside what lies on the table; all of it was public (C21)."""

from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots.kernel_types import FactsRec, PlanRec
from whistlestop.env.kernel_types import EpisodeRec, HistoryRec
from whistlestop.env.kernels.earnings import BY_POINTS
from whistlestop.env.kernels.features import write_row
from whistlestop.env.kernels.games import is_legal
from whistlestop.env.kernels.opponents import LEARNER, choose_as
from whistlestop.game.catalogue import CLAIM, DEAL_FIRST, DRAW, DRAW_TICKETS, KEEP, PAY, SWAP, TAKE
from whistlestop.game.engine import ILLEGAL, act_as_chance, act_as_seat, deal
from whistlestop.game.kernel import entry, lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameArray, GameRec, StateArray, StateRec
from whistlestop.game.limits import BITS, KINDS, SEATS, TRACKS
from whistlestop.game.state import OVER, is_chance, record_type

I = np.int64
RECENT = 4
"""How many moves of each seat are remembered in order."""

HISTORY = record_type(
    [
        ("recent", I, (SEATS, RECENT)),  # the kinds of the last moves, each as a set of one, the latest first
        ("cards", I, (SEATS, RECENT)),  # the kind of card taken or the colour paid in these moves, in the same form
        ("taken", I, (SEATS, KINDS)),  # face-up cards taken
        ("played", I, (SEATS, KINDS)),  # cards laid down, less those taken back
        ("blind", I, SEATS),  # cards drawn from the deck
        ("draws", I, SEATS),  # how often tickets were drawn
        ("drawn_at", I, SEATS),  # turns that had ended when they last were
        ("since", I, SEATS),  # turns that have ended since then
        ("claims", I),  # tracks claimed
        ("order", I, TRACKS),  # which of the claims each track was, from 1; 0 if it is unclaimed
        ("hand", I, KINDS),  # scratch: a hand before a move
    ]
)
HISTORY_WORDS = HISTORY.itemsize // 8


class Noted(NamedTuple):
    """The histories of a vector environment."""

    records: Any
    """HISTORY records, one for each environment."""
    words: Any
    """The same memory as words."""
    offsets: Any
    """Where the columns come from; see `observation.Offsets`."""
    first: int
    """The first column, divided by eight."""


@subroutine
def forget(history: HistoryRec) -> None:
    """Remember nothing: a game begins."""
    history.claims = 0
    for track in range(TRACKS):
        history.order[track] = 0
    for seat in range(SEATS):
        history.blind[seat] = 0
        history.draws[seat] = 0
        history.drawn_at[seat] = 0
        for n in range(RECENT):
            history.recent[seat, n] = 0
            history.cards[seat, n] = 0
        for kind in range(KINDS):
            history.taken[seat, kind] = 0
            history.played[seat, kind] = 0


@subroutine
def note_move(game: GameRec, state: StateRec, move: int, history: HistoryRec) -> None:
    """Remember a move that the seat is about to make; which tickets it keeps, and how it pays, are parts of others."""
    seat, kind, what = state.seat, game.kind[move], game.what[move]
    if kind in (KEEP, SWAP, PAY):
        return
    for n in range(RECENT - 1, 0, -1):
        history.recent[seat, n] = history.recent[seat, n - 1]
        history.cards[seat, n] = history.cards[seat, n - 1]
    history.recent[seat, 0] = 1 << kind
    history.cards[seat, 0] = 0
    if kind == TAKE:
        history.cards[seat, 0] = 1 << what
        history.taken[seat, what] += 1
    elif kind == CLAIM:
        history.cards[seat, 0] = 1 << game.colour[move]
    elif kind == DRAW:
        history.blind[seat] += 1
    elif kind == DRAW_TICKETS:
        history.draws[seat] += 1
        history.drawn_at[seat] = state.turns


@subroutine
def advance(game: GameRec, state: StateRec, move: int, history: HistoryRec) -> None:
    """Make a legal move of a seat or of chance, and remember what everybody saw of it."""
    seat = state.seat
    low = state.tracks[seat, 0]
    high = state.tracks[seat, 1]
    kind = game.kind[move]
    if kind >= DEAL_FIRST:
        act_as_chance(game, state, move)
    else:
        note_move(game, state, move, history)
        for card in range(KINDS):
            history.hand[card] = state.hands[seat, card]
        act_as_seat(game, state, move)
        if kind != TAKE:
            for card in range(KINDS):
                history.played[seat, card] += history.hand[card] - state.hands[seat, card]
    low = state.tracks[seat, 0] & ~low
    high = state.tracks[seat, 1] & ~high
    if low | high != 0:
        history.claims += 1
        history.order[lowest(low) if low != 0 else BITS + lowest(high)] = history.claims


@subroutine
def act_noting(game: GameRec, state: StateRec, dice: Dice, action: int, history: HistoryRec) -> int:
    """As `games.act`, remembering it."""
    seat, claims = state.seat, history.claims
    low = state.tracks[seat, 0]
    high = state.tracks[seat, 1]
    advance(game, state, action, history)
    while is_chance(state.phase):
        advance(game, state, deal(game, state, dice), history)
    if history.claims == claims:
        return 0
    low = state.tracks[seat, 0] & ~low
    high = state.tracks[seat, 1] & ~high
    return game.points[game.length[lowest(low) if low != 0 else BITS + lowest(high)]]


@subroutine
def make_action_noting(game: GameRec, state: StateRec, episode: EpisodeRec, action: int, history: HistoryRec) -> int:
    """As `games.make_action`, remembering it."""
    if not is_legal(episode, game.first_move[DEAL_FIRST], action):
        return ILLEGAL
    return act_noting(game, state, episode.dice, action, history)


@subroutine
def play_others_noting(
    game: GameRec, facts: FactsRec, weights: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any,
    kind: int, i: int, rewards: Any, history: HistoryRec,
) -> None:  # fmt: skip
    """As `opponents.play_others`, remembering it."""
    while state.phase != OVER and episode.players[state.seat] != LEARNER:
        seat = state.seat
        move = choose_as(game, facts, weights, state, episode, plan, moves)
        points = act_noting(game, state, episode.dice, move, history)
        if kind == BY_POINTS:
            rewards[i, seat] += points


@subroutine
def write_history(state: StateRec, noted: Any, viewer: int, rows: Any, longs: Any, i: int, of: int) -> None:
    """Write the columns of history `of` to row i."""
    records, words, offsets, first = noted
    runs, numbers, spread = offsets
    for seat in range(SEATS):
        records[of].since[seat] = state.turns - records[of].drawn_at[seat]
    write_row(words, of, runs, numbers, spread, viewer, rows, longs, i, first)


@entry
def follow(games: GameArray, states: StateArray, moves: Any, noted: Any) -> None:
    """Make moves, deals included, from state 0 on, and remember them."""
    for move in moves:
        advance(games[0], states[0], move, noted.records[0])


@entry
def observe_history(states: StateArray, noted: Any, viewer: int, rows: Any, longs: Any) -> None:
    """Write the columns of the first history to row 0."""
    write_history(states[0], noted, viewer, rows, longs, 0, 0)
