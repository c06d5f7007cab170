"""Games in which the laws are checked after every move, compiled or plain as the rules are.

A walk takes a game from its first deal, or from any state, to its end. It returns SOUND, or the number of what is wrong
in FAULTS, and `tally` says where. What is conserved is counted here separately, not with the code under test.
"""

from typing import Any

import numpy as np

from whistlestop.game import engine
from whistlestop.game.catalogue import CLAIM, DRAW, GIVE_UP, TAKE
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.engine import deal, list_moves
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET, bits, entry, lowest, subroutine
from whistlestop.game.limits import BITS, FACE_UP, KINDS, SEATS, WORDS
from whistlestop.game.moves.listing import COUNT
from whistlestop.game.state import (
    ANSWER,
    CHANCE,
    CHOICE,
    DRAWN,
    FIRST,
    FIRST_CHOICE,
    FIRST_OFFER,
    GIVING,
    HAND,
    OVER,
    QUEUE_WORDS,
    STATE,
    STATION,
    TUNNEL,
    TURN_UP,
    TURNS,
    is_chance,
)
from whistlestop.game.view import SPECTATOR, VIEW, view

SOUND = 0
CARDS = 1
ROWS = 2
KNOWN = 3
CARS = 4
OPEN = 5
STATIONS = 6
TICKETS = 7
PHASES = 8
NO_MOVE = 9
COUNTED = 10
PICKED = 11
REFUSED = 12
APPLIED = 13
CHANGED = 14
GUESS_SEEN = 15
GUESS_FAULT = 16
GUESS_STUCK = 17
GUESS_MOVES = 18
ENDLESS = 19
FAULTS = (
    "sound",
    "cards came or went",
    "the deck is empty beside discards, or face-up cards are missing beside a deck",
    "more cards are known of a hand than it holds",
    "cars came or went",
    "the open tracks are not those that may be claimed",
    "stations: too many, or two in one city",
    "a ticket is nowhere or in two places",
    "a claim, station or offer outlives its phase",
    "a seat is to move and has no legal move",
    "counting finds another number of moves than listing",
    "picking by number finds another move than listing",
    "a legal move was refused",
    "a legal move broke a law",
    "an illegal move was accepted or changed the state",
    "a guess has another view",
    "a guess breaks conservation",
    "a guess leaves a seat without a legal move",
    "a guess gives the viewer other legal moves",
    "the game does not end",
)

# What is checked beside conservation, as a set.
LEGALITY = 1
VIEWS = 2
REPLAY = 4  # the moves and a mark of every state are logged, for `retrace`

# How seats choose.
RANDOM = 0
STALL = 1  # attempt tunnels and give up; else draw

# What a tally holds.
PLIES = 0
VIEWER = 1  # of a guess that is at fault
TRIED = 2  # legal moves, on copies
REFUSALS = 3
GUESSES = 4
GUESSED_PHASES = 5  # as a set
TALLY = 6

MOST = 120
"""More moves, deals included, than any turn has; a sweep of the face-up cards is five deals, and ten are the most."""
GUESSED = 2
"""Guesses of each view."""
ILLEGAL_TRIES = 12
LOG = 8_000
"""More moves, deals included, than any random game has."""

GAMES = 500 if TARGET == "cpu" else 20
"""How many games of each map and number of seats a test of a law walks."""


@subroutine
def fault_of_cards(game: Any, state: Any) -> int:
    """Every card is in one place; no empty deck beside discards, no face-up place empty beside a deck (C7)."""
    deck, face_up, discards, laid, turned = state.deck, state.face_up, state.discards, state.laid, state.turned
    hands, known, cards, seats, phase = state.hands, state.known, game.cards, game.seats, state.phase
    in_deck = in_face_up = in_discards = in_laid = in_turned = 0
    for kind in range(KINDS):
        in_deck += deck[kind]
        in_face_up += face_up[kind]
        in_discards += discards[kind]
        in_laid += laid[kind]
        in_turned += turned[kind]
        count = deck[kind] + face_up[kind] + discards[kind] + laid[kind] + turned[kind]
        least = min(deck[kind], face_up[kind], discards[kind], laid[kind], turned[kind])
        for seat in range(SEATS):
            held = hands[seat, kind]
            count += held
            if known[seat, kind] < 0 or known[seat, kind] > held:
                return KNOWN
            if held < 0 or (seat >= seats and held != 0):
                return CARDS
        if least < 0 or count != cards[kind]:
            return CARDS
    filling = phase in (FIRST, HAND, TURN_UP)
    if (
        in_face_up > FACE_UP
        or (in_deck == 0 and in_discards > 0)
        or (in_face_up < FACE_UP and in_deck > 0 and not filling)
    ):
        return ROWS
    if in_laid > 0 and phase not in (GIVING, TUNNEL, ANSWER):
        return PHASES
    if in_turned > 0 and phase not in (TUNNEL, ANSWER):
        return PHASES
    return SOUND


