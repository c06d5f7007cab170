"""Law 4 (c) and (d): the truth is one of the guesses, and guesses are as frequent as enumeration says.

On a tiny map everything that a viewer can't know is enumerated: every physical card and ticket is as likely as any
other in every place where it may lie, a sealed choice is any that is legal, and a long ticket was kept as likely as any
ticket of the first offer. A seat that has begun a claim or a station can pay for it.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whistlestop.game import play
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET
from whistlestop.game.limits import KINDS
from whistlestop.game.state import FIRST_CHOICE, FIRST_OFFER, GIVING, OVER, PHASE_NAMES, STATE, STATION
from whistlestop.game.view import SPECTATOR, VIEW, view

from laws.plays import Play, random_play
from laws.tiny import tiny_game

GUESSES = 4000 if TARGET == "cpu" else 1000
SEEDS = 40
CARD_FIELDS = ("hands", "deck")
TICKET_FIELDS = ("tickets", "offer", "chosen", "out", "short", "long", "queue")

Odds = dict[bytes, float]


def card_key(state: Any) -> bytes:
    return b"".join(state[field].tobytes() for field in CARD_FIELDS)


def ticket_key(state: Any) -> bytes:
    return b"".join(state[field].tobytes() for field in TICKET_FIELDS)


def hands_of(bag: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of a size from a bag, and how many sets of physical cards it is."""
    for hand in itertools.product(*(range(count + 1) for count in bag)):
        if sum(hand) == size:
            yield hand, math.prod(math.comb(*pair) for pair in zip(bag, hand, strict=True))


def enumerate_cards(game: Game, truth: Any, viewer: int) -> Odds:
    """The odds of all hands and decks that the viewer can't tell from the true ones."""
    others = [seat for seat in range(game.seats) if seat != viewer and truth.phase != OVER]
    unseen = tuple(int(n) for n in truth.deck + sum((truth.hands[s] - truth.known[s] for s in others), np.zeros(KINDS, np.int64)))
    worlds: list[tuple[Any, tuple[int, ...], int]] = [(truth.copy(), unseen, 1)]
    for seat in others:
        size = int((truth.hands[seat] - truth.known[seat]).sum())
        grown = []
        for world, bag, ways in worlds:
            for hand, more in hands_of(bag, size):
                copied = world.copy()
                copied.hands[seat] = truth.known[seat] + hand
                grown.append((copied, tuple(a - b for a, b in zip(bag, hand, strict=True)), ways * more))
        worlds = grown
    odds: Counter[bytes] = Counter()
    out = np.zeros(len(game.catalogue), np.int64)
    for world, bag, ways in worlds:
        world.deck = bag
        states = np.array([world], STATE).view(np.recarray)
        if truth.phase in (GIVING, STATION) and play.legal(game.tables, states, 0, out) == 0:
            continue
        odds[card_key(world)] += ways
    return normal(odds)


def normal(weights: Counter[bytes]) -> Odds:
    whole = sum(weights.values())
    return {key: weight / whole for key, weight in weights.items()}


