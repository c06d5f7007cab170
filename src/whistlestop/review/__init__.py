"""The review of games: what won, what was luck, and what to learn from it.

- `puzzles`: positions with one move that is clearly best, as exercises.
"""
