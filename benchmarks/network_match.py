"""Matches on a GPU between networks, searches and bots that follow the policy; for `network_gpu.py`."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from network_kernels import look_on_gpu
from network_players import DEVICE, SLOTS, Mind, NetworkPlayer, RolloutPlayer, Table, Tuning, padded
from network_seeds import seed_of
from numba import cuda
from tune_gpu import contest_on_gpu

from whistlestop.bots import champion, make_bot
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.inputs import make_shape
from whistlestop.bots.network import Network
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.turns import PLAY
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.view import VIEW
from whistlestop.learn.evaluation import FIRST_SEED, WinRate
from whistlestop.learn.gpu_room import BLOCK, share

ITSELF = "itself"
"""A search that thinks of the others as this lets the network play them."""


@dataclass(frozen=True)
class Player:
    """Who plays a seat."""

    name: str
    network: Network | None = None
    """For `express` and `champion`."""
    rollouts: int = 0
    """For each decision of a search."""
    tuning: Tuning = field(default_factory=Tuning)
    learned: float = 1.0
    style: str | None = None
    """The bot whose plan and weights rate the candidates of `express`, in place of the network's own prior."""

    @property
    def decides(self) -> bool:
        """Whether the player decides here; bots that follow the policy move in a kernel."""
        return self.network is not None or isinstance(make_bot(self.name), SearchBot)

    def weights(self, game: Game) -> list[Weights]:
        """The weights that the player needs at a table: see `NetworkPlayer` and `RolloutPlayer`."""
        if self.network is None:
            bot = make_bot(self.name)
            return bot.all_weights_for(game) if isinstance(bot, SearchBot) else [bot.weights_for(game)]
        prior = self.network.prior_for(game)
        return [prior, weights_of(self.style, game) if self.style else prior, *self.thoughts(game)]

    def thoughts(self, game: Game) -> list[Weights]:
        """The weights of the others in guesses; none if the network plays them."""
        if self.tuning.thought is None:
            return champion.all_weights_for(game)[1:]
        return [weights_of(name, game) for name in self.tuning.thought if name != ITSELF]


def weights_of(name: str, game: Game) -> Weights:
    """The weights of a bot that follows the policy."""
    return make_bot(name).weights_for(game)


@dataclass
class Result:
    """How a match went for the player; decisions are only the player's."""

    rate: WinRate | None = None
    decisions: int = 0
    searched: int = 0
    changed: int = 0
    seconds: float = 0.0
    deciding: float = 0.0
    """Seconds in which the player decided."""


def synchronised() -> float:
    """The time when the GPU has done everything so far."""
    if DEVICE == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


