"""Names for what the environments' kernels take, beside those of `whistlestop.game.kernel_types`."""

from typing import Any, TypeAlias

EpisodeRec: TypeAlias = Any
"""An EPISODE record: one game of a vector environment."""
FeaturesRec: TypeAlias = Any
"""A FEATURES record: what an observation is written from."""
HistoryRec: TypeAlias = Any
"""A HISTORY record: what an attentive player remembers."""
