"""Derive the product's faces from the X11 fixed fonts: `python tests/fonts/derive.py [SOURCE]`.

SOURCE is a folder with 6x9.pcf.gz, 6x13B.pcf.gz and 10x20.pcf.gz (Debian's package xfonts-base
installs them; the reader is pcffont from the package index). What is done: a subset of the
characters, columns trimmed to proportional widths with tabular figures, the icons added, a visible
box for unknown characters, and figures of 26 pixels by doubling with smoothed edges (Scale2x).
"""

from __future__ import annotations

import gzip
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pcffont import PcfFont

from companion.app.render import fonts
from companion.app.text import icons
from companion.fonts import glyphs

if TYPE_CHECKING:
    from collections.abc import Iterable

FONTS = Path(glyphs.__file__).parent
SOURCE = Path("/usr/share/fonts/X11/misc")
BOX = 0xFFFD
TYPOGRAPHY = "–—‘’‚“”„†•…‹›€№←↑→↓−≈≠≤≥▲▶▼◀♥"
SUBSET = (
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x180)),
    *map(chr, range(0x400, 0x460)),
    "Ґ",
    "ґ",
    "ẞ",
    *TYPOGRAPHY,
)
FIGURES = "0123456789+-−?.=<>"
# In the source a figure four is wider than the others; this one keeps the figures' common width.
# In the source's bold these are blots that read as H, n or M: opened, two of them one wider.
_CAPITAL = "#....# ##..## ###### #.##.# #.##.# #....# #....# #....# #....#"
OPENED = {
    "M": _CAPITAL,
    "\u041c": _CAPITAL,
    "m": "#####. #.##.# #.##.# #.##.# #.##.# #.##.#",
    "\u043c": "#....# ##..## ###### #.##.# #....# #....#",
    "N": "##...## ##...## ###..## ####.## ##.#### ##..### ##...## ##...## ##...##",
    "\u0418": "##...## ##...## ##..### ##.#### ####.## ###..## ##...## ##...## ##...##",
    "W": "#....# #....# #....# #....# #.##.# #.##.# ###### ##..## #....#",
}
# The source's ring touches its letter: two pixels high, it stands free.
RINGED = "ůŮå"
RING = ("..##..", "..##..", "......")
FOUR = "..#. .##. #.#. #### ..#. ..#."
# A small box has six rows for its letter: Č, Š and Ž, letters of colours, as they stand in boxes.
BOXED = dict(
    zip(
        fonts.BOXED.values(),
        (
            "#..# .##. #..# #... #..# .##.",
            "#..# .##. #... .##. ...# ###.",
            "#.#. .#.. #### ..#. .#.. ####",
        ),
        strict=True,
    )
)
# In the source the question mark, which stands for a secret number, is higher than the figures.
QUESTION = ".##. #..# ..#. .#.. .... .#.."
# In the small face what hangs below the base line takes one row, so that lines stand apart: of
# these the last row goes, of others one of two like rows, or a row of the tail.
HANGING = {"gyўуýÿĝğġŷ_": 5, ",;‚„": 6}
TAIL = 8
J = "..# ... .## ..# ..# ..# ##."

# Czech and Slovak write these with an apostrophe, the source with a caron: base, columns from the
# base's left edge to the apostrophe.
APOSTROPHES = {"\u010f": ("d", 1.25), "\u0165": ("t", 0.75), "\u013e": ("l", 1.0)}

Rows = tuple[str, ...]


@dataclass(frozen=True)
class Glyph:
    """One character: its full-height rows and how far the pen moves on."""

    code: int
    rows: Rows
    advance: int


def source(path: Path) -> dict[str, Rows]:
    """Read a compressed PCF font into full-cell rows of `#` and `.`."""
    font = PcfFont.parse(gzip.decompress(path.read_bytes()))
    encodings, bitmaps = font.bdf_encodings, font.bitmaps
    cells = {}
    for char in SUBSET:
        index = encodings.get(ord("ß" if char == "ẞ" else char))
        if index is not None:
            cells[char] = tuple("".join(".#"[bit] for bit in row) for row in bitmaps[index])
    return cells


