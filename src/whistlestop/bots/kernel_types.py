"""Names for what the bots' kernels take, beside those of `whistlestop.game.kernel_types`."""

from typing import Any, TypeAlias

PlanRec: TypeAlias = Any
"""A PLAN record: the tracks that a seat wants."""
PlanArray: TypeAlias = Any
WeightsRec: TypeAlias = Any
"""The weights of one policy."""
WeightsArray: TypeAlias = Any
FactsRec: TypeAlias = Any
"""A FACTS record: what bots precompute about a board."""
NodeArray: TypeAlias = Any
"""The nodes of a search tree."""
CandidateArray: TypeAlias = Any
"""The candidates of a search."""
