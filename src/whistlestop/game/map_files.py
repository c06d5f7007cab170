"""Reading the text files of a map's folder. Errors name the file and the line."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from whistlestop.game.reasons import BadMap
from whistlestop.game.text import printable


def shown(value: object, most: int = 40) -> str:
    """A text or number as an error quotes it: its first characters, with `?` for those that can't be printed."""
    try:
        text = str(value)
    except ValueError:  # Python converts no number with more than 4,300 digits
        return "a number with thousands of digits"
    return printable(text[:most])


@dataclass(frozen=True)
class SourceLine:
    """A line of a file; lines count from 1."""

    file: str
    line: int

    def error(self, code: str, kind: type[BadMap] = BadMap, /, **parameters: str | int) -> BadMap:
        """An error about this line."""
        return kind(code, file=self.file, line=self.line, **parameters)


@dataclass(frozen=True)
class CsvRow(SourceLine):
    """A row of a CSV file, its cells by column."""

    cells: dict[str, str]

    def text(self, column: str) -> str:
        """A cell with text; it can't be empty."""
        text = self.cells[column]
        if not text or not text.isprintable():
            raise self.error("not_text", field=column)
        return text

    def number(self, column: str, least: int, most: int) -> int:
        """A cell with a whole number; an empty cell is 0 if 0 is allowed."""
        text = self.cells[column]
        if not text and least == 0:
            return 0
        if not re.fullmatch("-?[0-9]{1,9}", text):
            raise self.error("not_a_number", field=column, found=shown(text), least=least, most=most)
        number = int(text)
        if not least <= number <= most:
            raise self.error("out_of_range", field=column, least=least, most=most)
        return number

    def degrees(self, column: str, most: int) -> float:
        """A cell with a latitude or longitude."""
        text = self.cells[column]
        if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,15})?", text):
            raise self.error("not_degrees", field=column, found=shown(text), most=most)
        number = float(text)
        if abs(number) > most:
            raise self.error("out_of_range", field=column, least=-most, most=most)
        return number

    def flag(self, column: str) -> bool:
        """A cell with 1 or nothing."""
        text = self.cells[column]
        if text not in ("", "1"):
            raise self.error("not_a_flag", field=column, found=shown(text))
        return text == "1"

    def choice(self, column: str, choices: Sequence[str]) -> str:
        """A cell with one of the choices."""
        text = self.cells[column]
        if text not in choices:
            raise self.error("not_a_choice", field=column, found=shown(text), choices=", ".join(choices))
        return text


def read_text(path: Path) -> str:
    """The text of a file, without a byte order mark."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadMap("file_missing", file=str(path), line=1) from None
    except OSError as error:
        raise BadMap("file_unreadable", file=str(path), line=1, problem=error.strerror or str(error)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `object` is what was decoded: the data without the byte order mark.
        raise SourceLine(str(path), error.object.count(b"\n", 0, error.start) + 1).error("not_utf8") from None
    if "\0" in text:
        raise SourceLine(str(path), text.count("\n", 0, text.index("\0")) + 1).error("nul_byte")
    return text


def read_rows(path: Path, columns: Sequence[str], optional: Sequence[str] = ()) -> list[CsvRow]:
    """The rows of a CSV file, without empty lines and without the spaces around cells.

    The header must be `columns` and may go on with any of `optional`.
    """
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    rows = []
    header: list[str] = []
    try:
        for cells in reader:
            line = SourceLine(str(path), reader.line_num)
            cells = [cell.strip() for cell in cells]
            if not any(cells) and len(cells) <= 1:
                continue
            if not header:
                check_header(line, cells, columns, optional)
                header = cells
                continue
            if len(cells) != len(header):
                raise line.error("wrong_columns", found=len(cells), expected=len(header), columns=",".join(header))
            rows.append(CsvRow(line.file, line.line, dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        raise SourceLine(str(path), reader.line_num).error("not_csv", problem=str(error)) from None
    if not header:
        check_header(SourceLine(str(path), 1), [], columns, optional)
    return rows


def check_header(line: SourceLine, found: list[str], columns: Sequence[str], optional: Sequence[str]) -> None:
    """Raise BadMap if a header is not `columns`, followed by any of `optional`."""
    needed = len(columns)
    if found[:needed] != list(columns) or (len(found) > needed and not optional):
        raise line.error("wrong_header", found=shown(",".join(found)), expected=",".join(columns))
    for n, column in enumerate(found[needed:], needed):
        if column not in optional:
            allowed = ", ".join(dict.fromkeys((*columns, *optional)))
            raise line.error("column_unknown", column=shown(column), columns=allowed)
        if column in found[:n]:
            raise line.error("column_twice", column=column)
