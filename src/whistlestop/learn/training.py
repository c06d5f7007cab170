"""Training: play, learn, evaluate, and write what was learned to files.

The folder of a training run holds `checkpoint.pt`, from which the same command goes on; `curve.csv`, a line for each
round; `evaluation.csv`, a line for each evaluation, and `evaluation.svg`, which draws them; and `MAP.npz`, the network.
"""

import copy
import csv
import math
import pickle
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from whistlestop.bots.network import Network, write_network
from whistlestop.game.game import Game
from whistlestop.learn.chart import draw_evaluations
from whistlestop.learn.evaluation import FIRST_SEED, WinRate, evaluate
from whistlestop.learn.experience import Experience
from whistlestop.learn.league import BOTS, OPPONENTS, Shares, assign
from whistlestop.learn.model import Model
from whistlestop.learn.ppo import Learner
from whistlestop.learn.reasons import BadTraining
from whistlestop.learn.room import make_room

CURVE, EVALUATION = "curve.csv", "evaluation.csv"
SHORT_STRIDE, LONG_STRIDE = 10.0, 24.0
"""The margin in points that counts half, in games with few cars and in others."""
FEW_CARS = 30
OPPONENT_SHARES = {"itself": 0.4, "planner": 0.2, "veteran": 0.2, "destination_hungry": 0.05, "earlier": 0.15}
SEED_BITS = 40
"""The seeds of a run's deals follow from its own seed moved left by so many bits."""
SEEDS = FIRST_SEED >> SEED_BITS
"""Seeds of runs are below this: the deals of evaluations come after."""
WARM_UP = 5
"""In the first rounds the learning rate rises, and the average follows quickly."""


@dataclass(frozen=True)
class Settings:
    """Everything that a training run depends on, beside the map and the versions of the packages."""

    rounds: int = 300
    """Rounds in all; the learning rate and the shares of the reward follow a schedule over them."""
    plays: int = 65536
    """Games at once."""
    steps: int = 24
    """Decisions in each game in one round."""
    width: int = 512
    blocks: int = 2
    batch: int = 65536
    epochs: int = 2
    rate: tuple[float, float] = (5e-4, 3e-5)
    """The learning rate at first and at last, and so on."""
    entropy: tuple[float, float] = (0.004, 0.0005)
    margin: tuple[float, float] = (0.5, 0.15)
    """The share of the reward for the margin in points."""
    decay: float = 0.96
    """How much of an advantage is carried back to the seat's decision before."""
    opponents: dict[str, float] = field(default_factory=lambda: dict(OPPONENT_SHARES))
    seats: dict[int, float] = field(default_factory=dict)
    """The share of each number of seats; without any, half of the games have two seats."""
    renewed: int = 25
    """After how many rounds the earlier copy is replaced."""
    seed: int = 1
    evaluated: int = 50
    """After how many rounds the network is evaluated."""
    games: int = 8192
    """Games of an evaluation."""

    def shares(self, games: list[Game]) -> Shares:
        """The shares of opponents and seats; raises BadTraining if there are no such opponents or seats."""
        for name in self.opponents:
            if name not in OPPONENTS:
                raise BadTraining("no_such_opponent", name=name[:80], opponents=", ".join(OPPONENTS))
        for seats in self.seats:
            if seats not in [game.seats for game in games]:
                least, most = games[0].seats, games[-1].seats
                raise BadTraining("no_such_seats", map=games[0].name, least=least, most=most, given=seats)
        given = self.seats or {game.seats: max(1, len(games) - 1) if game.seats == 2 else 1 for game in games}
        return Shares(self.opponents, {seats: float(share) for seats, share in given.items()})


