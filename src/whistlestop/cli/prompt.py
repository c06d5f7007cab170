"""Asking a person for a line of text, with completion on a terminal."""

import sys
from collections.abc import Iterable


class Prompt:
    """Reads lines; raises EOFError when the input ends."""

    def __init__(self) -> None:
        self.choices: list[str] = []
        if sys.stdin.isatty():
            self.complete_lines()

    def complete_lines(self) -> None:
        """Let the Tab key complete what is typed, where the system supports it."""
        try:
            import readline
        except ImportError:  # Windows has none
            return
        readline.set_completer_delims("\n")
        readline.set_completer(self.completion)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def completion(self, text: str, n: int) -> str | None:
        """Completion n of the text typed so far."""
        matching = [choice for choice in self.choices if choice.startswith(text)]
        return matching[n] if n < len(matching) else None

    def ask(self, question: str, choices: Iterable[str] = ()) -> str:
        """The answer, without blanks around it; `choices` are what the Tab key completes."""
        self.choices = list(choices)
        answer = input(question)
        if not sys.stdin.isatty():
            print()  # no Enter key has ended the line
        return answer.encode("utf-8", "replace").decode().strip()
