"""From kernels to object code for WebAssembly, with nothing but Numba and the LLVM that comes with it.

Numba types each exported kernel and all that it calls, and writes LLVM code for it. This code and a wrapper for each
kernel (see `wrapper`) are linked to one LLVM module, optimised, and emitted as one object file for wasm32, which
`object_file` turns into a WebAssembly module.

Kernels allocate nothing and touch no Python object, so their LLVM code needs no run-time library.
"""

import inspect
import re
from collections.abc import Callable, Container, Sequence
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import typeof, types
from numba.core import codegen

from whistlestop.bots import halving, network_bot, network_search, policy_bot, rollout, tree
from whistlestop.bots.inputs import make_shape
from whistlestop.bots.network_memory import NetworkInputs, NetworkScratch, make_network_scratch
from whistlestop.bots.search_memory import Inputs, Scratch, make_scratch
from whistlestop.game import dice, engine, guess, result, score, simulation, ticket_status, track_status, view, why
from whistlestop.game.game import Game
from whistlestop.review import chances, losses, purposes, split, turning
from whistlestop.wasm.export import RECORDS
from whistlestop.wasm.object_file import make_module
from whistlestop.wasm.wrapper import wrapper

ENTRIES: tuple[Any, ...] = (
    dice.load_dice, dice.below,
    engine.start, engine.mover, engine.legal, engine.deck, engine.deals, engine.nth_deal, engine.apply, engine.step,
    view.view, view.count_points, guess.guess, score.score,
    ticket_status.find_ticket_paths, track_status.find_track_status, why.why, result.result_lines,
    policy_bot.follow_policy, tree.begin, tree.try_candidates, halving.rank_candidates, halving.keep_candidates,
    network_bot.follow_network, network_search.begin_network, network_search.try_with_network,
    simulation.playouts, rollout.contests,
    chances.survey, losses.try_choices, losses.grade, split.sum_up, turning.find_turning_points,
    purposes.find_purpose,
)  # fmt: skip
"""The kernels that the module exports."""

ARRAYS = {name: typeof(np.zeros(1, record)) for name, record in RECORDS.items()}
ROW = types.int64[::1]
FLOATS = types.float64[::1]
GRID = types.int64[:, ::1]
ARGUMENTS = {
    "games": ARRAYS["GAME"], "states": ARRAYS["STATE"], "views": ARRAYS["VIEW"], "sheets": ARRAYS["SCORE_SHEET"],
    "all_paths": ARRAYS["TICKET_PATHS"], "statuses": ARRAYS["TRACK_STATUS"], "all_candidates": ARRAYS["CANDIDATES"],
    "steps": ARRAYS["STEP"], "summaries": ARRAYS["SEAT_SUMMARY"], "turning": ARRAYS["TURNING_POINT"],
    "trials": ARRAYS["TRIALS"],
    "dice": GRID, "totals": GRID, "places": GRID, "rows": GRID, "paths": GRID,
    "out": ROW, "scratch": ROW, "points": ROW, "wanted": ROW, "order": ROW, "tried": ROW,
    "values": FLOATS, "leads": FLOATS, "mixture": FLOATS, "plies": types.int32[::1],
}  # fmt: skip
"""The type of a kernel's argument by its name; any other is a number. See also `TUPLES`."""
ANY_GAME = Game("new_york")
"""The types of a bot's memory are the same for all games."""
SINGLES = types.float32[::1]
BOT_INPUTS = [ARRAYS[name] for name in ("GAME", "FACTS", "WEIGHTS", "VIEW")]
TUPLES = {
    Inputs: types.NamedTuple(BOT_INPUTS, Inputs),
    Scratch: typeof(make_scratch()),
    NetworkInputs: types.NamedTuple([*BOT_INPUTS, ARRAYS["SHAPE"], SINGLES, SINGLES, FLOATS], NetworkInputs),
    NetworkScratch: typeof(make_network_scratch(ANY_GAME, make_shape(ANY_GAME, 1, 1), 1)),
}
"""The type of an argument by its annotation, where several arrays are passed as one."""

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+simd128"
"""What every browser has since 2023. SIMD makes networks three times as fast; the other kernels gain nothing by it."""
SPEED = 2
EXCEPTION_NOTE = re.compile("(?m)^.*!numba_exception_output.*$")
"""Where Numba writes down which exception it would raise; here a wrapper traps instead."""
PRELUDE = """
declare void @llvm.trap()
define void @NRT_incref(ptr %0) { ret void }
define void @NRT_decref(ptr %0) { ret void }
"""
"""For the wrappers; and counting references does nothing, since nothing is allocated."""


def build(report: Callable[[int, int, str], None], entries: Sequence[Any] = ENTRIES) -> bytes:
    """Build the WebAssembly module; `report` is called with the steps done, their number, and what comes next."""
    make_no_native_code()
    exports = {entry.__name__: entry for entry in entries}
    steps = [*(f"compile {name}" for name in exports), "link", "optimise"]
    libraries: dict[Any, Any] = {}
    wrappers = [PRELUDE]
    for n, (name, entry) in enumerate(exports.items()):
        report(n, len(steps), steps[n])
        found = compile_entry(entry)
        add_library(found.library, libraries)
        wrappers.append(wrapper(name, found.fndesc, list(inspect.signature(entry.py_func).parameters)))
    report(len(steps) - 2, len(steps), steps[-2])
    whole = link([*libraries.values(), llvm.parse_assembly("\n".join(wrappers))], exports)
    report(len(steps) - 1, len(steps), steps[-1])
    return make_module(emit(whole))


def make_no_native_code() -> None:
    """Keep Numba from making code for this machine, which would take longer than all the rest."""
    library: Any = codegen.JITCodeLibrary
    library.get_pointer_to_function = lambda library, name: 0
    generator: Any = codegen.JITCPUCodegen
    generator.set_env = lambda generator, name, environment: None


def compile_entry(entry: Any) -> Any:
    """Have Numba compile a kernel, and return what it knows about it."""
    parameters = inspect.signature(entry.py_func).parameters.values()
    entry.compile(tuple(TUPLES.get(one.annotation) or ARGUMENTS.get(one.name, types.int64) for one in parameters))
    (found,) = entry.overloads.values()
    return found


def add_library(library: Any, libraries: dict[Any, Any]) -> None:
    """Parse a library and those that it calls, each once; reference counting is left out."""
    if library not in libraries and library.name != "nrt":
        libraries[library] = llvm.parse_assembly(EXCEPTION_NOTE.sub("", library.get_llvm_str()))
        for other in library._linking_libraries:
            add_library(other, libraries)


def link(parts: list[Any], exports: Container[str]) -> Any:
    """Link LLVM modules to one. All but the exports is internal, so that it can be inlined or dropped."""
    while len(parts) > 1:  # in pairs, since linking takes as long as both sides are large
        for one, other in zip(parts[::2], parts[1::2], strict=False):
            one.link_in(other)
        parts = parts[::2]
    for one in [*parts[0].functions, *parts[0].global_variables]:
        if not one.is_declaration and one.name not in exports:
            one.linkage = "internal"
    return parts[0]


def emit(whole: Any) -> bytes:
    """Optimise an LLVM module and emit it as an object file."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=SPEED, reloc="static")
    whole.triple = TRIPLE
    whole.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    return bytes(machine.emit_object(whole))
