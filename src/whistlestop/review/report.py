"""Reports: a quick look at a game first, then one decision after another is searched, the most suspicious first.

Everything that decides a number is a kernel, so a report of the same record with the same budget is the same on every
machine, whatever the number of threads. This file only orders the calls; the browser client has the same order.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from whistlestop.bots.champion import all_weights_for
from whistlestop.bots.levels import knows
from whistlestop.bots.network import FOLDER, network_for
from whistlestop.bots.network_memory import SLOTS, NetworkInputs, make_network_scratch
from whistlestop.bots.weights import weights_array
from whistlestop.game.game import Game
from whistlestop.game.limits import MOVES, WORDS
from whistlestop.game.map_files import shown
from whistlestop.game.record import Record
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import CHANCE, STATE
from whistlestop.game.ticket_status import TICKET_PATHS
from whistlestop.game.view import SPECTATOR, VIEW, View
from whistlestop.review.calibration import make_review_inputs
from whistlestop.review.chances import survey
from whistlestop.review.losses import grade, try_choices
from whistlestop.review.mixture import mixture_for
from whistlestop.review.reasons import BadReport
from whistlestop.review.records import (
    CODES,
    GRADE_NAMES,
    LUCK_NAMES,
    NOTHING,
    SEAT_SUMMARY,
    STEP,
    TRIALS,
    TURNING_POINT,
    TURNING_POINTS,
    UNGRADED,
    UNIT,
)
from whistlestop.review.split import sum_up
from whistlestop.review.turning import find_turning_points

I = np.int64
FORMAT = 1
ROLLOUTS = 256
"""How many rollouts a decision gets, all moves that are tried together."""
MOST_ROLLOUTS = 1_000_000
MOST_THREADS = 64
SEED_STEP = 1 << 20
"""The seed of a decision is its ply times this, and guess r of it has a seed higher by r."""


def review(record: Record, rollouts: int = ROLLOUTS, threads: int = 2) -> Iterator["Report"]:
    """Reports on a game, each better than the one before: the quick look, then one for each decision that is searched.

    A game that is not over is reviewed as far as it goes. Raises BadReport if there is no network for the map.
    """
    check(record.game, rollouts, threads)
    return Review(record, rollouts).reports(threads)


def final_report(record: Record, rollouts: int = ROLLOUTS, threads: int = 2) -> "Report":
    """The last of the reports that `review` gives."""
    *_, last = review(record, rollouts, threads)
    return last


def cores() -> int:
    """How many threads this machine runs at once."""
    return os.cpu_count() or 1


def check(game: Game, rollouts: int, threads: int) -> None:
    """Raise BadReport if games on the map, or with this budget, can't be reviewed."""
    if not knows(game.board):
        maps = ", ".join(sorted(file.stem for file in FOLDER.glob("*.npz")))
        raise BadReport("no_network_to_review", map=game.name, maps=maps)
    if isinstance(rollouts, bool) or not isinstance(rollouts, int) or not 1 <= rollouts <= MOST_ROLLOUTS:
        raise BadReport("bad_rollouts", least=1, most=MOST_ROLLOUTS, given=shown(rollouts))
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise BadReport("bad_threads", most=MOST_THREADS, given=shown(threads))


class Review:
    """A game that is being reviewed: the state before each decision, and what is known of each step so far."""

    def __init__(self, record: Record, rollouts: int) -> None:
        self.record = record
        self.game = record.game
        self.rollouts = rollouts
        self.network = network_for(self.game)
        self.weights = weights_array(*all_weights_for(self.game))
        self.states, self.steps = list_steps(record)

    def reports(self, threads: int) -> Iterator["Report"]:
        """The quick look, then a report for each decision that is searched."""
        self.look()
        yield self.report()
        order = self.to_search()
        pool = ThreadPoolExecutor(threads)
        try:
            searches = [pool.submit(self.search, n) for n in order]
            for n, found in zip(order, searches, strict=True):
                grade(found.result(), self.steps, n)
                yield self.report()
        finally:
            pool.shutdown(cancel_futures=True)

    def look(self) -> None:
        """Find the open chances after every step, and what the network says of each decision."""
        scratch = make_network_scratch(self.game, self.network.shape, SLOTS)
        inputs = self.inputs(View(self.game, self.states, 0, SPECTATOR))
        mixture = mixture_for(self.game)
        for i in range(len(self.steps)):
            survey(inputs, scratch, mixture, self.states, i, self.steps)

    def to_search(self) -> list[int]:
        """The steps whose decisions are to be searched: those whose moves the network finds least likely first."""
        found = [n for n in range(1, len(self.steps)) if self.steps["grade"][n] == UNGRADED]
        return sorted(found, key=lambda n: (self.steps["likely"][n].item(), n))

    def search(self, n: int) -> Any:
        """Try the moves of step n's decision; returns a TRIALS record."""
        step = self.steps[n]
        inputs = self.inputs(View(self.game, self.states, n - 1, int(step.seat)))
        scratch = make_network_scratch(self.game, self.network.shape, SLOTS)
        seed = int(step.ply) * SEED_STEP
        trials: Any = np.zeros(1, TRIALS)
        try_choices(inputs, scratch, seed, int(step.move), self.rollouts, trials)
        return trials

    def inputs(self, view: View) -> NetworkInputs:
        """What a decision depends on."""
        return make_review_inputs(view, self.network, self.weights)

    def report(self) -> "Report":
        """What is known now."""
        return Report(self.game, self.record.over, self.rollouts, self.states, self.steps.copy())


