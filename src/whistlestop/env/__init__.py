"""The research interfaces: plays as environments. The room contains no rule.

Each name is imported where it is first asked for, since some need packages that are extras.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistlestop.env.aec import AecEnv as AecEnv
    from whistlestop.env.gpu import CudaVectorEnv as CudaVectorEnv
    from whistlestop.env.observation import Layout as Layout
    from whistlestop.env.reasons import BadInput as BadInput
    from whistlestop.env.reasons import IllegalAction as IllegalAction
    from whistlestop.env.solo import SoloEnv as SoloEnv
    from whistlestop.env.vector import Batch as Batch
    from whistlestop.env.vector import VectorEnv as VectorEnv

_HOMES = {
    "AecEnv": "aec",
    "BadInput": "reasons",
    "Batch": "vector",
    "CudaVectorEnv": "gpu",
    "IllegalAction": "reasons",
    "Layout": "observation",
    "SoloEnv": "solo",
    "VectorEnv": "vector",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
