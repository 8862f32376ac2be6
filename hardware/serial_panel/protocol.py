"""The line protocol of a serial panel, both directions; pure.

`firmware-config/panel/PROTOCOL.md` describes it. A line is printable ASCII: a letter, its fields
and a CRC-32 in hex. The host's letters are small and the panel's are capital, so an echo of a line
(by a panel at its prompt) is never an answer. No line contains byte 0x03, which would stop the
panel's program.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar, assert_never

from companion import CompanionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VERSION: Final = 1
LONGEST: Final = 320  # bytes of a line: a whole page in hex is 275
PAGES: Final = 8
COLUMNS: Final = 128
NUMBERS: Final = 0x10000  # modulus of the counters of pictures, greetings and changes of level
REMEMBERED: Final = 4  # levels in each line: one line fewer in a row may be lost


class LineError(CompanionError, ValueError):
    """A line that is not of this protocol, or was damaged on its way; `line` holds it."""

    def __init__(self, line: bytes) -> None:
        """Keep the line and quote its beginning."""
        super().__init__(f"not a line of the panel's protocol: {line[:60]!r}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Hello:
    """Host: start a connection; `nonce` distinguishes this greeting from earlier ones."""

    version: int
    nonce: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Host: a sign of life; the panel answers with its levels."""


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """Host: bytes for the panel's memory, starting at a column of a page."""

    page: int
    column: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Show:
    """Host: the memory has this checksum; show it as picture `number` (brightness 0, 1 or 2)."""

    number: int
    brightness: int
    checksum: int


@dataclass(frozen=True, slots=True)
class Goodbye:
    """Host: the program ends; keep the last picture, or switch the display off."""

    keep: bool


@dataclass(frozen=True, slots=True)
class Welcome:
    """Panel: its identity. `nonce` is that of the greeting, 0 without one since the start.

    `buttons` names the bits of `Levels`, the lowest first; a box of buttons has 0 columns, 0 pages.
    """

    version: int
    nonce: int
    identity: str
    columns: int
    pages: int
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Levels:
    """Panel: the last levels of all buttons as masks, newest first; `count` is that of changes."""

    count: int
    masks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Panel: this picture is shown."""

    number: int


@dataclass(frozen=True, slots=True)
class ChecksumMismatch:
    """Panel: the memory has another checksum than this picture; send all of it."""

    number: int


@dataclass(frozen=True, slots=True)
class DisplayFailed:
    """Panel: this picture is in memory, but the display does not answer; it is tried again."""

    number: int


@dataclass(frozen=True, slots=True)
class GoodbyeReply:
    """Panel: the reply to Goodbye."""


M = TypeVar("M")

FromHost = Hello | Heartbeat | MemoryWrite | Show | Goodbye
FromPanel = Welcome | Levels | Shown | ChecksumMismatch | DisplayFailed | GoodbyeReply


def encode(message: FromHost | FromPanel) -> bytes:
    """Write a message as a whole line, checksum and line feed included."""
    body = _body(message).encode("ascii")
    return body + b" %08x\n" % zlib.crc32(body)


def parse_from_host(line: bytes) -> FromHost:
    """Read a line of the host, without its line feed; raises LineError."""
    return _parse(line, _HOST)


def parse_from_panel(line: bytes) -> FromPanel:
    """Read a line of the panel, without its line feed; raises LineError."""
    return _parse(line, _PANEL)


class LineSplitter:
    """Split a stream of bytes into lines; a line that is too long is dropped."""

    def __init__(self) -> None:
        """Start at the beginning of a line."""
        self._rest = bytearray()
        self._skips = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes of the stream, and return the lines that they complete, without empty ones."""
        *ends, rest = data.split(b"\n")
        lines = [line for end in ends if (line := self._finish(end))]
        self._keep(rest)
        return lines

    def _finish(self, end: bytes) -> bytes:
        self._keep(end)
        line = b"" if self._skips else bytes(self._rest).rstrip(b"\r")
        self._rest.clear()
        self._skips = False
        return line

    def _keep(self, piece: bytes) -> None:
        self._skips = self._skips or len(self._rest) + len(piece) > LONGEST
        if self._skips:
            self._rest.clear()
        else:
            self._rest += piece


