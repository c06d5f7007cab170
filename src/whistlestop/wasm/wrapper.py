"""A function for JavaScript around a kernel, written in LLVM's language.

JavaScript passes an array as its address and its shape, a number as 32 bits and a seed as 64 (a BigInt). Numba's own
convention takes seven or more arguments for each array, returns the result by address, and says by a status whether an
exception was raised; the wrapper traps then.
"""

from typing import Any

from numba.core import types


def wrapper(name: str, kernel: Any, parameters: list[str]) -> str:
    """The wrapper of a kernel, given Numba's description of it and the names of its parameters."""
    arguments = Arguments()
    for parameter, kind in zip(parameters, kernel.argtypes, strict=True):
        arguments.add(kind, is_seed=parameter == "seed")
    inner = f'@"{kernel.llvm_func_name}"'
    code = "\n  ".join(arguments.code)
    types_passed = ", ".join(["ptr", "ptr", *(one.split()[0] for one in arguments.passed)])
    if kernel.restype == types.none:
        result, end = "void", "ret void"
    elif kernel.restype == types.int64:
        result, end = "i32", "%long = load i64, ptr %back\n  %short = trunc i64 %long to i32\n  ret i32 %short"
    else:
        raise TypeError(f"{name} returns {kernel.restype}; an exported kernel returns a whole number or nothing.")
    return f"""
declare i32 {inner}({types_passed})
define {result} @{name}({", ".join(arguments.taken)}) {{
  %back = alloca i64
  %raised = alloca ptr
  {code}
  %status = call i32 {inner}({", ".join(["ptr %back", "ptr %raised", *arguments.passed])})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %broken
done:
  {end}
broken:
  call void @llvm.trap()
  unreachable
}}
"""


class Arguments:
    """The arguments that a wrapper takes, those that it passes on, and the code that makes these of those."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.passed: list[str] = []
        self.code: list[str] = []

    def add(self, kind: Any, is_seed: bool = False) -> None:
        """One argument of the kernel."""
        if isinstance(kind, types.NamedTuple):
            for part in kind.types:
                self.add(part)
        elif isinstance(kind, types.Array):
            self.add_array(kind)
        elif kind == types.int64:
            self.passed.append("i64 " + (self.take("i64") if is_seed else self.widen(self.take("i32"))))
        else:
            raise TypeError(f"An exported kernel can't have an argument of type {kind}.")

    def add_array(self, kind: Any) -> None:
        """An array without gaps: Numba wants its owner, its size, the size of an item, address, shape and strides."""
        size = kind.dtype.size if isinstance(kind.dtype, types.Record) else kind.dtype.bitwidth // 8
        address = self.take("ptr")
        shape = [self.widen(self.take("i32")) for _ in range(kind.ndim)]
        strides = [str(size)]
        for length in shape[:0:-1]:
            strides.insert(0, self.compute(f"mul i64 {length}, {strides[0]}"))
        self.passed += ["ptr null", "ptr null", "i64 0", f"i64 {size}", f"ptr {address}"]
        self.passed += [f"i64 {one}" for one in (*shape, *strides)]

    def take(self, kind: str) -> str:
        """One more argument from JavaScript."""
        self.taken.append(f"{kind} %a{len(self.taken)}")
        return f"%a{len(self.taken) - 1}"

    def widen(self, number: str) -> str:
        """A number of 32 bits as one of 64."""
        return self.compute(f"sext i32 {number} to i64")

    def compute(self, text: str) -> str:
        """A line of code and the name of its result."""
        self.code.append(f"%w{len(self.code)} = {text}")
        return f"%w{len(self.code) - 1}"
