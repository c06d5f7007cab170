"""Bots: how they are found by name and made from text, and how they play."""

import hashlib
import random
import runpy
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import TABLES, Position, game_of
from small import tiny_game

import whistlestop as ws
from whistlestop.bots import destination_hungry, make_bot, network, planner, veteran
from whistlestop.bots.belief import believe, ticket_ends_built
from whistlestop.bots.board_facts import board_facts, thriftier
from whistlestop.bots.levels import LEVELS, adviser_on, levels_on
from whistlestop.bots.network import BadNetwork
from whistlestop.bots.parse import BadBot
from whistlestop.bots.policy import SCARCE, card_discount, list_payments
from whistlestop.bots.rollout import contest
from whistlestop.bots.search import Opinion, halve
from whistlestop.bots.search_memory import make_scratch
from whistlestop.bots.tree import FULL_VALUE
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game import catalogue
from whistlestop.game.catalogue import CLAIM, Payment
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess, imagine
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.reasons import WhistlestopError
from whistlestop.game.record import Record
from whistlestop.game.state import STATE, TURN, has
from whistlestop.game.view import View

COMPILED = TARGET == "cpu"
STYLES = ("route_focused", "destination_hungry", "long_route", "one_step")
POLICY_BOTS = ("racer", *STYLES, "planner", "veteran")
SEARCH_BOTS = ("montecarlo:rollouts=24", "treesearch:rollouts=24")
ANCHOR = Path(__file__).with_name("anchor.txt")
"""A digest of the planner's games: it is the anchor of the ladder and must never change."""

PLAYED = [name for name, level in LEVELS.items() if COMPILED or not level.needs_network or name == "stationmaster"]

only_compiled = pytest.mark.skipif(not COMPILED, reason="whole games of searching bots take minutes uncompiled")


def play(game: Game, names: Sequence[str], seed: int, first: int | None = None) -> Record:
    """A whole game between bots; the record raises an error at an illegal move."""
    record = Record(game, seed, first=first)
    bots = [make_bot(name) for name in names]
    chances = [random.Random(f"{seed} {n}") for n in range(game.seats)]
    while not record.over:
        mover = record.mover
        record.play(bots[mover].choose(record.view(mover), chances[mover]), mover)
    return record


def answer(position: Position, name: str = "planner", seed: int = 1) -> str:
    """What a bot does in a position."""
    view = View(position.game, position.states, 0, position.mover)
    return position.game.catalogue.moves[make_bot(name).choose(view, random.Random(seed))].text


