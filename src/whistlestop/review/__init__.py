"""The review: what won a game, what was luck, and what to learn from it, as chances of winning.

    from whistlestop.review import review

    for report in review(record):
        print(report.as_dict())

What lives where, in the order in which a game passes through it:

- `report`: orders the calls: a quick look, then one decision after another; makes the JSON.
- `calibration`: how what the network says becomes a chance among equals.
- `chances`, `mixture`: the chances of all seats with all cards open, and what the network says of each decision.
- `losses`: what a decision gave away; grades.
- `split`: skill, opponents and luck, which add up to the result.
- `turning`: the steps that changed most, and what happened there.
- `advice`, `purposes`: hints, and what a move is good for.
- `records`: what the kernels write. `reasons`: why a game can't be reviewed.
- `words`, `chart`: turning points as sentences, and the chances as a picture.
- `partial`: reads records that may be damaged.
- `puzzles`: positions with one move that is clearly best, found in games between bots.

Each name is imported when it is first used, because kernels take a second to load.
"""

from whistlestop.lazy import attach

__getattr__, __dir__ = attach(__name__)