def list_steps(record: Record) -> tuple[Any, Any]:
    """The state before each decision, the last one and room for one more; the steps with their plies and moves."""
    plies = [ply for ply, entry in enumerate(record.entries) if entry.mover != CHANCE]
    states: Any = np.zeros(len(plies) + 2, STATE)
    steps: Any = np.zeros(len(plies) + 1, STEP)
    for field in ("ply", "move", "seat", "better"):
        steps[field] = NOTHING
    steps["ply"][1:] = plies
    steps["move"][1:] = [record.entries[ply].move for ply in plies]
    replay, n = record.at(0), 0
    for entry in record.entries:
        if entry.mover != CHANCE:
            states[n] = replay.state
            n += 1
        replay.push(entry.move, entry.outcome)
    states[n] = replay.state
    return states, steps


@dataclass(frozen=True)
class Report:
    """What is known of a game at some point of its review."""

    game: Game
    over: bool
    rollouts: int
    states: Any
    """The state before each decision, then the last one, and one more as memory."""
    steps: Any
    """An array of STEP records."""

    @property
    def to_search(self) -> int:
        """How many decisions must be searched."""
        return int(np.count_nonzero((self.steps["grade"][1:] == UNGRADED) | (self.steps["searched"][1:] == 1)))

    @property
    def searched(self) -> int:
        """How many of them are."""
        return int(np.count_nonzero(self.steps["searched"]))

    @cached_property
    def summaries(self) -> Any:
        """A SEAT_SUMMARY record for each seat; this also splits the steps."""
        summaries: Any = np.zeros(self.game.seats, SEAT_SUMMARY)
        sum_up(self.game.compiled, self.steps, summaries)
        return summaries

    @cached_property
    def turning_points(self) -> Any:
        """TURNING_POINT records, three for each seat; `step` is NOTHING where there is none."""
        found: Any = np.zeros(TURNING_POINTS * self.game.seats, TURNING_POINT)
        find_turning_points(
            self.game.compiled, self.states.copy(), self.steps, found, np.zeros(1, VIEW), np.zeros(1, SCORE_SHEET),
            np.zeros(1, TICKET_PATHS), np.zeros(WORDS, I), np.zeros(SCRATCH, I), np.zeros(MOVES, I),
        )  # fmt: skip
        return found

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON-serialisable types."""
        summaries = self.summaries  # before the steps, since it splits them
        return {
            "format": FORMAT,
            "map": self.game.name,
            "digest": self.game.digest,
            "seats": self.game.seats,
            "over": self.over,
            "rollouts": self.rollouts,
            "complete": self.searched == self.to_search,
            "searched": self.searched,
            "to_search": self.to_search,
            "steps": [self.step_dict(n) for n in range(len(self.steps))],
            "summary": [self.summary_dict(seat, summaries[seat]) for seat in range(self.game.seats)],
            "turning_points": [self.turning_dict(one) for one in self.turning_points if one.step != NOTHING],
        }

    def step_dict(self, n: int) -> dict[str, Any]:
        """A step as JSON-serialisable types."""
        step, is_graded = self.steps[n], self.steps[n].grade != UNGRADED
        return {
            "ply": None if n == 0 else int(step.ply),
            "turn": int(step.turn),
            "seat": None if n == 0 else int(step.seat),
            "move": self.move_text(step.move),
            "own": None if n == 0 else part(step.own),
            "open": self.parts(step.open),
            "grade": GRADE_NAMES[step.grade],
            "loss": part(step.loss) if is_graded else None,
            "low": part(step.low) if is_graded else None,
            "high": part(step.high) if is_graded else None,
            "better": self.move_text(step.better),
            "choices": [
                {
                    "move": self.move_text(step.choice_move[k]),
                    "chance": part(step.choice_chance[k]),
                    "low": part(step.choice_low[k]),
                    "high": part(step.choice_high[k]),
                    "tried": int(step.choice_tried[k]),
                }
                for k in range(step.choices)
            ],
            "skill": self.parts(step.skill),
            "opponents": self.parts(step.opponents),
            "luck": self.parts(step.luck),
            "luck_kind": LUCK_NAMES[step.luck_kind],
        }

    def summary_dict(self, seat: int, summary: Any) -> dict[str, Any]:
        """What a seat's steps add up to, as JSON-serialisable types."""
        return {
            "seat": seat,
            "start": part(summary.start),
            "skill": part(summary.skill),
            "opponents": part(summary.opponents),
            "luck": part(summary.luck),
            "luck_by": {name: part(summary.luck_by[kind]) for kind, name in enumerate(LUCK_NAMES)},
            "result": part(summary.result),
            "accuracy": None if summary.accuracy == NOTHING else int(summary.accuracy),
            "grades": {name: int(summary.grades[n]) for n, name in enumerate(GRADE_NAMES) if name},
        }

    def turning_dict(self, point: Any) -> dict[str, Any]:
        """A turning point as JSON-serialisable types."""
        code = list(CODES)[point.code]
        texts = {
            "track": lambda number: self.game.board.tracks[number].text,
            "ticket": lambda number: self.game.board.tickets[number].text,
            "move": self.move_text,
        }
        parameters = {
            name: texts.get(kind, int)(point.parameters[k].item()) for k, (name, kind) in enumerate(CODES[code])
        }
        return {
            "step": int(point.step),
            "seat": int(point.seat),
            "code": code,
            "parameters": parameters,
            "change": part(point.change),
        }

    def parts(self, row: Any) -> list[float]:
        """Parts of a million of all seats as numbers."""
        return [part(row[seat]) for seat in range(self.game.seats)]

    def move_text(self, move: int) -> str | None:
        """The text of a move, None if it is NOTHING."""
        return None if move == NOTHING else self.game.catalogue.moves[move].text


def part(number: Any) -> float:
    """Parts of a million as a number."""
    return int(number) / UNIT
