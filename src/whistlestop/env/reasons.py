"""Why the research interfaces refuse something, in words."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    "illegal_action": "Action {action} ({move!r}) of seat {seat} is illegal{where}: {problem}",
    "no_such_action": "There is no action {action} for seat {seat}{where}; the actions are 0 to {most}.",
    "actions_shape": "Actions have the shape {found}; it must be {wanted}: one for each play.",
    "actions_dtype": "Actions have the dtype {found}; it must be an integer, such as int64.",
    "array_shape": "{name} has the shape {found}; it must be {wanted}.",
    "array_dtype": "{name} has the dtype {found}; it must be {wanted}.",
    "array_layout": "{name} must be C-contiguous, writable, and begin at a multiple of {multiple} bytes.",
    "bad_choice": "{name} is {found!r}; it must be one of: {choices}.",
    "bad_count": "{name} is {found}; it must be a whole number from 1 to {most}.",
    "seats_differ": "seats is {found}, but the game that was given has {wanted}.",
    "bots_count": "There are bots for {found} seats; it must be {wanted}, one for each of the other seats.",
    "wrong_agent": "There is no agent {found!r}; the agents are: {agents}.",
    "not_begun": "No play has begun: call reset first.",
    "over_already": "The play is over: call reset to begin another.",
    "file_type": "{file} must end in .parquet or .npz.",
    "missing_package": "This needs the package {package}: install `whistlestop[{extra}]`.",
    "needs_cuda": "Plays on a GPU need WHISTLESTOP_TARGET=cuda before the first import; it is {found!r}.",
    "bad_parameter": "{found!r} is no map and number of seats; write them as `map=europe,seats=2`.",
}


class BadInput(WhistlestopError):
    """Something that an environment can't work with; nothing has changed."""

    english = ENGLISH


class IllegalAction(BadInput):
    """An action that is no legal move now; nothing has changed."""
