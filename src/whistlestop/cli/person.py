"""A person at the terminal: sees the screen, types moves and commands."""

import random
from collections.abc import Callable

from whistlestop.bots.levels import ADVISER
from whistlestop.cli.events import move_lines
from whistlestop.cli.menu import menu
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import CHOICE, FIRST_CHOICE
from whistlestop.game.view import View

NOBODY = -1
HELP = """\
Type a move as it is written in the menu, such as `take red` or `claim berlin-wien 3 green`, or its number.
A beginning in whole words will do if one move begins so: `claim berlin-wien`. The tabulator completes what you type.
  moves [TEXT]   all legal moves, or those with TEXT in them
  board [TEXT]   all routes, or those with TEXT in them, with owners
  hint           the best moves, as the strongest level sees them; not among people
  mine           your tickets, done and to do
  state          the table as it stands
  log            all that has happened so far
  help           this
  quit           break the play off
Cards for swaps are named one by one. `/2` is the second track of a double route."""


class Leave(Exception):
    """Somebody wants to go."""


class Person:
    """One of the people; `shared` says that others must not see the hand."""

    def __init__(self, seat: int, record: Record, screen: Screen, prompt: Prompt, shared: bool) -> None:
        self.seat, self.record, self.screen, self.prompt, self.shared = seat, record, screen, prompt, shared
        self.told = 0
        """How many moves were shown already."""
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": lambda part: self.show_moves(part, full=True),
            "board": lambda part: self.screen.board(self.view(), part),
            "hint": self.show_advice,
            "mine": self.show_tickets,
            "state": lambda part: self.screen.state(self.view()),
            "log": lambda part: self.show_events(0),
            "help": lambda part: self.screen.say(HELP),
            "quit": self.quit,
        }

    def view(self) -> View:
        """What this person knows."""
        return self.record.view(self.seat)

    def move(self, at_screen: int) -> None:
        """Show where the play stands and ask until a move is made; `at_screen` is who looked last."""
        if self.shared and at_screen != self.seat:
            self.hide(at_screen)
        self.show_events(self.told)
        self.told = len(self.record.entries)
        self.screen.rule(f"{self.screen.who(self.seat)} to move")
        self.screen.state(self.view())
        self.show_offer()
        self.show_moves()
        while not self.answer(self.ask(f"{self.screen.names[self.seat]}> ")):
            pass

    def hide(self, at_screen: int) -> None:
        """Clear the screen, so that the next person does not see the hand of the last."""
        if at_screen != NOBODY:
            self.ask("Press Enter to hide your cards. ")
            self.screen.clear()
        self.ask(f"{self.screen.who(self.seat)} is next: press Enter when the others look away. ")

    def ask(self, question: str) -> str:
        """An answer; where the input ends, the person leaves."""
        texts = self.record.legal()
        try:
            return self.prompt.ask(question, [*texts, *self.commands])
        except EOFError:
            raise Leave from None

    def answer(self, text: str) -> bool:
        """Do what was typed; whether it was a move that was made."""
        words = " ".join(text.lower().split())
        command, _, rest = words.partition(" ")
        if command in self.commands:  # none of them is the first word of a move
            self.commands[command](rest)
            return False
        begun = self.begun(words)
        if len(begun) > 1:
            self.screen.say("Which of these?")
            self.show_moves(words, full=True)
        if len(begun) > 1 or not words:
            return False
        try:
            self.record.play(begun[0] if begun else self.meant(words), self.seat)
            return True
        except IllegalMove as refusal:
            self.screen.say(str(refusal))
            return False

    def begun(self, words: str) -> list[str]:
        """The legal moves that begin with these words, unless they are a move already."""
        texts = self.record.legal()
        return [text for text in texts if text.startswith(words + " ") and words not in texts]

    def meant(self, words: str) -> str | int:
        """The move that was typed: its text, its number in the menu, or the places of tickets to keep."""
        numbers = words.split()
        if all(number.isascii() and number.isdigit() for number in numbers):
            if self.is_choosing():
                return "keep " + " ".join(sorted(set(numbers)))
            legal = self.view().legal
            if len(numbers) == 1 and 0 < int(words[:9]) <= len(legal):
                return legal[int(words[:9]) - 1]
        return words

    def is_choosing(self) -> bool:
        """Whether tickets are to be chosen: then numbers are places of the offer."""
        return int(self.view().seen.phase) in (FIRST_CHOICE, CHOICE)

    def show_offer(self) -> None:
        """The tickets on offer."""
        offer = self.view().as_dict()["offer"]
        if offer:
            lines = [f"{place} {self.screen.ticket_line(ticket)}" for place, ticket in enumerate(offer, start=1)]
            self.screen.labelled("offer", "\n".join(lines))

    def show_moves(self, part: str = "", full: bool = False) -> None:
        """The menu."""
        view = self.view()
        if self.is_choosing() and not full:
            least = min(int(view.game.catalogue.moves[move].what).bit_count() for move in view.legal)
            example = view.game.catalogue.moves[view.legal[0]].text
            self.screen.labelled("tickets", f"Keep at least {least} by their numbers, such as `{example}`.")
            return
        groups = dict(menu(view.game, view.legal, full, part))
        for group, items in groups.items():
            self.screen.items(group, items)
        if "claim" in groups and not full and not groups["claim"][0][0].isdigit():
            self.screen.labelled("", "`claim` and a track, or `moves` and a city, says how it can be paid.")

    def show_tickets(self, part: str) -> None:
        """This person's tickets."""
        own = self.view().as_dict()["seats"][self.seat]
        self.screen.say("\n".join(self.screen.ticket_lines(own["tickets"], own["tracks"])) or "You have none yet.")

    def show_advice(self, part: str) -> None:
        """What the strongest level would do."""
        if self.shared:
            self.screen.say("Among people there are no hints: they would not be fair.")
            return
        view = self.view()
        lines = [
            f"{opinion.value:4.0%} {view.game.catalogue.moves[opinion.move].text}"
            for opinion in ADVISER.explain(view, random.Random())
        ]
        self.screen.labelled("hint", "\n".join(lines))
        self.screen.say("0 % is a lost game, 100 % one that is won by far.")

    def show_events(self, since: int) -> None:
        """What happened since so many moves, as far as this person was told."""
        self.screen.events(move_lines(self.record, self.seat), since)

    def quit(self, part: str) -> None:
        """Go."""
        raise Leave
