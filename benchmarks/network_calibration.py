"""Calibration on a GPU: how the values of a network become chances of winning; for `network_gpu.py`."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from network_match import Match, Player
from network_players import chances

from whistlestop.bots.network import UNCALIBRATED, Network, read_network, write_network
from whistlestop.game.game import Game
from whistlestop.learn.room import all_games

BINS = 20
HELD_OUT = 5
"""One deal of this many is not used to fit."""
STEPS = 30


def sample(game: Game, network: Network, games: int):
    """Values of decisions, the share of the win of their seats, and whether they are held out."""
    found = [[], [], []]
    for other in ("express", "planner"):
        match = Match(game, Player("express", network), Player(other, network if other == "express" else None), games)
        seen = []
        match.play(lambda *decisions, seen=seen: seen.append([part.clone() for part in decisions]))
        index, seats, values = (torch.cat(parts) for parts in zip(*seen, strict=True))
        for part, numbers in zip(
            found, (values, match.shares()[index, seats], index // game.seats % HELD_OUT == 0), strict=True
        ):
            part.append(numbers)
    values, won, held_out = (torch.cat(parts) for parts in found)
    return values.double(), won, held_out


def fit(values, won) -> tuple[float, ...]:
    """Logistic regression by Newton's method: the numbers of a calibration."""
    columns = torch.stack([torch.ones_like(values), values, values**3], 1)
    found = torch.tensor(UNCALIBRATED, dtype=torch.float64, device=values.device)
    for _ in range(STEPS):
        chance = torch.sigmoid(columns @ found)
        slope = columns.T @ (won - chance)
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns
        found = found + torch.linalg.solve(curve + 1e-9 * torch.eye(3, device=values.device), slope)
    return tuple(found.tolist())


def reliability(values, won, calibration) -> tuple[list[tuple[int, float, float]], float]:
    """For each bin of chances how many decisions it has, their mean chance and what was won; and the mean error."""
    chance = chances(calibration, values)
    bins = (chance * BINS).long().clamp(max=BINS - 1)
    count = torch.bincount(bins, minlength=BINS)
    sums = [torch.zeros(BINS, dtype=torch.float64, device=values.device).index_add_(0, bins, x) for x in (chance, won)]
    mean, share = (total / count.clamp(min=1) for total in sums)
    error = ((mean - share).abs() * count).sum() / count.sum()
    return list(zip(count.tolist(), mean.tolist(), share.tolist(), strict=True)), error.item()


def calibrate(name: str, network: Network, games: int, target: Path | None, table: Path | None) -> None:
    """Fit the calibration for every number of seats, print how reliable it is, and write it into the network's file.

    `games` are played for each number of seats.
    """
    every, rows = all_games(name), []
    calibration = np.array(network.calibration)
    for n, game in enumerate(every):
        values, won, held_out = sample(game, network, games // 2)
        before = reliability(values[held_out], won[held_out], calibration[n].tolist())[1]
        calibration[n] = fit(values[~held_out], won[~held_out])
        bins, error = reliability(values[held_out], won[held_out], calibration[n].tolist())
        print(
            f"{name}, {game.seats} seats: calibration {calibration[n].round(4)}, from {len(values):,} decisions;"
            f" expected error {error:.4f}, {before:.4f} before",
            flush=True,
        )
        print("  predicted    won  decisions")
        for number, (count, mean, share) in enumerate(bins):
            rows.append([name, game.seats, number, count, round(mean, 4), round(share, 4)])
            if count:
                print(f"  {mean:9.3f}  {share:5.3f}  {count:9,}", flush=True)
    if table:
        with table.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([
                ["map", "seats", "bin", "decisions", "predicted", "won"], *rows
            ])  # fmt: skip
    if target:
        write_network(target, every[0], replace(network, calibration=calibration))
        if not np.array_equal(read_network(target, every[0]).parameters, network.parameters):
            print(f"{target} differs from the network that was measured in more than its calibration!", flush=True)
