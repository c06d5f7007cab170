"""The mechanics of the rules, one per file: which moves are legal, and what they do.

- `listing`: how legal moves are listed, counted or picked
- `deal`: chance's moves in general, first seat and first hands
- `draw`: drawing cards, and the face-up cards
- `claim`: claiming a route
- `pay`: paying with cards of one colour and locomotives
- `swap`: cards that replace others in a payment
- `tunnel`: cards turned up for a tunnel, and the extra payment
- `station`: building a station
- `tickets`: dealing, offering and keeping tickets
- `turn`: the end of a turn and of the game
"""
