"""Measure how fast the vector environment is on a GPU: `WHISTLESTOP_TARGET=cuda python benchmarks/env_gpu.py`.

Random legal actions are chosen on the device; every step writes observations, masks, rewards and done flags there. The
digest of the first steps of a few games must be what `WHISTLESTOP_TARGET=cpu python benchmarks/env_gpu.py` prints. If
PyTorch or JAX is installed, the observations are shared with them as well.
"""

import argparse
import hashlib
import time
from importlib.util import find_spec
from typing import Any

import numpy as np

from whistlestop.game.kernel import TARGET

CELLS = [("europe", 2), ("new_york", 2), ("nordic", 2), ("europe", 5)]
COMPARED = (512, 60)
"""The number of games and steps in the digest."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num-envs", type=int, default=1 << 18)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--cells", type=int, default=len(CELLS), help="number of cells to measure (default: all)")
    args = parser.parse_args()
    for name, seats in CELLS[: args.cells]:
        digest = digest_of(make(name, seats, COMPARED[0]))
        print(f"{TARGET} {name} {seats}: digest {digest}", flush=True)
        if TARGET == "cuda":
            measure(name, seats, args.num_envs, args.steps)
    if TARGET == "cuda":
        hand_over(make("europe", 2, COMPARED[0]))


def make(name: str, seats: int, num_envs: int) -> Any:
    """An environment on the device of the target."""
    if TARGET == "cuda":
        from whistlestop.env.gpu import CudaVectorEnv

        return CudaVectorEnv(name, seats, num_envs)
    from whistlestop.env.vector import VectorEnv

    return VectorEnv(name, seats, num_envs)


def on_host(array: Any) -> Any:
    """An array as a NumPy array."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def digest_of(env: Any) -> str:
    """A digest of everything that some steps write."""
    batch = env.reset(seed=1)
    digest = hashlib.sha256()
    for _ in range(COMPARED[1]):
        batch = env.step(env.sample())
        for array in batch:
            digest.update(np.ascontiguousarray(on_host(array)).tobytes())
    return digest.hexdigest()[:16]


def measure(name: str, seats: int, num_envs: int, steps: int) -> None:
    """Print steps per second, with and without choosing actions, and the time of each kernel."""
    from numba import cuda

    from whistlestop.env.gpu import CudaVectorEnv

    env = CudaVectorEnv(name, seats, num_envs, on_illegal="lose")
    env.reset(seed=1)
    actions = env.sample()
    for _ in range(60):  # until games are spread evenly between start and end
        env.step(env.sample(actions))
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(steps):
        env.step(env.sample(actions))
    cuda.synchronize()
    both = (time.perf_counter() - began) / steps
    began = time.perf_counter()
    for _ in range(steps):
        env.sample(actions)
    cuda.synchronize()
    choosing = (time.perf_counter() - began) / steps
    size = sum(array.nbytes for array in env.batch) / num_envs
    print(
        f"  {num_envs:,} envs: {num_envs / (both - choosing):,.0f} steps/s, "
        f"{num_envs / both:,.0f} with random actions chosen,"
        f" {size:,.0f} bytes written per step",
        flush=True,
    )
    parts(env, actions, steps)


def parts(env: Any, actions: Any, steps: int) -> None:
    """Print how long each part of a step takes."""
    from numba import cuda

    from whistlestop.env import gpu

    where = (env._games, env.states, env._episodes)
    grid, batch = (env._blocks, gpu.BLOCK), env.batch
    work = {
        "list": lambda: gpu.list_on_gpu[grid](*where, env._moves, batch.seat),
        "mask": lambda: gpu.mask_on_gpu[env.num_envs, gpu.BLOCK](env._episodes, batch.mask),
        "observe": env._observe,
        "choose": lambda: env.sample(actions),
        "whole step": lambda: env.step(env.sample(actions)),
    }
    for name, one in work.items():
        one()
        cuda.synchronize()
        began = time.perf_counter()
        for _ in range(steps // 4):
            one()
        cuda.synchronize()
        print(f"    {name}: {1e3 * (time.perf_counter() - began) / (steps // 4):.2f} ms", flush=True)


def hand_over(env: Any) -> None:
    """Check that PyTorch and JAX read the same memory, and that PyTorch's actions are accepted."""
    from whistlestop.env.gpu import share

    env.reset(seed=1)
    wanted = int(env.batch.observation.copy_to_host().sum(dtype=np.int64))
    if find_spec("torch"):
        import torch

        shared = torch.from_dlpack(share(env.batch.observation))
        mask = torch.from_dlpack(share(env.batch.mask))
        assert int(shared.sum(dtype=torch.int64)) == wanted
        for _ in range(10):
            env.step(torch.multinomial(mask.float(), 1)[:, 0])
        print(f"PyTorch: {shared.device}, {shared.dtype}, mask {mask.dtype}, ten steps", flush=True)
        env.reset(seed=1)
    if find_spec("jax"):
        import jax

        if jax.default_backend() != "gpu":
            print("JAX has no GPU here.")
            return
        shared = jax.dlpack.from_dlpack(share(env.batch.observation))
        assert int(shared.astype("int32").sum()) == wanted
        print(f"JAX: {shared.device}, {shared.dtype}", flush=True)


if __name__ == "__main__":
    main()