@subroutine
def fault_of_tracks(game: Any, state: Any) -> int:
    """Cars are in stock or on tracks, and what is open follows from who owns what (C9, C10)."""
    tracks, opened, stock = state.tracks, state.open, state.cars
    twins, lengths, every, seats, both = game.twin, game.length, game.all_tracks, game.seats, game.both_tracks
    closed_low = closed_high = 0
    for seat in range(SEATS):
        if closed_low & tracks[seat, 0] != 0 or closed_high & tracks[seat, 1] != 0:
            return OPEN
        closed_low |= tracks[seat, 0]
        closed_high |= tracks[seat, 1]
    if closed_low & ~every[0] != 0 or closed_high & ~every[1] != 0:
        return OPEN
    for seat in range(SEATS):
        spaces = beside_low = beside_high = 0
        for w in range(WORDS):
            rest = tracks[seat, w]
            while rest != 0:
                track = w * BITS + lowest(rest)
                rest &= rest - 1
                spaces += lengths[track]
                twin = twins[track]
                if twin >= BITS:
                    beside_high |= 1 << (twin - BITS)
                elif twin >= 0:
                    beside_low |= 1 << twin
        if stock[seat] < 0 or stock[seat] + spaces != (game.cars if seat < seats else 0):
            return CARS
        if both == 0:
            closed_low |= beside_low
            closed_high |= beside_high
            continue
        if opened[seat, 0] != every[0] * (seat < seats) & ~closed_low & ~beside_low:
            return OPEN
        if opened[seat, 1] != every[1] * (seat < seats) & ~closed_high & ~beside_high:
            return OPEN
    for seat in range(SEATS * (1 - both)):
        if opened[seat, 0] != every[0] * (seat < seats) & ~closed_low:
            return OPEN
        if opened[seat, 1] != every[1] * (seat < seats) & ~closed_high:
            return OPEN
    return SOUND


@subroutine
def fault_of_stations(game: Any, state: Any) -> int:
    """No seat has too many stations and no city has two (E3)."""
    taken = 0
    stations, phase = state.stations, state.phase
    for seat in range(SEATS):
        most = game.stations if seat < game.seats else 0
        if bits(stations[seat]) > most or taken & stations[seat] != 0:
            return STATIONS
        taken |= stations[seat]
    if taken >> game.cities != 0:
        return STATIONS
    if (state.city >= 0) != (phase == STATION):
        return PHASES
    if (state.claim >= 0) != (phase in (GIVING, TUNNEL, ANSWER)):
        return PHASES
    return SOUND


@subroutine
def fault_of_tickets(game: Any, state: Any) -> int:
    """Every ticket is in exactly one place: a deck, the queue, an offer, kept, or out of the game."""
    short, long, offers, chosen, queue = state.short, state.long, state.offer, state.chosen, state.queue
    kept, out, phase, queued = state.tickets, state.out, state.phase, state.queued
    all_short, all_long = game.short, game.long
    for w in range(WORDS):
        if short[w] & ~all_short[w] != 0 or long[w] & ~all_long[w] != 0:
            return TICKETS
    low = short[0] | long[0]
    high = short[1] | long[1]
    count = bits(low) + bits(high)
    for seat in range(SEATS):
        low |= kept[seat, 0] | out[seat, 0]
        high |= kept[seat, 1] | out[seat, 1]
        count += bits(kept[seat, 0]) + bits(out[seat, 0]) + bits(kept[seat, 1]) + bits(out[seat, 1])
        offer = offers[seat]
        if offer != 0 and phase not in (FIRST_OFFER, FIRST_CHOICE, DRAWN, CHOICE):
            return PHASES
        if offer != 0 and phase in (DRAWN, CHOICE) and seat != state.seat:
            return PHASES
        if chosen[seat] != 0 and phase != FIRST_CHOICE:
            return PHASES
        while offer != 0:
            ticket = (offer & 127) - 1
            offer >>= 7
            count += 1
            if ticket < BITS:
                low |= 1 << ticket
            else:
                high |= 1 << (ticket - BITS)
    entries = 0
    for w in range(QUEUE_WORDS):
        rest = queue[w]
        while rest != 0:
            ticket = (rest & 127) - 1
            if ticket < 0 or (rest >> 7 & 7) >= game.seats:
                return TICKETS
            rest >>= 10
            entries += 1
            if ticket < BITS:
                low |= (1 << ticket) & all_short[0]
            else:
                high |= (1 << (ticket - BITS)) & all_short[1]
    count += entries
    if entries != queued or count != game.tickets:
        return TICKETS
    if low != all_short[0] | all_long[0] or high != all_short[1] | all_long[1]:
        return TICKETS
    return SOUND


