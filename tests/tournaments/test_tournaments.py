"""Tournaments: laws of pairings, byes, standings and the lot, on random tournaments of all sizes."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from whistlestop.tournaments.lot import draw_numbers
from whistlestop.tournaments.matching import match
from whistlestop.tournaments.meetings import (
    FORMATS,
    KNOCKOUT,
    ROBIN,
    SWISS,
    Meeting,
    Round,
    bye,
    had_bye,
    met_how_often,
    points_of,
)
from whistlestop.tournaments.schedule import Plan, default_rounds, next_tables, round_count
from whistlestop.tournaments.standings import standings

SEATS = (2, 3, 4, 5)
SEEDS = st.integers(0, 10**6)


def play(plan: Plan, seed: int, drops: float = 0.0) -> tuple[list[Round], dict[int, int]]:
    """A tournament with random results, and who dropped out after which round."""
    rng = random.Random(seed)
    past: list[Round] = []
    out: dict[int, int] = {}
    while tables := next_tables(plan, past, out):
        seated = [entrant for table in tables for entrant in table]
        assert len(seated) == len(set(seated)), "nobody sits at two tables"
        assert not any(out.get(entrant, 10**9) <= len(past) for entrant in seated), "who dropped out is not paired"
        past.append([
            bye(table[0]) if len(table) == 1
            else Meeting(table, tuple(rng.choice([*range(1, len(table) + 1), None]) for _ in table))
            for table in tables
        ])  # fmt: skip
        assert len(past) < 200
        for entrant in range(1, plan.entrants + 1):
            if entrant not in out and rng.random() < drops:
                out[entrant] = len(past)
    return past, out


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("entrants", range(2, 17))
def test_everybody_meets_everybody_in_a_round_robin(entrants: int, seats: int) -> None:
    plan = Plan(ROBIN, seats, entrants)
    past, _ = play(plan, 0)
    met = met_how_often(past)
    assert {tuple(sorted(pair)) for pair in met} == set(combinations(range(1, entrants + 1), 2))
    assert len(past) == round_count(plan)
    if seats == 2:
        assert set(met.values()) == {1}
        assert len(past) == entrants - 1 + entrants % 2
    for one in past:
        assert {entrant for meeting in one for entrant in meeting.entrants} == set(range(1, entrants + 1))


def can_avoid_rematches(entrants: list[int], met: dict[frozenset[int], int], rested: set[int]) -> bool:
    """By trying everything, another way than the code's."""
    if not entrants:
        return True
    first, rest = entrants[0], entrants[1:]
    odd = len(entrants) % 2
    if odd and first not in rested and can_avoid_rematches(rest, met, rested | set(rest)):
        return True
    return any(
        frozenset((first, other)) not in met and can_avoid_rematches([one for one in rest if one != other], met, rested)
        for other in rest
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(1, 9), SEEDS)
@example(5, 6, 1)
def test_nobody_meets_again_in_a_swiss_tournament_while_that_can_be_avoided(n: int, rounds: int, seed: int) -> None:
    past, _ = play(Plan(SWISS, 2, n, rounds), seed)
    for number, one in enumerate(past):
        before = past[:number]
        met = met_how_often(before)
        again = any(frozenset(meeting.entrants) in met for meeting in one if len(meeting.entrants) == 2)
        rested = had_bye(before)
        rested = rested if len(rested) < n else set()  # after everybody has had a bye, anybody may have another
        assert again == (not can_avoid_rematches(list(range(1, n + 1)), met, rested))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 64), st.integers(1, 11), SEEDS)
def test_a_swiss_tournament_seats_everybody_and_gives_one_bye_at_most(n: int, rounds: int, seed: int) -> None:
    past, _ = play(Plan(SWISS, 2, n, rounds), seed)
    byes = [meeting.entrants[0] for one in past for meeting in one if len(meeting.entrants) == 1]
    assert len(byes) == len(set(byes))
    assert len(byes) == (len(past) if n % 2 else 0)
    for one in past:
        assert sum(len(meeting.entrants) for meeting in one) == n
    if n > 2 * rounds:  # with so many others a free opponent is always left
        assert set(met_how_often(past).values()) == {1}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.sampled_from(SEATS[1:]), SEEDS)
def test_larger_tables_are_filled_evenly_and_leave_nobody_alone(n: int, seats: int, seed: int) -> None:
    for kind in FORMATS[1:] if n > 16 else FORMATS:
        past, _ = play(Plan(kind, seats, n, 4), seed)
        for one in past:
            sizes = {len(meeting.entrants) for meeting in one}
            assert min(sizes) >= 2
            assert max(sizes) <= seats
            assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("entrants", range(2, 65))
def test_a_knockout_ends_with_one_winner(entrants: int, seats: int) -> None:
    plan = Plan(KNOCKOUT, seats, entrants)
    rng = random.Random(entrants)
    past: list[Round] = []
    while tables := next_tables(plan, past, {}):
        past.append([Meeting(table, tuple(rng.sample(range(len(table)), len(table)))) for table in tables])
    assert len(past[-1]) == 1
    assert len(past) == round_count(plan)
    table = standings(KNOCKOUT, range(1, entrants + 1), past)
    assert [one.entrant for one in table if one.place == 1] == [past[-1][0].winner]
    byes = [meeting.entrants[0] for one in past for meeting in one if len(meeting.entrants) == 1]
    assert len(byes) == len(set(byes))
    if seats == 2:
        assert len(byes) == 2 ** len(past) - entrants
        assert sorted(byes) == list(range(1, len(byes) + 1))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FORMATS), st.sampled_from(SEATS), st.integers(2, 16), st.sampled_from((0.05, 0.3)), SEEDS)
