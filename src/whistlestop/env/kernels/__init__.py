"""All kernels of the package: step a game to its next decision, observe it, mark its legal moves, pay its rewards.

They are in a folder of their own because the cache of compiled kernels is named after the sources in it, and those of
`game` and `bots`. No kernel here knows a rule: they call those of `game`.

An observation is made in two steps. `write_features` fills a FEATURES record: the seat's VIEW, which is the only place
where hidden cards are left out, and a few words that follow from the view alone. `write_row` copies bits and numbers of
that record to the columns of a row; `observation` decides which.

- `history`: HISTORY, and moves that are remembered, for observations that have it
- `features`: FEATURES and rows; `earnings`: rewards; `games`: one game of many; `opponents`: bots that move in a step
- `episodes`: many games, stepped together; `notes`: games between bots, written down for data sets
"""
