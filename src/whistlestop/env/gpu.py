"""CudaVectorEnv: the vector environment on a GPU, one game per thread; nothing leaves the device.

    WHISTLESTOP_TARGET=cuda python ...

    env = CudaVectorEnv("europe", seats=2, num_envs=1 << 18)
    batch = env.reset(seed=0)
    observation = torch.from_dlpack(share(batch.observation))     # the same memory

Games, seeds, observations and rewards are those of VectorEnv, byte for byte. Import it only with the target `cuda`.
"""
# mypy: ignore-errors
# numba-cuda creates its exports at run time, so nothing here can be typed.

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, cuda

from whistlestop.bots.plan import PLAN
from whistlestop.env.checks import MOST_ENVS, ON_ILLEGAL, choice, count, game_of
from whistlestop.env.kernels.earnings import BY_PLACE, BY_POINTS, forfeit, pay
from whistlestop.env.kernels.features import FEATURE_WORDS, FEATURES, write_features
from whistlestop.env.kernels.games import EPISODE, begin, choose, is_legal, make_action, mark_moves
from whistlestop.env.kernels.opponents import play_others, seat_players
from whistlestop.env.observation import Layout
from whistlestop.env.opponents import Lineup, make_opponents
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.env.rewards import REWARDS
from whistlestop.env.vector import Batch, fields
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.dice import check_seed
from whistlestop.game.engine import ILLEGAL
from whistlestop.game.game import Game
from whistlestop.game.gpu import SCORE_SHEET_TYPE, STATE_TYPE, local_type
from whistlestop.game.kernel import TARGET
from whistlestop.game.limits import BITS
from whistlestop.game.score import SCRATCH, score_state
from whistlestop.game.state import OVER, PHASE_NAMES, STATE

BLOCK = 4 if config.ENABLE_CUDASIM else 128  # the simulator starts a Python thread for each
LANES = 2 if config.ENABLE_CUDASIM else 32
"""The threads that write an observation together: a warp."""
FEW = {} if config.ENABLE_CUDASIM else {"max_registers": 64}
"""Options of kernels that are faster with more threads at a time."""

PLAN_TYPE = local_type(PLAN)

# How a step left a game.
GOES_ON = 0
SCORES = 1
FORFEITS = 2


@cuda.jit(**FEW)
def step_on_gpu(games, states, episodes, actions, kind, reward, ends):
    """Make the action of every environment."""
    k = cuda.grid(1)
    if k < ends.shape[0]:
        seat = states[k].seat
        points = make_action(games[0], states[k], episodes[k], actions[k])
        for other in range(reward.shape[1]):
            reward[k, other] = 0.0
        if kind == BY_POINTS and points != ILLEGAL:
            reward[k, seat] = points
        ends[k] = FORFEITS if points == ILLEGAL else GOES_ON


@cuda.jit
def others_on_gpu(games, facts, weights, states, episodes, moves, kind, reward, ends):
    """Let the opponents move after the action of every environment."""
    k = cuda.grid(1)
    if k < ends.shape[0] and ends[k] == GOES_ON:
        plans = cuda.local.array(1, PLAN_TYPE)
        column = moves[:, k]
        play_others(games[0], facts[0], weights, states[k], episodes[k], plans[0], column, kind, k, reward)


@cuda.jit
def meet_on_gpu(games, facts, weights, lineups, fixed, states, episodes, moves, reward, ends):
    """Draw the opponents of the games that have just begun, and let them move up to the learner's first decision."""
    k = cuda.grid(1)
    if k < ends.shape[0] and ends[k] != GOES_ON:
        plans = cuda.local.array(1, PLAN_TYPE)
        column = moves[:, k]
        seat_players(games[0], episodes[k], lineups, fixed)
        play_others(games[0], facts[0], weights, states[k], episodes[k], plans[0], column, BY_PLACE, k, reward)


@cuda.jit
def end_on_gpu(games, states, episodes, kind, reward, totals, places, ends, done):
    """Score the games that ended and start the next ones; apart from the step, as scoring needs more registers."""
    k = cuda.grid(1)
    if k < ends.shape[0]:
        if ends[k] == GOES_ON and states[k].phase == OVER:
            ends[k] = SCORES
        done[k] = ends[k] != GOES_ON
        if ends[k] == SCORES:
            sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
            scratch = cuda.local.array(SCRATCH, np.int64)
            score_state(games[0], states[k], sheets[0], scratch)
            pay(games[0], sheets[0], kind, k, reward, totals, places)
        elif ends[k] == FORFEITS:
            forfeit(games[0], states[k].seat, kind, k, reward, totals, places)
        if ends[k] != GOES_ON:
            episodes[k].number += states.shape[0]
            begin(games[0], states[k], episodes[k])


