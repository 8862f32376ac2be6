"""The drawings of squares, signs and animals as ASCII art: `#` is ink.

Our own work. Squares are 9x9, to stand in a cursor box of 13x13; the others say their own size.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

SQUARES: Final[dict[str, str]] = {
    "S": """
        ##.......
        ##..#....
        ##..##...
        ##..###..
        ##.######
        ##..###..
        ##..##...
        ##..#....
        ##.......
    """,
    "H": """
        .##...##.
        .##...##.
        .##...##.
        ..##.##..
        .#######.
        .#.###.#.
        .#######.
        .###.###.
        ..#####..
    """,
    "C": """
        .....#..#
        .....#.#.
        ......###
        ...###...
        ..####...
        ..##.#...
        .####....
        .##......
        #........
    """,
    "L": """
        ..#####..
        .#.#.#.#.
        #.#.#.#.#
        ##.#.#.##
        #.#.#.#.#
        #..#.#..#
        .#..#..#.
        ..#.#.#..
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


def parse(drawing: str) -> Image.Image:
    """Turn a drawing into a mask of mode "1"."""
    rows = drawing.split()
    bits = bytes(255 * (char == "#") for row in rows for char in row)
    return Image.frombytes("L", (len(rows[0]), len(rows)), bits).convert("1")


@cache
def square(kind: str) -> Image.Image:
    """Give the drawing of a kind of square, by its key ("H", "2", "S")."""
    return parse(SQUARES[kind])


@cache
def sign(name: str) -> Image.Image:
    """Give a sign by its name."""
    return parse(SIGNS[name])
