"""Asking a person: a line of text, with completion at a terminal."""

import sys
from collections.abc import Iterable


class Prompt:
    """Reads lines; EOFError where the input ends."""

    def __init__(self) -> None:
        self.choices: list[str] = []
        if sys.stdin.isatty():
            self.complete_lines()

    def complete_lines(self) -> None:
        """Let the tabulator complete what may be typed, where the system can."""
        try:
            import readline
        except ImportError:  # Windows has none
            return
        readline.set_completer_delims("\n")
        readline.set_completer(self.completion)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def completion(self, text: str, n: int) -> str | None:
        """Completion n of what was typed so far."""
        fitting = [choice for choice in self.choices if choice.startswith(text)]
        return fitting[n] if n < len(fitting) else None

    def ask(self, question: str, choices: Iterable[str] = ()) -> str:
        """The answer, without blanks around it."""
        self.choices = list(choices)
        answer = input(question)
        if not sys.stdin.isatty():
            print()  # nobody's Enter key ended the line
        return answer.encode("utf-8", "replace").decode().strip()
