"""Text that somebody else wrote, made safe to show."""


def printable(text: str) -> str:
    """The text with `?` for every character that could steer a terminal or break a line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
