"""One view of each kind of picture, and their variants: drawings for tests."""

from __future__ import annotations

from companion.app.message_view import MessageView
from companion.app.text.icons import (
    CARROT,
    FLAG,
    HARE,
    LEFT,
    LETTUCE,
    OK,
    RIGHT,
    SHIFT,
    WAIT,
    boxed,
)
from companion.app.view import (
    BoardView,
    Body,
    CardView,
    DarkView,
    ForcedTurnView,
    HeaderView,
    LinesView,
    ListRow,
    ListView,
    MoveByHandView,
    NameEntryView,
    NextPlayerView,
    PeekView,
    PieceMark,
    PositionView,
    QuestionView,
    RaceCardView,
    RaceLine,
    RaceMark,
    RaceView,
    RankingRow,
    RankingView,
    RefusalView,
    StartingOrderView,
    StripCell,
    StripView,
    SumView,
    TurnView,
)
from companion.rules import cost

RACE = (RaceLine("R", (0, 5, 5, 12)), RaceLine("R", (0,)), RaceLine("B", (0, 0, 3, 64)))


def race_costs(first: int) -> tuple[tuple[int, int], ...]:
    """Return the race card's numbers from so many squares on."""
    return tuple((squares, cost(squares)) for squares in range(first, min(first + 18, 65)))


ANNA = HeaderView("R", "Anna", "3.", "38", "2")
SECRET = HeaderView("Gr", "Nagymama", "6.", "?", "3", unsaved=True)
OPENING = (f"{boxed('B')} 7→12 −15 = 23", f"{boxed('R')} +10{CARROT} 2.")


def cells(kinds: str, marks: str, dots: str = "") -> tuple[StripCell, ...]:
    """Draw squares: `kinds` under `marks` (`.` none, lower case the mover's) under `dots` (`.`)."""
    return tuple(
        StripCell(
            kind, () if mark == "." else (PieceMark(mark.upper(), mark.islower()),), 0, dot == "."
        )
        for kind, mark, dot in zip(kinds, marks, dots.ljust(len(kinds)), strict=True)
    )


TEN = cells(
    "LT42T3CHTF",
    ".r...B....",
    "  ..  ....",
)
START = (StripCell("S", (PieceMark("R", True),), 4), *cells("HCH3CHLT4", "..B......", " ..  ... "))


def track(below: LinesView | SumView | RefusalView, cursor: int = 7) -> TurnView:
    """Return a turn's view with its cursor at this cell of the strip."""
    strip = StripView(10, TEN, cursor=cursor, forbidden=isinstance(below, RefusalView), fence=8)
    return TurnView("turn", ANNA, strip, below)


STANDING = (RaceMark(11, "G"), RaceMark(12, "R", own=True), RaceMark(24, "B"), RaceMark(64, "Y"))
ALL_ON_START = tuple(
    RaceMark(0, letter, letter == "Gr") for letter in ("Gr", "B", "Y", "R", "O", "W")
)

