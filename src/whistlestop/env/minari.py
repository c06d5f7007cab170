"""Minari data sets: what each seat of a game saw and did is an episode, with masks and rewards by place.

    write("rows.parquet", Game("europe"), ["planner"], games=1000)
    to_minari("rows.parquet", "whistlestop/europe/planner-v0")
    minari.load_dataset("whistlestop/europe/planner-v0")

An episode is that of `SoloEnv` in the same seat. It ends with what the seat saw at the end, which is not in the rows,
so the games are replayed for it. `infos` has `action_mask`, `seat` and `bot`, as the rows have them.
"""

import copy
import shutil
import warnings
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop import __version__
from whistlestop.env.checks import game_of
from whistlestop.env.dataset import read
from whistlestop.env.history import Follower
from whistlestop.env.observation import MASK
from whistlestop.env.observer import Observer
from whistlestop.env.positions import Rows
from whistlestop.env.reasons import BadInput
from whistlestop.game.game import Game
from whistlestop.game.record import Record


def check_id(dataset_id: str) -> None:
    """Refuse an id that Minari can't use, or that it has already."""
    if find_spec("minari") is None:
        raise BadInput("missing_package", package="minari", extra="minari")
    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.storage import get_dataset_path

    try:
        parse_dataset_id(dataset_id)
    except ValueError:
        raise BadInput("dataset_id", found=dataset_id[:80]) from None
    if get_dataset_path(dataset_id).exists():
        raise BadInput("dataset_exists", found=dataset_id)


def to_minari(file: str | Path, dataset_id: str, maps: Iterable[Path] = ()) -> int:
    """Write the games of a data set where Minari keeps its own, and return the number of episodes."""
    check_id(dataset_id)
    import minari
    from minari.storage import get_dataset_path

    from whistlestop.env.spaces import action_space, flat_space

    rows = read(file)
    about = rows.pop("about")
    game = game_of(about["map"], about["seats"], maps)
    if game.board.digest != about["digest"]:
        raise BadInput("other_map", map=game.name)
    observer = Observer(game, about["history"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # it advises to name an author and an address
            found = minari.create_dataset_from_buffers(
                dataset_id,
                episodes(rows, observer),
                env=spec_of(game, about["history"]),
                observation_space=flat_space(observer.layout),
                action_space=action_space(observer.layout),
                algorithm_name=", ".join(about["bots"]),
                description=f"Games of Whistlestop between bots: {game.name}, {game.seats} seats.",
                requirements=[f"whistlestop=={__version__}"],
            )
    except BaseException:
        shutil.rmtree(get_dataset_path(dataset_id), ignore_errors=True)
        raise
    return int(found.total_episodes)


def spec_of(game: Game, history: bool) -> Any:
    """What Gymnasium's registry says of `SoloEnv` on a bundled map; None for another map."""
    import gymnasium

    from whistlestop.env.ids import IDS

    for name, settings in IDS.items():
        if settings == {"game": game.name, "seats": game.seats}:
            spec = copy.deepcopy(gymnasium.spec(name))
            spec.kwargs["history"] = history
            return spec
    return None


def episodes(rows: Rows, observer: Observer) -> Iterator[Any]:
    """An episode for each game and seat, in order."""
    from minari.data_collector import EpisodeBuffer

    ends = np.flatnonzero(rows["done"]) + 1
    for begin, end in zip([0, *ends[:-1]], ends, strict=True):
        of_game = {name: values[begin:end] for name, values in rows.items()}
        record = Record(observer.game, int(of_game["seed"][0]))
        for action in of_game["action"].tolist():
            record.play(action)
        for seat in range(observer.game.seats):
            own = {name: values[of_game["seat"] == seat] for name, values in of_game.items()}
            count = len(own["action"])
            done = np.arange(count) == count - 1
            yield EpisodeBuffer(
                seed=int(own["seed"][0]),
                observations=np.vstack([own["observation"], last_observation(observer, record, seat)]),
                actions=own["action"].astype(np.int64),
                rewards=np.where(done, own["outcome"], 0),
                terminations=done,
                truncations=np.zeros(count, np.bool_),
                infos={
                    "action_mask": np.vstack([own["mask"], np.zeros_like(own["mask"][:1])]).astype(MASK),
                    "seat": np.full(count + 1, seat, np.int8),
                    "bot": np.full(count + 1, own["bot"][0], np.int8),
                },
            )


def last_observation(observer: Observer, record: Record, seat: int) -> Any:
    """What a seat sees when the game is over."""
    seen = observer.observation(record.states, 0, seat)
    if observer.layout.has_history:
        Follower(observer.layout, record).write(seat, seen)
    return seen
