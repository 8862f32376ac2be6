"""The drawings of squares, signs and animals as ASCII art: `#` is ink.

Our own work. Squares are 9x9, for a cursor box of 13x13; other sizes are those of the drawings.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from companion.app.render.large_bitmaps import LARGE
from companion.app.text.icons import ICON
from companion.fonts import glyphs

SQUARES: Final[dict[str, str]] = {
    "S": """
        #.......#
        #########
        #.#.#.#.#
        ##.#.#.##
        #########
        #.......#
        #.......#
        #.......#
        #.......#
    """,
    "H": """
        .##...##.
        .##...##.
        .###.###.
        ..##.##..
        .#######.
        ##.###.##
        #########
        .##.#.##.
        ..#####..
    """,
    "C": """
        .......#.
        .....#.##
        .....###.
        ...###...
        ..#####..
        ..##.##..
        .#####...
        .###.....
        ##.......
    """,
    "L": """
        ..#.#.#..
        .#######.
        ##.###.##
        #.#.#.#.#
        ##.###.##
        #.#.#.#.#
        .##.#.##.
        ..#####..
        ...###...
    """,
    "T": """
        .........
        ..####...
        .#.#.##..
        ##.##.###
        #.##.##.#
        ########.
        ########.
        .##..##..
        .##..##..
    """,
    "2": """
        .#####.
        ##...##
        .....##
        ....##.
        ...##..
        ..##...
        .##....
        ##.....
        #######
    """,
    "3": """
        .#####.
        ##...##
        .....##
        .....##
        ..####.
        .....##
        .....##
        ##...##
        .#####.
    """,
    "4": """
        ....##.
        ...###.
        ..####.
        .##.##.
        ##..##.
        #######
        ....##.
        ....##.
        ....##.
    """,
    "F": """
        ##.......
        #####....
        ########.
        #########
        ########.
        #####....
        ##.......
        ##.......
        ##.......
    """,
    "G": """
        ....#....
        ...###...
        ..#####..
        .#######.
        #########
        .##...##.
        .##...##.
        .##...##.
        .##...##.
    """,
}

SIGNS: Final[dict[str, str]] = {
    "no": """
        ...#####...
        .#########.
        .#########.
        ###########
        ##.......##
        ##.......##
        ##.......##
        ###########
        .#########.
        .#########.
        ...#####...
    """,
    "finger": """
        ..#....
        ..####.
        #.#####
        #######
        .#####.
    """,
    "dot": """
        ##
        ##
    """,
    "house": """
        ..#..
        .###.
        #####
        ##.##
        ##.##
    """,
    "0": """
        ###
        #.#
        #.#
        #.#
        ###
    """,
    "1": """
        .#.
        ##.
        .#.
        .#.
        ###
    """,
    "2": """
        ###
        ..#
        ###
        #..
        ###
    """,
    "3": """
        ###
        ..#
        .##
        ..#
        ###
    """,
    "4": """
        #.#
        #.#
        ###
        ..#
        ..#
    """,
    "5": """
        ###
        #..
        ###
        ..#
        ###
    """,
    "6": """
        ###
        #..
        ###
        #.#
        ###
    """,
    "7": """
        ###
        ..#
        ..#
        .#.
        .#.
    """,
    "8": """
        ###
        #.#
        ###
        #.#
        ###
    """,
    "9": """
        ###
        #.#
        ###
        ..#
        ###
    """,
    "forward": """
        #....
        ##...
        ###..
        ####.
        #####
        ####.
        ###..
        ##...
        #....
    """,
    "backward": """
        ....#
        ...##
        ..###
        .####
        #####
        .####
        ..###
        ...##
        ....#
    """,
    "trail": """
        #..
        ##.
        ###
        ##.
        #..
    """,
    "trail back": """
        ..#
        .##
        ###
        .##
        ..#
    """,
}


def parse(drawing: str, *, twice: bool = False) -> Image.Image:
    """Turn a drawing into a mask of mode "1", at twice its size with smooth edges if asked."""
    rows = glyphs.rows(drawing)
    if twice:
        rows = glyphs.doubled(rows)
    bits = bytes(255 * (char == "#") for row in rows for char in row)
    return Image.frombytes("L", (len(rows[0]), len(rows)), bits).convert(
        "1", dither=Image.Dither.NONE
    )


@cache
def square(kind: str, *, twice: bool = False) -> Image.Image:
    """Return the drawing of a kind of square, by its key ("H", "2", "S")."""
    return parse(SQUARES[kind], twice=twice)


@cache
def sign(name: str, *, twice: bool = False) -> Image.Image:
    """Return a sign by its name."""
    return parse(SIGNS[name], twice=twice)


@cache
def large(name: str, *, twice: bool = False) -> Image.Image:
    """Return a large drawing by its name; one that does not exist is the hare."""
    return parse(LARGE.get(name, LARGE["hare"]), twice=twice)


@cache
def of_icon(icon: str) -> Image.Image:
    """Return the large drawing of an icon (glyph or name): its own, or the small one enlarged."""
    name = _name_of(icon)
    return large(name) if name in LARGE or name not in ICON else enlarged(name)


@cache
def enlarged(icon: str) -> Image.Image:
    """Return the small drawing of an icon (glyph or name) at twice its size."""
    return parse(glyphs.DRAWINGS[_name_of(icon)], twice=True)


def _name_of(icon: str) -> str:
    return next((name for name, char in ICON.items() if char == icon), icon)
