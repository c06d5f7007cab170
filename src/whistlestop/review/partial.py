"""Reading records that may be damaged: what can be reviewed is everything before the first bad line."""

from collections.abc import Iterable
from pathlib import Path

from whistlestop.game.reader import Reader
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import Record


def read_as_far(text: str, maps: Iterable[Path] = ()) -> tuple[Record, BadRecord | None]:
    """The moves of a record up to the first bad line, and what is wrong with that line.

    Raises BadRecord if the header is bad, so that nothing can be read.
    """
    reader = Reader(text, maps, verify=False)
    record = reader.read_header()
    try:
        while reader.at < len(reader.lines) - 1:
            reader.read_move(record, reader.lines[reader.at])
            reader.at += 1
    except BadRecord as error:
        return record, error
    return record, BadRecord("record_ending", line=len(reader.lines)) if reader.lines[-1] else None
