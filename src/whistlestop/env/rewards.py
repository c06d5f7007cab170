"""Rewards: what a seat is paid, and when. The numbers themselves are made in `kernels.pay`."""

from whistlestop.env.kernels import BY_MARGIN, BY_PLACE, BY_POINTS

REWARDS = {"place": BY_PLACE, "margin": BY_MARGIN, "points": BY_POINTS}
"""The rewards that can be chosen:

- `place`: at the end, the part of the other seats that ended behind, less the part that ended ahead: 1 for a winner and
  -1 for the loser of two, 0 for both if they share the win.
- `margin`: at the end, the seat's points less those of the best other seat.
- `points`: during play the points of every route as it is claimed, at the end all the rest of the score, so that the
  rewards of a play add up to its total.
"""