def tickets_in(words: Any) -> list[int]:
    return [n for n in range(124) if int(words[n // 62]) >> n % 62 & 1]


def put(words: Any, ticket: int) -> None:
    words[ticket // 62] |= 1 << ticket % 62


def enumerate_tickets(game: Game, truth: Any, viewer: int) -> Odds:
    """The odds of all places of tickets that the viewer can't tell from the true ones."""
    others = [seat for seat in range(game.seats) if seat != viewer]
    over = truth.phase == OVER
    offered = {s: [(int(truth.offer[s]) >> at & 127) - 1 for at in range(0, 49, 7) if truth.offer[s] >> at] for s in others}
    queue = [int(truth.queue[n // 6]) >> n % 6 * 10 & 1023 for n in range(truth.queued)]
    foreign = [n for n, lying in enumerate(queue) if lying >> 7 != viewer]
    hidden = set(tickets_in(truth.short)) | set(tickets_in(truth.long)) | {(queue[n] & 127) - 1 for n in foreign}
    for seat in others:
        hidden |= set(offered[seat]) | set(tickets_in(truth.out[seat]))
        hidden |= set() if over else set(tickets_in(truth.tickets[seat]))
    short = sorted(hidden & set(tickets_in(game.tables[0].short)))
    long = sorted(hidden & set(tickets_in(game.tables[0].long)))
    odds: Counter[bytes] = Counter()
    for longs, weight in long_places(game, truth, others):
        for order in itertools.permutations(long):
            for shorts in itertools.permutations(short):
                world = lay_out(truth, others, offered, foreign, longs, list(order), list(shorts))
                for chosen, part in choices(game, truth, others, offered):
                    for seat, kept in zip(others, chosen, strict=True):
                        world.chosen[seat] = kept
                    odds[ticket_key(world)] += weight * part
    return normal(odds)


def long_places(game: Game, truth: Any, others: list[int]) -> Iterator[tuple[dict[int, str], float]]:
    """Where the long ticket of each other seat lies, and how likely that is; no place before the first choices."""
    settled = [seat for seat in others if truth.kept[seat] and game.rules.first_long_tickets]
    first = game.rules.first_long_tickets + game.rules.first_short_tickets
    for places in itertools.product(("kept", "out"), repeat=len(settled)):
        weight = 1.0
        for seat, place in zip(settled, places, strict=True):
            kept = int(truth.kept[seat]) / first
            if truth.phase == OVER:
                kept = float(bool(set(tickets_in(truth.tickets[seat])) & set(tickets_in(game.tables[0].long))))
            weight *= kept if place == "kept" else 1 - kept
        if weight:
            yield dict(zip(settled, places, strict=True)), weight


def lay_out(
    truth: Any,
    others: list[int],
    offered: dict[int, list[int]],
    foreign: list[int],
    longs: dict[int, str],
    long: list[int],
    short: list[int],
) -> Any:
    """A state with hidden tickets laid out in an order of them."""
    world = truth.copy()
    over = truth.phase == OVER
    set_up = truth.phase in (FIRST_OFFER, FIRST_CHOICE)
    for n in foreign:
        word, shift = n // 6, n % 6 * 10
        world.queue[word] &= ~(127 << shift)
        world.queue[word] |= (short.pop() + 1) << shift
    for seat in others:
        world.offer[seat] = 0
        for place in range(len(offered[seat])):
            is_long = set_up and place == 0 and bool(long_deck(truth))
            world.offer[seat] |= ((long if is_long else short).pop() + 1) << 7 * place
        kept, out = (len(tickets_in(words)) for words in (truth.tickets[seat], truth.out[seat]))
        if not over:
            world.tickets[seat] = 0
        world.out[seat] = 0
        if longs.get(seat) == "kept" and not over:
            put(world.tickets[seat], long.pop())
        elif longs.get(seat) == "out":
            put(world.out[seat], long.pop())
        while len(tickets_in(world.tickets[seat])) < kept:
            put(world.tickets[seat], short.pop())
        while len(tickets_in(world.out[seat])) < out:
            put(world.out[seat], short.pop())
    world.short = 0
    world.long = 0
    for ticket in short:
        put(world.short, ticket)
    for ticket in long:
        put(world.long, ticket)
    return world


def long_deck(truth: Any) -> bool:
    """Whether the map deals long tickets: in the set-up some are then in the deck or on offer."""
    return bool(truth.long.any()) or any(int(offer) & 127 in (5, 6) for offer in truth.offer)


def choices(
    game: Game, truth: Any, others: list[int], offered: dict[int, list[int]]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """What the others have chosen under seal, every legal choice as likely as any other."""
    options = []
    for seat in others:
        sealed = truth.phase == FIRST_CHOICE and seat < truth.seat
        options.append(range(1, 1 << len(offered[seat])) if sealed else [0])
    for chosen in itertools.product(*options):
        yield chosen, 1 / math.prod(len(option) for option in options)


def chi_square(odds: Odds, seen: Counter[bytes], guesses: int) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare outcomes are counted as one."""
    rare = [key for key, chance in odds.items() if chance * guesses < 5]
    cells = [(odds[key] * guesses, seen[key]) for key in odds if key not in set(rare)]
    if rare:
        cells.append((sum(odds[key] for key in rare) * guesses, sum(seen[key] for key in rare)))
    return sum((found - expected) ** 2 / expected for expected, found in cells), len(cells) - 1


def compare(game: Game, truth: Any, viewer: int, where: str) -> None:
    """Guess many times, and compare with what enumeration says."""
    cards, tickets = enumerate_cards(game, truth, viewer), enumerate_tickets(game, truth, viewer)
    assert cards[card_key(truth)] > 0
    assert tickets[ticket_key(truth)] > 0
    states: Any = np.zeros(2, STATE).view(np.recarray)
    states[0] = truth
    views: Any = np.zeros(1, VIEW).view(np.recarray)
    view(game.tables, states, 0, viewer, views, 0)
    dice = make_dice(len(where))
    seen_cards: Counter[bytes] = Counter()
    seen_tickets: Counter[bytes] = Counter()
    met = False
    for _ in range(GUESSES):
        guess(game.tables, views, 0, dice, states, 1)
        seen_cards[card_key(states[1])] += 1
        seen_tickets[ticket_key(states[1])] += 1
        met = met or states[1].tobytes() == truth.tobytes()
    for odds, seen in ((cards, seen_cards), (tickets, seen_tickets)):
        assert set(seen) <= set(odds), f"{where}: a guess is none of the possible worlds"
        found, freedom = chi_square(odds, seen, GUESSES)
        assert found <= freedom + 6 * math.sqrt(2 * freedom) + 1e-9, f"{where}: chi-square {found:.1f} for {freedom}"
    if cards[card_key(truth)] * tickets[ticket_key(truth)] * GUESSES > 20:
        assert met, f"{where}: the truth was never guessed"


def plays(game: Game) -> Iterator[tuple[str, Play, int]]:
    """For each phase a play and the ply at which the phase comes, late in one play and early in another."""
    found: dict[tuple[int, int], tuple[Play, int]] = {}
    for seed in range(SEEDS):
        walked = random_play(game, seed)
        for ply, state in enumerate(walked.states):
            found.setdefault((int(state.phase), min(1, int(state.turns) // 4)), (walked, ply))
    for (phase, late), (walked, ply) in sorted(found.items()):
        yield f"{PHASE_NAMES[phase]}, {'late' if late else 'early'}", walked, ply


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
@pytest.mark.parametrize("kind", ["out", "under"])
def test_guesses_are_as_frequent_as_enumeration_says(kind: str, viewer: int, tmp_path: Path) -> None:
    """C1, C21: all that a viewer can't know is guessed, and nothing else."""
    game = tiny_game(tmp_path, kind)
    met = set()
    for what, walked, ply in plays(game):
        compare(game, walked.states[ply], viewer, f"{kind}, viewer {viewer}, {what}")
        met.add(what.partition(",")[0])
    assert met == set(PHASE_NAMES)