def test_a_tournament_ends_whoever_drops_out(kind: str, seats: int, n: int, drops: float, seed: int) -> None:
    plan = Plan(kind, seats, n, default_rounds(n))
    past, out = play(plan, seed, drops)
    assert len(past) <= max(1, round_count(plan))
    assert sorted(one.entrant for one in standings(kind, range(1, n + 1), past)) == list(range(1, n + 1))
    assert next_tables(plan, past, out) == []


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FORMATS), st.sampled_from(SEATS), st.integers(2, 16), SEEDS)
def test_standings_dont_depend_on_the_order_of_what_they_are_made_from(f: str, seats: int, n: int, seed: int) -> None:
    past, _ = play(Plan(f, seats, n, 4), seed, 0.05)
    rng = random.Random(seed)
    entrants = rng.sample(range(1, n + 1), n)
    mixed = []
    for one in rng.sample(past, len(past)):
        meetings = []
        for meeting in rng.sample(one, len(one)):
            order = rng.sample(range(len(meeting.entrants)), len(meeting.entrants))
            meetings.append(Meeting(*(tuple(row[n] for n in order) for row in (meeting.entrants, meeting.places))))
        mixed.append(meetings)
    assert standings(f, entrants, mixed) == standings(f, range(1, n + 1), past)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATS), st.integers(2, 30), SEEDS)
def test_the_points_of_a_round_add_up(seats: int, n: int, seed: int) -> None:
    rng = random.Random(seed)
    tables = next_tables(Plan(SWISS, seats, n, 1), [], {})
    full = [Meeting(table, tuple(rng.choices(range(3), k=len(table)))) for table in tables]
    points = points_of([full], range(1, n + 1))
    assert sum(points.values()) == sum(Fraction(max(2, len(table)), 2) for table in tables)


def test_points_and_tie_breaks_by_hand() -> None:
    assert [Meeting((1, 2, 3), (1, 2, 2)).points(one) for one in (1, 2, 3)] == [1, Fraction(1, 4), Fraction(1, 4)]
    assert [Meeting((1, 2), (None, None)).points(one) for one in (1, 2)] == [0, 0]
    past = [
        [Meeting((1, 3), (1, 2)), Meeting((2, 4), (1, 2)), bye(5)],
        [Meeting((1, 2), (1, 2)), Meeting((4, 5), (1, 2)), bye(3)],
    ]
    table = standings(SWISS, [5, 4, 3, 2, 1], past)
    assert [(one.entrant, one.place, one.points) for one in table] == [
        (1, 1, 2), (2, 2, 1), (3, 2, 1), (4, 4, 1), (5, 4, 1),
    ]  # fmt: skip
    assert [(one.opponents, one.beaten, one.wins) for one in table] == [
        (2, 2, 2), (3, 1, 1), (3, 1, 1), (2, 1, 1), (2, 1, 1),
    ]  # fmt: skip


def test_those_who_win_meet_each_other() -> None:
    first = next_tables(Plan(SWISS, 2, 8, 3), [], {})
    assert first == [(1, 5), (2, 6), (3, 7), (4, 8)]
    past = [[Meeting(table, (1, 2)) for table in first]]
    assert next_tables(Plan(SWISS, 2, 8, 3), past, {}) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert next_tables(Plan(SWISS, 2, 8, 3), past, {4: 1, 1: 1}) == [(2, 3), (5, 7), (6, 8)]


def test_a_bracket_keeps_the_first_of_the_lot_apart() -> None:
    assert next_tables(Plan(KNOCKOUT, 2, 8), [], {}) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert next_tables(Plan(KNOCKOUT, 2, 5), [], {}) == [(1,), (4, 5), (2,), (3,)]
    past = [[bye(1), Meeting((4, 5), (2, 1)), bye(2), bye(3)]]
    assert next_tables(Plan(KNOCKOUT, 2, 5), past, {}) == [(1, 5), (2, 3)]
    assert next_tables(Plan(KNOCKOUT, 2, 5), past, {5: 1}) == [(1,), (2, 3)]
    assert next_tables(Plan(KNOCKOUT, 2, 5), past, {2: 1, 3: 1}) == [(1, 5), ()]
    assert next_tables(Plan(KNOCKOUT, 3, 7), [], {}) == [(1, 6, 7), (2, 5), (3, 4)]


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 9), st.floats(0.1, 0.9), SEEDS)
def test_a_matching_has_as_many_pairs_as_any(n: int, density: float, seed: int) -> None:
    rng = random.Random(seed)
    edges = [pair for pair in combinations(range(n), 2) if rng.random() < density]
    graph = {node: {other for pair in edges if node in pair for other in pair if other != node} for node in range(n)}

    def most(left: list[tuple[int, int]]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        return max(most(rest), 1 + most([pair for pair in rest if not set(pair) & set(first)]))

    pairs = match(graph)
    assert all(pairs[other] == one and other in graph[one] for one, other in pairs.items())
    assert len(pairs) == 2 * most(edges)


def test_the_lot_depends_on_the_secret_and_nothing_else() -> None:
    entries = list(range(1, 30))
    numbers = draw_numbers("t", b"s", entries)
    assert sorted(numbers.values()) == entries
    assert numbers == draw_numbers("t", b"s", entries[::-1])
    assert numbers != draw_numbers("t", b"r", entries)
    assert numbers != draw_numbers("u", b"s", entries)
