"""Experience: decisions of the learner in many games, what came after them, and how much better that was than expected.

Seats take turns, so the decisions of one seat are not neighbours. Advantages are therefore summed up for each seat
apart, backwards in time.
"""

from dataclasses import dataclass, field

import torch
from torch import Tensor

from whistlestop.learn.league import EARLIER, Assignment
from whistlestop.learn.model import Model
from whistlestop.learn.room import Room

SHOWN = ("rows", "mask", "moves", "prior", "hidden")
"""What a room shows of a decision and the model learns from."""


def rewards(totals: Tensor, places: Tensor, stride: float, margin_share: float) -> Tensor:
    """What each seat gains at the end, from -1 to 1: mostly the win, and a share for the margin in points.

    The win adds up to 0 over the seats. `stride` is the margin that counts half. Missing seats, in place 0, gain
    nothing.
    """
    present = places > 0
    seats = present.sum(1, keepdim=True)
    first = (places == 1).float()
    win = (seats * first / first.sum(1, keepdim=True).clamp(min=1) - 1) / (seats - 1).clamp(min=1)
    points = totals.float().masked_fill(~present, -1e6)
    best, second = points.topk(2, 1).values.T
    others = torch.where(points == best[:, None], second[:, None], best[:, None])
    margin = points - others
    return ((1 - margin_share) * win + margin_share * margin / (stride + margin.abs())) * present


@dataclass
class Experience:
    """The decisions of some steps in all games of a room: a row for each step, a column for each game."""

    room: Room
    steps: int
    shown: dict[str, Tensor] = field(init=False)

    def __post_init__(self) -> None:
        room = self.room

        def rows(tensor: Tensor) -> Tensor:
            return torch.zeros((self.steps, *tensor.shape), dtype=tensor.dtype, device=room.device)

        self.shown = {name: rows(getattr(room, name)) for name in SHOWN}
        self.seat, self.action, self.done = rows(room.seat), rows(room.seat), rows(room.done)
        numbers = room.seat.float()
        self.log_prob, self.value, self.advantage = rows(numbers), rows(numbers), rows(numbers)
        self.reward = rows(room.totals.float())

    @torch.no_grad()
    def play(self, model: Model, earlier: Model, assignment: Assignment, stride: float, margin_share: float) -> None:
        """Fill all rows by playing; `earlier` plays the other seats of its games."""
        room = self.room
        first = int((torch.from_numpy(assignment.opponent) < EARLIER).sum())
        own = torch.from_numpy(assignment.seat).to(room.device)
        for step in range(self.steps):
            for name in SHOWN:
                self.shown[name][step] = getattr(room, name)
            inputs = model.scaled(room.rows)
            log_probs = model(inputs, room.mask, room.moves, room.prior).log_probs
            action = sample(log_probs)
            if first < room.count:
                late = slice(first, None)
                given = (inputs[late], room.mask[late], room.moves[late], room.prior[late])
                others = sample(earlier(*given).log_probs)
                action[late] = torch.where(room.seat[late] == own[late], action[late], others)
            self.log_prob[step] = log_probs.gather(1, action[:, None])[:, 0]
            self.value[step] = model.criticise(inputs, room.hidden)
            self.seat[step], self.action[step] = room.seat, action
            room.step(action)
            self.done[step] = room.done
            self.reward[step] = rewards(room.totals, room.places, stride, margin_share) * room.done[:, None]

    @torch.no_grad()
    def add_advantages(self, model: Model, decay: float) -> None:
        """Compute the advantages from what came after each decision of the same seat.

        A decision after which its seat had none, and after which the game did not end, has no advantage.
        """
        room = self.room
        following = torch.zeros_like(self.reward[0])  # the value of each seat's next decision
        carried = torch.zeros_like(following)  # its advantage
        gained = torch.zeros_like(following)  # what the seat got in between
        known = torch.zeros_like(following, dtype=torch.bool)
        following.scatter_(1, room.seat[:, None], model.criticise(model.scaled(room.rows), room.hidden)[:, None])
        known.scatter_(1, room.seat[:, None], True)
        for step in reversed(range(self.steps)):
            done = self.done[step][:, None]
            following, carried = following.masked_fill(done, 0), carried.masked_fill(done, 0)
            gained = torch.where(done, self.reward[step], gained)
            known = known | done
            seat, value = self.seat[step][:, None], self.value[step][:, None]
            surprise = gained.gather(1, seat) + following.gather(1, seat) - value
            advantage = (surprise + decay * carried.gather(1, seat)) * known.gather(1, seat)
            self.advantage[step] = advantage[:, 0]
            following.scatter_(1, seat, value)
            carried.scatter_(1, seat, advantage)
            gained.scatter_(1, seat, 0.0)
            known.scatter_(1, seat, True)


def sample(log_probs: Tensor) -> Tensor:
    """A move for each row, by its probability."""
    return (log_probs - torch.empty_like(log_probs).exponential_().log()).argmax(1)
