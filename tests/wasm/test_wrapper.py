"""The functions around kernels that JavaScript calls."""

from types import SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import pytest
from numba.core import types

from whistlestop.wasm.build import PRELUDE
from whistlestop.wasm.wrapper import wrapper


def description(result: Any, *arguments: Any) -> Any:
    """A kernel as Numba describes it."""
    return SimpleNamespace(llvm_func_name="inner", restype=result, argtypes=arguments)


def test_an_array_is_an_address_and_a_shape_and_a_number_has_32_bits() -> None:
    kernel = description(types.int64, types.int64[:, ::1], types.int64, types.int64)
    code = wrapper("kernel", kernel, ["grid", "n", "seed"])
    module = llvm.parse_assembly(PRELUDE + code)
    module.verify()
    outer = module.get_function("kernel")
    assert [str(one.type) for one in outer.arguments] == ["ptr", "i32", "i32", "i32", "i64"]
    assert len(list(module.get_function("inner").arguments)) == 2 + 9 + 2


def test_a_kernel_without_a_result_returns_nothing() -> None:
    assert "define void @kernel(i32 %a0)" in wrapper("kernel", description(types.none, types.int64), ["n"])


def test_a_kernel_that_returns_a_float_is_refused() -> None:
    with pytest.raises(TypeError, match="kernel returns float64"):
        wrapper("kernel", description(types.float64), [])


def test_an_argument_that_javascript_cannot_pass_is_refused() -> None:
    with pytest.raises(TypeError, match="unicode_type"):
        wrapper("kernel", description(types.none, types.unicode_type), ["text"])