@cuda.jit
def begin_on_gpu(games, states, episodes, seed, reward, ends, done):
    """Start every environment."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        done[k] = False
        ends[k] = SCORES
        for seat in range(reward.shape[1]):
            reward[k, seat] = 0.0
        episodes[k].run = seed
        episodes[k].number = k
        begin(games[0], states[k], episodes[k])


@cuda.jit
def list_on_gpu(games, states, episodes, moves, seats):
    """Write the seat to move and the set of its legal moves."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        seats[k] = states[k].seat
        mark_moves(games[0], states[k], episodes[k].legal, moves[:, k])


@cuda.jit
def observe_on_gpu(games, states, seats, features, words, sources, longs):
    """Write what the seats to move know to their rows, a warp for each environment.

    One lane collects it in a FEATURES record: if all 32 did so for games of their own, each of their accesses would
    fetch 32 distant places. Then all lanes write the row, eight columns at a time; `longs` are rows of 64-bit words.
    """
    lane = cuda.threadIdx.x % LANES
    k = cuda.grid(1) // LANES
    if k < states.shape[0] and lane == 0:
        write_features(games[0], states[k], states[k].seat, features[k])
    cuda.syncthreads()
    if k < states.shape[0]:
        seat = seats[k]
        for eight in range(lane, longs.shape[1], LANES):
            columns = np.int64(0)
            for n in range(min(8, sources.shape[1] - 8 * eight)):
                source = sources[seat, 8 * eight + n]
                if source >= 0:
                    value = np.int64(words[k, source >> 6] >> (source & 63) & 1)
                else:
                    value = np.int64(min(255, words[k, ~source]))
                columns |= value << np.int64(8 * n)
            longs[k, eight] = columns


