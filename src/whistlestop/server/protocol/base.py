"""What the models have in common."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from whistlestop.game import limits


class Model(BaseModel):
    """Part of a request, an answer or an event: unknown fields and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


def absent() -> Any:
    """The default of a field that an answer may lack; it is never null."""
    return Field(default=None, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


LAST_SEAT = limits.SEATS - 1
"""The highest number of a seat on any map."""
