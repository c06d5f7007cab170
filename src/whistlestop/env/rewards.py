"""The kinds of rewards that environments offer; `kernels.earnings` computes them."""

from whistlestop.env.kernels.earnings import BY_MARGIN, BY_PLACE, BY_POINTS

REWARDS = {"place": BY_PLACE, "margin": BY_MARGIN, "points": BY_POINTS}
"""The rewards that can be chosen:

- `place`: at the end, the share of the other seats that finished behind, minus the share that finished ahead: with two
  seats 1 for the winner and -1 for the loser, 0 for both if they share the win.
- `margin`: at the end, the seat's points minus those of the best other seat.
- `points`: the points of every route when it is claimed, and the rest of the score at the end, so the rewards of a game
  add up to its total.
"""
