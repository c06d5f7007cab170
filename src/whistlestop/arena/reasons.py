"""The errors of the arena, and the ways in which a bot can fail: codes and sentences like those of the rules."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    # A match (BadArena)
    "few_bots": "{seats} seats need {seats} bots, not {bots}. Name one for each seat; you can repeat a name.",
    "many_seatings": "{bots} bots in {seats} seats make {seatings} seatings of every deal; the maximum is {most}. Name"
    " fewer bots.",
    "no_deals": "A match needs at least 1 deal and 1 job.",
    "bad_limit": "The move limit must be a number of seconds above 0, not {given}.",
    "bad_rates": "A sequential test needs two win rates with 0 < LOW < HIGH < 1, not {low} and {high}.",
    "not_results": "{file}:{line}: This is not a line of arena results. Choose another file, or move this one away.",
    "other_arena": "{file} has the results of another match: its {field} is {found}, not {wanted}. Choose"
    " another file.",
    "worker_died": "A worker process died; it may have run out of memory. If you saved results, run the same command"
    " again to continue.",
    "no_ray": "Playing on a cluster needs the package ray. Install `whistlestop[ray]`.",
    "no_cluster": "No Ray cluster answers at {address!r}. Use `local` to start one on this machine.",
    "no_renderer": "A PNG needs the package resvg-py. Install `whistlestop[png]`, or choose a file that ends in .svg.",
    "chart_type": "The file of a chart must end in .svg or .png; {file} does not.",
    # An evaluation (BadArena)
    "no_protocol": "No protocol named {name!r}. Available protocols: {known}; or a file that ends in .toml.",
    "bad_protocol": "{file} is not a protocol: {problem}.",
    "other_map": "The map {map} is not the one of the protocol: its digest is {found}..., not {wanted}....",
    "no_result_line": "{file} does not end with a result line of `whistlestop evaluate`.",
    "changed_line": "The {what} does not fit the result line: somebody has changed it.",
    "bad_key": "{file} can't sign: {problem}. Give an Ed25519 key without a passphrase, as `ssh-keygen -t ed25519`"
    " makes it.",
    "agent_fails": "{agent} can't play: {problem}",
    "agent_missing": "Name an agent to play, or give --check FILE to read the result line of somebody else.",
    "table_bots": "{found} bots were given; give {wanted}, one for each of the other seats, or one for all of them.",
    "table_seat": "There is no seat {found}; seats are 0 to {most}.",
    "not_named": "A model can only play against bots that come with Whistlestop: {bots}, and the levels.",
    "no_mcp": "An MCP server needs the package mcp. Install `whistlestop[mcp]`.",
    # A bot that failed
    "bot_raised": "{bot} raised {problem} at ply {ply} of deal {deal}, in seat {seat} of {seating}.",
    "bot_died": "{bot} ended its process, status {status}, at ply {ply} of deal {deal}, in seat {seat} of {seating}.",
    "bot_illegal": "{bot} made an illegal move at ply {ply} of deal {deal}, in seat {seat} of {seating}: {problem}",
    "bot_overtime": "{bot} took more than {limit} s at ply {ply} of deal {deal}, in seat {seat} of {seating}.",
}


class BadArena(WhistlestopError):
    """A match that can't be played or continued."""

    english = ENGLISH


class BotFault(WhistlestopError):
    """A bot raised an exception, made an illegal move or took too long, and the match was to stop in that case."""

    english = ENGLISH
