"""The rules: games, moves, records and views. Knows no map by name, no server and no bot.

Maps and games:

- `map_files`, `rules`, `board`: read a map's folder
- `catalogue`: all moves of a game, as numbers and as text
- `game`: Game, a map with a number of seats, and the compiled form that kernels read
- `limits`: how large maps can be

Playing, in kernels:

- `kernel`, `kernel_types`: how kernels are compiled, and names for their arguments
- `state`: the records GAME and STATE, the phases of a game
- `engine`: legal moves and their effects; `moves` has one file per mechanic
- `cards`, `dice`: bags of cards, random numbers
- `score`, `longest`: final scores, the longest path
- `view`, `guess`: what a seat can see, and complete states that fit it
- `paths`: cheapest paths between cities
- `ticket_status`: which tickets are complete or can still be completed
- `simulation`, `gpu`: many random games on threads or on a GPU

Records of games:

- `record`, `reader`: a game move by move, as an object and as text
- `dealer`, `fair_key`: who deals, and where a fair dealer's key comes from
- `result`, `result_paths`: the final score line by line, with the tracks that it is for
- `why`, `suggest`: why a move is illegal, and what was probably meant
- `track_status`: whether a track is open, what it takes to claim it, and the ways to pay
- `reasons`: errors and reasons, with their English sentences
- `reason_numbers`: reasons as kernels write them, and how their parameters become words
"""
