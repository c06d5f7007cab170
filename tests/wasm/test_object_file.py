"""From an object file to a module: a small one, made by LLVM for the test."""

import llvmlite.binding as llvm
import pytest

from whistlestop.wasm.build import emit
from whistlestop.wasm.object_file import (
    EXPORT,
    HEADER,
    BadObject,
    Reader,
    exported_functions,
    make_module,
    write_name,
    write_number,
)

PROGRAM = """
@table = internal constant [2 x i64] [i64 40, i64 2]
define internal i64 @hidden(i64 %0) noinline { %2 = mul i64 %0, %0  ret i64 %2 }
define i64 @square(i64 %0) { %2 = call i64 @hidden(i64 %0)  ret i64 %2 }
define i64 @pick(i64 %0) { %at = getelementptr i64, ptr @table, i64 %0  %2 = load i64, ptr %at  ret i64 %2 }
define i64 @deep(i64 %0) {
  %at = alloca i64, i64 8
  %one = getelementptr i64, ptr %at, i64 %0
  store volatile i64 %0, ptr %one
  %2 = load volatile i64, ptr %at
  ret i64 %2
}
"""
UNKNOWN = """
declare double @llvm.exp.f64(double)
define double @grow(double %0) { %2 = call double @llvm.exp.f64(double %0)  ret double %2 }
"""


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 65_536, 2**32 - 1])
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    reader = Reader(write_number(number))
    assert reader.number() == number
    assert not reader.more


def test_a_module_exports_what_is_not_internal_and_has_nothing_for_linkers() -> None:
    module = make_module(emit(llvm.parse_assembly(PROGRAM)))
    assert module[:HEADER] == b"\0asm\1\0\0\0"
    sections = dict(Reader(module, HEADER).sections())
    assert 0 not in sections
    assert list(sections) == [1, 2, 3, 7, 12, 10, 11]
    for name in ("square", "pick", "deep"):
        assert write_name(name) in sections[EXPORT]
    assert b"hidden" not in module


def test_only_the_section_for_linkers_names_functions() -> None:
    assert list(exported_functions(write_name("producers") + b"\1\2\3")) == []


def test_a_function_that_browsers_lack_is_named() -> None:
    with pytest.raises(BadObject, match="A kernel uses exp, which WebAssembly does not have"):
        make_module(emit(llvm.parse_assembly(UNKNOWN)))
