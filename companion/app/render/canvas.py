"""The canvas on which all strings are drawn: it measures, shortens and reports them.

A canvas remembers each string with its position, so that tests can read a picture, and each
problem that a translator or a screen's author has to fix: a text too wide, too tall, or with a
character that the face lacks. The picture itself never overlaps: what does not fit ends in "…".
"""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageDraw

from companion.app.render import fonts
from companion.app.render.fonts import Face
from companion.app.render.wrapping import LETTER_MARGIN, measure, pieces, wrap
from companion.app.text.icons import BOX_CLOSE, BOX_OPEN
from companion.app.text.screen_reader import DrawnText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH: Final = 128
HEIGHT: Final = 64
ELLIPSIS: Final = "…"
_SAME_LINE: Final = 4  # rows by which the middles of two strings of one line may differ


class LayoutFault(StrEnum):
    """What can be wrong with a text in its box."""

    WIDE = "wide"
    TALL = "tall"
    GLYPH = "glyph"


class LayoutProblem(NamedTuple):
    """A text that does not fit: `amount` are the pixels or lines it needs, `limit` what there is.

    For a missing glyph `text` is the character, and both numbers are its code point.
    """

    fault: LayoutFault
    text: str
    amount: int
    limit: int


class Box(NamedTuple):
    """A rectangle in pixels: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    def overlaps(self, other: Box) -> bool:
        """Return whether the two share a pixel."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


