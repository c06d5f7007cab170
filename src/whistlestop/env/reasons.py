"""The errors of the research environments, with their sentences."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    "illegal_action": "Action {action} ({move!r}) of seat {seat} is illegal{where}: {problem}",
    "no_such_action": "Seat {seat} has no action {action}{where}; actions are 0 to {most}.",
    "action_type": "Seat {seat} has no action {found!r}{where}: an action is a whole number, not {kind}.",
    "actions_shape": "Actions have the shape {found}; it must be {wanted}, one per environment.",
    "actions_dtype": "Actions have the dtype {found}; it must be an integer, such as int64.",
    "array_shape": "{name} has the shape {found}; it must be {wanted}.",
    "array_dtype": "{name} has the dtype {found}; it must be {wanted}.",
    "array_layout": "{name} must be C-contiguous and writable, and its address must be a multiple of {multiple} bytes.",
    "bad_choice": "{name} is {found!r}; it must be one of: {choices}.",
    "bad_count": "{name} is {found}; it must be a whole number from 1 to {most}.",
    "seats_differ": "seats is {found}, but the `Game` has {wanted} seats; leave seats out.",
    "bots_count": "{found} bots were given; give {wanted}, one for each of the other seats, or one for all of them.",
    "not_compiled": "A {found} can't move inside a step; random, racer, planner, veteran and the four published styles "
    "can. SoloEnv plays against every bot.",
    "no_opponents": "opponents is empty; name at least one, such as planner.",
    "seeds_count": "{found} seeds were given; give one, or {wanted}, one for each environment.",
    "seeds_dtype": "Seeds have the dtype {found}; it must be an integer, such as uint32, or a key of jax.random.",
    "wrong_agent": "No agent named {found!r}. Agents: {agents}.",
    "no_history": "A view has no history. Make the Observer without `history`, for a policy trained without it.",
    "not_begun": "No game has started: call reset first.",
    "over_already": "The game is over: call reset to start another.",
    "file_type": "{file} must end in .parquet or .npz.",
    "dataset_id": "{found!r} is no id of Minari; write it as whistlestop/europe/planner-v0.",
    "dataset_exists": "Minari has a data set {found!r} already; raise its version, or delete it.",
    "other_map": "The map {map} has changed since these rows were made; make them again.",
    "missing_package": "This needs the package {package}: install `whistlestop[{extra}]`.",
    "needs_cuda": "Games on a GPU need WHISTLESTOP_TARGET=cuda before the first import; it is {found!r}.",
    "no_tensor": "Information states are texts of any length and have no tensor; use information_state_string, or "
    "observation_tensor for what a seat knows now.",
    "needs_cpu": "JaxEnv calls kernels compiled for the CPU, so WHISTLESTOP_TARGET must be cpu; it is {found!r}.",
    "players_differ": "players is {players} and seats is {seats}; give one of them.",
    "no_world": "No other game that fits what seat {player} knows was found in {tries} tries.",
    "bad_parameter": "{found!r} is not a map and a number of seats; write them as `map=europe,seats=2`.",
}


class BadInput(WhistlestopError):
    """Input that an environment can't use; nothing has changed."""

    english = ENGLISH


class IllegalAction(BadInput):
    """An action that is not a legal move now; nothing has changed."""