@entry
def fault(games: Any, states: Any, i: int) -> int:
    """What is wrong with state i by the first law, or SOUND."""
    game = games[0]
    state = states[i]
    wrong = fault_of_cards(game, state)
    if wrong == SOUND:
        wrong = fault_of_tracks(game, state)
    if wrong == SOUND:
        wrong = fault_of_stations(game, state)
    if wrong == SOUND:
        wrong = fault_of_tickets(game, state)
    return wrong


@entry
def listed(games: Any, states: Any, i: int, want: int, out: Any) -> int:
    """List, count or pick the legal moves of state i."""
    return list_moves(games[0], states[i], want, out)


@entry
def dealt(games: Any, states: Any, i: int, dice: Any) -> int:
    """The fast dealer's next deal in state i."""
    return deal(games[0], states[i], dice)


@subroutine
def copy(words: Any, source: int, target: int) -> None:
    """Copy one record of an array onto another, both seen as words."""
    for w in range(words.shape[1]):
        words[target, w] = words[source, w]


@subroutine
def alike(words: Any, one: int, other: int) -> bool:
    """Whether two records of an array have the same bytes."""
    differing = 0
    for w in range(words.shape[1]):
        differing |= words[one, w] ^ words[other, w]
    return differing == 0


@subroutine
def choose(game: Any, moves: Any, count: int, policy: int, dice: Any) -> int:
    """A seat's move among those that are legal."""
    pick = moves[below(dice, CHOICES, count)]
    if policy == RANDOM:
        return pick
    best = 0
    for n in range(count):
        kind = game.kind[moves[n]]
        worth = 0
        if kind == GIVE_UP or (kind == CLAIM and game.tunnel[game.what[moves[n]]] == 1):
            worth = 3
        elif kind == DRAW:
            worth = 2
        elif kind == TAKE:
            worth = 1
        if worth > best:
            best = worth
            pick = moves[n]
    return pick


@subroutine
def fault_of_legality(
    games: Any, states: Any, words: Any, moves: Any, count: int, dice: Any, scratch: Any, tally: Any
) -> int:
    """Listing, counting and picking the moves of state 0 agree; legal ones apply, others are refused, on a copy."""
    game = games[0]
    if listed(games, states, 0, COUNT, scratch) != count:
        return COUNTED
    if listed(games, states, 0, count, scratch) != count:
        return PICKED
    for n in range(count):
        if listed(games, states, 0, n, scratch) != -1 - moves[n]:
            return PICKED
        copy(words, 0, 1)
        after = engine.step(games, states, 1, moves[n], scratch)
        if after == engine.ILLEGAL:
            return REFUSED
        if fault(games, states, 1) != SOUND or (after == 0 and states[1].phase != OVER):
            return APPLIED
        tally[TRIED] += 1
    copy(words, 0, 1)
    for _ in range(ILLEGAL_TRIES):
        move = below(dice, CHOICES, game.moves)
        is_legal = False
        for n in range(count):
            if moves[n] == move:
                is_legal = True
        if not is_legal:
            if engine.step(games, states, 1, move, scratch) != engine.ILLEGAL or not alike(words, 0, 1):
                return CHANGED
            tally[REFUSALS] += 1
    return SOUND


@subroutine
def fault_of_views(
    games: Any,
    states: Any,
    views: Any,
    view_words: Any,
    moves: Any,
    count: int,
    dice: Any,
    scratch: Any,
    tally: Any,
) -> int:
    """Guesses from every view of state 0 keep the first two laws and have the same view."""
    mover = engine.mover(states, 0)
    for viewer in range(SPECTATOR, games[0].seats):
        tally[VIEWER] = viewer
        view(games, states, 0, viewer, views, 0)
        for _ in range(GUESSED):
            guess(games, views, 0, dice, states, 2)
            tally[GUESSES] += 1
            tally[GUESSED_PHASES] |= 1 << states[0].phase
            view(games, states, 2, viewer, views, 1)
            if not alike(view_words, 0, 1):
                return GUESS_SEEN
            if fault(games, states, 2) != SOUND:
                return GUESS_FAULT
            after = engine.legal(games, states, 2, scratch)
            if after == 0 and states[2].phase != OVER:
                return GUESS_STUCK
            if mover == viewer and mover != CHANCE:
                if after != count:
                    return GUESS_MOVES
                for n in range(count):
                    if moves[n] != scratch[n]:
                        return GUESS_MOVES
    return SOUND


