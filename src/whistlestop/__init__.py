"""Whistlestop: railway board games, exact to the rulebook, compiled and open to research.

import whistlestop as ws

game = ws.Game("europe", seats=3)
record = ws.Record(game, seed=7)
record.play(record.legal()[0])

The public names are listed in `__init__.pyi`. Packages, each of which imports only those below it:

- `cli`: the command `whistlestop`
- `server`, `env`, `arena`: games over HTTP, environments for research, tournaments of bots
- `wasm`: rules and bots for browsers
- `review`: what won a game, and what was luck
- `bots`, `draw`: players, and pictures of boards
- `game`: the rules, records and views
- `maps`: the bundled maps
"""

from whistlestop.lazy import attach

__version__ = "0.1.0"
__getattr__, __dir__ = attach(__name__)
