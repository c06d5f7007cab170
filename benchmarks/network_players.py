"""Players on a GPU that decide in many games at once: networks, searches with a network, and searches without one.

The games wait at a table. A search asks about many of their decisions at once: each question is about one decision, and
each slot of a second table plays one of its candidates on in one guess. All mirrors `bots/search.py`, `bots/tree.py`
and `bots/network_search.py`: the same candidates, guesses, dice, values and halving, up to rounding. What differs:

- PyTorch adds in another order than the kernels of bots, and less precisely unless it is asked for 32 bits, so now and
  then a move is sampled differently.
- Candidates that are last on the list of the prior, rated 0 and the first move of all are not sampled.
- Seeds follow from the numbers of decisions and games. No tree grows.
"""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from network_kernels import end_on_gpu, list_on_gpu, roll_on_gpu, sample_on_gpu, start_on_gpu, style_on_gpu
from numba import cuda
from torch.nn import functional

from whistlestop.bots.halving import DOUBT, GAP, LEAST_SPREAD, SQUARE, TRUST
from whistlestop.bots.inputs import PRIOR_UNIT
from whistlestop.bots.network import GATE, Network
from whistlestop.bots.network_search import AHEAD, BEHIND, SURE, TRIED, WORTH
from whistlestop.bots.search_memory import MOST
from whistlestop.bots.tree import FINE, FULL_VALUE
from whistlestop.bots.turns import PLAY
from whistlestop.game.game import Game
from whistlestop.learn.gpu_room import BLOCK, GpuRoom, begin_on_gpu, share
from whistlestop.learn.league import first_priors
from whistlestop.learn.model import Model

DEVICE = GpuRoom.device
SLOTS = 131072
"""How many guesses are played on at once."""
ROUNDS = torch.tensor([max(1, (count - 1).bit_length()) for count in range(MOST + 1)], device=DEVICE)
"""How many rounds a search has, by the number of its candidates."""


@dataclass(frozen=True)
class Tuning:
    """The settings of a search; the defaults are the constants of the CPU's."""

    ahead: int = AHEAD
    tried: int = TRIED
    sure: float = SURE
    behind: float = BEHIND
    trust: float = TRUST
    doubt: float = DOUBT
    gap: float = GAP
    thought: tuple[str, ...] | None = None
    """What the others are thought of as, in turn: bots that follow the policy, or the network itself."""
    believes: bool = True