@cuda.jit
def mask_on_gpu(episodes, mask):
    """Write the legal moves as a mask, one block of threads per environment."""
    k = cuda.blockIdx.x
    for action in range(cuda.threadIdx.x, mask.shape[1], cuda.blockDim.x):
        mask[k, action] = (episodes[k].legal[action // BITS] >> (action % BITS)) & 1


@cuda.jit
def check_on_gpu(games, episodes, actions, first):
    """Find the first environment whose action is illegal."""
    k = cuda.grid(1)
    if k < actions.shape[0] and not is_legal(episodes[k], games[0].first_move[DEAL_FIRST], actions[k]):
        cuda.atomic.min(first, 0, k)


@cuda.jit(**FEW)
def sample_on_gpu(games, states, episodes, moves, actions):
    """A random legal action for every environment."""
    k = cuda.grid(1)
    if k < actions.shape[0]:
        local = cuda.local.array(1, STATE_TYPE)
        local[0] = states[k]
        actions[k] = choose(games[0], local[0], episodes[k].dice, moves[:, k])


def sources_of(layout: Layout) -> Any:
    """Where each column of a row comes from, for each viewer: bit b of word w is 64 w + b, word w as a number ~w."""
    runs, numbers, _ = layout.offsets
    sources = [
        [64 * word + shift + b for word, shift, _, size in rows for b in range(size)] + [~word for word in words]
        for rows, words in zip(runs.tolist(), numbers.tolist(), strict=True)
    ]
    return np.array(sources, np.int32)


class CudaVectorEnv:
    """Many environments of one `Game` on a GPU, stepped together; VectorEnv describes a step."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        num_envs: int = 1 << 16,
        *,
        opponents: Sequence[Lineup] = (),
        seat: int | None = None,
        rewards: str = "place",
        on_illegal: str = "raise",
        maps: Iterable[Path] = (),
    ) -> None:
        if TARGET != "cuda":
            raise BadInput("needs_cuda", found=TARGET)
        self.game = game_of(game, seats, maps)
        self.layout = Layout(self.game)
        self.num_envs = count("num_envs", num_envs, MOST_ENVS)
        self._kind = REWARDS[choice("rewards", rewards, REWARDS)]
        self._raises = choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        given = make_opponents(opponents, self.game, seat)
        self._bots, self._lineups = None, ()
        if given is not None:
            self._bots = cuda.to_device(np.asarray(given.facts)), cuda.to_device(np.asarray(given.weights))
            self._lineups = cuda.to_device(given.lineups), given.seat
        self._blocks = -(-self.num_envs // BLOCK)
        self._games = cuda.to_device(np.asarray(self.game.compiled))
        self._sources = cuda.to_device(sources_of(self.layout))
        self.states = cuda.device_array(self.num_envs, STATE)
        self._episodes = cuda.to_device(np.zeros(self.num_envs, EPISODE))
        self._words = cuda.device_array((self.num_envs, FEATURE_WORDS), np.int64)
        self._features = self._words.view(FEATURES).reshape(self.num_envs)
        self._moves = cuda.device_array((self.layout.actions, self.num_envs), np.int64)
        self._ends = cuda.device_array(self.num_envs, np.int8)
        self._first = cuda.to_device(np.zeros(1, np.int64))
        self._begun = False
        self.batch = Batch(
            **{
                name: cuda.to_device(np.zeros(*shape_and_dtype))
                for name, shape_and_dtype in fields(self.layout, self.num_envs).items()
            }
        )
        self._longs = self.batch.observation.view(np.int64)

    def reset(self, seed: int = 0) -> Batch:
        """Start all games of a seed."""
        check_seed(seed)
        where = (self._games, self.states, self._episodes)
        begin_on_gpu[self._blocks, BLOCK](*where, seed, self.batch.reward, self._ends, self.batch.done)
        self._meet()
        self._begun = True
        return self._write()

    def step(self, actions: Any) -> Batch:
        """Make an action in every environment: an array of integers on the device. Checking it waits for the device."""
        given = self._checked(actions)
        batch, where = self.batch, (self._games, self.states, self._episodes)
        if self._raises:
            self._refuse_illegal(given)
        step_on_gpu[self._blocks, BLOCK](*where, given, self._kind, batch.reward, self._ends)
        if self._bots is not None:
            moving = (self._games, *self._bots, self.states, self._episodes, self._moves)
            others_on_gpu[self._blocks, BLOCK](*moving, self._kind, batch.reward, self._ends)
        end_on_gpu[self._blocks, BLOCK](
            *where, self._kind, batch.reward, batch.total, batch.place, self._ends, batch.done
        )  # fmt: skip
        self._meet()
        return self._write()

    def sample(self, out: Any = None) -> Any:
        """A random legal action for every environment, on the device; reproducible from the seed."""
        actions = cuda.device_array(self.num_envs, np.int64) if out is None else out
        sample_on_gpu[self._blocks, BLOCK](self._games, self.states, self._episodes, self._moves, actions)
        return actions

    def _meet(self) -> None:
        if self._bots is not None:
            where = (self.states, self._episodes, self._moves, self.batch.reward, self._ends)
            meet_on_gpu[self._blocks, BLOCK](self._games, *self._bots, *self._lineups, *where)

    def _write(self) -> Batch:
        batch = self.batch
        list_on_gpu[self._blocks, BLOCK](self._games, self.states, self._episodes, self._moves, batch.seat)
        mask_on_gpu[self.num_envs, BLOCK](self._episodes, batch.mask)
        self._observe()
        return batch

    def _observe(self) -> None:
        seen = (self.batch.seat, self._features, self._words, self._sources, self._longs)
        observe_on_gpu[-(-self.num_envs * LANES // BLOCK), BLOCK](self._games, self.states, *seen)

    def _checked(self, actions: Any) -> Any:
        if not self._begun:
            raise BadInput("not_begun")
        on_device = hasattr(actions, "__cuda_array_interface__")
        given = cuda.as_cuda_array(actions) if on_device else cuda.to_device(np.asarray(actions))
        if given.shape != (self.num_envs,):
            raise BadInput("actions_shape", found=str(given.shape), wanted=str((self.num_envs,)))
        if not np.issubdtype(given.dtype, np.integer):
            raise BadInput("actions_dtype", found=str(given.dtype))
        return given

    def _refuse_illegal(self, actions: Any) -> None:
        self._first.copy_to_device(np.full(1, self.num_envs))
        check_on_gpu[self._blocks, BLOCK](self._games, self._episodes, actions, self._first)
        index = int(self._first.copy_to_host()[0])
        if index < self.num_envs:
            state = self.states[index : index + 1].copy_to_host()[0]
            action, most = int(actions[index : index + 1].copy_to_host()[0]), self.layout.actions - 1
            where = {"action": action, "seat": int(state.seat), "where": f" in environment {index}"}
            if not 0 <= action <= most:
                raise IllegalAction("no_such_action", **where, most=most)
            # The functions that find the reason are compiled for the device here, so the host can't call them.
            problem = f"the phase is {PHASE_NAMES[int(state.phase)]!r}; the mask shows the legal moves."
            raise IllegalAction("illegal_action", **where, move=self.game.catalogue.moves[action].text, problem=problem)


def share(array: Any) -> Any:
    """An array of a batch in a form that `torch.from_dlpack` and `jax.numpy.from_dlpack` accept: the same memory."""
    from cuda.core.utils import StridedMemoryView

    cuda.synchronize()
    return StridedMemoryView.from_cuda_array_interface(array, stream_ptr=-1)
