"""Write your own bot: a game against `planner`, then a match in the arena."""

import random

import whistlestop as ws


class Spender:
    """Claims the longest track it can pay for, and draws cards until then."""

    def choose(self, view: ws.View, rng: random.Random) -> int:
        """The claim of the longest track, or else any draw."""
        moves = view.game.catalogue.moves
        claims = [move for move in view.legal if moves[move].text.startswith("claim ")]
        draws = [move for move in view.legal if moves[move].text.startswith(("draw", "take "))]
        if claims:
            return max(claims, key=lambda move: view.game.board.tracks[moves[move].what].length)
        return rng.choice(draws or view.legal)


def main() -> None:
    """Play one game and print the score; then a match against `random`."""
    game = ws.Game("new_york", seats=2)
    record = ws.Record(game, seed=7)
    bots = [Spender(), ws.bot("planner")]
    rngs = [random.Random(seat) for seat in range(game.seats)]
    while not record.over:
        seat = record.mover
        record.play(bots[seat].choose(record.view(seat), rngs[seat]), seat)
    result = record.result
    assert result is not None
    for line in result.seats:
        print(f"seat {line.seat}: {line.total} points")
    print(result.reason)
    # The arena takes it by file and name: whistlestop arena new_york --bots examples/own_bot.py:Spender,random
    standings = ws.arena.match(game, bots=[f"{__file__}:Spender", "random"], deals=10, seed=1)
    for standing in standings.rows:
        print(f"{standing.label}: win rate {standing.win_rate:.0%}, rating {standing.rating:.0f}")


if __name__ == "__main__":
    main()
