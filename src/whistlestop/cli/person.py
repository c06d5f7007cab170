"""A person at the terminal: sees the screen, types moves and commands."""

from collections.abc import Callable

from whistlestop.cli.events import move_lines
from whistlestop.cli.menu import menu
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import CHOICE, FIRST_CHOICE
from whistlestop.game.view import View
from whistlestop.review.advice import Hint, advise

NOBODY = -1
CHANCES = "Chances of winning among equals, with 95% intervals."
SCORES = "0% is a lost game, 100% a clear win."
HELP = """\
Type a move as the menu shows it, such as `take red` or `claim berlin-wien 3 green`, or its number.
The first words are enough if only one move starts with them: `claim berlin-wien`. The Tab key completes what you type.
  moves [TEXT]   all legal moves, or those that contain TEXT
  board [TEXT]   all routes with their owners, or those that contain TEXT
  hint           the best moves, and what each is good for; only when all your opponents are bots
  mine           your tickets: done, to do or impossible
  state          the table now
  log            everything that has happened so far
  help           this text
  quit           stop the game here
Name the cards of a swap one at a time. `/2` is the second track of a double route."""


def hint_line(view: View, hint: Hint) -> str:
    """A move with its chance, the interval, and what it is good for."""
    interval = "" if hint.low is None or hint.high is None else f" ({hint.low:.0%} to {hint.high:.0%})"
    purpose = "" if hint.purpose is None else f": {hint.purpose}"
    return f"{hint.value:4.0%}{interval} {view.game.catalogue.moves[hint.move].text}{purpose}"


class Leave(Exception):
    """A person wants to stop."""


class Person:
    """A person at this terminal; `shared` means that other people use it too and must not see the hand."""

    def __init__(self, seat: int, record: Record, screen: Screen, prompt: Prompt, shared: bool) -> None:
        self.seat, self.record, self.screen, self.prompt, self.shared = seat, record, screen, prompt, shared
        self.seen_until = 0
        """The ply up to which this person has seen what happened."""
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
        """Show the position and ask until a move is made; `at_screen` is the seat that looked last."""
        if self.shared and at_screen != self.seat:
            self.hide(at_screen)
        self.show_events(self.seen_until)
        self.seen_until = len(self.record.entries)
        self.screen.rule(f"{self.screen.who(self.seat)} to move")
        self.screen.state(self.view())
        self.show_offer()
        self.show_moves()
        while not self.answer(self.ask(f"{self.screen.names[self.seat]}> ")):
            pass

    def hide(self, at_screen: int) -> None:
        """Clear the screen, so that the next person doesn't see the last one's hand."""
        if at_screen != NOBODY:
            self.ask("Press Enter to hide your cards. ")
            self.screen.clear()
        self.ask(f"{self.screen.who(self.seat)} is next: press Enter when the others are looking away. ")

    def ask(self, question: str) -> str:
        """An answer; the person leaves when the input ends."""
        texts = self.record.legal()
        try:
            return self.prompt.ask(question, [*texts, *self.commands])
        except EOFError:
            raise Leave from None

    def answer(self, text: str) -> bool:
        """Do what was typed; True if it was a move, and it was made."""
        words = " ".join(text.lower().split())
        command, _, rest = words.partition(" ")
        if command in self.commands:  # none of them is the first word of a move
            self.commands[command](rest)
            return False
        candidates = self.completions(words)
        if len(candidates) > 1:
            self.screen.say("Which of these?")
            self.show_moves(words, full=True)
        if len(candidates) > 1 or not words:
            return False
        try:
            self.record.play(candidates[0] if candidates else self.parse(words), self.seat)
            return True
        except IllegalMove as refusal:
            self.screen.say(str(refusal))
            return False

    def completions(self, words: str) -> list[str]:
        """The legal moves that begin with these words; none if the words are a whole move."""
        texts = self.record.legal()
        return [text for text in texts if text.startswith(words + " ") and words not in texts]

    def parse(self, words: str) -> str | int:
        """The move that was typed: its text, its number in the menu, or the numbers of tickets to keep."""
        numbers = words.split()
        if all(number.isascii() and number.isdigit() for number in numbers):
            if self.is_choosing():
                return "keep " + " ".join(sorted(set(numbers)))
            legal = self.view().legal
            if len(numbers) == 1 and 0 < int(words[:9]) <= len(legal):
                return legal[int(words[:9]) - 1]
        return words

    def is_choosing(self) -> bool:
        """Whether this person is choosing tickets; numbers then mean tickets on offer."""
        return int(self.view().seen.phase) in (FIRST_CHOICE, CHOICE)

    def show_offer(self) -> None:
        """The tickets on offer."""
        offer = self.view().as_dict()["offer"]
        if offer:
            self.screen.labelled("offer", "\n".join(self.screen.offer_lines(offer)))

    def show_moves(self, part: str = "", full: bool = False) -> None:
        """The menu."""
        view = self.view()
        if self.is_choosing() and not full:
            least = min(int(view.game.catalogue.moves[move].what).bit_count() for move in view.legal)
            example = view.game.catalogue.moves[view.legal[0]].text
            self.screen.labelled("tickets", f"Keep at least {least}; type their numbers, such as `{example}`.")
            return
        groups = dict(menu(view.game, view.legal, full, part))
        for group, items in groups.items():
            self.screen.items(group, items)
        if "claim" in groups and not full and not groups["claim"][0][0].isdigit():
            self.screen.labelled("", "Type `claim` and a track, or `moves` and a city, to see how you can pay.")

    def show_tickets(self, part: str) -> None:
        """This person's tickets."""
        self.screen.say("\n".join(self.screen.ticket_lines(self.view())) or "You have none yet.")

    def show_advice(self, part: str) -> None:
        """The best few moves."""
        if self.shared:
            self.screen.say("Hints are only for games against bots; with other people they would be unfair.")
            return
        view = self.view()
        hints = advise(view)
        self.screen.labelled("hint", "\n".join(hint_line(view, hint) for hint in hints))
        self.screen.say(SCORES if hints[0].low is None else CHANCES)

    def show_events(self, since: int) -> None:
        """What happened from this ply on, as far as this person may see it."""
        self.screen.events(move_lines(self.record, self.seat), since)

    def quit(self, part: str) -> None:
        """Leave."""
        raise Leave
