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

from whistlestop.lazy import attach

__getattr__, __dir__ = attach(__name__)
