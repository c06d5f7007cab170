"""Research environments: Whistlestop in the forms that reinforcement learning libraries expect. No rule is in here.

- `vector`: VectorEnv, thousands of games at once in compiled code; `gpu`: CudaVectorEnv, the same on a GPU
- `aec`: AecEnv for PettingZoo; `solo`: SoloEnv for Gymnasium; `spiel`: a game for OpenSpiel
- `observation`: Layout, the columns of an observation; `rewards`: the kinds of rewards; `spaces`: Gymnasium spaces
- `observer`: observations of single states, for the environments that step in Python
- `picture`: the table as text and as an image
- `dataset`: positions from games between bots, as files
- `kernels`: the compiled functions; `reasons`: the errors

Each name is imported when it is first used, because some need packages that are extras.
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

_MODULES = {
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
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