def trim(cell: Rows) -> Rows:
    """Cut the empty columns at both sides."""
    inked = [x for x in range(len(cell[0])) if any(row[x] == "#" for row in cell)]
    return tuple(row[inked[0] : inked[-1] + 1] for row in cell) if inked else cell


def apostrophised(cells: dict[str, Rows], *, top: int, high: int, thick: int) -> dict[str, Rows]:
    """Draw ď, ť and ľ as d, t and l with a stroke to their right, `high` rows from `top` on."""
    made = {}
    for letter, (base, share) in APOSTROPHES.items():
        rows = trim(cells[base])
        left = round(len(rows[0]) * share)
        wide = max(len(rows[0]), left + thick)
        made[letter] = tuple(
            row.ljust(left, ".")[:left] + "#" * thick
            if top <= y < top + high
            else row.ljust(wide, ".")
            for y, row in enumerate(rows)
        )
        made[letter] = tuple(row.ljust(wide, ".") for row in made[letter])
    return made


def centred(cell: Rows, width: int) -> Rows:
    """Put trimmed columns in the middle of a fixed width."""
    cell = trim(cell)
    left = (width - len(cell[0])) // 2
    return tuple(("." * left + row).ljust(width, ".") for row in cell)


def proportional(cells: dict[str, Rows], *, space: int, figure: int, gap: int) -> list[Glyph]:
    """Trim all characters to their own width, the figures to a common one."""
    made = []
    for char, cell in cells.items():
        if char in " \u00a0":
            made.append(Glyph(ord(char), tuple("." for _ in cell), space))
        elif char.isdigit() and char.isascii():
            made.append(Glyph(ord(char), centred(cell, figure), figure + gap))
        else:
            made.append(Glyph(ord(char), trim(cell), len(trim(cell)[0]) + gap))
    return made


def box(height: int, ascent: int, width: int) -> Glyph:
    """Draw the visible box that stands for every character the face lacks."""
    frame = ["#" * width, *["#" + "." * (width - 2) + "#"] * (ascent - 3), "#" * width]
    rows = ["." * width, *frame, *["." * width] * (height - ascent)]
    return Glyph(BOX, tuple(rows), width + 1)


def bdf(name: str, height: int, ascent: int, made: Iterable[Glyph]) -> str:
    """Write a face as BDF text, each glyph cropped to its ink."""
    made = sorted(made, key=lambda glyph: glyph.code)
    wide = max(len(glyph.rows[0]) for glyph in made)
    head = [
        "STARTFONT 2.1",
        f"FONT -companion-{name}-medium-r-normal--{height}-{height}0-75-75-p-50-iso10646-1",
        f"SIZE {height} 75 75",
        f"FONTBOUNDINGBOX {wide} {height} 0 {ascent - height}",
        "STARTPROPERTIES 5",
        f"FONT_ASCENT {ascent}",
        f"FONT_DESCENT {height - ascent}",
        f"PIXEL_SIZE {height}",
        f"DEFAULT_CHAR {BOX}",
        'COPYRIGHT "Derived from X11 misc-fixed, public domain; icons: see NOTICE."',
        "ENDPROPERTIES",
        f"CHARS {len(made)}",
    ]
    return "\n".join([*head, *(line for g in made for line in _char(g, ascent)), "ENDFONT", ""])


def _char(glyph: Glyph, ascent: int) -> list[str]:
    inked = [y for y, row in enumerate(glyph.rows) if "#" in row] or [0]
    rows = glyph.rows[inked[0] : inked[-1] + 1]
    wide = len(rows[0])
    digits = (wide + 7) // 8 * 2
    return [
        f"STARTCHAR U+{glyph.code:04X}",
        f"ENCODING {glyph.code}",
        "SWIDTH 500 0",
        f"DWIDTH {glyph.advance} 0",
        f"BBX {wide} {len(rows)} 0 {ascent - 1 - inked[-1]}",
        "BITMAP",
        *(f"{_bits(row, digits * 4):0{digits}X}" for row in rows),
        "ENDCHAR",
    ]


