"""TextTable: a game in words, for language models and everyone else who reads and writes text."""

import random
from collections.abc import Iterable, Sequence

from whistlestop.arena.reasons import BadArena
from whistlestop.bots import Bot, make_bot
from whistlestop.game.catalogue import CLAIM
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record, redacted_line
from whistlestop.game.result import Result
from whistlestop.game.view import View


class TextTable:
    """One seat of a game against bots. Whoever plays it reads what that seat may know, and nothing else.

    `shows_legal` says whether the legal moves are listed; without it a player has to know the rules, and illegal moves
    are refused with their reason.
    """

    def __init__(
        self, game: Game, bots: Sequence[str], seat: int = 0, seed: int | None = None, shows_legal: bool = True
    ) -> None:
        if len(bots) not in (1, game.seats - 1):
            raise BadArena("table_bots", found=len(bots), wanted=game.seats - 1)
        if seat not in range(game.seats):
            raise BadArena("table_seat", found=seat, most=game.seats - 1)
        seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.game, self.seat, self.shows_legal = game, seat, shows_legal
        self.record = Record(game, seed)
        others = list(bots) * (game.seats - 1 if len(bots) == 1 else 1)
        made = iter([make_bot(bot) for bot in others])
        self._bots: list[Bot | None] = [None if n == seat else next(made) for n in range(game.seats)]
        self._chances = [seat_rng(seed, n) for n in range(game.seats)]
        self._read = 0
        self._let_bots_move()

    def look(self) -> str:
        """The table as the seat sees it, what happened since it last looked, and its legal moves if they are shown."""
        return "\n".join([*self._news(), "", *self._position(), "", *self._ask()])

    def play(self, move: str) -> str:
        """Make a move, let the bots move, look. IllegalMove says why a move is refused; then nothing has changed."""
        self.record.play(move, self.seat)
        self._let_bots_move()
        return self.look()

    def rules(self) -> str:
        """The rules that differ between maps, the tracks with their lengths, and how moves are written."""
        board, rules, seen = self.game.board, self.game.rules, set()
        tracks = []
        for track in board.tracks:
            colour = rules.colours[track.colour] if track.colour >= 0 else "grey"
            more = [f"{track.locomotives} locomotives"] * bool(track.locomotives) + ["tunnel"] * track.tunnel
            tracks.append(f"{track.text} ({', '.join([str(track.length), colour, *more])})")
        examples = []
        for move in self.game.catalogue.moves[: self.game.catalogue.bases[CLAIM] + 1]:
            if move.kind not in seen:
                seen.add(move.kind)
                examples.append(move.text)
        points = ", ".join(f"{length}: {value}" for length, value in enumerate(rules.points, 1) if value)
        return "\n".join(
            [
                f"{rules.title}: {rules.cars} cars each. Points by length: {points}.",
                *rules.differences,
                f"Tracks with length and colour: {'; '.join(tracks)}.",
                f"Moves are written like these: {'; '.join(examples)}.",
            ]
        )

    def _let_bots_move(self) -> None:
        while not self.record.over and self.record.mover != self.seat:
            mover = self.record.mover
            bot = self._bots[mover]
            assert bot is not None
            self.record.play(bot.choose(self.record.view(mover), self._chances[mover]))

    def _news(self) -> Iterable[str]:
        """The lines of the record since the last look, as this seat may see them."""
        entries, self._read = self.record.entries[self._read :], len(self.record.entries)
        yield "Moves since you last looked (= is a deal):" if entries else "Nothing happened since you last looked."
        for entry in entries:
            yield redacted_line(self.record, entry, (self.seat,))

    def _position(self) -> list[str]:
        view = self.record.view(self.seat)
        return describe(view, self.seat)

    def _ask(self) -> Iterable[str]:
        result = self.record.result
        if result is not None:
            yield from final_lines(result)
        else:
            yield "It is your turn."
            if self.shows_legal:
                yield "Legal moves: " + "; ".join(self.record.legal())


def describe(view: View, seat: int) -> list[str]:
    """A view in words."""
    facts = view.as_dict()
    own = facts["seats"][seat]
    lines = [
        f"Map {facts['map']}, turn {facts['turns'] + 1}, phase {facts['phase']}. You are seat {seat}.",
        f"Face up: {bag(facts['face_up'])}. Deck: {facts['deck']} cards; ticket deck: {facts['ticket_deck']}.",
        f"Your hand: {bag(own['hand'])}.",
        f"Your tickets: {worth(view, own['tickets'])}.",
    ]
    if facts["offer"]:
        lines.append(f"You choose from these tickets, by place: {worth(view, facts['offer'])}.")
    for number, player in enumerate(facts["seats"]):
        who = "You" if number == seat else f"Seat {number}"
        claimed = ", ".join(player["tracks"]) or "no track"
        lines.append(
            f"{who}: {player['points']} points for tracks, {player['cars']} cars left, {player['cards']} cards, "
            f"{player['tickets_kept']} tickets; claimed {claimed}."
        )
    if facts["last_round"] >= 0:
        lines.append(f"The last round: {facts['last_round']} turns are left.")
    return lines


def bag(cards: dict[str, int]) -> str:
    """Cards in words."""
    return ", ".join(f"{count} {kind}" for kind, count in cards.items()) or "none"


def worth(view: View, tickets: list[str]) -> str:
    """Tickets with their points."""
    points = {ticket.text: ticket.points for ticket in view.game.board.tickets}
    return ", ".join(f"{ticket} ({points[ticket]})" for ticket in tickets) or "none"


def final_lines(result: Result) -> list[str]:
    """The end of a game in words."""
    scores = [f"Seat {seat.seat}: {seat.total} points, place {seat.place}." for seat in result.seats]
    return ["The game is over.", *scores]
