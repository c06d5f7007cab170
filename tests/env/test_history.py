"""Histories: what everybody saw of a game, and nothing else; the same in every environment."""

import copy
import random
from typing import Any

import numpy as np
import pytest
from positions import TABLES, game_of

from whistlestop.bots import make_bot
from whistlestop.env.aec import AecEnv
from whistlestop.env.history import Follower
from whistlestop.env.observation import REMEMBERED, Layout
from whistlestop.env.observer import Observer
from whistlestop.env.positions import play_any, play_fast
from whistlestop.env.reasons import BadInput
from whistlestop.env.resample import NoWorld, Worlds
from whistlestop.env.solo import SoloEnv
from whistlestop.env.vector import VectorEnv
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record

VERBS = ("pass", "draw", "take", "tickets", "claim", "give", "station")
STEPS = 300 if TARGET == "cpu" else 20


def observed(observer: Observer, record: Record, viewer: int) -> Any:
    """An observation with the history of a record."""
    row = observer.observation(record.states, 0, viewer)
    Follower(observer.layout, record).write(viewer, row)
    return row


def told(record: Record, viewer: int) -> dict[str, Any]:
    """The history as the lines tell it that the viewer may see."""
    game, seats = record.game, record.game.seats
    kinds, order = list(game.catalogue.kinds), [(viewer + n) % seats for n in range(seats)]
    taken, played = np.zeros((2, seats, len(kinds)), np.int64)
    blind, draws, drawn_at, turns, claims = [0] * seats, [0] * seats, [0] * seats, 0, 0
    recent: list[list[str]] = [[] for _ in range(seats)]
    tracks = {track.text: 0 for track in game.board.tracks}
    laid: dict[str, int] = {}
    lines = record.redacted(viewer).split("\n\n", 1)[1].splitlines()
    replayed = Record(game)
    for line, entry in zip(lines, record.entries, strict=True):
        before = replayed.state.tracks.copy()
        seat, turns = entry.seat, int(replayed.state.turns)
        replayed.push(entry.move)
        words = line.split()
        verb = None if words[0] == "=" or words[1] not in VERBS else "give up" if words[1] == "give" else words[1]
        if verb:
            recent[seat].insert(0, verb)
        if verb == "take":
            taken[seat, kinds.index(words[2])] += 1
        blind[seat] += verb == "draw"
        if verb == "tickets":
            draws[seat] += 1
            drawn_at[seat] = turns
        if words[0] != "=" and words[1] in ("claim", "pay", "swap"):
            laid = laid if words[1] == "pay" and replayed.state.city < 0 and verb is None else {}
            counts = words[3:] if words[1] == "claim" else words[2:] if words[1] == "pay" else ["1", words[2]]
            for cards, kind in zip(counts[::2], counts[1::2], strict=True):
                if kind != "swap":
                    played[seat, kinds.index(kind)] += int(cards)
                    laid[kind] = laid.get(kind, 0) + int(cards)
        if verb == "give up":
            for kind, cards in laid.items():
                played[seat, kinds.index(kind)] -= cards
        for owner in range(seats):
            for track, text in zip(range(len(tracks)), list(tracks), strict=True):
                if (replayed.state.tracks[owner, track // 62] & ~before[owner, track // 62]) >> track % 62 & 1:
                    claims += 1
                    tracks[text] = claims
    turns = int(replayed.state.turns)
    return {
        "taken": taken[order],
        "played": played[order],
        "blind": [blind[seat] for seat in order],
        "draws": [draws[seat] for seat in order],
        "since": [min(255, turns - drawn_at[seat]) for seat in order],
        "order": list(tracks.values()),
        "recent": [recent[seat][:4] for seat in order],
    }


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_history_is_what_the_lines_tell(name: str, seats: int) -> None:
    game = game_of(name, seats)
    observer, rng = Observer(game, history=True), random.Random(seats)
    record = Record(game, 5)
    for _ in range(STEPS // 3):
        if record.over:
            break
        record.play(rng.choice(record.legal_moves()))
    while record.over:
        record = record.at(len(record.entries) - 5)
    for viewer in range(seats):
        named = observer.layout.named(observed(observer, record, viewer))
        expected = told(record, viewer)
        moves = list(REMEMBERED.values())
        rows = [[moves[int(slot.argmax())] for slot in row if slot.any()] for row in named["recent"]]
        assert rows == expected.pop("recent")
        for field, values in expected.items():
            assert named[field].tolist() == np.asarray(values).tolist(), field


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_vector_environments_remember_what_records_tell(name: str, seats: int) -> None:
    """And copies go on as the original does; the columns of the view come first, as without a history."""
    game = game_of(name, seats)
    observer = Observer(game, history=True)
    env, plain = VectorEnv(game, num_envs=2, history=True), VectorEnv(game, num_envs=2)
    batch = env.reset(seed=3)
    plain.reset(seed=3)
    records = [Record(game, int(seed)) for seed in env.seeds]
    for step in range(STEPS):
        if step == 10:
            env = copy.deepcopy(env)
        actions = env.sample()
        batch = env.step(actions)
        plain.step(actions)
        assert (batch.observation[:, : plain.layout.size] == plain.batch.observation).all()
        for i, record in enumerate(records):
            record.play(int(actions[i]))
            if batch.done[i]:
                records[i] = Record(game, int(env.seeds[i]))
            if step % 7 == 0:
                expected = observed(observer, records[i], int(batch.seat[i]))
                assert batch.observation[i].tobytes() == expected.tobytes()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_history_tells_nothing_that_its_seat_did_not_see(name: str, seats: int) -> None:
    """C21: in every world that a seat can't tell from the true one, its history is the same bytes."""
    game = game_of(name, seats)
    observer, rng, record, compared = Observer(game, history=True), random.Random(1), Record(game, 9), 0
    for decision in range(max(STEPS // 5, 13)):
        record.play(rng.choice(record.legal_moves()))
        if record.over:
            break
        if decision % 6 < 5:
            continue
        for viewer in range(seats):
            worlds, seen = Worlds(record, viewer), observed(observer, record, viewer)
            for _ in range(3):
                if (world := world_of(worlds, game, rng)) is None or world.redacted(viewer) != told_as(record, viewer):
                    continue
                compared += world.state.tobytes() != record.state.tobytes()
                assert observed(observer, world, viewer).tobytes() == seen.tobytes()
    assert compared > (20 if TARGET == "cpu" else 0)


def world_of(worlds: Worlds, game: Game, rng: random.Random) -> Record | None:
    """A world as a record, None if the try led to a dead end."""
    world = Record(game)
    try:
        for move in worlds.sample(rng):
            world.push(move)
    except (IllegalMove, NoWorld):
        return None
    return world


def told_as(record: Record, viewer: int) -> str:
    """The record as the viewer may see it, dealt by hand as worlds are."""
    return record.redacted(viewer).replace("dealer: fast", "dealer: hand")


def test_single_games_remember_as_well() -> None:
    """SoloEnv against bots inside the step and outside of it, and AecEnv."""
    fast, slow = (SoloEnv("new_york", bots=bots, seat=0, history=True) for bots in (["racer"], [make_bot("racer")]))
    env = AecEnv("new_york", history=True)
    env.reset(seed=1)
    assert env.observation_space("seat_0").contains(env.observe("seat_0"))
    assert fast.observation_space == slow.observation_space
    observation, info = fast.reset(seed=2)
    for _ in range(20 if TARGET == "cpu" else 3):
        observation, _, over, _, info = fast.step(int(info["action_mask"].argmax()))
        if over:
            break
    named = fast.layout.named(observation)
    assert named["recent"].any(axis=(1, 2)).all()
    assert fast.layout.size > Layout(fast.game).size


def test_a_view_has_no_history() -> None:
    """A policy that was trained with a history gets an error, not columns of zeros."""
    record = Record(game_of("new_york", 2), 1)
    with pytest.raises(BadInput, match="A view has no history"):
        Observer(record.game, history=True).of_view(record.view(record.mover))


def test_both_ways_of_writing_positions_remember_the_same() -> None:
    game = game_of("new_york", 2)
    bots = [make_bot("racer")]
    rows = [play(game, bots, range(1), 4, True) for play in (play_fast, play_any)]
    layout = Layout(game, history=True)
    for part in rows:
        assert part["observation"].shape[1] == layout.size
        assert layout.named(part["observation"])["since"].max() > 3