def padded(count: int) -> int:
    """A number of threads, in whole blocks."""
    return -(-count // BLOCK) * BLOCK


class Table(GpuRoom):
    """Games that wait for decisions; one that is over stays so. The first `used` are in use."""

    def __init__(self, game: Game, shape, all_weights, plays) -> None:
        self._all_weights = all_weights
        super().__init__([game], shape, first_priors([game]), plays)
        self.used = self.count

    def _prepare(self, games, facts, _, plays) -> None:
        super()._prepare(games, facts, self._all_weights, plays)
        self.rules, self.states, self.plays = self._rules, self._states, self._plays

    def begin(self) -> None:
        """Start all games."""
        begin_on_gpu[self.blocks, BLOCK](self.rules[0], self.states, self.plays)

    @property
    def blocks(self) -> int:
        """The blocks of a launch."""
        return padded(self.used) // BLOCK

    def go_on(self, actions) -> None:
        """Make moves, those that are not negative, and play each game up to its next decision."""
        self._blocks = self.blocks
        self._actions[: self.used] = actions
        self._act()
        end_on_gpu[self.blocks, BLOCK](self.rules[0], self.states, *self._ended)

    def show(self, rows=None) -> None:
        """Show the decisions, with the candidates of the players' styles if there are `rows` of them."""
        self._write(self.used)
        if rows is not None:
            candidates = self._shown[2:4]
            style_on_gpu[self.blocks, BLOCK](*self.rules, self.states, rows, *candidates, self._out)
        self._copy(self.used)


def chances(calibration, values):
    """The chances of winning that values stand for."""
    start, growth, bend = calibration
    values = values.double()
    return torch.sigmoid(start + (growth + bend * values**2) * values)


class Mind:
    """A network on the device."""

    def __init__(self, game: Game, network: Network, learned: float, bf16: bool) -> None:
        shape = network.shape
        self.model = Model([game], int(shape["width"][0]), int(shape["blocks"][0]))
        self.model.load_network(network)
        self.model.to(DEVICE).eval()
        self.weight, self.bias = (part.detach() for part in self.model.leaving())
        self.learned, self.bf16 = learned, bf16
        self.actions, self.outputs, self.tickets = self.model.actions, self.model.outputs, self.model.tickets
        self.calibration = [float(number) for number in network.calibration_for(game)]

    def __call__(self, rows):
        """The outputs for rows of inputs."""
        with torch.autocast(torch.device(DEVICE).type, torch.bfloat16, enabled=self.bf16):
            layer = self.model.trunk(self.model.scaled(rows))
        return functional.linear(layer.float(), self.weight, self.bias)

    def gate(self, outputs):
        """How much the prior counts."""
        gate = outputs[:, self.outputs - 2, None]
        return GATE * (1 + gate / (1 + gate.abs())) / PRIOR_UNIT

    def logits(self, outputs, mask, moves, prior):
        """Of all moves, very low for illegal ones."""
        found = outputs[:, : self.actions] * self.learned
        found = found.scatter_add(1, moves.long(), self.gate(outputs) * prior.float())
        return found.masked_fill(~mask, -torch.inf)

    def candidate_logits(self, outputs, moves, prior):
        """Of the candidates."""
        return outputs.gather(1, moves.long()) * self.learned + self.gate(outputs) * prior.float()

    def value(self, outputs):
        """The value of the decision to the mover."""
        return outputs[:, self.outputs - 1]

    def chance(self, outputs):
        """The mover's chance of winning."""
        return chances(self.calibration, self.value(outputs))


@dataclass
class Questions:
    """Decisions that are searched, with the candidates that are left: a row each, the first candidates in front."""

    count: torch.Tensor
    move: torch.Tensor
    worth: torch.Tensor
    tried: torch.Tensor
    gained: torch.Tensor
    spread: torch.Tensor

    def leads(self, tuning: Tuning):
        """How much better each candidate is than the first, as `rank_candidates` says."""
        tried = self.tried.clamp(min=1).double()
        values = self.gained / tried / FULL_VALUE
        gap = ((self.worth[:, :1] - self.worth) / 100).double().clamp(max=tuning.gap)
        ahead = values - values[:, :1]
        variance = (self.spread / tried / SQUARE - ahead * ahead).clamp(min=LEAST_SPREAD) / tried
        leads = (ahead * tuning.trust - tuning.doubt * gap * variance) / (tuning.trust + variance)
        missing = torch.arange(leads.shape[1], device=leads.device) >= self.count[:, None]
        return leads.masked_fill(missing, -torch.inf)

    def halve(self, tuning: Tuning, some, chosen) -> None:
        """Drop the worse half of the candidates of some questions; `chosen` gets the best where that ends a search."""
        leads = self.leads(tuning)
        last = some & (self.count <= 2)
        chosen[last] = self.move.gather(1, leads.argmax(1, keepdim=True))[:, 0][last]
        more = some & (self.count > 2)
        leads[:, 0] = torch.inf
        place = leads.argsort(dim=1, descending=True, stable=True).argsort(dim=1)
        kept = (self.count + 1) // 2
        order = (place >= kept[:, None]).long().argsort(dim=1, stable=True)
        for name in ("move", "worth", "tried", "gained", "spread"):
            array = getattr(self, name)
            setattr(self, name, torch.where(more[:, None], array.gather(1, order), array))
        self.count = torch.where(more, kept, torch.where(last, 0, self.count))


def ask(count, move, worth) -> Questions:
    """Questions that nothing was tried for yet."""
    return Questions(count, move, worth, *(torch.zeros_like(move) for _ in range(3)))


def answer(questions: Questions, rollouts: int, tuning: Tuning, attempt):
    """The best moves by sequential halving; `attempt(trials)` values question, guess and move of each column."""
    most = questions.move.shape[1]
    chosen, guesses = questions.move[:, 0].clone(), torch.zeros_like(questions.count)
    rounds = ROUNDS[questions.count]
    for n in range(int(rounds.max())):
        some = n < rounds
        active = some.nonzero()[:, 0]
        count = questions.count[active]
        part = (rollouts // (rounds[active] * count)).clamp(min=1)
        sizes = part * count
        asked = active.repeat_interleave(sizes)
        number = torch.arange(len(asked), device=DEVICE)
        offset = number - (sizes.cumsum(0) - sizes).repeat_interleave(sizes)
        width = questions.count[asked]
        candidate = offset % width
        trials = torch.stack([asked, guesses[asked] + offset // width, questions.move[asked, candidate]])
        values = attempt(trials)
        difference = (values - values[number - candidate]) >> FINE
        at = asked * most + candidate
        questions.tried.view(-1).index_add_(0, at, torch.ones_like(values))
        questions.gained.view(-1).index_add_(0, at, values)
        questions.spread.view(-1).index_add_(0, at, difference * difference)
        guesses[active] += part
        questions.halve(tuning, some, chosen)
    return chosen


class Slots:
    """Memory of a search: which decisions it asks about, and what each slot tries."""

    def __init__(self, games: int, tickets: int, slots: int) -> None:
        self.which, self.seeds = (torch.zeros(padded(games), dtype=torch.int64, device=DEVICE) for _ in range(2))
        self.odds = torch.zeros((games, max(1, tickets)), dtype=torch.float64, device=DEVICE)
        self.trials = torch.full((3, padded(slots)), -1, dtype=torch.int64, device=DEVICE)
        self.values = torch.zeros(padded(slots), dtype=torch.int64, device=DEVICE)
        self.given = [share(tensor) for tensor in (self.odds, self.seeds, self.which, self.trials)]

    def prepare(self, which, seeds) -> None:
        """Ask about some games."""
        self.which.fill_(-1)
        self.which[: len(which)] = which
        self.seeds[: len(which)] = seeds[which]

    def each(self, trials, play):
        """The values of trials, as many at a time as there are slots: `play(n)` values those in the first slots."""
        values = torch.zeros_like(trials[0])
        for start in range(0, len(values), self.trials.shape[1]):
            part = trials[:, start : start + self.trials.shape[1]]
            count = part.shape[1]
            self.trials[:, :count] = part
            self.trials[:, count : padded(count)] = -1
            values[start : start + count] = play(count)
        return values


class Decisions(NamedTuple):
    """Decisions in some games."""

    chosen: torch.Tensor
    usual: torch.Tensor
    """What would be played without a search."""
    searched: torch.Tensor
    values: torch.Tensor | None
    """Of a network."""


class NetworkPlayer:
    """Plays what a network rates highest or, with rollouts, what does best in a search with it.

    `weights` are the rows at the table: from number `first` on the network's prior, the style, and `thought` rows for
    the others. A search itself has no style.
    """

    def __init__(
        self, game: Game, mind: Mind, rollouts: int, tuning: Tuning, weights, first: int, thought: int, games: int,
        slots: int,
    ) -> None:  # fmt: skip
        self.mind, self.rollouts, self.tuning = mind, rollouts, tuning
        self.first, self.thought = first, thought
        if rollouts:
            self.slots = Slots(games, mind.tickets, slots)
            self.inner = Table(game, mind.model.shape, weights, np.zeros(padded(slots), PLAY))

    def decide(self, table: Table, views, index, seeds) -> Decisions:
        """Decide in some games; every game has a seed for its guesses."""
        outputs = self.mind(table.rows[index])
        logits = self.mind.logits(outputs, table.mask[index], table.moves[index], table.prior[index])
        usual = logits.argmax(1)
        chosen = usual.clone()
        searched = torch.zeros_like(usual, dtype=torch.bool)
        if self.rollouts:
            questions, searched = self.questions(logits)
            some = searched.nonzero()[:, 0]
            if len(some):
                which = index[some]
                self.slots.prepare(which, seeds)
                tickets = outputs[some, self.mind.actions : self.mind.actions + self.mind.tickets]
                self.slots.odds[: len(some)] = tickets.double()
                chosen[some] = answer(questions, self.rollouts, self.tuning, self.attempt(table, views, which))
        return Decisions(chosen, usual, searched, self.mind.value(outputs))

    def questions(self, logits) -> tuple[Questions, torch.Tensor]:
        """The decisions that are worth a search, with their candidates, and which of all those are."""
        best, move = logits.topk(min(self.tuning.tried, logits.shape[1]), 1)
        behind = best - best[:, :1]
        count = (behind >= -self.tuning.behind).sum(1)
        total = (logits - best[:, :1]).double().exp().sum(1)
        searched = (count > 1) & ~(self.tuning.sure * total <= 1)
        worth = (WORTH * behind.clamp(min=-1000)).long()
        return ask(count[searched], move[searched], worth[searched]), searched

    def attempt(self, table: Table, views, which):
        """What values trials about the decisions of some games."""
        seats = table.seat[which]

        def play(count: int):
            return self.play(views, seats[self.slots.trials[0, :count]], count)

        return lambda trials: self.slots.each(trials, play)

    def play(self, views, viewer, count: int):
        """Play the first slots on, and value them for their viewers."""
        inner, mind, tuning = self.inner, self.mind, self.tuning
        inner.used = count
        inner.done[:count] = False
        inner.done[count : padded(count)] = True
        start_on_gpu[inner.blocks, BLOCK](
            inner.rules[0], views, *self.slots.given, self.first, self.thought, int(tuning.believes), inner.states,
            inner.plays,
        )  # fmt: skip
        left = torch.full((count,), tuning.ahead, device=DEVICE)
        actions = torch.full((count,), -1, device=DEVICE)
        given = share(actions)
        while True:
            inner.go_on(actions)
            inner.show()
            outputs = mind(inner.rows[:count])
            done, own = inner.done[:count], inner.seat[:count] == viewer
            finished = done | (own & (left == 0))
            if bool(finished.all()):
                break
            moves, prior = inner.moves[:count], inner.prior[:count]
            logits = mind.candidate_logits(outputs, moves, prior)
            sample_on_gpu[inner.blocks, BLOCK](inner.plays, share(logits), share(moves), share(prior), given)
            actions.masked_fill_(finished, -1)
            left -= (own & ~finished).long()
        first = inner.places[:count] == 1
        won = first.gather(1, viewer[:, None])[:, 0].double() / first.sum(1).clamp(min=1)
        return (torch.where(done, won, mind.chance(outputs)) * FULL_VALUE).long()


class RolloutPlayer:
    """Searches without a network and without a tree, with `rows` rows of the weights at the table from `first` on."""

    def __init__(self, game: Game, rollouts: int, first: int, rows: int, games: int, slots: int) -> None:
        self.first, self.rows, self.rollouts, self.tuning = first, rows, rollouts, Tuning()
        self.slots = Slots(games, 0, slots)
        size = padded(games)
        self.listed = [torch.zeros(size, dtype=torch.int64, device=DEVICE)]
        self.listed += [torch.zeros((size, MOST), dtype=torch.int64, device=DEVICE) for _ in range(2)]
        self.given = [share(tensor) for tensor in self.listed]
        self.values = share(self.slots.values)
        self.out = cuda.device_array((len(game.catalogue), padded(max(slots, games))), np.int64)

    def decide(self, table: Table, views, index, seeds) -> Decisions:
        """Decide in some games; every game has a seed for its guesses."""
        self.slots.prepare(index, seeds)
        _, given_seeds, which, trials = self.slots.given
        list_on_gpu[padded(len(index)) // BLOCK, BLOCK](
            *table.rules, self.first, views, which, given_seeds, *self.given, self.out
        )
        count, move, worth = (listed[: len(index)].clone() for listed in self.listed)
        chosen, searched = move[:, 0].clone(), count > 1
        some = searched.nonzero()[:, 0]

        def play(used: int):
            roll_on_gpu[padded(used) // BLOCK, BLOCK](
                *table.rules, self.first, self.rows, views, given_seeds, which, trials, self.values, self.out
            )
            return self.slots.values[:used]

        if len(some):
            self.slots.prepare(index[some], seeds)
            questions = ask(count[some], move[some], worth[some])
            chosen[some] = answer(questions, self.rollouts, self.tuning, lambda tried: self.slots.each(tried, play))
        return Decisions(chosen, move[:, 0], searched, None)
