"""Law 4 (c) and (d): the truth is one of the guesses, and guesses are as frequent as enumeration says.

On a tiny map everything that a viewer can't know is enumerated: every physical card and ticket is as likely as any
other in every place where it may be, a sealed choice is any that is legal, and a long ticket was kept as likely as any
ticket of the first offer. A seat that has begun a claim or a station can pay for it.
"""

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from laws.games import random_game
from positions import Position, game_of
from small import tiny_game

from whistlestop.game import engine
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import draw_fitting, guess
from whistlestop.game.kernel import TARGET
from whistlestop.game.limits import KINDS
from whistlestop.game.state import FIRST_CHOICE, FIRST_OFFER, GIVING, OVER, PHASE_NAMES, STATE, STATION
from whistlestop.game.view import SPECTATOR, VIEW, view

GUESSES = 2000 if TARGET == "cpu" else 150
SEEDS = 30

Key = Hashable
Odds = dict[Key, float]


def card_key(state: Any) -> Key:
    return state["hands"].tobytes(), state["deck"].tobytes()


def ticket_key(state: Any) -> Key:
    """Where all tickets are; a tiny map has so few that one word holds them."""
    queue = tuple(int(state["queue"][n // 6]) >> n % 6 * 10 & 1023 for n in range(state["queued"]))
    lists = (state[field][:, 0].tolist() for field in ("tickets", "out"))
    return (
        *(tuple(seats) for seats in lists),
        tuple(state["offer"].tolist()),
        tuple(state["chosen"].tolist()),
        queue,
        int(state["short"][0]),
        int(state["long"][0]),
    )


def hands_of(bag: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of a size from a bag, and how many sets of physical cards it is."""
    for hand in itertools.product(*(range(count + 1) for count in bag)):
        if sum(hand) == size:
            yield hand, math.prod(math.comb(*pair) for pair in zip(bag, hand, strict=True))


def enumerate_cards(game: Game, truth: Any, viewer: int) -> Odds:
    """The odds of all hands and decks that the viewer can't tell from the true ones."""
    others = [seat for seat in range(game.seats) if seat != viewer and truth.phase != OVER]
    unseen = tuple(
        int(truth.deck[k] + sum(truth.hands[s, k] - truth.known[s, k] for s in others)) for k in range(KINDS)
    )
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
    odds: Counter[Key] = Counter()
    out = np.zeros(len(game.catalogue), np.int64)
    for world, bag, ways in worlds:
        world.deck = bag
        states = np.array([world], STATE).view(np.recarray)
        if truth.phase in (GIVING, STATION) and engine.legal(game.compiled, states, 0, out) == 0:
            continue
        odds[card_key(world)] += ways
    return normal(odds)


def normal(weights: Counter[Key]) -> Odds:
    whole = sum(weights.values())
    return {key: weight / whole for key, weight in weights.items()}


def sets(tickets: int, size: int) -> Iterator[tuple[int, int]]:
    """Every set of a size out of a set of tickets, with what is left."""
    members = [1 << n for n in range(tickets.bit_length()) if tickets >> n & 1]
    for chosen in itertools.combinations(members, size):
        yield sum(chosen), tickets - sum(chosen)


def orders(tickets: int, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every sequence of a length out of a set of tickets, with what is left."""
    members = [n for n in range(tickets.bit_length()) if tickets >> n & 1]
    for chosen in itertools.permutations(members, size):
        yield chosen, tickets - sum(1 << n for n in chosen)


@dataclass(frozen=True)
class World:
    """Tickets that are laid out one place after the other."""

    weight: float
    short: int
    """Short tickets that are not laid out yet, and long ones."""
    long: int
    tickets: tuple[int, ...]
    out: tuple[int, ...]
    offer: tuple[int, ...]
    chosen: tuple[int, ...]
    queue: tuple[int, ...]

    @property
    def key(self) -> Key:
        return self.tickets, self.out, self.offer, self.chosen, self.queue, self.short, self.long


def at(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def evenly(world: World, found: list[World]) -> list[World]:
    """Worlds that are equally likely continuations of one."""
    return [replace(one, weight=world.weight / len(found)) for one in found]


def enumerate_tickets(game: Game, truth: Any, viewer: int) -> Odds:
    """The odds of all places of tickets that the viewer can't tell from the true ones."""
    others = [seat for seat in range(game.seats) if seat != viewer]
    tickets, out, offer, chosen, queue, short, long = ticket_key(truth)
    foreign = [n for n, lying in enumerate(queue) if lying >> 7 != viewer]
    hidden = short | long | sum(1 << (queue[n] & 127) - 1 for n in foreign)
    for seat in others:
        hidden |= out[seat] | (0 if truth.phase == OVER else tickets[seat])
        hidden |= sum(1 << (offer[seat] >> shift & 127) - 1 for shift in range(0, 21, 7) if offer[seat] >> shift)
    all_long = int(game.compiled[0].long[0])
    worlds = [World(1.0, hidden & ~all_long, hidden & all_long, tickets, out, offer, chosen, queue)]
    worlds = [more for world in worlds for more in with_queue(world, foreign)]
    for seat in others:
        worlds = [more for world in worlds for more in with_offer(game, truth, seat, world)]
        worlds = [more for world in worlds for more in with_choice(truth, seat, world)]
        worlds = [more for world in worlds for more in with_long(game, truth, seat, world)]
        worlds = [more for world in worlds for more in with_short(truth, seat, world)]
    odds: Counter[Key] = Counter()
    for world in worlds:
        odds[world.key] += world.weight
    return normal(odds)


def with_queue(world: World, foreign: list[int]) -> list[World]:
    """The others' tickets under the deck."""
    found = []
    for lying, short in orders(world.short, len(foreign)):
        queue = world.queue
        for n, ticket in zip(foreign, lying, strict=True):
            queue = at(queue, n, queue[n] & ~127 | ticket + 1)
        found.append(replace(world, queue=queue, short=short))
    return evenly(world, found)


def with_offer(game: Game, truth: Any, seat: int, world: World) -> list[World]:
    """What another seat is offered; in the set-up a long ticket comes first."""
    size = -(-int(truth.offer[seat]).bit_length() // 7)
    longs = min(size, game.rules.first_long_tickets) if truth.phase in (FIRST_OFFER, FIRST_CHOICE) else 0
    found = []
    for first, long in orders(world.long, longs):
        for rest, short in orders(world.short, size - longs):
            offer = sum(ticket + 1 << 7 * place for place, ticket in enumerate((*first, *rest)))
            found.append(replace(world, offer=at(world.offer, seat, offer), short=short, long=long))
    return evenly(world, found)


def with_choice(truth: Any, seat: int, world: World) -> list[World]:
    """What another seat has chosen under seal: anything that is legal; on tiny maps one ticket is enough."""
    if truth.phase != FIRST_CHOICE or seat >= truth.seat:
        return [world]
    size = -(-int(truth.offer[seat]).bit_length() // 7)
    return evenly(world, [replace(world, chosen=at(world.chosen, seat, kept)) for kept in range(1, 1 << size)])


def with_long(game: Game, truth: Any, seat: int, world: World) -> list[World]:
    """The long ticket of the set-up, kept or out; the places of what is still to be laid out are empty after this."""
    over = truth.phase == OVER
    empty = replace(world, out=at(world.out, seat, 0), tickets=world.tickets if over else at(world.tickets, seat, 0))
    if not truth.kept[seat] or not game.rules.first_long_tickets:
        return [empty]
    if over and int(truth.tickets[seat, 0]) & int(game.compiled[0].long[0]):
        return [empty]
    likely = int(truth.kept[seat]) / (game.rules.first_long_tickets + game.rules.first_short_tickets)
    weights = {
        "out": world.weight if over else world.weight * (1 - likely),
        "tickets": 0 if over else world.weight * likely,
    }
    found = []
    for field, weight in weights.items():
        laid = [
            replace(empty, **{field: at(getattr(empty, field), seat, long)}, long=left)
            for long, left in sets(world.long, 1)
        ]
        found += [replace(one, weight=weight / len(laid)) for one in laid if weight]
    return found


def with_short(truth: Any, seat: int, world: World) -> list[World]:
    """The short tickets that another seat has kept and sent out of the game."""
    kept = int(truth.tickets[seat, 0]).bit_count() - world.tickets[seat].bit_count()
    sent = int(truth.out[seat, 0]).bit_count() - world.out[seat].bit_count()
    found = []
    for tickets, left in sets(world.short, kept):
        for out, short in sets(left, sent):
            both = {"tickets": tickets | world.tickets[seat], "out": out | world.out[seat]}
            laid = {field: at(getattr(world, field), seat, words) for field, words in both.items()}
            found.append(replace(world, short=short, **laid))
    return evenly(world, found)


def chi_square(odds: Odds, seen: Counter[Key], guesses: int) -> tuple[float, int]:
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
    plain = states.view(np.ndarray)
    views: Any = np.zeros(1, VIEW).view(np.recarray)
    view(game.compiled, states, 0, viewer, views, 0)
    dice = make_dice(len(where))
    seen_cards: Counter[Key] = Counter()
    seen_tickets: Counter[Key] = Counter()
    met = False
    for _ in range(GUESSES):
        guess(game.compiled, views, 0, dice, states, 1)
        seen_cards[card_key(plain[1])] += 1
        seen_tickets[ticket_key(plain[1])] += 1
        met = met or plain[1].tobytes() == truth.tobytes()
    for odds, seen in ((cards, seen_cards), (tickets, seen_tickets)):
        assert set(seen) <= set(odds), f"{where}: a guess is none of the possible worlds"
        found, freedom = chi_square(odds, seen, GUESSES)
        assert found <= freedom + 6 * math.sqrt(2 * freedom) + 1e-9, f"{where}: chi-square {found:.1f} for {freedom}"
    if cards[card_key(truth)] * tickets[ticket_key(truth)] * GUESSES > 20:
        assert met, f"{where}: the truth was never guessed"


def kind_of(game: Game, state: Any) -> tuple[int, int, int]:
    """Phase; cards due, the seat that is offered tickets, or the seats whose long ticket went out; early or late."""
    detail = 0
    if state.phase in (GIVING, STATION):
        detail = int(state.due)
    elif state.phase in (FIRST_OFFER, FIRST_CHOICE):
        detail = int(state.seat)
    elif state.phase == OVER:
        detail = sum(1 << seat for seat in range(game.seats) if state.out[seat, 0] & game.compiled[0].long[0])
    return int(state.phase), detail, min(1, int(state.turns) // 4)


@cache
def states_by_kind(game: Game) -> list[tuple[str, Any]]:
    """A state of each kind, with its phase and what else there is to it."""
    found: dict[tuple[int, int, int], Any] = {}
    for seed in range(SEEDS):
        for state in random_game(game, seed).states:
            found.setdefault(kind_of(game, state), state)
    return [
        (f"{PHASE_NAMES[phase]}, {detail}, {'late' if late else 'early'}", state)
        for (phase, detail, late), state in sorted(found.items(), key=lambda item: item[0])
    ]


@pytest.fixture(scope="module", params=["out", "under"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return tiny_game(tmp_path_factory.mktemp("maps"), request.param)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_guesses_are_as_frequent_as_enumeration_says(game: Game, viewer: int) -> None:
    """C1, C21: all that a viewer can't know is guessed, and nothing else."""
    faults = []
    for what, state in states_by_kind(game):
        try:
            compare(game, state, viewer, f"{game.name}, viewer {viewer}, {what}")
        except AssertionError as error:
            faults.append(str(error).partition("\n")[0])
    assert faults == []
    assert {what.partition(",")[0] for what, _ in states_by_kind(game)} == set(PHASE_NAMES)


def test_a_sealed_choice_is_any_that_is_legal() -> None:
    """C1: of five tickets two or more are kept, in 26 ways."""
    game = game_of("nordic", 3)
    truth = next(state for state in random_game(game, 1).states if state.phase == FIRST_CHOICE and state.seat == 2)
    states: Any = np.array([truth, truth], STATE).view(np.recarray)
    views: Any = np.zeros(1, VIEW).view(np.recarray)
    view(game.compiled, states, 0, SPECTATOR, views, 0)
    dice = make_dice(1)
    seen = Counter()
    for _ in range(520):
        guess(game.compiled, views, 0, dice, states, 1)
        seen.update(int(states[1].chosen[seat]) for seat in (0, 1))
        assert states[1].chosen[2] == 0
    odds = {kept: 1 / 26 for kept in range(1, 32) if kept.bit_count() >= 2}
    assert set(seen) == set(odds)
    found, freedom = chi_square(odds, seen, 1040)
    assert found <= freedom + 6 * math.sqrt(2 * freedom)


@pytest.mark.parametrize(
    ("fitting", "others", "hidden", "due"),
    [(12, 98, 6, 5), (50, 60, 20, 0), (50, 60, 20, 14), (24, 6, 10, 0), (3, 20, 5, 2), (9, 0, 4, 4)],
)
def test_hidden_cards_fit_as_often_as_there_are_ways(fitting: int, others: int, hidden: int, due: int) -> None:
    """C19: at least those that are due, however unlikely that was."""
    states: Any = np.zeros(1, STATE).view(np.recarray)
    states[0].deck[1:3] = fitting, others
    dice = make_dice(hidden)
    seen = Counter(int(draw_fitting(states[0], 0, 1 << 1, hidden, due, dice)) for _ in range(GUESSES))
    ways = {n: math.comb(fitting, n) * math.comb(others, hidden - n) for n in range(due, hidden + 1)}
    odds = normal(Counter({n: count for n, count in ways.items() if count}))
    assert set(seen) <= set(odds)
    found, freedom = chi_square(odds, seen, GUESSES)
    assert found <= freedom + 6 * math.sqrt(2 * freedom)


def test_a_seat_that_builds_a_station_can_pay_for_it() -> None:
    """E3: a third station takes three cards of one colour, which few hands of three have."""
    position = Position("europe", hand="3 red", stations={0: "paris london"})
    position.play("station berlin")
    views: Any = np.zeros(2, VIEW)
    states: Any = np.zeros(1, STATE)
    out = np.zeros(len(position.game.catalogue), np.int64)
    view(position.game.compiled, position.states, 0, 1, views, 0)
    for seed in range(5):
        guess(position.game.compiled, views, 0, make_dice(seed), states, 0)
        view(position.game.compiled, states, 0, 1, views, 1)
        assert views[1].tobytes() == views[0].tobytes()
        assert engine.legal(position.game.compiled, states, 0, out) > 0
