"""From an object file to a WebAssembly module, in place of a linker.

A linker joins object files. There is only one here, and it is almost a module: it imports its memory and its stack
pointer, its constants begin at address 0, and all addresses in it are final. What it lacks is a list of exports. That
follows from its table of symbols, in a section that is meant for linkers. The formats are those of the WebAssembly
specification and of its "tool conventions" (Linking.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass

HEADER = 8
"""How many bytes come before the first section."""
CUSTOM, IMPORT, EXPORT, TAG, DATA_COUNT = 0, 2, 7, 13, 12
PLACES: dict[int, float] = {TAG: 5.5, DATA_COUNT: 9.5}
"""Where two kinds of section come among the others, which are in the order of their numbers."""
SYMBOL_TABLE = 8
FUNCTION, DATA, SECTION = 0, 1, 3  # kinds of symbol
LOCAL, UNDEFINED, NAMED = 2, 16, 64  # flags of a symbol
IMPORTS = {"__linear_memory", "__stack_pointer"}
"""All that the module may import."""


class BadObject(Exception):
    """The object file needs something that no browser has."""


@dataclass
class Reader:
    """Reads numbers and names from bytes."""

    data: bytes
    at: int = 0

    @property
    def more(self) -> bool:
        """Whether something is left."""
        return self.at < len(self.data)

    def number(self) -> int:
        """An unsigned number: seven bits in each byte, the lowest first; the last byte is below 128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, size: int) -> bytes:
        """Some bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        """A text, its length first."""
        return self.take(self.number()).decode()

    def sections(self) -> Iterator[tuple[int, bytes]]:
        """The sections from here to the end: kind and content."""
        while self.more:
            kind = self.take(1)[0]
            yield kind, self.take(self.number())


def write_number(value: int) -> bytes:
    """A number as `Reader.number` reads it."""
    return bytes([value & 127 | 128]) + write_number(value >> 7) if value > 127 else bytes([value])


def write_name(name: str) -> bytes:
    """A text as `Reader.name` reads it."""
    return write_number(len(name.encode())) + name.encode()


def make_module(code: bytes) -> bytes:
    """Make a module: exports are added, and what only linkers and debuggers read is left out."""
    sections = list(Reader(code, HEADER).sections())
    check_imports(next(content for kind, content in sections if kind == IMPORT))
    exports = [
        write_name(name) + bytes([FUNCTION]) + write_number(index)
        for kind, content in sections
        if kind == CUSTOM
        for name, index in exported_functions(content)
    ]
    sections = [section for section in sections if section[0] != CUSTOM]
    sections.append((EXPORT, write_number(len(exports)) + b"".join(exports)))
    sections.sort(key=lambda section: PLACES.get(section[0], section[0]))
    return code[:HEADER] + b"".join(bytes([kind]) + write_number(len(data)) + data for kind, data in sections)


def check_imports(content: bytes) -> None:
    """Raise BadObject if something is imported besides memory and stack pointer, such as `exp` or a call by address."""
    unknown = sorted(set(imported_names(content)) - IMPORTS)
    if unknown:
        raise BadObject(f"A kernel uses {', '.join(unknown)}, which WebAssembly does not have.")


def imported_names(content: bytes) -> Iterator[str]:
    """The names in an import section."""
    reader = Reader(content)
    for _ in range(reader.number()):
        reader.name()
        yield reader.name()
        kind = reader.take(1)[0]
        if kind == 0:  # a function: its type
            reader.number()
        elif kind == 3:  # a global: its type, and whether it changes
            reader.take(2)
        else:  # a table or a memory: the type of a table's items; whether there is a maximum, then the limits
            if kind == 1:
                reader.take(1)
            for _ in range(1 + (reader.number() & 1)):
                reader.number()


def exported_functions(section: bytes) -> Iterator[tuple[str, int]]:
    """The functions that an object file shows to others, name and number, if this custom section is about linking."""
    reader = Reader(section)
    if reader.name() == "linking":
        reader.number()  # version
        for kind, content in reader.sections():
            if kind == SYMBOL_TABLE:
                yield from visible_functions(Reader(content))


def visible_functions(reader: Reader) -> Iterator[tuple[str, int]]:
    """The functions in a table of symbols that are defined and not local."""
    for _ in range(reader.number()):
        kind, flags, index, name = reader.take(1)[0], reader.number(), 0, ""
        is_defined = not flags & UNDEFINED
        if kind != DATA:
            index = reader.number()
        if kind == DATA or (kind != SECTION and (is_defined or flags & NAMED)):
            name = reader.name()
        if kind == DATA and is_defined:
            for _ in range(3):  # segment, offset, size
                reader.number()
        if kind == FUNCTION and is_defined and not flags & LOCAL:
            yield name, index