class Training:
    """A training run in a folder; it goes on from the checkpoint there, or begins with the network `start`.

    With a `rival`, that network plays in place of the earlier copy all the time: the learner becomes its exploiter.
    """

    def __init__(
        self,
        games: list[Game],
        settings: Settings,
        folder: Path,
        device: str,
        report: Callable[[str], None],
        start: Network | None = None,
        rival: Network | None = None,
    ) -> None:
        if device == "cuda" and not torch.cuda.is_available():
            raise BadTraining("no_gpu")
        if not 0 < settings.seed < SEEDS:
            raise BadTraining("bad_seed", most=SEEDS - 1, given=settings.seed)
        self.shares = settings.shares(games)
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")
        self.games, self.settings, self.folder, self.device, self.report = games, settings, folder, device, report
        self.round, self.seconds = 0, 0.0
        model = Model(games, settings.width, settings.blocks)
        if start is not None:
            model.load_network(start)
        model.to(device)
        optimiser = torch.optim.AdamW(
            model.parameters(),
            settings.rate[0],
            betas=(0.9, 0.98),
            eps=1e-6,
            weight_decay=1e-3,
            fused=device == "cuda",
        )
        self.learner = Learner(model, copy.deepcopy(model), optimiser, settings.batch, settings.epochs)
        self.earlier = copy.deepcopy(model)
        self.rival = rival
        if rival is not None:
            self.earlier.load_network(rival)
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.is_file():
            self._read()
        self._drop_lines()

    @property
    def checkpoint(self) -> Path:
        """The file from which the run goes on."""
        return self.folder / "checkpoint.pt"

    def run(self, minutes: float = math.inf) -> None:
        """Train until all rounds are done, or for some minutes; then write the checkpoint and the network."""
        settings, device = self.settings, self.device
        began, before = time.perf_counter(), self.seconds
        seed = settings.seed << SEED_BITS | self.round * settings.plays
        torch.manual_seed(seed)
        assignment = assign(self.games, self.shares, settings.plays, seed, ahead=settings.steps)
        model = self.learner.model
        room = make_room(self.games, model.shape, model.priors, assignment.plays, device)
        trained = torch.from_numpy(assignment.trained).to(device)
        experience = Experience(room, settings.steps)
        stride = SHORT_STRIDE if self.games[0].rules.cars < FEW_CARS else LONG_STRIDE
        room.reset()
        if not self.checkpoint.is_file():
            self.evaluate()
        while self.round < settings.rounds and time.perf_counter() - began < 60 * minutes:
            part = self.round / settings.rounds
            for group in self.learner.optimiser.param_groups:
                group["lr"] = cosine(settings.rate, part) * min(1.0, (self.round + 1) / (WARM_UP + 1))
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                experience.play(self.learner.model, self.earlier, assignment, stride, line(settings.margin, part))
                experience.add_advantages(self.learner.model, settings.decay)
            played = time.perf_counter()
            follow = 0.2 if self.round < WARM_UP else 0.01
            progress = self.learner.learn(experience, trained, line(settings.entropy, part), follow)
            self.round += 1
            self.seconds = before + time.perf_counter() - began
            if self.round % settings.renewed == 0 and self.rival is None:
                self.earlier.load_state_dict(self.learner.average.state_dict())
            add_line(self.folder / CURVE, {
                "round": self.round, "seconds": round(self.seconds, 1),
                "decisions": self.round * settings.plays * settings.steps,
                **{name: round(value, 4) for name, value in asdict(progress).items()},
            })  # fmt: skip
            if self.round % 10 == 0 or self.round <= 3:
                learned = time.perf_counter() - played
                self.report(f"round {self.round}, {self.seconds:.0f} s, learning {learned:.2f} s: {progress}")
            if self.round % settings.evaluated == 0 or self.round == settings.rounds:
                self.evaluate()
                self.write()
        self.write()

    def evaluate(self) -> list[WinRate]:
        """Evaluate the average of the models against planners and veterans, with every number of seats in use."""
        found = []
        for game in self.games:
            if self.shares.seats.get(game.seats):
                for opponent in list(BOTS)[:2]:
                    rate = evaluate(
                        self.learner.average, self.games, game.seats, opponent, self.settings.games, self.device
                    )
                    add_line(self.folder / EVALUATION, {
                        "round": self.round, "seconds": round(self.seconds, 1), "opponent": opponent,
                        "seats": game.seats, "games": rate.games, "share": round(rate.share, 4),
                        "low": round(rate.interval[0], 4), "high": round(rate.interval[1], 4),
                        "points": round(rate.points, 1),
                    })  # fmt: skip
                    self.report(f"round {self.round}: {rate}")
                    found.append(rate)
        (self.folder / "evaluation.svg").write_text(draw_evaluations([self.folder / EVALUATION]), "utf-8")
        return found

    def write(self) -> None:
        """Write the checkpoint and the network; a checkpoint that is cut short doesn't replace the one before."""
        learner, unfinished = self.learner, self.checkpoint.with_suffix(".new")
        torch.save(
            {
                "map": self.games[0].board.digest,
                "settings": asdict(self.settings),
                "round": self.round,
                "seconds": self.seconds,
                "model": learner.model.state_dict(),
                "average": learner.average.state_dict(),
                "earlier": self.earlier.state_dict(),
                "optimiser": learner.optimiser.state_dict(),
            },
            unfinished,
        )
        unfinished.replace(self.checkpoint)
        write_network(self.folder / f"{self.games[0].name}.npz", self.games[0], learner.average.network())

    def _read(self) -> None:
        try:
            found = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
            digest, parameters, earlier = found["map"], found["model"], found["earlier"]
        except (KeyError, TypeError, ValueError, EOFError, RuntimeError, pickle.UnpicklingError) as error:
            problem = str(error).partition("\n")[0][:200]
            raise BadTraining("bad_checkpoint", file=str(self.checkpoint), problem=problem) from error
        own = self.learner.model.state_dict()
        same = parameters.keys() == own.keys() and all(parameters[name].shape == own[name].shape for name in own)
        if digest != self.games[0].board.digest or not same:
            raise BadTraining("other_training", file=str(self.checkpoint))
        self.round, self.seconds = found["round"], found["seconds"]
        self.learner.model.load_state_dict(parameters)
        self.learner.average.load_state_dict(found["average"])
        if self.rival is None:
            self.earlier.load_state_dict(earlier)
        self.learner.optimiser.load_state_dict(found["optimiser"])
        self.report(f"Going on after round {self.round} of {self.settings.rounds}.")

    def _drop_lines(self) -> None:
        """Drop the lines of rounds after the checkpoint, which a run that was stopped by force has left."""
        last = self.round if self.checkpoint.is_file() else -1
        for name in (CURVE, EVALUATION):
            file = self.folder / name
            if file.is_file():
                head, *lines = file.read_text("utf-8").splitlines(keepends=True)
                kept = [line for line in lines if int(line.partition(",")[0]) <= last]
                file.write_text("".join([head, *kept]), "utf-8", newline="\n")


def add_line(file: Path, values: dict[str, Any]) -> None:
    """Add a line to a CSV file, which begins with the names of the values."""
    is_new = not file.is_file()
    with file.open("a", encoding="utf-8", newline="") as target:
        lines = csv.DictWriter(target, list(values), lineterminator="\n")
        if is_new:
            lines.writeheader()
        lines.writerow(values)


def line(ends: tuple[float, float], part: float) -> float:
    """A number on the straight line between two others."""
    return ends[0] + (ends[1] - ends[0]) * part


def cosine(ends: tuple[float, float], part: float) -> float:
    """A number that falls slowly, quickly, then slowly."""
    return ends[1] + (ends[0] - ends[1]) * 0.5 * (1 + math.cos(math.pi * part))