def _body(message: FromHost | FromPanel) -> str:
    if isinstance(message, FromHost):
        return _body_from_host(message)
    return _body_from_panel(message)


def _body_from_host(message: FromHost) -> str:
    match message:
        case Hello(version, nonce):
            return f"h {version} {nonce}"
        case Heartbeat():
            return "k"
        case MemoryWrite(page, column, data):
            return f"p {page} {column} {data.hex()}"
        case Show(number, brightness, checksum):
            return f"s {number} {brightness} {checksum:08x}"
        case Goodbye(keep):
            return f"q {int(keep)}"
        case _:
            assert_never(message)


def _body_from_panel(message: FromPanel) -> str:
    match message:
        case Welcome(version, nonce, identity, columns, pages, buttons):
            return f"H {version} {nonce} {identity} {columns} {pages} {','.join(buttons)}"
        case Levels(count, masks):
            return " ".join([f"B {count}", *(f"{mask:02x}" for mask in masks)])
        case Shown(number):
            return f"A {number}"
        case ChecksumMismatch(number):
            return f"N {number}"
        case DisplayFailed(number):
            return f"F {number}"
        case GoodbyeReply():
            return "G"
        case _:
            assert_never(message)


def _part(page: str, column: str, data: str) -> MemoryWrite:
    part = MemoryWrite(int(page), int(column), bytes.fromhex(data))
    if part.page >= PAGES or part.column + len(part.data) > COLUMNS:
        raise ValueError("outside of the display")
    return part


def _welcome(*fields: str) -> Welcome:
    version, nonce, identity, columns, pages, buttons = fields
    named = tuple(buttons.split(","))
    return Welcome(int(version), _number(nonce), identity, int(columns), int(pages), named)


def _number(text: str) -> int:
    number = int(text)
    if number >= NUMBERS:
        raise ValueError("counted too far")
    return number


def _levels(count: str, masks: str) -> Levels:
    return Levels(_number(count), tuple(int(mask, 16) for mask in masks.split()))


# The pattern of each line, and the message it makes; the patterns limit the length of each field.
_HOST: Final[dict[re.Pattern[str], Callable[..., FromHost]]] = {
    re.compile(r"h (\d{1,5}) (\d{1,5})"): lambda v, n: Hello(int(v), _number(n)),
    re.compile(r"k"): Heartbeat,
    re.compile(r"p (\d) (\d{1,3}) ((?:[0-9a-f]{2}){1,128})"): _part,
    re.compile(r"s (\d{1,5}) ([012]) ([0-9a-f]{8})"): (
        lambda n, brightness, crc: Show(_number(n), int(brightness), int(crc, 16))
    ),
    re.compile(r"q ([01])"): lambda keep: Goodbye(keep == "1"),
}
_PANEL: Final[dict[re.Pattern[str], Callable[..., FromPanel]]] = {
    re.compile(
        r"H (\d{1,5}) (\d{1,5}) ([0-9a-z]{1,32}) (\d{1,3}) (\d{1,2}) ([a-z,]{1,80})"
    ): _welcome,
    re.compile(r"B (\d{1,5}) ([0-9a-f]{2}(?: [0-9a-f]{2}){0,7})"): _levels,
    re.compile(r"A (\d{1,5})"): lambda n: Shown(_number(n)),
    re.compile(r"N (\d{1,5})"): lambda n: ChecksumMismatch(_number(n)),
    re.compile(r"F (\d{1,5})"): lambda n: DisplayFailed(_number(n)),
    re.compile(r"G"): GoodbyeReply,
}


def _parse(line: bytes, shapes: Mapping[re.Pattern[str], Callable[..., M]]) -> M:
    body, _, checksum = line.rpartition(b" ")
    if len(line) > LONGEST or b"%08x" % zlib.crc32(body) != checksum:
        raise LineError(line)
    try:
        text = body.decode("ascii")
        for shape, make in shapes.items():
            if match := shape.fullmatch(text):
                return make(*match.groups())
    except ValueError as error:
        raise LineError(line) from error
    raise LineError(line)