@entry
def walk(
    games: Any,
    states: Any,
    words: Any,
    views: Any,
    view_words: Any,
    dice: Any,
    moves: Any,
    scratch: Any,
    seed: int,
    fresh: bool,
    policy: int,
    laws: int,
    every: int,
    log: Any,
    marks: Any,
    tally: Any,
) -> int:
    """Play state 0 to its end and check conservation after every move, and the other laws every few moves.

    With `fresh` the game starts from its first deal. `dice` is two sets of streams: for the game and for the checks.
    """
    game = games[0]
    load_dice(dice[0], seed)
    load_dice(dice[1], seed)
    if fresh:
        engine.start(games, states, 0, CHANCE)
    for n in range(2):
        tally[n] = 0
    while True:
        wrong = fault(games, states, 0)
        phase = states[0].phase
        count = 0
        is_sample = laws != 0 and (tally[PLIES] + seed) % every == 0
        if wrong == SOUND and phase != OVER:
            count = engine.legal(games, states, 0, moves)
            wrong = SOUND if count > 0 else NO_MOVE
        if wrong == SOUND and laws & LEGALITY != 0 and is_sample:
            wrong = fault_of_legality(games, states, words, moves, count, dice[1], scratch, tally)
        if wrong == SOUND and laws & VIEWS != 0 and (is_sample or phase == OVER):
            wrong = fault_of_views(games, states, views, view_words, moves, count, dice[1], scratch, tally)
        if wrong == SOUND and tally[PLIES] > MOST * TURNS * game.seats:
            wrong = ENDLESS
        if wrong != SOUND or phase == OVER:
            return wrong
        if is_chance(phase):
            move = dealt(games, states, 0, dice[0])
        else:
            move = choose(game, moves, count, policy, dice[0])
        engine.apply(games, states, 0, move)
        if laws & REPLAY != 0:
            log[tally[PLIES]] = move
            marks[tally[PLIES]] = blend(words, tally[PLIES])
        tally[PLIES] += 1


@subroutine
def blend(words: Any, ply: int) -> int:
    """Blend the bytes of state 0 into a number."""
    mixed = int(ply)
    for w in range(words.shape[1]):
        word = int(words[0, w])
        mixed = ((mixed ^ word ^ word >> 32) * 0x45D9F3B + 1) & 0xFFFFFFFF
    return mixed


@entry
def retrace(games: Any, states: Any, words: Any, log: Any, marks: Any, plies: int) -> int:
    """Make the moves of a log, which were legal; return the first ply at which the state is another, else -1."""
    engine.start(games, states, 0, CHANCE)
    for ply in range(plies):
        engine.apply(games, states, 0, log[ply])
        if blend(words, ply) != marks[ply]:
            return ply
    return -1


class Walker:
    """The memory that walks of one game need."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states: Any = np.zeros(3, STATE).view(np.recarray)
        self.words = self.states.view(np.int64).view(np.ndarray).reshape(3, -1)
        self.views: Any = np.zeros(2, VIEW).view(np.recarray)
        self.view_words = self.views.view(np.int64).view(np.ndarray).reshape(2, -1)
        self.dice = np.zeros((2, STREAMS, 3), np.int64)
        self.moves = np.zeros(len(game.catalogue), np.int64)
        self.scratch = np.zeros(len(game.catalogue), np.int64)
        self.log, self.marks = np.zeros((2, LOG), np.int64)
        self.tally = np.zeros(TALLY, np.int64)

    def walk(self, seed: int, *, fresh: bool = True, policy: int = RANDOM, laws: int = 0, every: int = 1) -> int:
        """Walk one game; return what is wrong, or SOUND."""
        return int(
            walk(
                self.game.compiled,
                self.states,
                self.words,
                self.views,
                self.view_words,
                self.dice,
                self.moves,
                self.scratch,
                seed,
                fresh,
                policy,
                laws,
                every,
                self.log,
                self.marks,
                self.tally,
            )
        )

    def complaint(self, wrong: int, seed: int) -> str:
        """What is wrong, and where, so that it can be found again."""
        viewer = f", viewer {self.tally[VIEWER]}" if wrong >= GUESS_SEEN else ""
        where = f"{self.game.name}, {self.game.seats} seats, seed {seed}, ply {self.tally[PLIES]}{viewer}"
        return f"{where}: {FAULTS[wrong]}"

    def check(self, seed: int, *, policy: int = RANDOM, laws: int = 0, every: int = 1) -> None:
        """Walk one game, in which nothing may be wrong; with REPLAY, walk it again by its log."""
        wrong = self.walk(seed, policy=policy, laws=laws, every=every)
        assert wrong == SOUND, self.complaint(wrong, seed)
        if laws & REPLAY:
            self.states[0] = np.zeros(1, STATE)[0]
            plies = int(self.tally[PLIES])
            ply = retrace(self.game.compiled, self.states, self.words, self.log, self.marks, plies)
            assert ply == -1, f"{self.game.name}, {self.game.seats} seats, seed {seed}, ply {ply}: another state"