def win_rate(game: Game, name: str, other: str, games: int) -> float:
    """The share of games that a bot wins, half of them from each seat."""
    won = 0.0
    for seed in range(games):
        names = [name, other] if seed % 2 == 0 else [other, name]
        result = play(game, names, seed // 2).result
        assert result is not None
        won += (seed % 2 in result.winners) / len(result.winners)
    return won / games


def test_bots_are_found_by_name() -> None:
    names = ("random", "racer", *STYLES, "planner", "veteran", "montecarlo", "treesearch", "champion", "express")
    assert ws.bot_names() == names
    for name in ws.bot_names():
        assert callable(ws.bot(name).choose)
    assert ws.bot("champion:seconds=0.5") != ws.bot("champion:seconds=0.5")


@pytest.mark.parametrize("name", ["nobody", "policy", ""])
def test_an_unknown_name_lists_the_available_bots(name: str) -> None:
    with pytest.raises(BadBot) as error:
        ws.bot(name)
    assert str(error.value).startswith(f"No bot named {name!r}. Available bots: {', '.join(ws.bot_names())}.")


OWN = """
import random

class Mine:
    def __init__(self, patience: int = 1):
        self.patience = patience

    def choose(self, view, rng):
        return view.legal[-self.patience % len(view.legal)]

class Stillborn(Mine):
    def __init__(self):
        1 / 0

def first(view, rng):
    return view.legal[0]

number = 7
"""


def test_your_own_bot_is_a_class_or_a_function_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    game = game_of("new_york", 3)
    assert play(game, [f"{file}:Mine", f"{file}:Mine:patience=2", f"{file}:first"], 1).over


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nobody", "surveyor, driver, stationmaster, director, explorer. Your own bot: `file.py:Name`."),
        (
            "express:style=champion",
            "No style named 'champion'. Available styles: racer, route_focused, destination_hungry, long_route, "
            "one_step, planner, veteran.",
        ),
        ("express:learned=1.1", "learned of express must be a number above 0 and at most 1, not '1.1'."),
        ("planner:seconds=1", "planner has no setting 'seconds=1'. Available settings: none."),
        ("champion:depth=3", "champion has no setting 'depth=3'. Available settings: rollouts, seconds, threads."),
        (
            "champion:seconds=soon",
            "seconds of champion must be a number above 0 and at most 3,600, not 'soon'.",
        ),
        ("champion:seconds=nan", "The setting seconds of champion must be a number above 0"),
        (
            "champion:rollouts=0",
            "rollouts of champion must be a whole number from 1 to 1,000,000,000, not '0'.",
        ),
        ("champion:threads=65", "The setting threads of champion must be a whole number from 1 to 64, not '65'."),
        ("champion:rollouts=1.5", "The setting rollouts of champion must be a whole number"),
        ("missing.py:Mine", "No file named missing.py. Your own bot is written `file.py:Name`."),
        ("{own}:Yours", "has no bot named 'Yours'. A bot is a class with `choose(view, rng)`, or such a function."),
        ("{own}:number", "has no bot named 'number'."),
        ("{own}:first:a=1", "first has no setting 'a=1'. Available settings: none."),
        ("{own}", "has no bot named ''."),
        ("{broken}:Mine", "can't be run: ZeroDivisionError: division by zero."),
        ("{own}:Stillborn", "Stillborn can't be made: ZeroDivisionError: division by zero."),
    ],
)
def test_a_bot_that_cant_be_made_is_an_error(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "broken.py").write_text("1 / 0\n")
    with pytest.raises(WhistlestopError) as error:
        make_bot(text.format(own=tmp_path / "own.py", broken=tmp_path / "broken.py"))
    assert sentence in str(error.value)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bots_play_on_every_map_and_with_every_number_of_seats(name: str, seats: int) -> None:
    assert play(game_of(name, seats), ["planner", "random", *POLICY_BOTS[:3]][:seats], seed=seats).result


