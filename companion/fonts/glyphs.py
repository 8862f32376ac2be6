"""The small icons as drawings, eight rows each: they become glyphs of the small face.

The keys are the names of `companion.app.text.icons.NAMES`; `#` is ink. The first row lies on the
ascender's row (one above the capitals), the eighth one row below the base line.
"""

from __future__ import annotations

from typing import Final

DRAWINGS: Final[dict[str, str]] = {
    "carrot": """
        .....#.#
        ......##
        ...##.##
        ..#.##..
        .####...
        .##.#...
        ###.....
        #.......
    """,
    "lettuce": """
        ..##.##.
        .######.
        ##.#.###
        .##.#.#.
        ###.####
        .#.#.##.
        .##.##..
        ..###...
    """,
    "hare": """
        .#...#.
        .#...#.
        .##.##.
        .#####.
        ##.#.##
        #######
        .##.##.
        ..###..
    """,
    "tortoise": """
        .........
        ..####...
        .#.#.#.##
        #.#.#.##.
        ########.
        .#######.
        .##...##.
        .........
    """,
    "flag": """
        ##......
        #####...
        ########
        #####...
        ##......
        #.......
        #.......
        #.......
    """,
    "home": """
        ...##...
        ..####..
        .######.
        ########
        .#....#.
        .#.##.#.
        .#.##.#.
        .##..##.
    """,
    "start": """
        #.....#
        #######
        #.#.#.#
        ##.#.##
        #######
        #.....#
        #.....#
        #.....#
    """,
    "wait": """
        #######
        .#...#.
        .#####.
        ..###..
        ...#...
        ..#.#..
        .#.#.#.
        #######
    """,
    "ok": """
        ........
        .......#
        ......##
        #....##.
        ##..##..
        .####...
        ..##....
        ........
    """,
    "no": """
        ..####..
        .######.
        ########
        #......#
        #......#
        ########
        .######.
        ..####..
    """,
    "left": """
        ...#
        ..##
        .###
        ####
        .###
        ..##
        ...#
        ....
    """,
    "right": """
        #...
        ##..
        ###.
        ####
        ###.
        ##..
        #...
        ....
    """,
    "up": """
        .......
        .......
        ...#...
        ..###..
        .#####.
        #######
        .......
        .......
    """,
    "down": """
        .......
        .......
        #######
        .#####.
        ..###..
        ...#...
        .......
        .......
    """,
    "globe": """
        ..####..
        .#.##.#.
        #.#..#.#
        ########
        #.#..#.#
        #.#..#.#
        .#.##.#.
        ..####..
    """,
    "lock": """
        ..###..
        .#...#.
        .#...#.
        #######
        ###.###
        ###.###
        #######
        .......
    """,
    "unsaved": """
        ..####.#
        .#....#.
        #....#.#
        #...#..#
        #..#...#
        #.#....#
        .#.....#
        #.#####.
    """,
    "finger": """
        ..#.....
        .#.#....
        .#.##...
        .#.#.##.
        ##.#.#.#
        #......#
        .#.....#
        ..#####.
    """,
    "undo": """
        ..#.....
        .##.....
        ######..
        .##...#.
        ..#...#.
        ......#.
        ..####..
        ........
    """,
    "redo": """
        .....#..
        .....##.
        ..######
        .#...##.
        .#...#..
        .#......
        ..####..
        ........
    """,
    "crown": """
        ...#...
        #..#..#
        ##.#.##
        #######
        #######
        .......
        #######
        .......
    """,
    "eye": """
        ........
        ..####..
        .#.##.#.
        #..##..#
        .#.##.#.
        ..####..
        ........
        ........
    """,
    "card": """
        .#####.
        ##.#.##
        ##.#.##
        ##...##
        #.....#
        #.....#
        ##...##
        .#####.
    """,
    "question": """
        .#####.
        ##...##
        #####.#
        ###..##
        ###.###
        #######
        ###.###
        .#####.
    """,
    "power": """
        ...#...
        .#.#.#.
        #..#..#
        #..#..#
        #.....#
        .#...#.
        ..###..
        .......
    """,
    "dot": """
        ..
        ..
        ..
        ##
        ##
        ..
        ..
        ..
    """,
    "shift": """
        ........
        ..######
        .#.....#
        #..#.#.#
        #...#..#
        #..#.#.#
        .#.....#
        ..######
    """,
    "player": """
        ...#...
        .#####.
        #.###.#
        #######
        #.....#
        .#####.
        #######
        ##...##
    """,
}


def rows(drawing: str) -> tuple[str, ...]:
    """Split a drawing into its rows, all of one width."""
    return tuple(drawing.split())


def doubled(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Enlarge twofold with smooth diagonals (the Scale2x rule)."""
    high, wide = len(rows), len(rows[0])

    def at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= x < wide and 0 <= y < high else "."

    made: list[str] = []
    for y in range(high):
        upper, lower = "", ""
        for x in range(wide):
            up, left, right, down = at(x, y - 1), at(x - 1, y), at(x + 1, y), at(x, y + 1)
            here, flat = at(x, y), up == down or left == right
            upper += here if flat or left != up else left
            upper += here if flat or up != right else right
            lower += here if flat or left != down else left
            lower += here if flat or down != right else right
        made += [upper, lower]
    return tuple(made)
