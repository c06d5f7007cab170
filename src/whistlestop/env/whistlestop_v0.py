"""The environments under the names that PettingZoo's own modules have; all arguments are those of AecEnv.

from whistlestop.env import whistlestop_v0

env = whistlestop_v0.env("europe", seats=3)
"""

from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from whistlestop.env.aec import AecEnv

raw_env = AecEnv
"""The environment itself: an illegal action raises, and changes nothing."""


def env(*args: Any, **settings: Any) -> AECEnv:
    """The environment in PettingZoo's usual wrappers, which check the order of calls; an illegal action loses."""
    bare = AecEnv(*args, **{"on_illegal": "lose", **settings})
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))


def parallel_env(*args: Any, **settings: Any) -> ParallelEnv:
    """The same for code that knows only parallel environments.

    Seats move in turn. So in every step only the action of the seat to move counts: `infos[agent]["active_agent"]`
    names it, and the masks of the others are empty. No seat ever moves at the same time as another.
    """
    return turn_based_aec_to_parallel(env(*args, **settings))
