"""Count how `express` plays, beside `planner`: the tables of docs/habits.md, which replace those between its markers.

Each bot plays against itself with two seats, both with the same deals. First tickets are counted in more deals than are
played to the end, since a choice needs no whole game.
"""

import argparse
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles, stdev

from rich.progress import track

from whistlestop.arena.bout import Bout, Fixture
from whistlestop.bots import make_bot
from whistlestop.game import catalogue
from whistlestop.game.board import available, load_names
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.limits import LOCOMOTIVE
from whistlestop.game.record import Record
from whistlestop.game.result import SeatResult
from whistlestop.game.state import FIRST_OFFER, TURN
from whistlestop.ratings.rankings import wilson

PAGE = Path(__file__).parent.parent / "docs" / "habits.md"
BOTS = ("express", "planner")
SEATS = 2
DRAWS = "times it draws tickets"
ROWS = 5
"""How many of the most and of the least frequent things a table has."""
SOURCES = {
    "routes": "routes",
    "ticket_completed": "completed tickets",
    "ticket_completed_by_station": "completed tickets",
    "ticket_not_completed": "other tickets",
    "stations_not_built": "stations not built",
    "attractions": "bonuses",
    "globetrotter": "bonuses",
    "express": "bonuses",
}
"""The lines of a result that can have points."""


@dataclass
class Choices:
    """What a bot does with its first tickets: how often each is offered and kept, and how many it keeps at once."""

    offered: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)


@dataclass
class Habits:
    """What a bot does in whole games: for each game the means over its seats, and things to count."""

    means: list[dict[str, float]] = field(default_factory=list)
    first_tracks: Counter[str] = field(default_factory=Counter)
    first_turns: list[int] = field(default_factory=list)
    games_with_draws: int = 0
    ender_wins: float = 0


def main() -> None:
    """Play, count, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each bot on each map (default: 300)")
    parser.add_argument("--deals", type=int, default=3000, help="deals for first tickets (default: 3000)")
    parser.add_argument("--page", type=Path, default=PAGE, help="page with the markers (default: docs/habits.md)")
    args = parser.parse_args()
    text = args.page.read_text(encoding="utf-8")
    for name in available():
        game = Game(name, SEATS)
        choices = [first_choices(game, bot, args.deals) for bot in BOTS]
        habits = [play(game, bot, args.games) for bot in BOTS]
        text = replace(text, f"{name} tickets", ticket_table(game, choices))
        text = replace(text, f"{name} tracks", track_table(game, habits))
        text = replace(text, f"{name} games", game_table(choices, habits))
    args.page.write_text(text, encoding="utf-8", newline="\n")
    print(f"Wrote {args.page}.")


def replace(text: str, name: str, table: str) -> str:
    """The page with a table between the markers of this name."""
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
    before, after = text.split(begin)
    return f"{before}{begin}\n{table}\n{end}{after.split(end)[1]}"


def first_choices(game: Game, name: str, deals: int) -> Choices:
    """Let a bot choose its first tickets, in every seat of many deals."""
    found, bot, moves = Choices(), make_bot(name), game.catalogue.moves
    for deal in track(range(deals), f"{game.name}, tickets of {name}", transient=True):
        record = Record(game, deal)
        while record.is_choosing:
            seat = record.mover
            move = bot.choose(record.view(seat), seat_rng(deal, seat))
            dealt = [entry for entry in record.entries if entry.phase == FIRST_OFFER and entry.seat == seat]
            offer = [moves[entry.move].text for entry in dealt]
            kept = [offer[int(place) - 1] for place in catalogue.places(moves[move].what)]
            found.offered.update(offer)
            found.kept.update(kept)
            found.sizes[len(kept)] += 1
            record.play(move)
    return found


def play(game: Game, name: str, games: int) -> Habits:
    """Play a bot against itself."""
    found = Habits()
    for deal in track(range(games), f"{game.name}, games of {name}", transient=True):
        bout = Bout(game, None, Fixture(deal, deal, (name,) * SEATS))
        hands: list[int] = []
        while not bout.record.over:
            ply, mover = len(bout.record.entries), bout.record.mover
            hands += [0] * (ply - len(hands)) + [int(bout.record.state.hands[mover].sum())]
            assert bout.move() is None
        result = bout.record.result
        assert result is not None
        seats = [seat_habits(bout.record, hands, seat, found) for seat in result.seats]
        found.means.append({key: fmean(known([seat[key] for seat in seats]) or [math.nan]) for key in seats[0]})
        found.games_with_draws += any(seat[DRAWS] > 0 for seat in seats)
        found.ender_wins += (bout.ended in result.winners) / len(result.winners)
    return found


def known(values: list[float]) -> list[float]:
    """The values that are numbers: a bot may never do a thing."""
    return [value for value in values if not math.isnan(value)]


def seat_habits(record: Record, hands: list[int], result: SeatResult, found: Habits) -> dict[str, float]:
    """What a seat did in a game. `hands` has the number of cards in the mover's hand before every ply of a seat."""
    game, seat = record.game, result.seat
    mine = [ply for ply, entry in enumerate(record.entries) if entry.mover == seat]
    moves = {ply: game.catalogue.moves[record.entries[ply].move] for ply in mine}
    turns = [ply for ply in mine if record.entries[ply].phase == TURN]
    kinds = [moves[ply].kind for ply in turns]
    refused = {max(turn for turn in turns if turn < ply) for ply in mine if moves[ply].kind == catalogue.GIVE_UP}
    claims = [ply for ply in turns if moves[ply].kind == catalogue.CLAIM and ply not in refused]
    tunnels = sum(game.board.tracks[moves[ply].what].tunnel for ply in claims)
    found.first_tracks[game.board.tracks[moves[claims[0]].what].text.removesuffix("/2")] += 1
    found.first_turns.append(turns.index(claims[0]) + 1)
    card_turns = [n for n, kind in enumerate(kinds) if kind in (catalogue.DRAW, catalogue.TAKE)]
    ticket_turns = [n for n, kind in enumerate(kinds) if kind == catalogue.DRAW_TICKETS]
    kept = [move.what.bit_count() for move in moves.values() if move.kind == catalogue.KEEP]
    points, completed = dict.fromkeys(SOURCES.values(), 0), 0
    for line in result.lines:
        if line.reason.code in SOURCES:
            points[SOURCES[line.reason.code]] += line.points
            completed += SOURCES[line.reason.code] == "completed tickets"
    taken = [move.what for move in moves.values() if move.kind == catalogue.TAKE]
    return {
        "turns": len(turns),
        "turns that draw cards": len(card_turns),
        "tracks claimed": len(claims),
        "spaces of a track": fmean(game.board.tracks[moves[ply].what].length for ply in claims),
        "turn of the first claim": found.first_turns[-1],
        "cards in hand before it": hands[claims[0]],
        "largest hand": max(hands[ply] for ply in turns),
        "cards taken face up": len(taken),
        "locomotives among them": taken.count(LOCOMOTIVE),
        "cards drawn blind": sum(move.kind == catalogue.DRAW for move in moves.values()),
        "turns after the last card": len(turns) - 1 - card_turns[-1],
        DRAWS: len(ticket_turns),
        "turns after the last such draw": len(turns) - 1 - ticket_turns[-1] if ticket_turns else math.nan,
        "tickets held at the end": sum(kept),
        "percent of them completed": 100 * completed / sum(kept),
        "tunnels tried": tunnels + len(refused),
        "tunnels given up": len(refused),
        "stations built": kinds.count(catalogue.BUILD),
        "cars left": int(record.state.cars[seat]),
        **{f"points for {source}": value for source, value in points.items()},
        "points in all": result.total,
    }


