"""The content of a picture, without pixels: one class for each kind of picture.

Screens build these, `render` draws them. Every text is already in the players' language; icons are
glyphs of `icons`. They are named tuples, which are quick to define: the first picture waits for the
import of this module. Where a text may not fit, the renderer shortens it and reports that.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.app.message_view import MessageView


class HeaderView(NamedTuple):
    """Whose turn it is: boxed letter, name, rank ("3."), carrots and lettuces ("?" where secret).

    `unsaved` shows the struck-out memory card: the game is not being saved.
    """

    letter: str
    name: str
    rank: str = ""
    carrots: str = ""
    lettuces: str = ""
    unsaved: bool = False


class PieceMark(NamedTuple):
    """A piece over a square: its owner's letter; the mover's own are filled."""

    letter: str
    own: bool = False


class StripCell(NamedTuple):
    """One square of the strip: `kind` is a key of rules.Kind ("H", "2", "S", ...).

    `marks` are the pieces on it (Start and Home: the mover first, the number of others in `more`).
    `dot`: OK would accept this square.
    """

    kind: str
    marks: tuple[PieceMark, ...] = ()
    more: int = 0
    dot: bool = False


class StripView(NamedTuple):
    """Ten squares of the track from square `first`.

    `cursor` is the index 0..9 of the chosen square or None, `forbidden` outlines that square in
    place of filling it, `bare` shows the cursor alone: OK does nothing there.
    `fence` is the index of the last cell the carrots reach (the dotted line stands after it), None
    where it is outside the strip or hidden. `was` marks the index where a moved piece came from.
    `behind` and `ahead` are the letters of the pieces outside, the nearest first; `home` is the
    index of the own square and the number of squares from it to Home.
    """

    first: int
    cells: tuple[StripCell, ...]
    cursor: int | None = None
    forbidden: bool = False
    fence: int | None = None
    was: int | None = None
    bare: bool = False
    behind: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    home: tuple[int, str] | None = None


class LinesView(NamedTuple):
    """Two text lines under the strip: what the last player did, what this one's squares paid.

    `left`/`right` are the hints at the outer ends of the second line (arrows are added).
    """

    first: str = ""
    second: str = ""
    left: str = ""
    right: str = ""


class SumView(NamedTuple):
    """What OK would do here: `steps` and `rest` in the large figures, `steps` with its direction.

    `place` is the kind of the square in words with its icon, `sum` the calculation up to the equals
    sign ("38-21 ="), `rest` what is left ("17"; "" where it may not be shown).
    """

    steps: int
    forward: bool
    place: str
    sum: str
    rest: str = ""


class RefusalView(NamedTuple):
    """A no-entry sign with the count under it and the reason in at most two lines.

    `blink` counts refused presses of OK: an odd one draws the sign inverted.
    """

    steps: int
    reason: str
    blink: int = 0


class TurnView(NamedTuple):
    """The turn: header, strip and what is below."""

    name: str
    header: HeaderView
    strip: StripView
    below: LinesView | SumView | RefusalView


class RaceMark(NamedTuple):
    """A piece on the race line; the mover's own are filled."""

    square: int
    letter: str
    own: bool = False


class NextPlayerView(NamedTuple):
    """The first picture of a turn: who is next, the whole race, what was done, what OK does.

    `race` has the pieces from the last to the first, `trail` the way of the one that moved last, as
    its first and last square; `home` is the number of squares to Home.
    """

    name: str
    header: HeaderView
    race: tuple[RaceMark, ...]
    home: str
    below: LinesView
    trail: tuple[int, int] | None = None


class MoveByHandView(NamedTuple):
    """A piece that the device moved (or undo, redo, correct did), or a hint: strip, lines, OK.

    `brief` is what the two lines say without the player's name, for large print, which shows it.
    """

    name: str
    header: HeaderView
    strip: StripView
    first: str
    second: str
    ok: str
    brief: str


class CardView(NamedTuple):
    """A hare card: its text in at most three lines, its outcome, its question.

    `strip` stands where the card moved a piece and the text leaves room for it. `answers` are the
    buttons in the last row, `chosen` the index that OK takes; without answers `ok` says what OK
    does.
    """

    name: str
    header: HeaderView | None
    title: str
    text: str
    outcome: str = ""
    answers: tuple[str, ...] = ()
    chosen: int = 0
    ok: str = ""
    strip: StripView | None = None


class ForcedTurnView(NamedTuple):
    """A turn without a choice: a large icon, the headline, the sum, the target, and OK.

    `lines` are the two lines of every screen that opens a turn. `options` are two pieces where
    either may serve, `chosen` the index that left and right move; they stand in the place of `ok`.
    """

    name: str
    header: HeaderView
    icon: str
    headline: str
    sum: str
    ok: str
    lines: tuple[str, str] = ("", "")
    options: tuple[str, ...] = ()
    chosen: int = 0


class ListRow(NamedTuple):
    """One line of a list: text left, value right; a dim row cannot be chosen and says why.

    Where each line of a list has an `icon`, all texts begin in one column.
    """

    text: str
    value: str = ""
    dim: bool = False
    icon: str = ""


