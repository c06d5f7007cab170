"""Puzzles: positions of strong games in which one move is clearly best.

- `puzzle`: what a puzzle is, and how its position is replayed.
- `files`: the text files of puzzles, one for each map, and their reader; `MAP.txt` are those that are shipped.
- `values`: how good moves are, compared on the same guesses.
- `mining`: finds puzzles in games that bots play.
- `themes`: what a puzzle is about.
"""
