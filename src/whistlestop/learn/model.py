"""The model: the network in PyTorch, and a critic that helps to train it.

The critic is a network of its own that also sees the others' tickets and hands. Its estimates make the advantages less
noisy; the player never sees what it sees.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from whistlestop.bots.inputs import PRIOR_UNIT, input_scale, make_shape, rounded_up
from whistlestop.bots.network import GATE, LAST, SMALLEST_VARIANCE, UNCALIBRATED, Network, arrays_of, make_network
from whistlestop.game.catalogue import CLAIM, PAY
from whistlestop.game.game import Game
from whistlestop.learn.league import first_priors
from whistlestop.learn.room import hidden_columns

HIDDEN_SCALE = 1 / 4
"""What the others' hands are multiplied by."""


class Block(nn.Module):
    """A residual block, which changes nothing before it has learned."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, SMALLEST_VARIANCE)
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, layer: Tensor) -> Tensor:
        """The next layer."""
        added: Tensor = self.second(functional.relu(self.first(self.norm(layer))))
        return layer + added


class Trunk(nn.Module):
    """From inputs to the last layer before the outputs."""

    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        super().__init__()
        self.enter = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width, SMALLEST_VARIANCE)

    def forward(self, inputs: Tensor) -> Tensor:
        """The last layer."""
        layer = functional.relu(self.enter(inputs))
        for block in self.blocks:
            layer = block(layer)
        return functional.relu(self.norm(layer))


class Opinion(NamedTuple):
    """What the network thinks of decisions."""

    log_probs: Tensor
    """Of all moves; very low for illegal ones."""
    tickets: Tensor
    """The log-odds of each ticket in each other hand."""
    value: Tensor
    """What the mover expects to gain."""


class Model(nn.Module):
    """The network and its critic, for all numbers of seats of one map."""

    scale: Tensor
    sharing: Tensor

    def __init__(self, games: list[Game], width: int, blocks: int) -> None:
        super().__init__()
        self.game = game = games[0]
        self.width, self.blocks, self.priors = width, blocks, first_priors(games)
        self.calibration = np.array([UNCALIBRATED] * len(games))
        self.shape = make_shape(game, width, blocks)
        inputs = int(self.shape["inputs"][0])
        self.actions, self.outputs = int(self.shape["actions"][0]), int(self.shape["outputs"][0])
        self.tickets = len(game.board.tickets) * (game.rules.max_seats - 1)
        self.padding = rounded_up(hidden_columns(game)) - hidden_columns(game)
        sharing = shared_parts(game, self.actions, rounded_up(self.outputs))
        self.register_buffer("scale", torch.from_numpy(input_scale(game)).float(), persistent=False)
        self.register_buffer("sharing", torch.from_numpy(sharing), persistent=False)
        self.trunk = Trunk(inputs, width, blocks)
        self.leave = nn.Linear(width, rounded_up(self.outputs))
        self.shared = nn.Linear(width, len(sharing))
        self.critic = Trunk(inputs + hidden_columns(game) + self.padding, width, blocks)
        self.critic_leave = nn.Linear(width, 8)
        for layer in (self.leave, self.shared, self.critic_leave):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def scaled(self, rows: Tensor) -> Tensor:
        """Rows of a room as inputs."""
        dtype = torch.bfloat16 if torch.is_autocast_enabled(rows.device.type) else torch.float32
        return rows.to(dtype) * self.scale.to(dtype)

    def leaving(self) -> tuple[Tensor, Tensor]:
        """The output layer: what each move has learned by itself plus what it shares with similar moves."""
        weight = self.leave.weight + self.sharing.T @ self.shared.weight
        return weight, self.leave.bias + self.sharing.T @ self.shared.bias

    def forward(self, inputs: Tensor, mask: Tensor, moves: Tensor, prior: Tensor) -> Opinion:
        """What the network thinks."""
        layer = self.trunk(inputs)
        with torch.autocast(layer.device.type, enabled=False):
            weight, bias = self.leaving()
            outputs = functional.linear(layer, weight.to(layer.dtype), bias.to(layer.dtype))
        gate = outputs[:, self.outputs - 2].float()
        gate = GATE * (1 + gate / (1 + gate.abs()))
        logits = outputs[:, : self.actions].float()
        logits = logits.scatter_add(1, moves.long(), gate[:, None] * prior.float() / PRIOR_UNIT)
        log_probs = functional.log_softmax(logits.masked_fill(~mask, -1e9), 1)
        tickets = outputs[:, self.actions : self.actions + self.tickets].float()
        return Opinion(log_probs, tickets, outputs[:, self.outputs - 1].float())

    def criticise(self, inputs: Tensor, hidden: Tensor) -> Tensor:
        """The value of decisions to the mover, from everything that there is to know."""
        seen = functional.pad(hidden.to(inputs.dtype) * HIDDEN_SCALE, (0, self.padding))
        values: Tensor = self.critic_leave(self.critic(torch.cat([inputs, seen], 1)))[:, 0]
        return values.float()

    @torch.no_grad()
    def load_network(self, network: Network) -> None:
        """Take over a network; the critic still has to learn."""
        self.priors, self.calibration = network.priors, network.calibration
        for layer in (self.shared.weight, self.shared.bias, self.leave.weight, self.leave.bias):
            layer.zero_()
        for name, array in arrays_of(network).items():
            given = torch.from_numpy(np.ascontiguousarray(array.T))
            if name == LAST:
                self.get_parameter(name)[: self.outputs].copy_(torch.from_numpy(array))
            elif name.startswith("leave."):
                self.get_parameter(name)[: self.outputs].copy_(given)
            else:
                self.trunk.get_parameter(name.replace("block", "blocks.", 1)).copy_(given)

    @torch.no_grad()
    def network(self) -> Network:
        """The network, without the critic, in the form that bots play from."""
        weight, bias = self.leaving()
        arrays = {
            "enter.weight": self.trunk.enter.weight.T,
            "enter.bias": self.trunk.enter.bias,
            "norm.weight": self.trunk.norm.weight,
            "norm.bias": self.trunk.norm.bias,
            LAST: weight[: self.outputs],
            "leave.bias": bias[: self.outputs],
        }
        for n, block in enumerate(self.trunk.blocks):
            for name, parameter in block.named_parameters():
                arrays[f"block{n}.{name}"] = parameter.T if parameter.ndim == 2 else parameter
        found: dict[str, Any] = {name: array.float().cpu().numpy() for name, array in arrays.items()}
        network = make_network(self.game, self.width, self.blocks, found, self.priors)
        return replace(network, calibration=self.calibration)


def shared_parts(game: Game, actions: int, outputs: int) -> Any:
    """Which moves share what: a row for each track, colour and number of locomotives, a column for each output."""
    tracks, kinds = len(game.board.tracks), len(game.catalogue.kinds)
    moves = game.catalogue.moves[:actions]
    sharing = np.zeros((tracks + kinds + 1 + max(move.locomotives for move in moves), outputs), np.float32)
    for n, move in enumerate(moves):
        if move.kind == CLAIM:
            sharing[move.what, n] = 1
        if move.kind in (CLAIM, PAY):
            sharing[tracks + move.colour, n] = 1
            sharing[tracks + kinds + move.locomotives, n] = 1
    return sharing
