"""The icons by name: private use glyphs of the small font, so that text carries them."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "carrot",
    "lettuce",
    "hare",
    "tortoise",
    "flag",
    "home",
    "start",
    "wait",  # hourglass: misses a turn
    "ok",  # check mark
    "no",  # no-entry sign
    "left",
    "right",
    "up",
    "down",
    "globe",
    "lock",
    "unsaved",  # a struck-out memory card
    "finger",
    "undo",
    "redo",
    "crown",
    "eye",
    "card",  # a hare card's back
    "question",
    "power",
    "dot",
    "shift",  # erase the last letter
    "player",  # the companion plays this seat
)

ICON: Final = {name: chr(0xE000 + number) for number, name in enumerate(NAMES)}

CARROT: Final = ICON["carrot"]
LETTUCE: Final = ICON["lettuce"]
HARE: Final = ICON["hare"]
TORTOISE: Final = ICON["tortoise"]
FLAG: Final = ICON["flag"]
HOME: Final = ICON["home"]
START: Final = ICON["start"]
WAIT: Final = ICON["wait"]
OK: Final = ICON["ok"]
NO: Final = ICON["no"]
LEFT: Final = ICON["left"]
RIGHT: Final = ICON["right"]
UP: Final = ICON["up"]
DOWN: Final = ICON["down"]
GLOBE: Final = ICON["globe"]
LOCK: Final = ICON["lock"]
UNSAVED: Final = ICON["unsaved"]
FINGER: Final = ICON["finger"]
UNDO: Final = ICON["undo"]
REDO: Final = ICON["redo"]
EYE: Final = ICON["eye"]
CARD: Final = ICON["card"]
QUESTION: Final = ICON["question"]
SHIFT: Final = ICON["shift"]
PLAYER: Final = ICON["player"]


# The canvas draws a box around the player's letter between these two characters.
BOX_OPEN: Final = chr(0xE07E)
BOX_CLOSE: Final = chr(0xE07F)
_BRACKETS: Final = str.maketrans({BOX_OPEN: "[", BOX_CLOSE: "]"})


def boxed(letter: str) -> str:
    """Put a player's letter between the characters that mean a box."""
    return f"{BOX_OPEN}{letter}{BOX_CLOSE}"


def spell_icons(text: str) -> str:
    """Write each icon of a text as its name, `<carrot>`, and a boxed letter as `[R]`."""
    named = (f"<{NAMES[n]}>" if 0 <= (n := ord(c) - 0xE000) < len(NAMES) else c for c in text)
    return "".join(named).translate(_BRACKETS)
