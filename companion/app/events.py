"""The events of the inbox: everything that can happen to a running companion.

Times (`at`) are seconds on one monotonic clock, the loop's. `panel` names where it came from
("main" for the pins or the simulator, a serial panel's own name otherwise).

The events are named tuples, as views are: a data class takes several times as long to define, and
the first picture waits for this module. Tell them apart by their class: tuples of equal values are
equal.
"""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple, Self

if TYPE_CHECKING:
    from companion.app.game import Game
    from companion.app.journal_entries import SavedGame
    from companion.app.thought_requests import AdviceAnswer
    from companion.book.family_book import NamedResult

MAIN = "main"


class Button(StrEnum):
    """The buttons by meaning, and the one table of what differs between them.

    `mirror` names the button that this one is on a box turned by 180 degrees. `repeats`: it makes
    steps while it is held. `keys` are those of a terminal, by Textual's names, and `label` is drawn
    on the terminal's button; "" draws none: up and down exist on joysticks only.
    """

    LEFT = "left", "right", True, ("left",), "◀ left"
    RIGHT = "right", "left", True, ("right",), "right ▶"
    BACK = "back", "back", False, ("escape", "backspace"), "back"
    OK = "ok", "ok", False, ("enter", "space"), "OK"
    INFO = "info", "info", False, ("i", "I"), "info"
    UP = "up", "down", True, ("up",), ""
    DOWN = "down", "up", True, ("down",), ""

    repeats: bool
    keys: tuple[str, ...]
    label: str
    mirror: str

    def __new__(
        cls,
        name: str,
        mirror: str = "",
        repeats: bool = False,
        keys: tuple[str, ...] = (),
        label: str = "",
    ) -> Self:
        """Make a member of its row; the defaults only allow the look-up by name."""
        button = str.__new__(cls, name)
        button._value_ = name
        button.mirror = mirror or name
        button.repeats = repeats
        button.keys = keys
        button.label = label
        return button

    @property
    def mirrored(self) -> Button:
        """The button that this one is on a box turned by 180 degrees."""
        return Button(self.mirror)


class EdgeSource(Enum):
    """The kind of device that a level comes from; it determines how exact the level is."""

    CONTACT = auto()  # a switch: it bounces
    POINTER = auto()  # a mouse on this computer: exact, without delay
    NETWORK = auto()  # exact but delayed; a button is known to be down until its last edge


class Edge(NamedTuple):
    """A raw level of a button, not debounced; a repeated level changes nothing.

    Drivers may send the level again at any time (resynchronisation after missed edges). From the
    network this is what a hold runs by: it runs until the time of the last edge.
    """

    panel: str
    button: Button
    pressed: bool
    at: float
    source: EdgeSource = EdgeSource.CONTACT


class Held(NamedTuple):
    """A button that was already down when its panel was opened; this is not a press."""

    panel: str
    button: Button
    at: float


class Tap(NamedTuple):
    """A press that has no length: a detent of an encoder, a key of a terminal."""

    panel: str
    button: Button
    at: float


MOST_TYPED: Final = 16  # characters of one event: more than a name has


class Typed(NamedTuple):
    """Characters of a keyboard, at most MOST_TYPED; only where a name is typed do they count."""

    panel: str
    text: str
    at: float


class Tick(NamedTuple):
    """Time has passed and nothing else happened."""

    at: float


class PanelUp(NamedTuple):
    """A panel shows pictures (again): it needs the whole of the present one.

    `seat` is the one that the panel belongs to, None for the table's. A panel that is `upright`
    is a window, not a box: it is never turned for the left-handed. `languages` are the codes that
    its user reads, the best first.
    """

    panel: str
    at: float
    seat: int | None = None
    upright: bool = False
    languages: tuple[str, ...] = ()


class PanelDown(NamedTuple):
    """A panel shows nothing any more (unplugged, broken, no browser left)."""

    panel: str
    at: float


class Notice(NamedTuple):
    """A message about the power supply: `undervoltage`, or `voltage` where it can be read."""

    what: str
    at: float


class PageAddress(NamedTuple):
    """The address of the page for a phone changed: host and port, "" without a network."""

    address: str
    at: float


class Opened(NamedTuple):
    """The journal has read the saved game that a decision chose."""

    game: SavedGame
    at: float


class BookRead(NamedTuple):
    """The finished games of the family book; none while `left` are still to be computed."""

    games: tuple[NamedResult, ...]
    left: int
    at: float


class GameRead(NamedTuple):
    """The saved game whose race shall be shown; None where it cannot be read."""

    game: Game | None
    at: float


class Saved(NamedTuple):
    """The journal has saved what it was given; presses of OK before this moment saw no answer.

    `newest` is the number of the last of the games that were new to it.
    """

    at: float
    newest: int | None = None


class Advised(NamedTuple):
    """The companion has thought about what the session waits for."""

    answer: AdviceAnswer
    at: float


class Stop(NamedTuple):
    """The program is asked to end (a signal, the terminal closed)."""

    at: float


Event = (
    Edge
    | Held
    | Tap
    | Typed
    | Tick
    | PanelUp
    | PanelDown
    | Notice
    | PageAddress
    | Opened
    | BookRead
    | GameRead
    | Saved
    | Advised
    | Stop
)
