"""Law 4 (a) and (b): a view leaks nothing that its viewer did not see, and a guess looks the same as the truth.

Twin worlds are made without the view's code: hidden deals and choices of a game are changed, all other moves are made
again, and if a viewer's redacted records of both games are the same, its views must be the same.
"""

import json
import random
from typing import Any

import numpy as np
import pytest
from laws.games import RandomGame, random_game, words_of
from laws.walk import GAMES, GUESSED_PHASES, GUESSES, VIEWS, Walker, copy
from positions import TABLES, game_of

from whistlestop.game import engine
from whistlestop.game.kernel import TARGET, entry
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
    TURN,
)
from whistlestop.game.view import SPECTATOR, View

EVERY = 13

CARD_DEALS = (HAND, BLIND)
TICKET_DEALS = (FIRST_OFFER, DRAWN)
CHOICES = (FIRST_CHOICE, CHOICE)
SECRET = (*CARD_DEALS, *TICKET_DEALS, *CHOICES)
"""The phases whose moves C21 keeps from the others, wholly or in part."""


@pytest.mark.skipif(TARGET == "none", reason="test_conservation.py checks this in the same walk")
@pytest.mark.parametrize(("name", "seats"), TABLES)
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


def altered(walked: RandomGame, viewer: int, ply: int, draw: random.Random) -> tuple[int, int] | None:
    """Another move for one that the viewer did not see, as its ply and the move."""
    hidden = [n for n, made in enumerate(walked.entries[:ply]) if made.phase in SECRET and made.seat != viewer]
    if not hidden:
        return None
    # A change long ago seldom goes without visible consequences.
    at = draw.choice(hidden[-12:] if draw.random() < 0.6 else hidden)
    made = walked.entries[at]
    out = np.zeros(len(walked.game.catalogue), np.int64)
    moves = [int(move) for move in out[: engine.legal(walked.game.compiled, walked.states, at, out)]]
    others = [move for move in moves if move != made.move]
    if made.phase in CHOICES and walked.states[ply].phase != FIRST_CHOICE:
        catalogue = walked.game.catalogue.moves
        kept = catalogue[made.move].what.bit_count()
        others = [move for move in others if catalogue[move].what.bit_count() == kept]
    return (at, draw.choice(others)) if others else None


@entry
def follow(games: Any, states: Any, words: Any, out: Any, log: Any, ply: int) -> int:
    """Make the moves of a log from a ply on, each on a copy of the state before it, until one is not legal."""
    while ply < len(log):
        copy(words, ply, ply + 1)
        if engine.step(games, states, ply + 1, log[ply], out) == engine.ILLEGAL:
            break
        ply += 1
    return ply


def twin(walked: RandomGame, viewer: int, ply: int, draw: random.Random) -> RandomGame | None:
    """A game as long as the first moves of another; the viewer may have seen the same of both."""
    change = altered(walked, viewer, ply, draw)
    if change is None:
        return None
    at, other = change
    compiled = walked.game.compiled
    out = np.zeros(len(walked.game.catalogue), np.int64)
    states, log = walked.states[: ply + 1].copy(), walked.log[:ply].copy()
    log[at] = other
    # The card or ticket that was dealt instead is dealt where the other one was, if that is hidden as well.
    for n in range(at + 1, ply):
        deal = walked.entries[n]
        if deal.move == other and deal.phase in (*CARD_DEALS, *TICKET_DEALS) and deal.seat != viewer:
            log[n] = walked.log[at]
            break
    while (at := follow(compiled, states, words_of(states), out, log, at)) < ply:
        state = states[at]
        if engine.mover(states, at) != CHANCE or state.phase not in SECRET or state.seat == viewer:
            return None
        log[at] = draw.choice(out[: engine.legal(compiled, states, at, out)])
    return RandomGame(walked.game, log, states)


@pytest.mark.no_cover  # uncompiled, tracing takes most of the time
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_viewers_with_the_same_redacted_record_have_the_same_view(name: str, seats: int) -> None:
    """C1, C21: hands and tickets, offers, sealed choices and what went under the deck."""
    game = game_of(name, seats)
    draw = random.Random(seats)
    compared = dict.fromkeys(SECRET, 0)
    for seed in range(GAMES):
        walked = random_game(game, 1000 + seed)
        begin = int((walked.states["phase"] == TURN).argmax())
        viewer = draw.randrange(SPECTATOR, seats)
        ply = draw.randrange((begin, begin + 60, len(walked.log), len(walked.log))[seed % 4])
        other = twin(walked, viewer, ply, draw)
        if other is None or walked.record(ply).redacted(viewer) != other.record(ply).redacted(viewer):
            continue
        assert walked.states[ply].tobytes() != other.states[ply].tobytes() or walked.entries[:ply] != other.entries
        seen, seen_too = walked.record(ply).view(viewer), other.record(ply).view(viewer)
        where = f"seed {1000 + seed}, ply {ply}, viewer {viewer}"
        assert seen.views.tobytes() == seen_too.views.tobytes(), where
        assert seen.legal == seen_too.legal, where
        assert json.dumps(seen.as_dict()) == json.dumps(seen_too.as_dict()), where
        changed = next(a.phase for a, b in zip(walked.entries, other.entries, strict=False) if a != b)
        compared[changed] += 1
    assert sum(compared.values()) > GAMES // 4, compared
    if TARGET == "cpu":
        assert min(compared.values()) > 0, compared


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_when_the_game_is_over_all_see_all(name: str, seats: int) -> None:
    """C21: hands and tickets are open at the end."""
    walked = random_game(game_of(name, seats), 2)
    state = walked.states[-1]
    assert state.phase == OVER
    for viewer in range(SPECTATOR, seats):
        seen = View(walked.game, walked.states, len(walked.entries), viewer).seen
        assert (seen.hands == state.hands).all()
        assert (seen.tickets == state.tickets).all()
