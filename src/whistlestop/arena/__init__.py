"""The arena plays bots against each other in every seating of every deal, and reports how strong they are.

    from whistlestop.arena import match

    standings = match(Game("europe"), bots=["champion", "planner"], deals=50)

What lives where:

- `tournament`: which bots play which games, and `match`, which plays them.
- `bout`: one game between bots, and its outcome.
- `crew`: plays games in this process, in several, or on a Ray cluster.
- `budget`: turns budgets in seconds into rollouts, so that results depend on no clock.
- `ledger`: results in a file, so that an interrupted match can continue.
- `standings`, `chart`: win rates, ratings and means for each bot; the same as a picture.
- `evaluation`, `protocol`: frozen evaluations of one agent; `agents`: bots, and programs behind an address.
- `text_table`: a game in words, for language models.
- `sequential`: tests that end as soon as the answer is clear; the ratings are those of `whistlestop.ratings`.
- `reasons`: the errors of this package.
"""

from whistlestop.arena.tournament import match as match
