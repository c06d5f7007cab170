"""Fit the chances of reviews to games of the network with itself, and measure how reliable they are.

    python benchmarks/review_calibration.py play europe-2 --seconds 60 --out runs/review
    python benchmarks/review_calibration.py measure --out runs/review --table docs/review/reliability.csv
    python benchmarks/review_calibration.py fit --out runs/review --write

`play` adds the decisions of some games to a file for the map and number of seats; games go on from the last seed.
`measure` says how reliable the chances are that people are shown. `fit` predicts each game by a fit to others, and with
--write fits `calibration.csv` and `mixture.csv` to all.
"""

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.champion import all_weights_for
from whistlestop.bots.network import network_for, run_network
from whistlestop.bots.network_bot import WHOLE, best_move, look, rate_moves
from whistlestop.bots.network_memory import (
    SLOTS,
    NetworkInputs,
    NetworkScratch,
    make_network_inputs,
    make_network_scratch,
)
from whistlestop.bots.network_search import PRIOR
from whistlestop.bots.policy import list_legal
from whistlestop.bots.weights import weights_array
from whistlestop.game.dice import CHOICES, below, load_dice
from whistlestop.game.engine import act_as_seat, deal_all, set_up
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.limits import SEATS
from whistlestop.game.record import Record
from whistlestop.game.score import score_state
from whistlestop.game.state import CHANCE, OVER
from whistlestop.review.calibration import COLUMNS as NUMBERS
from whistlestop.review.calibration import FILE as CALIBRATIONS
from whistlestop.review.calibration import read_calibrations
from whistlestop.review.chances import MOST_ODDS, POINTS, rate_seats
from whistlestop.review.chart import INK, PALE, text
from whistlestop.review.mixture import COLUMNS, read_mixtures
from whistlestop.review.mixture import FILE as MIXTURES

SEED = 3_000_000
"""Deals that no other benchmark and no training used."""
EVERY = 12
"""One decision in so many is noted."""
NOTED = 3 + 2 * SEATS
"""The game, the mover, whether it is the last round; what the network says and the scores of all seats."""
AS_IT_IS = np.array([0.0, 1.0, 0.0])
"""The calibration that leaves the values of a network as they are."""
MOST_NOTES = 4096
BINS = 20
PARTS = 5
"""Every game is predicted by a fit to the games of the other parts."""
STEPS = 40
PRIORS = (
    (np.array([0.7, 0.1, 0.3]), 10 / np.array([0.3, 0.3, 1.0]) ** 2),
    (np.array([0.6, 0.6, 8.0]), 10 / np.array([0.3, 0.6, 5.0]) ** 2),
)
"""What the numbers of the mixture are expected to be before the last round and in it, and how certain that is."""
EXPECTED, CERTAINTY = np.array([0.0, 2.0, 0.0]), np.diag([0.1, 0.1, 0.1])
"""What the numbers of a calibration are expected to be, and how certain that is."""
COLOURS = ("#0b6e8f", "#b3541e", "#2e7d32", "#6a4c93")


@entry
def play_and_note(
    inputs: NetworkInputs, scratch: NetworkScratch, other: NetworkScratch, seed: int, notes: Any, shares: Any
) -> int:
    """Play games of the network with itself, one in each slot, and note some decisions. Returns how many."""
    game, noted, count = inputs.games[0], 0, shares.shape[0]
    for slot in range(count):
        load_dice(scratch.plays[slot].dice, seed + slot)
        set_up(game, scratch.states[slot], CHANCE)
        scratch.waiting[slot] = slot
    while count > 0:
        left = 0
        for n in range(count):
            slot = scratch.waiting[n]
            deal_all(game, scratch.states[slot], scratch.plays[slot].dice)
            if scratch.states[slot].phase == OVER:
                score_state(game, scratch.states[slot], scratch.sheets[0], scratch.score_scratch)
                for seat in range(game.seats):
                    shares[slot, seat] = 1.0 if scratch.sheets[0].place[seat] == 1 else 0.0
            else:
                scratch.waiting[left] = slot
                look(inputs, scratch, slot, left, PRIOR)
                left += 1
        count = left
        if count == 0:
            break
        at = run_network(inputs.shape[0], inputs.scale, inputs.parameters, scratch.rows, count, scratch.layers)
        for n in range(count):
            slot = scratch.waiting[n]
            state = scratch.states[slot]
            legal = list_legal(game, state, scratch.out)
            if legal > 1 and noted < notes.shape[0] and below(scratch.plays[slot].dice, CHOICES, EVERY) == 0:
                rate_seats(inputs, other, state)
                notes[noted, 0] = slot
                notes[noted, 1] = state.seat
                notes[noted, 2] = 1.0 if state.last >= 0 else 0.0
                for seat in range(game.seats):
                    notes[noted, 3 + seat] = other.values[seat]
                    notes[noted, 3 + SEATS + seat] = other.sheets[0].total[seat]
                noted += 1
            rate_moves(inputs, scratch, n, at, legal, WHOLE)
            act_as_seat(game, state, best_move(scratch, legal))
    return noted