class Align(StrEnum):
    """Where a text is placed in its width."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class SpokenAs(StrEnum):
    """What a screen reader says of a string. OK takes what is CHOSEN.

    A drawing of many strings is only SEEN; what is drawn without a string may be only HEARD.
    """

    TEXT = "text"
    CHOSEN = "chosen"
    SEEN = "seen"
    HEARD = "heard"


class Stamp(NamedTuple):
    """A piece of text as it was drawn: its upper left corner, its face, its ink, whether tall."""

    x: int
    y: int
    text: str
    face: Face
    ink: int
    tall: bool = False


class _DrawnString(NamedTuple):
    middle: int
    x: int
    text: str
    said: SpokenAs


def _indent(align: Align, spare: int) -> int:
    """Return the columns to the left of a text that leaves `spare` columns free."""
    return {Align.LEFT: 0, Align.CENTRE: spare // 2, Align.RIGHT: spare}[align]


def largest(text: str, box: Box, lines: int, *choice: Face) -> Face:
    """Choose the first of some faces in which a text fits a box; else the last of them."""
    for face in choice[:-1]:
        broken = wrap(text, box.w, face)
        room = min(lines, box.h // face.height)
        if len(broken) <= room and all(measure(line, face) <= box.w for line in broken):
            return face
    return choice[-1]


class Canvas:
    """A black 128x64 picture of mode "1", drawn on with white (ink 1) or black (ink 0)."""

    def __init__(self) -> None:
        """Start with all pixels black."""
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self.image)
        self._strings: list[_DrawnString] = []
        self._stamps: list[Stamp] = []
        self._problems: list[LayoutProblem] = []

    @property
    def stamps(self) -> tuple[Stamp, ...]:
        """All pieces of text, in the order of drawing."""
        return tuple(self._stamps)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every string drawn, line by line from the top, each line from the left."""
        return tuple(drawn.text for line in self._lines(but=SpokenAs.HEARD) for drawn in line)

    @property
    def spoken(self) -> tuple[tuple[DrawnText, ...], ...]:
        """The strings for a screen reader, by lines."""
        return tuple(
            tuple(DrawnText(drawn.text, drawn.said is SpokenAs.CHOSEN) for drawn in line)
            for line in self._lines(but=SpokenAs.SEEN)
        )

    def _lines(self, but: SpokenAs) -> list[list[_DrawnString]]:
        lines: list[list[_DrawnString]] = []
        strings = [drawn for drawn in self._strings if drawn.said is not but]
        for drawn in sorted(strings, key=lambda drawn: drawn.middle):
            if not lines or drawn.middle - lines[-1][0].middle > _SAME_LINE:
                lines.append([])
            lines[-1].append(drawn)
        return [sorted(line, key=lambda one: one.x) for line in lines]

    @property
    def problems(self) -> tuple[LayoutProblem, ...]:
        """All problems of the texts, in the order of drawing."""
        return tuple(self._problems)

    def fill(self, box: Box, ink: int = 1) -> None:
        """Fill a rectangle."""
        if box.w > 0 and box.h > 0:
            self.image.paste(ink, (box.x, box.y, box.right, box.bottom))

    def frame(self, box: Box, ink: int = 1) -> None:
        """Draw a rectangle's border, inside it."""
        self._draw.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), outline=ink)

    def dotted(self, box: Box, ink: int = 1) -> None:
        """Draw every second pixel of a line that is one pixel wide or one pixel high."""
        for x in range(box.x, box.right, 2 if box.w > 1 else 1):
            for y in range(box.y, box.bottom, 2 if box.h > 1 else 1):
                self._draw.point((x, y), ink)

    def line(self, points: Sequence[tuple[int, int]], ink: int = 1, width: int = 1) -> None:
        """Draw a line through these points, as many pixels wide."""
        self._draw.line(list(points), fill=ink, width=width)

    def soften(self, box: Box, ink: int = 0) -> None:
        """Clear the four corner pixels of a rectangle, which rounds it."""
        for x in (box.x, box.right - 1):
            for y in (box.y, box.bottom - 1):
                self._draw.point((x, y), ink)

    def picture(self, x: int, y: int, mask: Image.Image, ink: int = 1) -> None:
        """Draw through a one-bit mask with its upper left corner at x, y."""
        self.image.paste(ink, (x, y), mask)

    def stamp(self, x: int, y: int, text: str, face: Face, ink: int = 1) -> None:
        """Draw a piece of text with its upper left corner at x, y."""
        self.picture(x, y, fonts.stamp(text, face), ink)
        self._stamps.append(Stamp(x, y, text, face, ink))

    def merge(self, layer: Canvas, box: Box) -> None:
        """Take over a part of another canvas, with all its strings and problems."""
        self.image.paste(layer.image.crop((box.x, box.y, box.right, box.bottom)), (box.x, box.y))
        self._strings += layer._strings
        self._stamps += layer._stamps
        self._problems += layer._problems

    def only_seen(self, first: int = 0) -> None:
        """Leave the strings from this one on to those who see the drawing that they are part of."""
        kept, drawing = self._strings[:first], self._strings[first:]
        seen = [drawn for drawn in drawing if drawn.said is not SpokenAs.HEARD]
        self._strings = kept + [drawn._replace(said=SpokenAs.SEEN) for drawn in seen]

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Make a drawing: its strings are only seen."""
        first = len(self._strings)
        yield
        self.only_seen(first)

    def all_chosen(self) -> None:
        """Let OK take all that was drawn so far."""
        self._strings = [
            drawn._replace(said=SpokenAs.CHOSEN) if drawn.said is SpokenAs.TEXT else drawn
            for drawn in self._strings
        ]

    def write(
        self, x: int, y: int, text: str, height: int = 9, *, said: SpokenAs = SpokenAs.TEXT
    ) -> None:
        """Record a string whose drawing is a picture (a square's icon), `height` rows high."""
        self._strings.append(_DrawnString(y + height // 2, x, text, said))

    def text(
        self,
        box: Box,
        text: str,
        face: Face = Face.SMALL,
        *,
        align: Align = Align.LEFT,
        ink: int = 1,
        apart: bool = False,
        said: SpokenAs = SpokenAs.TEXT,
    ) -> Box:
        """Draw one line at the top of a box, shortened to its width; returns the place it took.

        A text `apart` has pixels of the other ink around its letters: none touches what is beside.
        """
        if not text:
            return Box(box.x, box.y, 0, face.height)
        self._check_glyphs(text, face)
        fitting = self._shortened(text, box.w, face)
        wide = measure(fitting, face)
        x = box.x + _indent(align, box.w - wide)
        if apart:
            self._clear_around(x, box.y, fitting, face, 1 - ink)
        self._put(x, box.y, fitting, face, ink)
        self.write(x, box.y, fitting, face.height, said=said)
        return Box(x, box.y, wide, face.height)

    def tall(
        self,
        box: Box,
        text: str,
        face: Face = Face.LARGE,
        *,
        align: Align = Align.LEFT,
        ink: int = 1,
    ) -> Box:
        """Draw one line with capitals of 20 rows; returns the place it took."""
        if not text:
            return Box(box.x, box.y, 0, fonts.TALL)
        self._check_glyphs(text, face)
        fitting = self._shortened(text, box.w, face)
        wide = measure(fitting, face)
        x = box.x + _indent(align, box.w - wide)
        self.picture(x, box.y, fonts.tall(fitting, face), ink)
        self._stamps.append(Stamp(x, box.y, fitting, face, ink, tall=True))
        self.write(x, box.y, fitting, fonts.TALL)
        return Box(x, box.y, wide, fonts.TALL)

    def lines_of(self, text: str, limit: int, face: Face, most: int) -> int:
        """Return how many lines a text would take, at most `most`."""
        return min(most, len(wrap(text, limit, face)))

    def para(
        self,
        box: Box,
        text: str,
        face: Face = Face.SMALL,
        *,
        pitch: int = 0,
        lines: int = 3,
        align: Align = Align.LEFT,
        ink: int = 1,
    ) -> int:
        """Draw a text in at most `lines` lines, `pitch` rows apart; returns how many it took.

        A screen reader says it as one.
        """
        if not text:
            return 0
        broken = [*wrap(text, box.w, face)]
        said = SpokenAs.TEXT if len(broken) == 1 else SpokenAs.SEEN
        if said is SpokenAs.SEEN:
            self.write(box.x, box.y, text.replace("\n", " "), face.height, said=SpokenAs.HEARD)
        if len(broken) > lines:
            self._problems.append(LayoutProblem(LayoutFault.TALL, text, len(broken), lines))
            broken = [
                *broken[: lines - 1],
                self._cut(f"{broken[lines - 1]}{ELLIPSIS}", box.w, face),
            ]
        for row, line in enumerate(broken):
            place = Box(box.x, box.y + row * (pitch or face.height), box.w, face.height)
            self.text(place, line, face, align=align, ink=ink, said=said)
        return len(broken)

    def _clear_around(self, x: int, y: int, text: str, face: Face, ink: int) -> None:
        for piece, boxed, wide in pieces(text, face):
            if boxed:
                self.fill(Box(x - 1, y - 1, wide + 1, face.base + 3), ink)
            else:
                self.picture(x - 1, y - 1, fonts.edge(piece, face), ink)
            x += wide

    def _put(self, x: int, y: int, text: str, face: Face, ink: int) -> None:
        if BOX_OPEN not in text:
            self.stamp(x, y, text, face, ink)
            return
        for piece, boxed, wide in pieces(text, face):
            if boxed:
                box = Box(x, y, wide - 1, face.base + 1)
                self.fill(box, ink)
                self.soften(box, 1 - ink)
                self.stamp(x + LETTER_MARGIN, y, fonts.boxed(piece, face), face, 1 - ink)
            else:
                self.stamp(x, y, piece, face, ink)
            x += wide

    def _check_glyphs(self, text: str, face: Face) -> None:
        for char in text:
            if char not in (BOX_OPEN, BOX_CLOSE) and not fonts.has(char, face):
                self._problems.append(LayoutProblem(LayoutFault.GLYPH, char, ord(char), ord(char)))

    def _shortened(self, text: str, limit: int, face: Face) -> str:
        wide = measure(text, face)
        if wide <= limit:
            return text
        self._problems.append(LayoutProblem(LayoutFault.WIDE, text, wide, limit))
        return self._cut(f"{text}{ELLIPSIS}", limit, face)

    def _cut(self, text: str, limit: int, face: Face) -> str:
        """Remove letters before the final ellipsis until the text fits."""
        kept = text.removesuffix(ELLIPSIS)
        ending = ELLIPSIS if fonts.has(ELLIPSIS, face) else "."
        while kept and measure(kept.rstrip() + ending, face) > limit:
            kept = kept[:-1]
        return kept.rstrip() + ending if kept else ""
