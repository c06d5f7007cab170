"""The environments in Gymnasium's registry: `gymnasium.make("whistlestop/NewYork-2-v0")`, also with `make_vec`.

`import whistlestop.env` registers them, if Gymnasium is installed.
"""

import gymnasium

MAPS = {"Europe": ("europe", (2, 3, 4, 5)), "NewYork": ("new_york", (2, 3, 4)), "Nordic": ("nordic", (2, 3))}
"""For each name in an id the bundled map, and its numbers of seats."""


IDS = {
    f"whistlestop/{name}-{seats}-v0": {"game": game, "seats": seats}
    for name, (game, numbers) in MAPS.items()
    for seats in numbers
}
"""For each id the settings that it stands for."""


def register() -> None:
    """Register an id for every bundled map and number of seats."""
    for id_, settings in IDS.items():
        gymnasium.register(
            id_,
            entry_point="whistlestop.env.solo:SoloEnv",
            vector_entry_point="whistlestop.env.solo_vector:SoloVectorEnv",
            kwargs=settings,
        )