def play(where: str, seconds: float, folder: Path) -> None:
    """Play for some seconds of processor time, and add what was noted to the file of this game."""
    name, _, seats = where.rpartition("-")
    game = Game(name, int(seats))
    network = network_for(game)
    inputs = make_network_inputs(Record(game, 1).view(0), network, weights_array(*all_weights_for(game)))
    inputs = inputs._replace(calibration=AS_IT_IS)
    scratch, other = (make_network_scratch(game, network.shape, SLOTS) for _ in range(2))
    file = folder / f"{where}.npy"
    before = np.load(file) if file.is_file() else np.zeros((0, NOTED + SEATS))
    seed = int(before[:, 0].max()) + 1 if len(before) else 0
    seed, found = -(-seed // SLOTS) * SLOTS, [before]
    play_and_note(inputs, scratch, other, SEED, np.zeros((0, NOTED)), np.zeros((1, SEATS)))
    started = time.process_time()
    first = seed
    while time.process_time() - started < seconds:
        notes, shares = np.zeros((MOST_NOTES, NOTED)), np.zeros((SLOTS, SEATS))
        count = play_and_note(inputs, scratch, other, SEED + seed, notes, shares)
        shares /= shares.sum(axis=1, keepdims=True)
        rows = np.concatenate([notes[:count], shares[notes[:count, 0].astype(int)]], axis=1)
        rows[:, 0] += seed
        found.append(rows)
        seed += SLOTS
    folder.mkdir(parents=True, exist_ok=True)
    np.save(file, np.concatenate(found))
    print(f"{where}: {seed - first:,} games, {seed:,} in all, {time.process_time() - started:.0f} s", flush=True)


def calibrate(values: Any, won: Any) -> Any:
    """Fit how the values of deciding seats become chances: logistic regression by Newton's method."""
    powers = np.stack([np.ones_like(values), values, values**3], axis=1)
    found = EXPECTED
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-powers @ found))
        slope = powers.T @ (won - chance) - CERTAINTY @ (found - EXPECTED)
        curve = (powers * (chance * (1 - chance))[:, None]).T @ powers
        found = found + np.linalg.solve(curve + CERTAINTY, slope)
    return found.round(4)


def log_odds(values: Any, calibration: Any) -> Any:
    """The log-odds that values stand for."""
    constant, slope, cube = calibration
    return np.clip(constant + slope * values + cube * values**3, -MOST_ODDS, MOST_ODDS)


def columns(rows: Any, seats: int, calibration: Any) -> Any:
    """For each decision and seat: log-odds, whether it moves, and points."""
    turn = np.eye(SEATS)[rows[:, 1].astype(int)][:, :seats]
    values, points = rows[:, 3 : 3 + seats], rows[:, 3 + SEATS : 3 + SEATS + seats] / POINTS
    return np.stack([log_odds(values, calibration), turn, points], axis=2)


def chances(found: Any, mixture: Any) -> Any:
    """The open chances of all seats."""
    worth = found @ mixture
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    return worth / worth.sum(axis=1, keepdims=True)


