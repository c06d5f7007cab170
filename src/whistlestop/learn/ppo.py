"""Proximal policy optimisation: make decisions that turned out better than expected more likely, a little at a time."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from whistlestop.learn.experience import SHOWN, Experience
from whistlestop.learn.model import Model

CLIP = 0.2
"""How far the probability of a decision may move before it counts no further."""
VALUE_WEIGHT, OWN_VALUE_WEIGHT, TICKETS_WEIGHT = 0.5, 0.1, 0.2
"""How much the critic's value, the network's own value and its belief about tickets count beside the policy."""


@dataclass
class Progress:
    """How a round of learning went: means over its minibatches."""

    entropy: float
    critic_loss: float
    value_loss: float
    tickets_loss: float
    clipped: float
    """The share of decisions whose probability moved too far."""
    explained: float
    """The share of the variance of results that the critic explains."""


@dataclass
class Learner:
    """A model, its optimiser, and a copy whose parameters follow the model's slowly: it plays more evenly."""

    model: Model
    average: Model
    optimiser: torch.optim.Optimizer
    batch: int
    epochs: int

    def learn(self, experience: Experience, trained: Tensor, entropy_bonus: float, follow: float) -> Progress:
        """Learn from experience; only decisions of the seats in `trained` count."""
        given = {name: experience.shown[name].flatten(0, 1) for name in SHOWN}
        action, log_prob = experience.action.flatten(), experience.log_prob.flatten()
        returns = (experience.advantage + experience.value).flatten()
        counts = (trained[None] >> experience.seat & 1).flatten().bool() & (experience.advantage.flatten() != 0)
        chosen = counts.nonzero()[:, 0]
        advantage = experience.advantage.flatten()
        advantage = advantage / advantage[chosen].std().clamp(min=1e-6)
        unexplained = experience.advantage.flatten()[chosen].var() / returns[chosen].var().clamp(min=1e-6)
        sums, batches = torch.zeros(5, device=returns.device), 0
        for _ in range(self.epochs):
            order = chosen[torch.randperm(len(chosen), device=chosen.device)]
            for start in range(0, len(order), self.batch):
                part = order[start : start + self.batch]
                some = {name: tensor.index_select(0, part) for name, tensor in given.items()}
                losses = self._losses(some, action[part], log_prob[part], advantage[part], returns[part])
                factors = (1.0, -entropy_bonus, VALUE_WEIGHT, OWN_VALUE_WEIGHT, TICKETS_WEIGHT)
                loss = sum(factor * one for factor, one in zip(factors, losses, strict=False))
                self._follow_gradient(torch.as_tensor(loss), follow)
                sums += torch.stack(losses[1:]).detach()
                batches += 1
        entropy, critic, value, tickets, clipped = (sums / max(1, batches)).tolist()
        return Progress(entropy, critic, value, tickets, clipped, 1 - unexplained.item())

    def _losses(
        self, some: dict[str, Tensor], action: Tensor, log_prob: Tensor, advantage: Tensor, returns: Tensor
    ) -> tuple[Tensor, ...]:
        model = self.model
        device = action.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            inputs = model.scaled(some["rows"])
            opinion = model(inputs, some["mask"], some["moves"], some["prior"])
            values = model.criticise(inputs, some["hidden"])
        ratio = (opinion.log_probs.gather(1, action[:, None])[:, 0] - log_prob).exp()
        policy = -torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        entropy = -(opinion.log_probs.exp() * opinion.log_probs.masked_fill(~some["mask"], 0)).sum(1).mean()
        held = some["hidden"][:, : model.tickets].float()
        return (
            policy,
            entropy,
            functional.mse_loss(values, returns),
            functional.mse_loss(opinion.value, returns),
            functional.binary_cross_entropy_with_logits(opinion.tickets, held),
            ((ratio - 1).abs() > CLIP).float().mean(),
        )

    def _follow_gradient(self, loss: Tensor, follow: float) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.parameters()), list(self.model.parameters()), follow)
