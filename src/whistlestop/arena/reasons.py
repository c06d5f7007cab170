"""What an arena refuses, and how a bot breaks off its game: codes and sentences like those of the rules."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    # An arena (BadArena)
    "few_bots": "{bots} bots are too few for {seats} seats; name one for each seat, the same one again if you like.",
    "many_seatings": "{bots} bots at {seats} seats make {seatings} seatings of every deal; at most {most} are played.",
    "no_deals": "An arena needs at least 1 deal and at least 1 job.",
    "bad_limit": "The limit of a move must be a number of seconds above 0, not {given}.",
    "bad_rates": "A sequential test needs two win rates with 0 < LOW < HIGH < 1, not {low} and {high}.",
    "not_results": "{file}:{line}: this is no line of an arena's results; name another file or move this one away.",
    "other_arena": "{file} holds the results of another arena: its {field} is {found}, not {wanted}; name"
    " another file.",
    "worker_died": "A worker process died, perhaps for want of memory; with a file of results the same command goes"
    " on where it was.",
    "no_ray": "Playing on a cluster needs the package ray: install `whistlestop[ray]`.",
    "no_cluster": "No Ray cluster answers at {address!r}; `local` starts one on this machine.",
    "no_renderer": "A PNG needs the package resvg-py: install `whistlestop[png]`, or name a file that ends in .svg.",
    "chart_type": "A chart is a file that ends in .svg or .png; {file} does not.",
    # A bot that broke off its game
    "bot_raised": "{bot} raised {problem} at ply {ply} of deal {deal}, in seat {seat} of {seating}.",
    "bot_illegal": "{bot} made an illegal move at ply {ply} of deal {deal}, in seat {seat} of {seating}: {problem}",
    "bot_overtime": "{bot} thought for more than {limit} s at ply {ply} of deal {deal}, in seat {seat} of {seating}.",
}


class BadArena(WhistlestopError):
    """An arena that can't be held, or that can't go on."""

    english = ENGLISH


class BotFault(WhistlestopError):
    """A bot raised, made an illegal move or thought for too long, and the arena was to stop then."""

    english = ENGLISH