def fit(found: Any, won: Any, prior: Any) -> Any:
    """Conditional logistic regression by Newton's method, with a prior, since decisions of one game are alike."""
    expected, certainty = prior
    mixture = expected
    for _ in range(STEPS):
        chance = chances(found, mixture)
        mean = (chance[:, :, None] * found).sum(axis=1, keepdims=True)
        slope = ((won - chance)[:, :, None] * found).sum(axis=(0, 1))
        curve = np.einsum("ns,nsi,nsj->ij", chance, found - mean, found - mean)
        slope -= certainty * (mixture - expected)
        mixture = mixture + np.linalg.solve(curve + np.diag(certainty), slope)
    return mixture.round(4)


def reliability(chance: Any, won: Any) -> tuple[list[tuple[int, float, float]], float]:
    """For each bin its decisions, their mean chance and the share that was won; and the mean error over all."""
    bins = np.minimum((chance * BINS).astype(int), BINS - 1)
    count = np.bincount(bins, minlength=BINS)
    mean, share = (np.bincount(bins, part, BINS) / np.maximum(count, 1) for part in (chance, won))
    error = float((np.abs(mean - share) * count).sum() / count.sum())
    return list(zip(count.tolist(), mean.tolist(), share.tolist(), strict=True)), error


@dataclass(frozen=True)
class Noted:
    """What was noted of the games on a map with a number of seats, or of some of them."""

    rows: Any
    seats: int

    def part(self, which: Any) -> "Noted":
        """Some of the decisions."""
        return Noted(self.rows[which], self.seats)

    @property
    def is_last(self) -> Any:
        """Whether each decision is in the last round."""
        return self.rows[:, 2] == 1

    @property
    def won(self) -> Any:
        """The shares of the win of all seats."""
        return self.rows[:, NOTED : NOTED + self.seats]

    def of_mover(self, numbers: Any) -> Any:
        """The number of the seat that decides."""
        return numbers[np.arange(len(self.rows)), self.rows[:, 1].astype(int)]

    @property
    def values(self) -> Any:
        """What the network says to the seats that decide."""
        return self.of_mover(self.rows[:, 3 : 3 + SEATS])

    def fit(self) -> tuple[Any, Any, Any]:
        """The calibration, and the mixtures before the last round and in it."""
        calibration = calibrate(self.values, self.of_mover(self.won))
        found, last = columns(self.rows, self.seats, calibration), self.is_last
        before, at_end = (fit(found[last == end], self.won[last == end], PRIORS[end]) for end in (False, True))
        return calibration, before, at_end

    def predict(self, calibration: Any, before: Any, at_end: Any) -> tuple[Any, Any]:
        """The own chances of the seats that decide, and the open chances of all."""
        found = columns(self.rows, self.seats, calibration)
        own = 1 / (1 + np.exp(-log_odds(self.values, calibration)))
        return own, np.where(self.is_last[:, None], chances(found, at_end), chances(found, before))


