# The public names of the package: the one list of them. `__init__.py` imports each when it is first used.

from whistlestop.env import whistlestop_v0 as whistlestop_v0
from whistlestop.env.aec import AecEnv as AecEnv
from whistlestop.env.features import board_features as board_features
from whistlestop.env.gpu import CudaVectorEnv as CudaVectorEnv
from whistlestop.env.jax import JaxEnv as JaxEnv
from whistlestop.env.observation import Layout as Layout
from whistlestop.env.observer import Observer as Observer
from whistlestop.env.reasons import BadInput as BadInput
from whistlestop.env.reasons import IllegalAction as IllegalAction
from whistlestop.env.solo import SoloEnv as SoloEnv
from whistlestop.env.solo_vector import SoloVectorEnv as SoloVectorEnv
from whistlestop.env.vector import Batch as Batch
from whistlestop.env.vector import VectorEnv as VectorEnv
from whistlestop.env.whistlestop_v0 import env as env
from whistlestop.env.whistlestop_v0 import parallel_env as parallel_env
from whistlestop.env.whistlestop_v0 import raw_env as raw_env
