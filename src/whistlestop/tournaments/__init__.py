"""Tournaments: who meets whom, and how everybody is doing. Pure arithmetic; it knows no server and no game.

Entrants are numbers from 1, drawn by lot. Everything follows from these numbers, from what was played and from who
dropped out, so that anybody can compute it again. docs/tournaments.md has the rules.

- `meetings`: who met in a round, what came out, and how many points that is
- `schedule`: the next round of a tournament; the rounds of a round robin
- `swiss`: the pairings of a Swiss tournament
- `knockout`: the bracket
- `matching`: pairs in a graph
- `groups`: tables of more than two
- `standings`: places and tie-breaks
- `lot`: the secret draw
- `proof`: whether a published tournament follows from its secret and its results
- `reasons`: why it doesn't
"""