def _bits(row: str, width: int) -> int:
    return int(row.replace(".", "0").replace("#", "1").ljust(width, "0"), 2)


def _icons() -> list[tuple[str, Rows]]:
    return [(code, glyphs.rows(glyphs.DRAWINGS[name])) for name, code in icons.ICON.items()]


def icon(code: str, art: Rows, *, above: int, height: int) -> Glyph:
    """Make a glyph of a drawing, so many empty rows above it."""
    empty = "." * len(art[0])
    rows = (*[empty] * above, *art, *[empty] * (height - above - len(art)))
    return Glyph(ord(code), rows, len(empty) + 2)


def flat(char: str, cell: Rows) -> Rows:
    """Take one row from what hangs below the base line by two."""
    if "#" not in cell[TAIL]:
        return cell
    gone = next((row for chars, row in HANGING.items() if char in chars), TAIL)
    return (*cell[:gone], *cell[gone + 1 :], "." * len(cell[0]))


def drawn_at(top: int, drawn: list[str]) -> Rows:
    """Put a drawing into a cell of the small face."""
    empty = "." * len(drawn[0])
    return (*[empty] * top, *drawn, *[empty] * (9 - top - len(drawn)))


def small(folder: Path) -> str:
    """Make the small face: 9 rows, capitals of 6, the icons in the private use area."""
    cells = source(folder / "6x9.pcf.gz")
    for letter in RINGED:
        cells[letter] = (*RING, *cells[letter][len(RING) :])
    cells = {char: flat(char, cell) for char, cell in cells.items()}
    drawn = BOXED | {"4": FOUR, "?": QUESTION, "j": J}
    cells |= {char: drawn_at(1, rows.split()) for char, rows in drawn.items()}
    cells |= apostrophised(cells, top=1, high=2, thick=1)
    made = proportional(cells, space=3, figure=4, gap=1)
    made += [icon(code, art, above=0, height=9) for code, art in _icons()]
    return bdf("6x9p", 9, 7, [*made, box(9, 7, 5)])


def medium(folder: Path) -> str:
    """Make the bold face for headlines: 13 rows, capitals of 9, the small icons."""
    cells = source(folder / "6x13B.pcf.gz")
    for letter, drawn in OPENED.items():
        rows = drawn.split()
        above = 11 - len(rows)
        empty = "." * len(rows[0])
        cells[letter] = (empty,) * above + tuple(rows) + (empty,) * 2
    cells |= apostrophised(cells, top=2, high=3, thick=2)
    made = proportional(cells, space=4, figure=6, gap=1)
    made += [icon(code, art, above=3, height=13) for code, art in _icons()]
    return bdf("6x13bp", 13, 11, [*made, box(13, 11, 6)])


def large(folder: Path) -> str:
    """Make the large face: 20 rows, capitals and figures of 13, the icons at twice their size."""
    cells = source(folder / "10x20.pcf.gz")
    cells |= apostrophised(cells, top=3, high=4, thick=2)
    made = proportional(cells, space=5, figure=8, gap=1)
    made += [icon(code, glyphs.doubled(art), above=2, height=20) for code, art in _icons()]
    return bdf("10x20p", 20, 16, [*made, box(20, 16, 8)])


def huge(folder: Path) -> str:
    """Make the figures of 26 pixels for large print, from the large face's."""
    cells = source(folder / "10x20.pcf.gz")
    twice = {char: glyphs.doubled(cells[char])[6:34] for char in FIGURES}
    made = proportional(twice, space=8, figure=16, gap=2)
    return bdf("26", 28, 26, [*made, Glyph(32, ("." * 8,) * 28, 8), box(28, 26, 14)])


FACES = {"6x9p": small, "6x13bp": medium, "10x20p": large, "26": huge}


def main() -> None:
    """Write all faces beside their notice."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    for name, make in FACES.items():
        (FONTS / f"{name}.bdf").write_text(make(folder), encoding="ascii")


if __name__ == "__main__":
    main()
