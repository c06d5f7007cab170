"""The screen: what a seat knows, as text. Every colour is also written as a word, so nobody has to see colours."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from whistlestop.cli.console import make_table
from whistlestop.cli.events import events
from whistlestop.game.board import GREY, Ticket, Track
from whistlestop.game.game import Game
from whistlestop.game.result import Result
from whistlestop.game.state import has
from whistlestop.game.text import printable
from whistlestop.game.ticket_status import DONE, IMPOSSIBLE, POSSIBLE, ticket_status
from whistlestop.game.view import View

STYLES = {
    "purple": "magenta", "blue": "blue", "orange": "dark_orange", "white": "bold", "green": "green",
    "yellow": "yellow", "black": "bright_black", "red": "red", "pink": "orchid", "locomotive": "bold underline",
}  # fmt: skip
"""How colours look in a terminal that has them."""
TICKET_MARKS = {DONE: "[x] done", POSSIBLE: "[ ] to do", IMPOSSIBLE: "[-] impossible"}
MARK_WIDTH = max(map(len, TICKET_MARKS.values()))


class Screen:
    """Shows the views of one game; `cities` are the names of cities by id."""

    def __init__(self, console: Console, game: Game, names: Sequence[str], cities: Mapping[str, str]) -> None:
        self.console, self.game, self.cities = console, game, cities
        self.names = [printable(name) or f"seat {seat}" for seat, name in enumerate(names)]

    def say(self, text: str | Text = "") -> None:
        """Write a line, wrapped if it is too long."""
        self.console.print(text)

    def clear(self) -> None:
        """Clear the terminal, including what has scrolled away."""
        self.console.clear()
        if self.console.is_terminal:
            print("\033[3J", end="", flush=True)

    def rule(self, title: str) -> None:
        """A line across the screen."""
        self.console.rule(title, characters="-", align="left", style="dim")

    def who(self, seat: int) -> str:
        """A seat's name, and the colour of its cars."""
        return f"{self.names[seat]} ({self.game.rules.car_colours[seat]})"

    def labelled(self, label: str, text: str | Text) -> None:
        """Text beside a label."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=8, style="bold")
        grid.add_column()
        grid.add_row(label, text)
        self.console.print(grid)

    def items(self, label: str, items: Sequence[str]) -> None:
        """Items beside a label: on one line, or in columns if they don't fit."""
        width = self.console.width - 9
        text = "   ".join(items)
        self.labelled(label, text if len(text) <= width else columns(items, width))

    def cards(self, bag: Mapping[str, int]) -> Text:
        """The cards of a bag as words."""
        if not bag:
            return Text("none")
        words = [Text(f"{count} {kind}", STYLES[kind]) for kind, count in bag.items()]
        return Text("   ").join(words)

    def events(self, lines: Sequence[str], since: int) -> None:
        """What the seats have done from this ply on, without the set-up."""
        for event in events(lines):
            if event.seat is not None and event.ply >= since:
                self.say(event.text(self.names))

    def state(self, view: View) -> None:
        """The table, and the viewer's own hand and tickets."""
        self.table(view.as_dict())
        self.hand_and_tickets(view)

    def open_state(self, views: Sequence[View]) -> None:
        """The table, and the hands and tickets of all seats, from the view of each."""
        self.table(views[0].as_dict())
        for seat, view in enumerate(views):
            self.say(f"Hand and tickets of {self.who(seat)}")
            self.hand_and_tickets(view)

    def hand_and_tickets(self, view: View) -> None:
        """The viewer's own hand and tickets."""
        self.labelled("hand", self.cards(view.as_dict()["seats"][view.viewer]["hand"]))
        self.labelled("tickets", "\n".join(self.ticket_lines(view)) or "none")

    def table(self, facts: dict[str, Any]) -> None:
        """What everybody can see."""
        self.seats(facts)
        self.labelled("face up", self.cards(facts["face_up"]))
        under = len(facts["queue"])
        tickets = f"{facts['ticket_deck']} tickets" + (f" and {under} put under" if under else "")
        self.labelled("decks", f"{facts['deck']} cards, {sum(facts['discards'].values())} discarded; {tickets}")
        if facts["laid"]:
            self.labelled("laid", self.cards(facts["laid"]))
        if facts["turned"]:
            self.labelled("turned", self.cards(facts["turned"]))
        if facts["last_round"] >= 0:
            self.labelled("end", f"the last round; turns left: {facts['last_round']}")

    def seats(self, facts: dict[str, Any]) -> None:
        """What everybody knows about each seat."""
        has_stations = bool(self.game.rules.stations)
        headings = ("cars", "points", "routes", "cards", "tickets", *(["stations left"] if has_stations else []))
        table = make_table("seat", numbers=headings)
        for seat, player in enumerate(facts["seats"]):
            mark = ">" if seat == facts["mover"] else " "
            numbers = [player["cars"], player["points"], len(player["tracks"]), player["cards"], player["tickets_kept"]]
            numbers += [player["stations_left"]] if has_stations else []
            colour = self.game.rules.car_colours[seat]
            name = Text(f"{mark} {seat} ") + Text(self.who(seat), STYLES[colour])
            table.add_row(name, *(str(number) for number in numbers))
        self.console.print(table)

    def ticket_lines(self, view: View) -> list[str]:
        """The tickets that the viewer has kept: status, points and cities."""
        kept = set(view.as_dict()["seats"][view.viewer]["tickets"])
        tickets = self.game.board.tickets
        return [
            f"{TICKET_MARKS[status.state]:{MARK_WIDTH}}  {self.ticket_line(tickets[ticket])}"
            for ticket, status in ticket_status(view).items()
            if tickets[ticket].text in kept
        ]

    def offer_lines(self, offer: Iterable[str]) -> list[str]:
        """The tickets on offer, numbered."""
        tickets = {ticket.text: ticket for ticket in self.game.board.tickets}
        return [f"{n} {self.ticket_line(tickets[text])}" for n, text in enumerate(offer, start=1)]

    def ticket_line(self, ticket: Ticket) -> str:
        """A ticket with its points and the names of its cities."""
        a, b = (self.cities[self.game.board.cities[city].id] for city in (ticket.a, ticket.b))
        width = max(len(ticket.text) for ticket in self.game.board.tickets)
        return f"{ticket.points:3} points  {ticket.text:{width}}  {a} – {b}"

    def board(self, view: View, part: str = "") -> None:
        """All routes with `part` in their text, each with its owner or whether it is open."""
        facts = view.as_dict()
        owners = {text: seat for seat, player in enumerate(facts["seats"]) for text in player["tracks"]}
        width = max(len(track.text) for track in self.game.board.tracks)
        lines = []
        for number, track in enumerate(self.game.board.tracks):
            if part in track.text:
                owner = owners.get(track.text)
                status = self.openness(view, number) if owner is None else f"{owner} {self.names[owner]}"
                lines.append(f"{track.text:{width}} {track.length} {self.kind(track):14} {status}")
        self.say(columns(lines, self.console.width) if lines else f"No route contains {part!r}.")
        for seat, player in enumerate(facts["seats"]):
            if player["stations"]:
                self.say(f"Stations of {self.who(seat)}: {', '.join(player['stations'])}")

    def kind(self, track: Track) -> str:
        """The colour of a track, and what else is printed on it."""
        words = ["grey" if track.colour == GREY else self.game.rules.colours[track.colour]]
        words += ["tunnel"] if track.tunnel else []
        words += [f"ferry {track.locomotives}"] if track.locomotives else []
        words += [f"swap {track.swap}"] if track.swap and not track.locomotives else []
        return " ".join(words)

    def openness(self, view: View, track: int) -> str:
        """Who may still claim a track that nobody owns; the engine keeps that in the view."""
        closed_to = [seat for seat in range(self.game.seats) if not has(view.seen.open[seat], track)]
        if not closed_to:
            return "open"
        if len(closed_to) == self.game.seats:
            return "closed"
        return "open, but not to " + ", ".join(f"{seat} {self.names[seat]}" for seat in closed_to)

    def result(self, result: Result) -> None:
        """The final score line by line, and who won and why."""
        for seat in sorted(result.seats, key=lambda seat: seat.place):
            self.rule(f"Place {seat.place}: {self.who(seat.seat)}, seat {seat.seat}, {seat.total} points")
            for line in seat.lines:
                self.labelled(f"{line.points:8}", str(line.reason))
        self.rule("")
        self.say(str(result.reason))


def columns(items: Sequence[str], width: int) -> str:
    """Items in as many columns as fit, read line by line."""
    cell = max(len(item) for item in items) + 2
    count = max(1, (width + 2) // cell)
    rows = [items[at : at + count] for at in range(0, len(items), count)]
    return "\n".join("".join(f"{item:{cell}}" for item in row).rstrip() for row in rows)