def shipped(name: str, seats: int) -> tuple[Any, Any, Any]:
    """The calibration of a map and number of seats that people are shown, and its mixtures."""
    mixture = np.array(read_mixtures()[name, seats])
    return np.array(read_calibrations()[name, seats]), mixture[: len(COLUMNS) // 2], mixture[len(COLUMNS) // 2 :]


def measure_all(folder: Path, table: Path | None, fits: bool, write: bool) -> None:
    """Measure all games that were played: with the chances that are shown, or each by a fit to others."""
    calibrations, mixtures, rows, errors = [], [], [], []
    for file in sorted(folder.glob("*.npy")):
        name, _, seats_text = file.stem.rpartition("-")
        noted = Noted(np.load(file), int(seats_text))
        games, part = int(noted.rows[:, 0].max()) + 1, noted.rows[:, 0] % PARTS
        if fits:
            calibration, *mixture = noted.fit()
            calibrations.append([name, noted.seats, *(f"{number:g}" for number in calibration)])
            mixtures.append([name, noted.seats, *(f"{number:g}" for number in np.concatenate(mixture))])
            own, open_ = np.zeros(len(noted.rows)), np.zeros_like(noted.won)
            for held in range(PARTS):  # every decision is predicted by a fit to other games
                others = noted.part(part != held).fit()
                own[part == held], open_[part == held] = noted.part(part == held).predict(*others)
        else:
            own, open_ = noted.predict(*shipped(name, noted.seats))
        kinds = {"own": (own, noted.of_mover(noted.won)), "open": (open_.ravel(), noted.won.ravel())}
        for kind, (predicted, share) in kinds.items():
            bins, error = reliability(predicted, share)
            brier = float(((predicted - share) ** 2).mean())
            errors.append((name, noted.seats, kind, error))
            print(f"{file.stem}: {kind}, {games:,} games, error {100 * error:.2f} points, squared error {brier:.4f}")
            rows += [
                [name, noted.seats, kind, n, count, f"{a:.4f}", f"{b:.4f}"] for n, (count, a, b) in enumerate(bins)
            ]
    if fits and write:
        write_csv(CALIBRATIONS, ["map", "seats", *NUMBERS], calibrations)
        write_csv(MIXTURES, ["map", "seats", *COLUMNS], mixtures)
    if table:
        table.parent.mkdir(parents=True, exist_ok=True)
        write_csv(table, ["map", "seats", "chance", "bin", "decisions", "predicted", "won"], rows)
        table.with_suffix(".svg").write_text(draw(rows, errors), encoding="utf-8")


def write_csv(file: Path, names: list[str], rows: list[Any]) -> None:
    """Write a table."""
    with file.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target, lineterminator="\n").writerows([names, *rows])


def draw(rows: list[Any], errors: list[Any]) -> str:
    """The shares that were won over the chances that were predicted, a panel for each map, as SVG."""
    names = sorted({row[0] for row in rows})
    parts = []
    for column, name in enumerate(names):
        left, top, size = 60 + 300 * column, 50, 230
        parts.append(text(left, top - 16, f"{name}: won, by predicted chance", "start", "bold"))
        for n in range(5):
            x, y = left + size * n / 4, top + size - size * n / 4
            parts.append(f'<line x1="{left}" y1="{y}" x2="{left + size}" y2="{y}" stroke="{PALE}"/>')
            parts.append(text(left - 6, y + 4, f"{25 * n}%", "end"))
            parts.append(text(x, top + size + 18, f"{25 * n}%", "middle"))
        parts.append(f'<line x1="{left}" y1="{top + size}" x2="{left + size}" y2="{top}" stroke="{INK}"/>')
        shown = [error for error in errors if error[0] == name]
        for seats in sorted({error[1] for error in shown}):
            colour = COLOURS[seats - 2]
            for of_map, of, kind, _, count, predicted, won in rows:
                if of_map == name and of == seats and count >= 50:
                    x, y = left + size * float(predicted), top + size - size * float(won)
                    fill = colour if kind == "open" else "white"
                    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{colour}"/>')
            own, open_ = (next(e[3] for e in shown if e[1] == seats and e[2] == kind) for kind in ("own", "open"))
            y = top + size + 44 + 18 * (seats - 2)
            words = f"{seats} seats: error {100 * open_:.1f} open, {100 * own:.1f} own"
            parts.append(f'<circle cx="{left + 6}" cy="{y - 4}" r="4" fill="{colour}"/>')
            parts.append(text(left + 18, y, words, "start"))
    fonts = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 950 400" font-family="{fonts}" font-size="12"'
    return "\n".join([f'{head} fill="{INK}">', '<rect width="950" height="400" fill="white"/>', *parts, "</svg>\n"])


def main() -> None:
    """Play, measure or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "measure", "fit"))
    parser.add_argument("games", nargs="*", help="such as europe-2")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each game (default: 60)")
    parser.add_argument("--out", type=Path, required=True, help="the folder of what is noted")
    parser.add_argument("--table", type=Path, help="write the reliability table here, and a chart beside it")
    parser.add_argument("--write", action="store_true", help="after a fit, write its numbers to the package")
    args = parser.parse_args()
    if args.what == "play":
        for where in args.games:
            play(where, args.seconds, args.out)
        return
    measure_all(args.out, args.table, args.what == "fit", args.write)


if __name__ == "__main__":
    main()