def share(count: float, of_all: int) -> str:
    """A share in percent with its interval."""
    low, high = wilson(count, of_all)
    return f"{100 * count / of_all:.0f}% ({100 * low:.0f} to {100 * high:.0f})"


def average(values: list[float]) -> str:
    """A mean over games, with half the width of its interval."""
    values = known(values)
    if len(values) < 2:
        return ""
    digits = 1 if abs(fmean(values)) >= 5 else 2
    return f"{fmean(values):.{digits}f} ± {1.96 * stdev(values) / math.sqrt(len(values)):.{digits}f}"


def table_of(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)) + "\n"


def ticket_table(game: Game, found: list[Choices]) -> str:
    """The first tickets that the first bot keeps most and least often."""
    value = {ticket.text: ticket.points for ticket in game.board.tickets}
    kept = {text: found[0].kept[text] / count for text, count in found[0].offered.items()}
    order = sorted(kept, key=lambda text: -kept[text])
    rows = [
        [pair(game, text), str(value[text]), *(share(each.kept[text], each.offered[text]) for each in found)]
        for text in order[:ROWS] + order[-ROWS:]
    ]
    return table_of(["ticket", "points", *(f"`{bot}` keeps it" for bot in BOTS)], rows)


def track_table(game: Game, found: list[Habits]) -> str:
    """The routes that the first bot claims first most often, of all seats of its games."""
    rows = [
        [pair(game, text), *(share(each.first_tracks[text], each.first_tracks.total()) for each in found)]
        for text, _ in found[0].first_tracks.most_common(ROWS)
    ]
    return table_of(["first route", *(f"`{bot}`" for bot in BOTS)], rows)


def pair(game: Game, text: str) -> str:
    """The names of the two cities of a route or ticket."""
    names = load_names(game.folder, "en")
    return " to ".join(names[city] for city in text.split("-"))


def game_table(choices: list[Choices], found: list[Habits]) -> str:
    """Means over games, and shares of games."""
    rows = [
        [f"keeps {size} of the first tickets", *(share(each.sizes[size], each.sizes.total()) for each in choices)]
        for size in sorted(choices[0].sizes | choices[1].sizes)
    ]
    rows.append(["games with tickets drawn", *(share(each.games_with_draws, len(each.means)) for each in found)])
    rows.append(["games won by who ends them", *(share(each.ender_wins, len(each.means)) for each in found)])
    for key in found[0].means[0]:
        values = [[one[key] for one in each.means] for each in found]
        if any(value > 0 or value < 0 for column in values for value in column):
            rows.append([key, *map(average, values)])
        if key == "turn of the first claim":
            middle = [quantiles(each.first_turns) for each in found]
            rows.append(["the middle half of these turns", *(f"{each[0]:.0f} to {each[2]:.0f}" for each in middle)])
    return table_of(["", *(f"`{bot}`" for bot in BOTS)], rows)


if __name__ == "__main__":
    main()