@only_compiled
@pytest.mark.parametrize("bot", [*POLICY_BOTS, *SEARCH_BOTS, "express"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_each_bot_plays_against_itself_on_every_map(name: str, seats: int, bot: str) -> None:
    assert play(game_of(name, seats), [bot] * seats, seed=7).result


@only_compiled
@pytest.mark.parametrize("bot", ["planner", *SEARCH_BOTS, "treesearch:rollouts=48:threads=2"])
def test_a_bot_with_the_same_random_numbers_plays_the_same_moves(bot: str) -> None:
    game = game_of("new_york", 2)
    assert str(play(game, [bot, "racer"], 5)) == str(play(game, [bot, "racer"], 5))


@only_compiled
def test_threads_do_not_change_what_montecarlo_plays() -> None:
    game = game_of("europe", 2)
    view = play_until_turn(game, 12).view(0)
    one, two = (make_bot(f"montecarlo:rollouts=2000:threads={n}").choose(view, random.Random(3)) for n in (1, 2))
    assert one == two


def play_until_turn(game: Game, moves: int) -> Record:
    """A game between planners after at least this many moves, with seat 0 to move."""
    record = Record(game, 11)
    chances = random.Random(1)
    while moves > 0 or record.mover != 0:
        record.play(make_bot("planner").choose(record.view(record.mover), chances))
        moves -= 1
    return record


@pytest.mark.parametrize(
    "bot",
    ["planner", "veteran", *SEARCH_BOTS, "express", pytest.param("champion:rollouts=24", marks=only_compiled)],
)
def test_a_bot_knows_only_its_view(bot: str) -> None:
    record = play_until_turn(game_of("new_york", 2), 8)
    view = record.view(0)
    chosen = make_bot(bot).choose(view, random.Random(1))
    states = np.zeros(1, STATE)
    for seed in range(5):
        guess(record.game.compiled, view.views, 0, make_dice(seed), states, 0)
        twin = View(record.game, states, 0, 0)
        assert make_bot(bot).choose(twin, random.Random(1)) == chosen


@entry
def guess_and_believe(games: Any, views: Any, dice: Any, states: Any) -> None:
    """Write a guess to the first state, and to the second the guess adapted to what was built."""
    imagine(games[0], views[0], dice, states[0])
    states[1] = states[0]
    believe(games[0], views[0], dice, states[1])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_guesses_fit_what_was_built_and_stay_possible(name: str, seats: int) -> None:
    game = game_of(name, seats)
    record, chances = Record(game, 11), random.Random(1)
    while record.mover != 0 or max(record.state.cars[:seats]) > game.rules.cars * 2 // 3:
        record.play(make_bot("planner").choose(record.view(record.mover), chances))
    view = record.view(0)
    states = np.zeros(2, STATE)
    ends = np.zeros(2, int)
    for seed in range(20):
        guess_and_believe(game.compiled, view.views, make_dice(seed), states)
        assert View(game, states, 0, 0).views.tobytes() == View(game, states, 1, 0).views.tobytes()
        places = [states[n]["tickets"].sum(0) + states[n]["short"] + states[n]["long"] for n in range(2)]
        assert (places[0] == places[1]).all()
        for n in range(2):
            for other in range(1, seats):
                held = [t for t in range(len(game.board.tickets)) if has(states[n]["tickets"][other], t)]
                ends[n] += sum(ticket_ends_built(game.compiled[0], states[n], other, ticket) for ticket in held)
    assert ends[1] > ends[0]


@entry
def payments_of(games: Any, board_facts: Any, all_weights: Any, states: Any, discount: int, out: Any) -> int:
    """The payments that a bot considers."""
    return list_payments(games[0], board_facts[0], all_weights[0], states[0], discount, out)


@pytest.mark.parametrize("name", ["nordic", "europe", "new_york"])
def test_a_payment_is_left_out_for_a_thriftier_one_that_fits_the_same_tracks(name: str) -> None:
    game = game_of(name, 2)
    payments = game.catalogue.payments
    record, chances, out = Record(game, 5), random.Random(1), make_scratch().out
    left_out = 0
    while not record.over:
        if record.state.phase == TURN:
            given = game.compiled, board_facts(game), weights_array(Weights()), record.states
            every = out[: payments_of(*given, 0, out)].tolist()
            thrifty = out[: payments_of(*given, 100, out)].tolist()
            moves = [game.catalogue.moves[move] for move in record.legal_moves()]
            assert every == sorted({move.payment for move in moves if move.kind == CLAIM})
            assert thrifty == sorted(set(thrifty) & set(every))
            for payment, tracks in (payments[n] for n in every if n not in thrifty):
                left_out += 1
                assert any(
                    kept.colour == payment.colour
                    and fitting == tracks
                    and (kept.swaps, kept.locomotives) < (payment.swaps, payment.locomotives)
                    for kept, fitting in (payments[n] for n in thrifty)
                )
        record.play(make_bot("planner").choose(record.view(record.mover), chances))
    assert left_out > 0


@entry
def discount_of(games: Any, all_weights: Any, states: Any) -> int:
    """The percentage of its value that a card has for the seat to move."""
    return card_discount(games[0], all_weights[0], states[0])


def test_a_veteran_values_cards_less_when_few_are_left_to_draw() -> None:
    """C8: nobody can draw while deck and discards are empty."""
    record = Record(game_of("europe", 4), 11)
    game, states = record.game, record.states
    states["deck"][0] = states["discards"][0] = 0
    discounts = {}
    for left in (SCARCE, SCARCE - 1):
        states["deck"][0][0] = left
        for bot in (veteran, planner):
            discounts[bot, left] = discount_of(game.compiled, weights_array(bot.weights_for(game)), states)
    assert discounts[veteran, SCARCE - 1] == discounts[veteran, SCARCE] // 2
    assert discounts[planner, SCARCE - 1] == discounts[planner, SCARCE]


def test_a_swap_of_two_cards_is_as_good_as_a_locomotive() -> None:
    two = Payment(colour=1, locomotives=0, coloured=1, swaps=1, give=2, eligible=14)
    assert thriftier(two) == []
    three = replace(two, give=3)
    assert thriftier(three) == [replace(three, coloured=2, swaps=0), replace(three, locomotives=1, swaps=0)]


@pytest.mark.parametrize("name", ["nordic", "europe", "new_york"])
def test_bots_play_the_same_where_there_are_too_many_payments_to_sift(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(name, 2)
    sifted = board_facts(game)
    monkeypatch.setattr("whistlestop.bots.board_facts.BITS", 2)
    unsifted = board_facts.__wrapped__(game)
    assert (sifted[0].sifted, unsifted[0].sifted) == (1, 0)
    given = weights_array(planner.weights_for(game))
    games = 20 if COMPILED else 1
    totals = [contest(game, facts, given, [0, 0], games)[0] for facts in (sifted, unsifted)]
    assert (totals[0] == totals[1]).all()


def kinds_of(record: Record, mover: int) -> Counter[str]:
    """What a seat did in a game: kinds of move, and of tracks claimed."""
    done: Counter[str] = Counter()
    moves, tracks = record.game.catalogue.moves, record.game.board.tracks
    for made in record.entries:
        if made.mover == mover:
            move = moves[made.move]
            done[catalogue.KIND_NAMES[move.kind]] += 1
            if move.kind == catalogue.CLAIM:
                track = tracks[move.what]
                done["tunnel" if track.tunnel else "ferry" if track.locomotives else "plain"] += 1
    return done


EVERY_KIND = {
    "nordic": {"draw", "take", "tickets", "keep", "claim", "plain", "tunnel", "ferry", "swap", "give up", "pay"},
    "europe": {"draw", "take", "tickets", "keep", "claim", "plain", "tunnel", "ferry", "station", "give up", "pay"},
    "new_york": {"draw", "take", "tickets", "keep", "claim", "plain"},
}


@only_compiled
@pytest.mark.parametrize("bot", ["planner", "veteran", "montecarlo:rollouts=24", "treesearch:rollouts=24"])
@pytest.mark.parametrize("name", EVERY_KIND)
def test_strong_bots_use_every_kind_of_move_on_the_map(name: str, bot: str) -> None:
    # With two seats a game on New York is too short for new tickets to pay off, and so a veteran finds one on Europe.
    seats = 4 if name == "new_york" else 3 if (name, bot) == ("europe", "veteran") else 2
    done: Counter[str] = Counter()
    first = 180 if bot.startswith("treesearch") else 200  # deals in which a search soon needs a rare move
    for seed in range(first, first + 400 if bot in POLICY_BOTS else first + 80):
        done += kinds_of(play(game_of(name, seats), [bot] + ["racer"] * (seats - 1), seed), 0)
        if set(done) >= EVERY_KIND[name]:
            return
    assert set(done) >= EVERY_KIND[name]


@pytest.mark.parametrize("name", EVERY_KIND)
def test_the_anchor_never_moves(name: str) -> None:
    games = 20 if COMPILED else 1
    records = [str(play(game_of(name, 2), ["planner", "planner"], seed)) for seed in range(games)]
    digests = dict(line.split() for line in ANCHOR.read_text().splitlines() if not line.startswith("#"))
    assert hashlib.sha256(records[0].encode()).hexdigest() == digests[f"{name}-1"]
    if COMPILED:
        assert hashlib.sha256("".join(records).encode()).hexdigest() == digests[f"{name}-20"]


@only_compiled
@pytest.mark.parametrize("name", EVERY_KIND)
@pytest.mark.parametrize(
    ("bot", "other", "least"),
    [
        ("racer", "random", 0.95),
        ("planner", "random", 0.95),
        ("planner", "racer", 0.7),
        ("veteran", "planner", 0.5),
        ("treesearch:rollouts=48", "racer", 0.6),
    ],
)
def test_stronger_bots_beat_weaker_ones(name: str, bot: str, other: str, least: float) -> None:
    games = 60 if bot in POLICY_BOTS else 16
    assert win_rate(game_of(name, 2), bot, other, games) >= least


def test_the_planner_claims_what_its_ticket_needs_before_the_end() -> None:
    tracks = {0: "amsterdam-bruxelles bruxelles-paris"}
    position = Position(
        "europe", hand="4 green 4 white", tickets={0: "amsterdam-pamplona"}, tracks=tracks, cars={0: 20, 1: 6}
    )
    assert answer(position) in ("claim pamplona-paris 4 green", "claim pamplona-paris/2 4 green")


def test_the_planner_takes_the_colour_that_it_lacks() -> None:
    tracks = {0: "amsterdam-bruxelles bruxelles-paris"}
    position = Position(
        "europe",
        hand="2 green",
        face_up="1 red 1 white 1 green 2 purple",
        tracks=tracks,
        tickets={0: "amsterdam-pamplona"},
    )
    assert answer(position) == "take green"


def test_the_planner_builds_a_station_where_its_ticket_is_cut_off() -> None:
    position = Position("europe", hand="1 red", tickets={0: "edinburgh-paris"}, tracks={1: "edinburgh-london"})
    position.state.open[0] &= ~position.game.compiled[0].touching[position.cities["edinburgh"]]
    assert answer(position) in ("station edinburgh", "station london")


def test_the_planner_adds_cards_for_a_tunnel_and_spares_locomotives() -> None:
    position = Position("europe", hand="3 red 2 locomotive", tickets={0: "constantinople-palermo"})
    position.play("claim bucuresti-sofia 2 red", "= red", "= blue", "= blue")
    assert answer(position) == "pay 1 red"


def test_the_planner_gives_up_cards_that_it_does_not_need() -> None:
    position = Position("nordic", hand="1 orange 1 green 4 white", tickets={0: "andalsnes-goteborg"})
    position.play("claim alborg-goteborg 1 green 1 swap")
    assert answer(position) == "swap white"


def test_the_planner_keeps_the_ticket_that_costs_least() -> None:
    position = Position(
        "europe",
        hand="2 green",
        tracks={0: "essen-kobenhavn"},
        cars={0: 6},
        ticket_deck="amsterdam-wilno bruxelles-danzig frankfurt-kobenhavn",
    )
    position.play("tickets", "= amsterdam-wilno", "= bruxelles-danzig", "= frankfurt-kobenhavn")
    assert answer(position) == "keep 3"


@pytest.mark.parametrize("bot", ["montecarlo:rollouts=60", "treesearch:rollouts=60"])
def test_a_search_sees_the_last_chance_to_complete_a_ticket(bot: str) -> None:
    tracks = {0: "amsterdam-bruxelles bruxelles-paris"}
    position = Position(
        "europe", hand="4 green 4 black", tracks=tracks, tickets={0: "amsterdam-pamplona"}, cars={0: 8, 1: 2}
    )
    position.state.last = 2
    assert answer(position, bot) in ("claim pamplona-paris 4 green", "claim pamplona-paris/2 4 green")


def test_a_search_has_an_opinion_of_every_candidate_however_bad_the_first_is() -> None:
    one = make_scratch()
    candidates = one.candidates[0]
    candidates["count"] = 5
    candidates["move"][:5] = [10, 11, 12, 13, 14]
    candidates["tried"][:5] = 100
    candidates["gained"][:5] = [FULL_VALUE * n for n in (10, 20, 30, 40, 50)]
    dropped: list[Opinion] = []
    while candidates["count"]:
        dropped = halve([one]) + dropped
    assert [opinion.move for opinion in dropped] == [14, 10, 13, 12, 11]
    assert [opinion.value for opinion in dropped] == [0.5, 0.1, 0.4, 0.3, 0.2]


@pytest.mark.parametrize("level", PLAYED)
def test_a_level_plays_and_paces_itself(level: str) -> None:
    record = Record(game_of("new_york", 2), 3)
    view = record.view(record.mover)
    chosen = make_bot(level)
    assert chosen is LEVELS[level]
    assert chosen.choose(view, random.Random(1)) in view.legal
    assert LEVELS[level].pace > 0


def test_each_map_has_levels_from_easiest_to_hardest(tmp_path: Path) -> None:
    game = game_of("europe", 2)
    ratings = [level.measured(game.board, 2) for level in levels_on(game.board).values()]
    assert len(ratings) == 8
    assert all(rating and rating.low <= rating.rating <= rating.high for rating in ratings)
    for name, seats in product(("nordic", "europe", "new_york"), (2, 3)):
        board = game_of(name, 2).board
        every = [level.measured(board, seats) for level in levels_on(board).values()]
        gaps = [high.rating - low.rating for low, high in pairwise(every) if low and high]
        most = 240 if (name, seats) == ("europe", 3) else 200  # no part of the network makes `courier` stronger there
        assert 0 < min(gaps) <= max(gaps) <= most, (name, seats)
    assert LEVELS["surveyor"].bot_in(game).startswith("express:style=planner:learned=")
    assert (LEVELS["dispatcher"].bot_in(game), adviser_on(game.board)) == ("planner", LEVELS["director"])
    own = tiny_game(tmp_path, "out")
    assert {name: level.bot_in(own) for name, level in levels_on(own.board).items()} == {
        "porter": "destination_hungry",
        "conductor": "one_step",
        "dispatcher": "planner",
        "explorer": "treesearch:seconds=1",
    }
    assert LEVELS["explorer"].measured(own.board, 2) is None
    assert adviser_on(own.board) == LEVELS["explorer"]


def test_a_level_that_needs_a_network_says_so_where_there_is_none(tmp_path: Path) -> None:
    own = tiny_game(tmp_path, "out")
    LEVELS["porter"].check(own)
    for level in ("driver", "director"):
        with pytest.raises(BadNetwork, match="There is no network for the map 'out'"):
            LEVELS[level].check(own)
    record = Record(own, 1)
    with pytest.raises(BadNetwork):
        LEVELS["driver"].choose(record.view(record.mover), random.Random(1))


def test_a_network_of_another_map_or_a_damaged_one_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "FOLDER", tmp_path)
    (tmp_path / "torn.npz").write_bytes(b"PK")
    with (tmp_path / "other.npz").open("wb") as file:
        np.savez(file, format=np.array(network.FORMAT), digest=np.array("0" * 64))
    found = {
        (name, digest): network.has_network(name, digest)
        for name in ("torn", "other", "none")
        for digest in ("0" * 64, "1" * 64)
    }
    assert [which for which, has in found.items() if has] == [("other", "0" * 64)]


@only_compiled
def test_a_style_rates_the_candidates_and_the_network_corrects_it() -> None:
    record = Record(game_of("new_york", 2), 3)
    rng, planner = random.Random(1), make_bot("planner")
    moves: dict[str, list[int]] = {}
    while len(record.entries) < 60 and not record.over:
        view = record.view(record.mover)
        for bot in ("one_step", "express:style=one_step:learned=0.001", "express:style=one_step", "express"):
            moves.setdefault(bot, []).append(make_bot(bot).choose(view, random.Random(1)))
        record.play(planner.choose(view, rng))
    style, slightly, fully, alone = moves.values()
    agreed = [sum(a == b for a, b in zip(style, other, strict=True)) for other in (slightly, fully, alone)]
    assert agreed[0] > agreed[1] >= agreed[2] - 2
    assert slightly != fully


@only_compiled
@pytest.mark.parametrize("level", ["porter", "dispatcher", "director", "explorer"])
def test_a_level_explains_the_last_chance_to_complete_a_ticket(level: str) -> None:
    position = Position(
        "europe",
        hand="4 green 4 black",
        tracks={0: "amsterdam-bruxelles bruxelles-paris"},
        tickets={0: "amsterdam-pamplona"},
        cars={0: 8, 1: 2},
    )
    position.state.last = 2
    view = View(position.game, position.states, 0, position.mover)
    opinions = LEVELS[level].explain(view, random.Random(1))
    assert 2 <= len(opinions) <= 5
    assert len({opinion.move for opinion in opinions}) == len(opinions)
    assert all(0 <= opinion.value <= 1 and opinion.tried > 0 for opinion in opinions)
    if level != "porter":  # which plans for the parallel track, whatever it holds
        assert position.game.catalogue.moves[opinions[0].move].text == "claim pamplona-paris/2 4 green"
        assert opinions[0].value >= opinions[-1].value


def test_the_example_of_a_policy_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    code = page[page.index("    from whistlestop import Game\n") : page.index("`game` and `state` are the records")]
    (tmp_path / "mine.py").write_text(textwrap.dedent(code).replace("10_000", "3"))
    program = runpy.run_path(str(tmp_path / "mine.py"))
    game = Game("new_york")
    for seed in range(3):
        record = Record(game, seed)
        while not record.over:
            record.play(record.legal_moves()[-1])
        result = record.result
        assert result is not None
        assert program["totals"][seed].tolist() == [line.total for line in result.seats]
        assert program["places"][seed].tolist() == [line.place for line in result.seats]


@pytest.mark.parametrize("name", EVERY_KIND)
def test_a_contest_places_the_higher_total_first(name: str) -> None:
    game = game_of(name, 2)
    given = weights_array(planner.weights_for(game), destination_hungry.WEIGHTS)
    games = 40 if COMPILED else 2
    totals, places = contest(game, board_facts(game), given, [0, 1], games)
    assert totals.shape == places.shape == (games, 2)
    assert ((totals[:, 0] > totals[:, 1]) <= (places[:, 0] < places[:, 1])).all()
    assert (places[:, 0] == 1).mean() >= (0.7 if COMPILED else 0)


def test_the_example_of_a_bot_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "own_bot.py"), run_name="__main__")
    assert "wins" in capsys.readouterr().out
