# The public names of the package: the one list of them. `__init__.py` imports each when it is first used.

from whistlestop.env.aec import AecEnv as AecEnv
from whistlestop.env.gpu import CudaVectorEnv as CudaVectorEnv
from whistlestop.env.observation import Layout as Layout
from whistlestop.env.reasons import BadInput as BadInput
from whistlestop.env.reasons import IllegalAction as IllegalAction
from whistlestop.env.solo import SoloEnv as SoloEnv
from whistlestop.env.vector import Batch as Batch
from whistlestop.env.vector import VectorEnv as VectorEnv