RANKED = tuple(
    RankingRow(f"{place}.", letter, name, carrots, lettuces, square, letter == "R")
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
    "turn opens": track(LinesView(*OPENING), cursor=1),
    "turn hints": track(LinesView("Anna begins", "", "back", "forward"), cursor=1),
    "turn allowed": track(SumView(6, True, f"{HARE} Hare", "38−21 =", "17")),
    "turn back": track(SumView(3, False, f"{FLAG} 1/5/6", "1017+30 =", "1047"), cursor=0),
    "turn secret": track(SumView(6, True, f"{HARE} Hare", "costs 21")),
    "turn refused": track(RefusalView(9, "Costs 45, you have 38: 8 at most")),
    "turn from Start": TurnView(
        "turn", SECRET, StripView(0, START, cursor=0), LinesView("OK: take 10")
    ),
    "next player": NextPlayerView("turn", ANNA, STANDING, "52", LinesView(*OPENING)),
    "next player of six": NextPlayerView(
        "turn", SECRET, ALL_ON_START, "64", LinesView("", f"{OK} go", LEFT, RIGHT)
    ),
    "moved": MoveByHandView(
        "moved",
        ANNA,
        StripView(10, TEN, was=7),
        f"Anna {boxed('R')}: 6 back,",
        "tortoise #11",
        "next",
        "6 back, tortoise #11",
    ),
    "card": CardView(
        "card", ANNA, "Ten", "Take 10, or give 10.", answers=("+10", "−10", "neither"), chosen=1
    ),
    "card with outcome": CardView(
        "card", ANNA, "Free ride", "This move is free.", "17 = 17", ok="on"
    ),
    "card with strip": CardView(
        "card", ANNA, "Back", "Fall back.", "6 back", ok="on", strip=StripView(10, TEN, was=7)
    ),
    "forced": ForcedTurnView("forced", ANNA, LETTUCE, "Lettuce", "29+20 = 49", "eat one", OPENING),
    "forced alone": ForcedTurnView("forced", ANNA, WAIT, "Miss a turn", "", "next player"),
    "forced choice": ForcedTurnView(
        "forced", ANNA, WAIT, "Miss a turn", "Which?", "", OPENING, ("#11", "#31"), 1
    ),
    "list": ListView(
        "menu",
        "Menu",
        (
            *(ListRow(text) for text in ("Undo", "Ranking", "Race card", "History", "Correct")),
            ListRow("Language", "Deutsch"),
            ListRow("Leave", dim=True),
        ),
        chosen=6,
        right="1978",
        foot="First answer the question",
    ),
    "list to read": ListView(
        "history", "History", tuple(map(ListRow, "ABCDEFGH")), chosen=None, top=2
    ),
    "ranking": RankingView("ranking", "Ranking", RANKED),
    "ranking of two": RankingView("end", "Anna wins!", RANKED[:2], f"{OK} play again"),
    "race": RaceView("race", "The race", RACE, (0, 1), 64, "R", "3", "Anna 2. #12"),
    "order": StartingOrderView("book-order", "2 players · 9 games", ((4, 5), (5, 4)), "\ue00a"),
    "order of six": StartingOrderView("book-order", "6 players", ((120, 0, 3, 4, 5, 6),) * 6),
    "no order": StartingOrderView("book-order", "No game is counted", ()),
    "race card": RaceCardView("race-card", "Race card", race_costs(1), 8, "1/4", 36),
    "race card's end": RaceCardView("race-card", "Race card", race_costs(55), None),
    "question": QuestionView("ask", "Leave?", "The piece goes.", ("no", "yes"), 0, "R"),
    "question opens": QuestionView(
        "ask", "Again?", "Once more?", ("go", "stay"), 1, "", ANNA, OPENING
    ),
    "peek": PeekView("peek", SECRET, "Only Anna looks", "138", "any press hides it"),
    "spelling": NameEntryView("spell", "Name", "Szilvi", (*"ABCDEFGHIJ", SHIFT), 3, "OK: letter"),
    "spelling full": NameEntryView(
        "spell", "Name", "Szilveszte", (*"ABC", SHIFT), 3, "full", full=True
    ),
    "board": BoardView("edition", "1978", tuple("SHCH3CHLT42T"), 0, "Yours?", ("yes", "no")),
    "no board": BoardView("edition", "None", (), 0, "Copy one", ("make it",), right="cards"),
    "own board": BoardView("own", "Own", tuple("SHCH3CHF24LT"), 0, "OK: next", (), cursor=7),
    "standing": PositionView(
        "check", ANNA, StripView(10, TEN, cursor=1), "On the tortoise #11", "next"
    ),
    "power on": MessageView("power-on", "power-on", "Hare & Tortoise", "1.0"),
    "finish": MessageView("end", "finish", "Anna wins!"),
    "trouble": MessageView("trouble", "trouble", "Cannot save", "The card is full.", f"{OK} again"),
    "long trouble": MessageView(
        "trouble", "trouble", "A save was damaged", "Put aside as damaged-2. Good up to turn 41."
    ),
    "number": MessageView(
        "value", "", f"38 {CARROT}", "Anna", "Impossible: so many carrots at once"
    ),
    "dark": DarkView(),
}