class Match:
    """Games between a player, in seat k % seats of game k, and copies of another; deals are played from every seat."""

    def __init__(
        self, game: Game, player: Player, against: Player, games: int, slots: int = SLOTS, bf16: bool = False,
        seed: int = FIRST_SEED,
    ) -> None:  # fmt: skip
        self.game, self.players, self.count = game, (player, against), games
        weights = [one.weights(game) for one in self.players]
        self.firsts = (0, len(weights[0]))
        self.all_weights = weights_array(*weights[0], *weights[1])
        self.seat = np.arange(games) % game.seats
        networks = [one.network for one in self.players if one.network is not None]
        shape = networks[0].shape if networks else make_shape(game, 64, 1)
        plays = np.zeros(games, PLAY)
        plays["seed"] = seed + np.arange(games) // game.seats
        own, everybody = 1 << self.seat, (1 << game.seats) - 1
        plays["learners"] = own * player.decides + (everybody - own) * against.decides
        plays["weights"] = self.firsts[1] if player.decides else self.firsts[0]
        self.table = Table(game, shape, self.all_weights, plays)
        styles = [first + (one.style is not None) for first, one in zip(self.firsts, self.players, strict=True)]
        self.rows = cuda.to_device(np.stack([self.firsts, styles], 1))
        self.styles = None if tuple(styles) == self.firsts else self.rows
        self.views = cuda.to_device(np.zeros(games, VIEW))
        self.minds = [self.mind(n, len(rows), slots, bf16) for n, rows in enumerate(weights)]

    def mind(self, n: int, rows: int, slots: int, bf16: bool) -> NetworkPlayer | RolloutPlayer | None:
        """What decides for a player, if it is not the policy."""
        game, player, first = self.game, self.players[n], self.firsts[n]
        if player.network is not None:
            rollouts = player.rollouts if player.name == "champion" else 0
            mind = Mind(game, player.network, player.learned, bf16)
            given = (rollouts, player.tuning, self.all_weights, first, rows - 2)
            return NetworkPlayer(game, mind, *given, self.count, slots)
        if player.decides:
            return RolloutPlayer(game, player.rollouts, first, rows, self.count, slots)
        return None

    @torch.no_grad()
    def play(self, watch: Callable[..., None] | None = None) -> Result:
        """Play all games; `watch(index, seats, values)` gets the values of all decisions of networks."""
        table, own, result, number = self.table, torch.from_numpy(self.seat).to(DEVICE), Result(), 0
        nothing = torch.full((self.count,), -1, device=DEVICE)
        began = synchronised()
        table.begin()
        table.go_on(nothing)
        while not bool(table.done.all()):
            look_on_gpu[table.blocks, BLOCK](table.rules[0], table.states, table.plays, self.rows, self.views)
            table.show(self.styles)
            number += 1
            seeds = seed_of(number, self.count, torch.arange(self.count, device=DEVICE))
            moves = nothing.clone()
            for n, mind in enumerate(self.minds):
                index = (~table.done & ((table.seat == own) == (n == 0))).nonzero()[:, 0]
                if mind is None or not len(index):
                    continue
                started = synchronised()
                found = mind.decide(table, self.views, index, seeds)
                moves[index] = found.chosen
                if watch is not None and found.values is not None:
                    watch(index, table.seat[index], found.values)
                if n == 0:
                    result.deciding += synchronised() - started
                    result.decisions += len(index)
                    result.searched += int(found.searched.sum())
                    result.changed += int((found.chosen != found.usual).sum())
            table.go_on(moves)
        result.seconds = synchronised() - began
        result.rate = self.rate()
        return result

    def shares(self) -> torch.Tensor:
        """The share of the win of each seat in each game."""
        return shares_of(self.table.places)

    def rate(self) -> WinRate:
        """How often the player has won."""
        return rate_of(self.players[1].name, self.game, self.table.totals, self.table.places)


def shares_of(places: torch.Tensor) -> torch.Tensor:
    """The share of the win of each seat in each game."""
    first = (places == 1).double()
    return first / first.sum(1, keepdim=True)


def rate_of(against: str, game: Game, totals: torch.Tensor, places: torch.Tensor) -> WinRate:
    """How often the player has won that had seat k % seats of game k."""
    count = len(places)
    own = torch.arange(count, device=places.device)[:, None] % game.seats
    share = shares_of(places).gather(1, own).mean().item()
    return WinRate(against, game.seats, count, share, totals.gather(1, own).double().mean().item())


def contest(game: Game, player: Player, against: Player, games: int, seed: int = FIRST_SEED) -> Result:
    """The same games between two bots that both follow the policy."""
    began = synchronised()
    weights = weights_array(*player.weights(game), *against.weights(game))
    rules = [cuda.to_device(np.asarray(array)) for array in (game.compiled, board_facts(game), weights)]
    totals, places = (torch.zeros((games, game.seats), dtype=torch.int64, device=DEVICE) for _ in range(2))
    out = cuda.device_array((len(game.catalogue), games), np.int64)
    contest_on_gpu[padded(games) // BLOCK, BLOCK](*rules, games, seed, share(totals), share(places), out)
    rate = rate_of(against.name, game, totals, places)
    return Result(rate, seconds=synchronised() - began)
