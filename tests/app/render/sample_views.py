"""One view of each kind of picture, and their variants: drawings for tests."""

from __future__ import annotations

from companion.app.icons import CARROT, FLAG, HARE, LETTUCE, OK, SHIFT, WAIT, boxed
from companion.app.view import (
    BoardPicture,
    Body,
    Card,
    Cell,
    Costs,
    Dark,
    Forced,
    Header,
    Lines,
    Mark,
    Moved,
    No,
    Peek,
    Poster,
    Question,
    Ranked,
    Ranking,
    Row,
    Rows,
    Spelling,
    Standing,
    Strip,
    Sum,
    Track,
)

ANNA = Header("R", "Anna", "3.", "38", "2")
SECRET = Header("Gr", "Nagymama", "6.", "?", "3", unsaved=True)
OPENING = (f"{boxed('B')} 7→12 −15 = 23", f"{boxed('R')} +10{CARROT} 2.")


def cells(kinds: str, marks: str, dots: str = "") -> tuple[Cell, ...]:
    """Draw squares: `kinds` under `marks` (`.` none, lower case the mover's) under `dots` (`.`)."""
    return tuple(
        Cell(kind, () if mark == "." else (Mark(mark.upper(), mark.islower()),), 0, dot == ".")
        for kind, mark, dot in zip(kinds, marks, dots.ljust(len(kinds)), strict=True)
    )


TEN = cells(
    "LT42T3CHTF",
    ".r...B....",
    "  ..  ....",
)
START = (Cell("S", (Mark("R", True),), 4), *cells("HCH3CHLT4", "..B......", " ..  ... "))


def track(below: Lines | Sum | No, cursor: int = 7) -> Track:
    """Make a turn's screen with its finger at this place of the strip."""
    strip = Strip(10, TEN, cursor=cursor, forbidden=isinstance(below, No), fence=8)
    return Track("turn", ANNA, strip, below)


RANKED = tuple(
    Ranked(f"{place}.", letter, name, carrots, lettuces, square, letter == "R")
    for place, (letter, name, carrots, lettuces, square) in enumerate(
        (
            ("B", "Ben", "65", "1", "57"),
            ("R", "Anna", "38", "0", "52"),
            ("W", "Charlotte", "1112", "2", "34"),
            ("Gr", "Cili", "43", "1", "33"),
            ("Y", "Dávid", "27", "3", "12"),
            ("O", "Eszter", "130", "2", "9"),
        ),
        start=1,
    )
)

BODIES: dict[str, Body] = {
    "turn opens": track(Lines(*OPENING), cursor=1),
    "turn hints": track(Lines("Anna begins", "", "back", "forward"), cursor=1),
    "turn allowed": track(Sum(6, True, f"{HARE} Hare", "38−21 =", "17")),
    "turn back": track(Sum(3, False, f"{FLAG} 1/5/6", "1017+30 =", "1047"), cursor=0),
    "turn secret": track(Sum(6, True, f"{HARE} Hare", "costs 21")),
    "turn refused": track(No(9, "Costs 45, you have 38: 8 at most")),
    "turn from Start": Track("turn", SECRET, Strip(0, START, cursor=0), Lines("OK: take 10")),
    "moved": Moved(
        "moved",
        ANNA,
        Strip(10, TEN, was=7),
        f"Anna {boxed('R')}: 6 back,",
        "tortoise #11",
        "next",
        "6 back, tortoise #11",
    ),
    "card": Card(
        "card", ANNA, "Ten", "Take 10, or give 10.", answers=("+10", "−10", "neither"), chosen=1
    ),
    "card with outcome": Card("card", ANNA, "Free ride", "This move is free.", "17 = 17", ok="on"),
    "card with strip": Card(
        "card", ANNA, "Back", "Fall back.", "6 back", ok="on", strip=Strip(10, TEN, was=7)
    ),
    "forced": Forced("forced", ANNA, LETTUCE, "Lettuce", "29+20 = 49", "eat one", OPENING),
    "forced alone": Forced("forced", ANNA, WAIT, "Miss a turn", "", "next player"),
    "forced choice": Forced(
        "forced", ANNA, WAIT, "Miss a turn", "Which?", "", OPENING, ("#11", "#31"), 1
    ),
    "list": Rows(
        "menu",
        "Menu",
        (
            *(Row(text) for text in ("Undo", "Ranking", "Race card", "History", "Correct")),
            Row("Language", "Deutsch"),
            Row("Leave", dim=True),
        ),
        chosen=6,
        right="1978",
        foot="First answer the question",
    ),
    "list to read": Rows("history", "History", tuple(map(Row, "ABCDEFGH")), chosen=None, top=2),
    "ranking": Ranking("ranking", "Ranking", RANKED),
    "ranking of two": Ranking("end", "Anna wins!", RANKED[:2], f"{OK} play again"),
    "race card": Costs("race-card", "Race card", 1, 8, "1/4"),
    "race card's end": Costs("race-card", "Race card", 55, None),
    "question": Question("ask", "Leave?", "The piece goes.", ("no", "yes"), 0, "R"),
    "question opens": Question("ask", "Again?", "Once more?", ("go", "stay"), 1, "R", OPENING),
    "peek": Peek("peek", SECRET, "Only Anna looks", "138", "any press hides it"),
    "spelling": Spelling("spell", "Name", "Szilvi", (*"ABCDEFGHIJ", SHIFT), 3, "OK: letter"),
    "spelling full": Spelling("spell", "Name", "Szilveszte", (*"ABC", SHIFT), 3, "full", full=True),
    "board": BoardPicture("edition", "1978", tuple("SHCH3CHLT42T"), 0, "Yours?", ("yes", "no")),
    "no board": BoardPicture("edition", "None", (), 0, "Copy one", ("make it",), right="cards"),
    "own board": BoardPicture("own", "Own", tuple("SHCH3CHF24LT"), 0, "OK: next", (), cursor=7),
    "standing": Standing("check", ANNA, Strip(10, TEN, cursor=1), "On the tortoise #11", "next"),
    "power on": Poster("power-on", "power-on", "Hare & Tortoise", "1.0"),
    "finish": Poster("end", "finish", "Anna wins!"),
    "trouble": Poster("trouble", "trouble", "Cannot save", "The card is full.", f"{OK} again"),
    "long trouble": Poster(
        "trouble", "trouble", "A save was damaged", "Put aside as damaged-2. Good up to turn 41."
    ),
    "number": Poster("value", "", f"38 {CARROT}", "Anna", "Impossible: so many carrots at once"),
    "dark": Dark(),
}
