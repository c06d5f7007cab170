"""Lazy imports: a package lists its public names once, in `__init__.pyi`, and imports each when it is first used.

Type checkers read the same list (see SPEC 1 of scientific Python, https://scientific-python.org/specs/spec-0001/).
The stub has a line `from MODULE import NAME as PUBLIC_NAME` for each name; the two are mostly the same.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

LINE = re.compile(r"^from (\S+) import (\w+) as (\w+)$", re.MULTILINE)


def attach(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a package with such a stub."""

    @cache
    def listed() -> dict[str, tuple[str, str]]:
        """For each public name its module, and its name there."""
        stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi").read_text(encoding="utf-8")
        return {public: (module, name) for module, name, public in LINE.findall(stub)}

    def find(public: str) -> Any:
        if public not in listed():
            raise AttributeError(f"module {package!r} has no attribute {public!r}")
        module, name = listed()[public]
        return import_module(f"{package}.{name}") if module == package else getattr(import_module(module), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *listed()})

    return find, names
