"""Where seats have built: whether their tracks lead into a city. Plans, the policy and beliefs all ask this."""

from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.limits import WORDS


@kernel
def has_built(game: GameRec, state: StateRec, seat: int, city: int) -> bool:
    """Whether a track of the seat leads into the city."""
    built = 0
    for w in range(WORDS):
        built |= state.tracks[seat, w] & game.touching[city, w]
    return built != 0


@kernel
def others_built(game: GameRec, state: StateRec, city: int) -> bool:
    """Whether a track of any seat other than the mover leads into the city."""
    built = 0
    for seat in range(game.seats):
        if seat != state.seat:
            for w in range(WORDS):
                built |= state.tracks[seat, w] & game.touching[city, w]
    return built != 0
