"""Worlds that a seat can't tell from the true one: they fit all that it knows, and are as frequent as counting says."""

import itertools
import math
import random
from collections import Counter
from pathlib import Path

import pytest
from positions import game_of
from small import tiny_game

from whistlestop.env.resample import NoWorld, Worlds
from whistlestop.game.catalogue import DEAL_CARD
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import BLIND, HAND


def replay(game: Game, moves: list[int]) -> Record | None:
    """The record of some moves, None if the rules refuse one."""
    record = Record(game)
    try:
        for move in moves:
            record.push(move)
    except IllegalMove:
        return None
    return record


def try_one(game: Game, worlds: Worlds, rng: random.Random) -> Record | None:
    """A world as a record, None if the try led to a dead end."""
    try:
        return replay(game, worlds.sample(rng))
    except NoWorld:
        return None


def played(game: Game, seed: int, plies: int) -> Record:
    """A record of random moves, chance's among them."""
    record, rng = Record(game), random.Random(seed)
    while len(record.entries) < plies and not record.over:
        record.push(rng.choice(record.legal_moves()))
    return record


@pytest.mark.parametrize(("name", "seats"), [("out", 2), ("under", 2), ("new_york", 4), ("europe", 3), ("nordic", 2)])
def test_worlds_show_the_seat_the_same_record(name: str, seats: int, tmp_path: Path) -> None:
    """Anywhere in a game, nearly all worlds are legal games; these show the same lines, and most differ in secret."""
    game = tiny_game(tmp_path, name) if name in ("out", "under") else game_of(name, seats)
    rng, found, other = random.Random(5), Counter[bool](), 0
    for plies in (12, 60, 140, 300) if TARGET == "cpu" else (30,):
        record = played(game, plies, plies)
        while record.over:
            record = record.at(len(record.entries) - 8)
        for seat in range(seats):
            worlds = Worlds(record, seat)
            for _ in range(5):
                world = try_one(game, worlds, rng)
                fits = world is not None and world.redacted(seat) == record.redacted(seat)
                found[fits] += 1
                if fits and world is not None:
                    other += world.state.tobytes() != record.state.tobytes()
                    assert world.view(seat).views.tobytes() == record.view(seat).views.tobytes()
    assert found[True] > 2 * found[False]
    assert other > found[True] / 4


@pytest.mark.skipif(TARGET != "cpu", reason="it replays a thousand worlds")
def test_worlds_are_as_frequent_as_their_cards() -> None:
    """The other's hidden cards after it paid with one of them, compared with all that they could be."""
    game = game_of("new_york", 2)
    record = next(record for record in (played(game, seed, 36) for seed in range(500)) if has_paid_unseen(record))
    hidden = hidden_draws(record)
    moves, seen = [entry.move for entry in record.entries], record.redacted(0)
    bag = Counter(moves[at] for at in hidden)
    for kind, cards in enumerate(record.state.deck.tolist()):
        bag[game.catalogue.bases[DEAL_CARD] + kind] += cards
    expected: dict[tuple[int, ...], int] = {}
    for hand in itertools.product(bag, repeat=len(hidden)):
        odds = math.prod(max(0, bag[kind] - hand[:n].count(kind)) for n, kind in enumerate(hand))
        tried = [*moves]
        for at, move in zip(hidden, hand, strict=True):
            tried[at] = move
        world = replay(game, tried) if odds else None
        if world is not None and world.redacted(0) == seen:
            expected[tuple(sorted(hand))] = expected.get(tuple(sorted(hand)), 0) + odds
    rng, worlds = random.Random(1), Worlds(record, 0)
    samples = [worlds.sample(rng) for _ in range(2000)]
    sampled = Counter(tuple(sorted(sample[at] for at in hidden)) for sample in samples)
    assert set(sampled) <= set(expected)
    assert 5 < len(expected) < math.comb(len(bag) + len(hidden) - 1, len(hidden))
    total = sum(expected.values())
    assert sum(abs(sampled[hand] / 2000 - odds / total) for hand, odds in expected.items()) / 2 < 0.1


def hidden_draws(record: Record) -> list[int]:
    """The entries of cards that seat 1 was dealt unseen."""
    return [n for n, entry in enumerate(record.entries) if entry.phase in (HAND, BLIND) and entry.seat == 1]


def has_paid_unseen(record: Record) -> bool:
    """Whether seat 1 drew little and claimed a track with one card that nobody saw it take."""
    needs = Worlds(record, 0).story.needs
    return len(hidden_draws(record)) == 3 and [cards for found in needs.values() for _, cards in found] == [1]
