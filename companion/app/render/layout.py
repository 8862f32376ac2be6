"""The layout in pixels: the same thing is in the same place on every screen.

The track's screen from the top: header, pieces, squares, cursor, and two lines or what OK would do.
The rows are chosen so that the cursor's move and what is said about it touch few of the panel's
eight-row pages.
"""

from __future__ import annotations

from typing import Final

from companion.app.render.canvas import Box

SCREEN: Final = Box(0, 0, 128, 64)

# The header bar, and its fields: the letter's box grows to the right, the name follows it.
HEADER: Final = Box(0, 0, 128, 10)
HEADER_TEXT: Final = 1  # its first row: accents and tails keep a row of the bar around them
NAME_WIDTH: Final = 51  # a name, or the longest name of a colour
RANK: Final = Box(62, HEADER_TEXT, 14, 9)
CARROTS: Final = Box(79, HEADER_TEXT, 20, 9)
CARROT_ICON: Final = Box(101, HEADER_TEXT, 8, 9)
LETTUCES: Final = Box(111, HEADER_TEXT, 6, 9)
LETTUCE_ICON: Final = Box(119, HEADER_TEXT, 8, 9)

# The strip: ten cells, twelve columns apart; neighbours' cursor boxes share one column.
STRIP: Final = Box(0, 11, 128, 30)
MARKS: Final = Box(0, 11, 128, 10)
CELLS: Final = Box(0, 22, 128, 13)
CELL_LEFT: Final = 3
CELL_PITCH: Final = 12
CELL_SIZE: Final = 13
FEET: Final = Box(0, 35, 128, 5)  # the cursor, or the dots of squares that OK would take

# Below the strip: two lines, or the sum, or the refusal. The capitals of the first line lie in the
# sixth page of the panel, those of the second in the eighth, the figures in the last two.
BELOW: Final = Box(0, 41, 128, 23)
LINE_1: Final = Box(1, 41, 126, 9)
LINE_2: Final = Box(1, 55, 126, 9)
STEPS: Final = Box(0, 46, 29, 18)
SUM_LEFT: Final = 30
REST: Final = Box(73, 46, 55, 18)
SIGN: Final = Box(0, 41, 11, 23)
SIGN_PLATE: Final = Box(0, 54, 11, 10)
REASON: Final = Box(13, 41, 114, 23)
LINE_PITCH: Final = LINE_2.y - LINE_1.y

# The next player: what was done in the bar, letter and name in tall figures, the race, and a line.
BAND: Final = Box(0, 10, 128, 26)  # the first row of tall text is never drawn on
RACE: Final = Box(0, 35, 128, 18)  # two levels of boxed letters
RACE_HOME: Final = 118
RACE_LINE: Final = Box(0, 53, 128, 1)

# What OK does, on all other screens: one row of buttons at the foot.
ANSWERS: Final = Box(0, 54, 128, 10)
ANSWER_GAP: Final = 2

# Texts between header and buttons: all rows, or those that a strip without feet leaves.
BODY: Final = Box(2, 11, 124, 40)
UNDER_STRIP: Final = Box(1, 36, 126, 17)
TEXT_PITCH: Final = 10

# The other pictures that open a turn, below the band: a picture and two lines.
OPENING_ICON: Final = Box(0, 36, 18, 16)
OPENING_TEXT: Final = Box(21, 36, 106, 18)

# Messages: a picture left, words right.
PICTURE: Final = Box(0, 10, 42, 42)
WORDS: Final = Box(44, 12, 82, 39)

# Lists: a title bar and five lines, so far apart that the chosen one's bar touches no letter of the
# others; the foot explains the chosen line and takes the place of the last.
ROW_TOP: Final = 12
ROW_PITCH: Final = 10
FOOT: Final = Box(1, 55, 126, 9)
FOOT_RULE: Final = Box(0, 52, 128, 1)
SCROLL: Final = Box(125, 11, 3, 50)
SCROLL_WITH_FOOT: Final = Box(125, 11, 3, 40)

# Tables: six lines fill the rows below the title.
TABLE_TOP: Final = 11
TABLE_PITCH: Final = 9
