"""Law 4 (a) and (b): a view leaks nothing that its viewer was not told, and a guess can't be told from the truth.

Twin worlds are made without the view's code: hidden deals and choices of a play are changed, all other moves are made
again, and if a viewer was told the same of both plays, it must see the same.
"""

import json
import random
from typing import Any

import numpy as np
import pytest
from laws.plays import Play, entry_of, game_of, random_play, record_of
from laws.walk import CELLS, GAMES, GUESSED_PHASES, GUESSES, VIEWS, Walker

from whistlestop.game import play
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Entry
from whistlestop.game.state import (
    BLIND,
    CHANCE,
    CHOICE,
    DRAWN,
    FIRST_CHOICE,
    FIRST_OFFER,
    HAND,
    OVER,
    PHASE_NAMES,
    STATE,
    TURN,
)
from whistlestop.game.view import SPECTATOR, View

EVERY = 13
TWINS = 8
PLAYS = 40 if TARGET == "cpu" else 2

CARD_DEALS = (HAND, BLIND)
TICKET_DEALS = (FIRST_OFFER, DRAWN)
CHOICES = (FIRST_CHOICE, CHOICE)
SECRET = (*CARD_DEALS, *TICKET_DEALS, *CHOICES)
"""The phases whose moves C21 keeps from the others, wholly or in part."""


@pytest.mark.skipif(TARGET == "none", reason="test_conservation.py checks this in the same walk")
@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_a_guess_has_the_same_view_and_keeps_the_laws(name: str, seats: int) -> None:
    walker = Walker(game_of(name, seats))
    for seed in range(GAMES):
        walker.check(seed, laws=VIEWS, every=EVERY)
    assert walker.tally[GUESSES] > 10 * GAMES
    phases = {phase for n, phase in enumerate(PHASE_NAMES) if walker.tally[GUESSED_PHASES] >> n & 1}
    expected = {*PHASE_NAMES[:10], "over"}
    expected |= {"nordic": {"swap"}, "europe": {"station"}}.get(name, set())
    expected |= {"tunnel", "answer"} if name != "new_york" else set()
    assert expected <= phases


def altered(walked: Play, viewer: int, ply: int, draw: random.Random) -> tuple[int, int] | None:
    """Another move for one that the viewer was not told, as its ply and the move."""
    hidden = [n for n, entry in enumerate(walked.entries[:ply]) if entry.phase in SECRET and entry.seat != viewer]
    if not hidden:
        return None
    # What lies long back is seldom altered without consequences that are seen.
    at = draw.choice(hidden[-12:] if draw.random() < 0.6 else hidden)
    entry = walked.entries[at]
    out = np.zeros(len(walked.game.catalogue), np.int64)
    moves = [int(move) for move in out[: play.legal(walked.game.tables, walked.states, at, out)]]
    others = [move for move in moves if move != entry.move]
    if entry.phase in CHOICES and walked.states[ply].phase != FIRST_CHOICE:
        catalogue = walked.game.catalogue.moves
        kept = catalogue[entry.move].what.bit_count()
        others = [move for move in others if catalogue[move].what.bit_count() == kept]
    return (at, draw.choice(others)) if others else None


def twin(walked: Play, viewer: int, ply: int, draw: random.Random) -> tuple[list[Entry], Any] | None:
    """A play as long as the first moves of another, of which the viewer was perhaps told the same; and its state."""
    change = altered(walked, viewer, ply, draw)
    if change is None:
        return None
    at, other = change
    game = walked.game
    out = np.zeros(len(game.catalogue), np.int64)
    states = np.zeros(1, STATE).view(np.recarray)
    states[0] = walked.states[at]
    entries = walked.entries[:at]
    wanted = {at: other}
    # The card or ticket that was dealt instead is dealt where the other one was, if that is hidden as well.
    for n in range(at + 1, ply):
        entry = walked.entries[n]
        if entry.move == other and entry.phase in SECRET and entry.seat != viewer and entry.phase not in CHOICES:
            wanted[n] = walked.entries[at].move
            break
    for n in range(at, ply):
        move = wanted.get(n, walked.entries[n].move)
        entries.append(entry_of(states, 0, move))
        if play.step(game.tables, states, 0, move, out) == play.ILLEGAL:
            entry = entries.pop()
            legal = out[: play.legal(game.tables, states, 0, out)]
            if entry.mover != CHANCE or entry.phase not in SECRET or entry.seat == viewer:
                return None
            entries.append(entry_of(states, 0, draw.choice(legal)))
            play.apply(game.tables, states, 0, entries[-1].move)
    return entries, states[0]


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_who_was_told_the_same_sees_the_same(name: str, seats: int) -> None:
    """C1, C21: hands and tickets, offers, sealed choices and what went under the deck."""
    game = game_of(name, seats)
    draw = random.Random(seats)
    compared = dict.fromkeys(SECRET, 0)
    for seed in range(PLAYS):
        walked = random_play(game, 1000 + seed)
        begin = next(n for n, state in enumerate(walked.states) if state.phase == TURN)
        for n in range(TWINS):
            viewer = draw.randrange(SPECTATOR, seats)
            ply = draw.randrange(begin if n % 4 == 0 else begin + 60 if n % 4 == 1 else len(walked.entries))
            made = twin(walked, viewer, ply, draw)
            if made is None:
                continue
            one, other = walked.record(ply), record_of(game, *made)
            if one.told(viewer) != other.told(viewer):
                continue
            assert one.states.tobytes() != other.states.tobytes() or one.entries != other.entries
            seen, seen_too = one.view(viewer), other.view(viewer)
            where = f"seed {1000 + seed}, ply {ply}, viewer {viewer}"
            assert seen.views.tobytes() == seen_too.views.tobytes(), where
            assert seen.legal == seen_too.legal, where
            assert json.dumps(seen.as_dict()) == json.dumps(seen_too.as_dict()), where
            changed = next(a.phase for a, b in zip(one.entries, other.entries, strict=True) if a != b)
            compared[changed] += 1
    assert sum(compared.values()) > PLAYS * TWINS // 4, compared
    if TARGET == "cpu":
        assert min(compared.values()) > 0, compared


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_when_the_play_is_over_all_see_all(name: str, seats: int) -> None:
    """C21: hands and tickets are open at the end."""
    walked = random_play(game_of(name, seats), 2)
    state = walked.states[-1]
    assert state.phase == OVER
    for viewer in range(SPECTATOR, seats):
        seen = View(walked.game, walked.states, len(walked.entries), viewer).seen
        assert (seen.hands == state.hands).all()
        assert (seen.tickets == state.tickets).all()
