"""Research environments: Whistlestop in the forms that reinforcement learning libraries expect. No rule is in here.

- `vector`: VectorEnv, thousands of games at once in compiled code; `gpu`: CudaVectorEnv, the same on a GPU
- `jax`: JaxEnv, the same as pure functions for JAX; `xla`: the kernels as functions that XLA calls
- `aec`: AecEnv for PettingZoo; `whistlestop_v0`: the same under PettingZoo's names
- `solo`: SoloEnv for Gymnasium; `solo_vector`: SoloVectorEnv; `ids`: both in Gymnasium's registry
- `spiel`: a game for OpenSpiel; `bounds`: how long it can be; `story`, `resample`: worlds that a seat can't tell apart
- `maps`: maps for research alone
- `opponents`: bots that move inside a step; `tables`: a game of one seat against bots
- `observation`: Layout, the columns of an observation; `rewards`: the kinds of rewards; `spaces`: Gymnasium spaces
- `history`: what an attentive player remembers, as further columns
- `features`: the board and the actions as arrays, for graph networks
- `observer`: observations of single states, for the environments that step in Python
- `picture`: the table as text and as an image
- `positions`: positions from games between bots; `dataset`: the same as files; `minari`: the same for Minari
- `kernels`: the compiled functions; `scratch`: their memory and threads
- `checks`, `reasons`: the errors

Each name is imported when it is first used, because some need packages that are extras.
"""

from importlib.util import find_spec

from whistlestop.lazy import attach

__getattr__, __dir__ = attach(__name__)

if find_spec("gymnasium") is not None:
    from whistlestop.env import ids

    ids.register()