class ListView(NamedTuple):
    """A list with a title bar, the chosen row inverted, a scroll bar where it is long.

    `chosen` None: the list is to be read, not chosen from (left and right scroll to `top`).
    `foot` is one line at the bottom that explains the chosen row.
    """

    name: str
    title: str
    rows: tuple[ListRow, ...]
    chosen: int | None = 0
    top: int = 0
    right: str = ""
    foot: str = ""


class RankingRow(NamedTuple):
    """One line of the ranking; `mine` inverts it (whose turn it is)."""

    rank: str
    letter: str
    name: str
    carrots: str
    lettuces: str
    square: str
    mine: bool = False


class RankingView(NamedTuple):
    """All players in one picture; the columns are icons, `foot` is one line at the end.

    The final ranking has a `headline`, the whole sentence about who won, and counts `turns` in its
    last column: this is the word over it. It has no lettuces.
    """

    name: str
    title: str
    rows: tuple[RankingRow, ...]
    foot: str = ""
    turns: str = ""
    headline: str = ""


class RaceLine(NamedTuple):
    """The squares of a piece after each decision, and the letter of its owner."""

    letter: str
    squares: tuple[int, ...]


class RaceView(NamedTuple):
    """The race so far: a line a piece over the decisions; the lines numbered `chosen` are solid.

    `top` is the square of Home. The bar has the chosen player's `letter`, the title and `right`,
    the foot the player in words.
    """

    name: str
    title: str
    lines: tuple[RaceLine, ...]
    chosen: tuple[int, ...]
    top: int
    letter: str = ""
    right: str = ""
    foot: str = ""


class StartingOrderView(NamedTuple):
    """Starting order against finishing order: `rows[start][place]` counts, both from 0."""

    name: str
    title: str
    rows: tuple[tuple[int, ...], ...]
    right: str = ""


class RaceCardView(NamedTuple):
    """The race card: numbers of squares with their costs, in columns.

    `reach` is the most squares that can be paid, None where that may not be shown, and `reach_cost`
    their cost in carrots.
    """

    name: str
    title: str
    costs: tuple[tuple[int, int], ...]
    reach: int | None
    right: str = ""
    reach_cost: int = 0


class QuestionView(NamedTuple):
    """A question with its consequences in at most three lines, and its answers side by side.

    `letter` is boxed in the bar. Where a question opens a turn, `header` says whose it is, and
    `lines` are the two lines of every such screen; the text then has two lines.
    """

    name: str
    title: str
    text: str
    answers: tuple[str, ...]
    chosen: int = 0
    letter: str = ""
    header: HeaderView | None = None
    lines: tuple[str, str] = ("", "")


class PeekView(NamedTuple):
    """One player's secret: the stock in the largest figures."""

    name: str
    header: HeaderView
    headline: str
    carrots: str
    foot: str


class NameEntryView(NamedTuple):
    """Name entry: what is typed, the alphabet as a wheel around `chosen`, what OK and back do."""

    name: str
    title: str
    typed: str
    wheel: tuple[str, ...]
    chosen: int
    foot: str
    full: bool = False


class BoardView(NamedTuple):
    """An edition by its first twelve squares, and the question whether the board begins so.

    `right` is something short at the end of the bar (cards or chart). Without squares the line
    stands alone. `cursor` is the square under change when a family's own board is made, else None.
    """

    name: str
    title: str
    kinds: tuple[str, ...]
    first: int
    line: str
    answers: tuple[str, ...]
    chosen: int = 0
    cursor: int | None = None
    right: str = ""


class PositionView(NamedTuple):
    """Check the board: one piece, where it stands, with its strip and its seat's stock."""

    name: str
    header: HeaderView
    strip: StripView
    text: str
    foot: str


class DarkView(NamedTuple):
    """A dark panel."""

    name: str = "dark"


# The animations that fill the panel by name, and how long each lasts in seconds.
ANIMATION_SECONDS: Final = {
    "card": 0.5,
    "finish": 3.0,
    "power-on": 0.9,
}

Body = (
    TurnView
    | NextPlayerView
    | MoveByHandView
    | CardView
    | ForcedTurnView
    | ListView
    | RankingView
    | RaceView
    | StartingOrderView
    | RaceCardView
    | QuestionView
    | PeekView
    | NameEntryView
    | BoardView
    | PositionView
    | MessageView
    | DarkView
)


class View(NamedTuple):
    """One picture: what is on it and how the panel shows it.

    `brightness` 0 dark, 1 dimmed, 2 full; `shift` is the pixel shift (0 or 1 columns) when dimmed;
    `animation` is a key of ANIMATION_SECONDS and the age in seconds of that animation, which is
    drawn over the body. `language` is that of the texts.
    """

    body: Body
    brightness: int = 2
    shift: int = 0
    inverted: bool = False
    turned: bool = False
    large: bool = False
    animation: tuple[str, float] | None = None
    language: str = "en"
