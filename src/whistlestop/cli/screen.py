"""The screen: what a seat knows, as text. Colour is never the only sign: every colour is written as a word."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from whistlestop.cli.console import printable
from whistlestop.cli.events import events
from whistlestop.game.board import GREY, Track
from whistlestop.game.game import Game
from whistlestop.game.result import Result
from whistlestop.game.view import View

STYLES = {
    "purple": "magenta", "blue": "blue", "orange": "dark_orange", "white": "bold", "green": "green",
    "yellow": "yellow", "black": "bright_black", "red": "red", "pink": "orchid", "locomotive": "bold underline",
}  # fmt: skip
"""How colours look in a terminal that has them."""


class Screen:
    """Draws one game's views; `cities` are the names of cities by id."""

    def __init__(self, console: Console, game: Game, names: Sequence[str], cities: Mapping[str, str]) -> None:
        self.console, self.game, self.cities = console, game, cities
        self.names = [printable(name) or f"seat {seat}" for seat, name in enumerate(names)]

    def say(self, text: str | Text = "") -> None:
        """Write a line, wrapped where it is too long."""
        self.console.print(text)

    def clear(self) -> None:
        """Empty the terminal, with what was scrolled away."""
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
        """A line, or several, beside a label."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=8, style="bold")
        grid.add_column()
        grid.add_row(label, text)
        self.console.print(grid)

    def items(self, label: str, items: Sequence[str]) -> None:
        """Items beside a label: in a row, or in columns if there are too many for one."""
        room = self.console.width - 9
        text = "   ".join(items)
        self.labelled(label, text if len(text) <= room else columns(items, room))

    def cards(self, bag: Mapping[str, int]) -> Text:
        """Cards of a bag, in words."""
        if not bag:
            return Text("none")
        words = [Text(f"{count} {kind}", STYLES[kind]) for kind, count in bag.items()]
        return Text("   ").join(words)

    def events(self, lines: Sequence[str], since: int) -> None:
        """What the seats did since so many moves, without the set-up."""
        for event in events(lines):
            if event.seat is not None and event.ply >= since:
                self.say(event.text(self.names))

    def state(self, view: View) -> None:
        """All that is on the table, and what is the viewer's own."""
        facts = view.as_dict()
        self.table(facts)
        for seat, own in enumerate(facts["seats"]):
            if own["hand"] is not None:
                self.own(own, f" of {self.who(seat)}" if view.over else "")

    def open_state(self, views: Sequence[View]) -> None:
        """All that is on the table, and what is everybody's own, from the views of all seats."""
        self.table(views[0].as_dict())
        for seat, view in enumerate(views):
            self.own(view.as_dict()["seats"][seat], f" of {self.who(seat)}")

    def table(self, facts: dict[str, Any]) -> None:
        """What lies on the table, for everybody to see."""
        self.seats(facts)
        self.labelled("row", self.cards(facts["face_up"]))
        under = len(facts["queue"])
        tickets = f"{facts['ticket_deck']} tickets" + (f" and {under} put under" if under else "")
        self.labelled("decks", f"{facts['deck']} cards, {sum(facts['discards'].values())} discarded; {tickets}")
        if facts["laid"]:
            self.labelled("laid", self.cards(facts["laid"]))
        if facts["turned"]:
            self.labelled("turned", self.cards(facts["turned"]))
        if facts["last_round"] >= 0:
            self.labelled("end", f"the last round; turns left: {facts['last_round']}")

    def own(self, own: dict[str, Any], whose: str) -> None:
        """A hand and tickets that may be seen."""
        if whose:
            self.say(f"Hand and tickets{whose}")
        self.labelled("hand", self.cards(own["hand"]))
        self.labelled("tickets", "\n".join(self.ticket_lines(own["tickets"], own["tracks"])) or "none")

    def seats(self, facts: dict[str, Any]) -> None:
        """What everybody knows of the seats."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("seat")
        headings = [
            "cars",
            "points",
            "routes",
            "cards",
            "tickets",
            *(["stations left"] if self.game.rules.stations else []),
        ]
        for heading in headings:
            table.add_column(heading, justify="right")
        for seat, one in enumerate(facts["seats"]):
            mark = ">" if seat == facts["mover"] else " "
            numbers = [one["cars"], one["points"], len(one["tracks"]), one["cards"], one["tickets_kept"]]
            numbers += [one["stations_left"]] if self.game.rules.stations else []
            colour = self.game.rules.car_colours[seat]
            name = Text(f"{mark} {seat} ") + Text(self.who(seat), STYLES[colour])
            table.add_row(name, *(str(number) for number in numbers))
        self.console.print(table)

    def ticket_lines(self, tickets: Iterable[str], tracks: Iterable[str]) -> list[str]:
        """Tickets, each with its points, marked done if these tracks join its cities."""
        board = self.game.board
        part = list(range(len(board.cities)))
        owned = set(tracks)
        for track in board.tracks:
            if track.text in owned:
                old, new = part[track.a], part[track.b]
                part = [new if one == old else one for one in part]
        lines = []
        for ticket in board.tickets:
            if ticket.text in tickets:
                mark = "[x] done " if part[ticket.a] == part[ticket.b] else "[ ] to do"
                lines.append(f"{mark}  {self.ticket_line(ticket.text)}")
        return lines

    def ticket_line(self, text: str) -> str:
        """A ticket with its points and the names of its cities."""
        ticket = next(ticket for ticket in self.game.board.tickets if ticket.text == text)
        a, b = (self.cities[self.game.board.cities[city].id] for city in (ticket.a, ticket.b))
        width = max(len(ticket.text) for ticket in self.game.board.tickets)
        return f"{ticket.points:3} points  {text:{width}}  {a} – {b}"

    def board(self, view: View, part: str = "") -> None:
        """All routes whose text holds a part, with who owns them or whether they are open."""
        facts = view.as_dict()
        owners = {text: seat for seat, one in enumerate(facts["seats"]) for text in one["tracks"]}
        width = max(len(track.text) for track in self.game.board.tracks)
        lines = []
        for track in self.game.board.tracks:
            if part in track.text:
                owner = owners.get(track.text)
                status = self.status(track, owners) if owner is None else f"{owner} {self.names[owner]}"
                lines.append(f"{track.text:{width}} {track.length} {self.kind(track):14} {status}")
        self.say(columns(lines, self.console.width) if lines else f"No route has {part!r} in it.")
        for seat, one in enumerate(facts["seats"]):
            if one["stations"]:
                self.say(f"Stations of {self.who(seat)}: {', '.join(one['stations'])}")

    def kind(self, track: Track) -> str:
        """The colour of a track, and what else is printed on it."""
        words = ["grey" if track.colour == GREY else self.game.rules.colours[track.colour]]
        words += ["tunnel"] if track.tunnel else []
        words += [f"ferry {track.locomotives}"] if track.locomotives else []
        words += [f"swap {track.swap}"] if track.swap and not track.locomotives else []
        return " ".join(words)

    def status(self, track: Track, owners: Mapping[str, int]) -> str:
        """Whether a track that nobody owns may be claimed."""
        board = self.game.board
        twin = board.twins[board.tracks.index(track)]
        if twin < 0 or board.tracks[twin].text not in owners:
            return "open"
        owner = owners[board.tracks[twin].text]
        both = self.game.seats >= self.game.rules.both_tracks_from
        return f"open, but not to {owner} {self.names[owner]}" if both else "closed"

    def result(self, result: Result) -> None:
        """The final score, line by line, and who won and why."""
        for seat in sorted(result.seats, key=lambda seat: seat.place):
            self.rule(f"Place {seat.place}: {self.who(seat.seat)}, seat {seat.seat}, {seat.total} points")
            for line in seat.lines:
                self.labelled(f"{line.points:8}", str(line.reason))
        self.rule("")
        self.say(str(result.reason))


def columns(items: Sequence[str], room: int) -> str:
    """Items in as many columns as there is room for, to be read line by line."""
    width = max(len(item) for item in items) + 2
    abreast = max(1, (room + 2) // width)
    rows = [items[at : at + abreast] for at in range(0, len(items), abreast)]
    return "\n".join("".join(f"{item:{width}}" for item in row).rstrip() for row in rows)
