"""Ratings: what results say about strength, of bots and of people. All of this is plain arithmetic on numbers.

Both are on one scale: 400 points more mean ten times the strength, and the bot `planner` has 1000.

- `rankings`: what a ranking is, and the ratings of bots with intervals, from all their games at once
- `beliefs`: the ratings of people, game by game, with an uncertainty
"""
