"""The whole state of the program: the game, the screens, the settings, the held buttons."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion.app.events import MAIN
from companion.app.gestures import Gestures
from companion.app.states.lists import LanguageScreen
from companion.app.text.catalogue import SOURCE, Texts, texts_in

if TYPE_CHECKING:
    from companion.app.family_book import OpenBook
    from companion.app.game import Game
    from companion.app.gestures import Press
    from companion.app.journal_entries import JournalEntry
    from companion.app.new_game_draft import Draft
    from companion.app.states import Screen
    from companion.app.states.setup import BoardEditScreen
    from companion.app.storage_fault import StorageFault
    from companion.app.thought_requests import Advice, BoardProgress
    from companion.rules import Edition, Setup


class PairingInfo(NamedTuple):
    """What a phone needs to be a panel: the code, and where the page is ("" where unknown).

    `panel` is the name under which it then comes.
    """

    code: str
    at: str = ""
    panel: str = MAIN


@dataclass(frozen=True, slots=True)
class Settings:
    """What the menu sets. Times are in minutes; 0 is never.

    `plain_book`: the family book leaves out the games with a mark.
    """

    language: str = ""
    secret: bool = False
    learning: bool = False
    large: bool = False
    inverted: bool = False
    turned: bool = False
    sound: bool = False
    locked: bool = False
    plain_book: bool = False
    dim: int = 1
    dark: int = 5

    def to_json(self) -> dict[str, Any]:
        """Return the settings as the journal stores them."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Settings:
        """Return the saved settings; one that is unknown or not valid counts as not set."""
        default = cls()
        return cls(
            **{
                f.name: kept[f.name]
                for f in fields(cls)
                if type(kept.get(f.name)) is type(getattr(default, f.name))
                and not (isinstance(kept[f.name], int) and kept[f.name] < 0)
            }
        )


@dataclass(frozen=True, slots=True)
class ConnectedPanel:
    """A panel that shows pictures; `seat` where it belongs to one player.

    One that is `upright` is never turned for the left-handed.
    """

    name: str
    seat: int | None = None
    upright: bool = False


@dataclass(frozen=True, slots=True)
class SavedGameSummary:
    """A saved game as a list shows it; `turns` counts its entries."""

    number: int
    names: tuple[str, ...]
    edition: str
    turns: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Resources:
    """What is loaded at start and added to in play: editions, saved games, names, a secret.

    `edition_data` is the content of the editions that are not built in, by id. `spellings` has the
    name under which another one counts in the family book. `seed_source` is a
    secret that the shell draws at each start; `draws` counts the secrets that were derived from it.
    """

    editions: tuple[Edition, ...] = ()
    edition_data: dict[str, dict[str, Any]] = field(default_factory=dict)
    saved: tuple[SavedGameSummary, ...] = ()
    names: tuple[str, ...] = ()
    spellings: dict[str, str] = field(default_factory=dict)
    seed_source: str = ""
    draws: int = 0
    version: str = ""


class ExitReason(StrEnum):
    """Why the loop stops."""

    STOP = "stop"
    POWER_OFF = "power-off"


class PendingMove(NamedTuple):
    """A piece that is still to be moved by hand: from `square` to `to`; None is off the board."""

    seat: int
    piece: int
    square: int | None
    to: int | None


class Animation(NamedTuple):
    """A small animation, of view.ANIMATION_SECONDS or the trail, and when it began in seconds."""

    name: str
    began: float


@dataclass(frozen=True, slots=True)
class SaveFailure:
    """Journal entries that could not be saved, why, and the number of tries.

    `wanted` is the session that the entries led to. Without entries the store itself could not be
    opened; `wanted` is then a start without it.
    """

    cause: StorageFault
    tries: int
    wanted: Session
    entries: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class PressBefore:
    """The last press of a button that has a length, and what the session had before it.

    `raw` is the press as its panel reported it.
    """

    press: Press
    raw: Press
    stack: tuple[Screen, ...]
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class Session:
    """The whole state of the program; only `update` makes the next one.

    Times are seconds of the events. `board_draft` is a board that was left unfinished. `book` is
    the family book, once its games were read. `owners` are
    the seats of the panels that belong to one player, as the configuration names them. `ok_after`
    is the first time at which OK counts again. `acknowledged` counts the cards of the last decision
    that were confirmed. `advice` is the companion's latest, `unknown_board` the setup
    of a game in which it cannot play, `person_at` the number of decisions after which a person
    decides for it. `unlock_presses` are the last presses
    of the pattern that opens the child lock. `unsaved` are the entries of a game that goes on
    without saving. `is_box` is true where there is something to be unplugged.
    """

    # The game and its screens.
    settings: Settings = field(default_factory=Settings)
    resources: Resources = field(default_factory=Resources)
    stack: tuple[Screen, ...] = (LanguageScreen(),)
    game: Game | None = None
    acknowledged: int = 0
    pending_moves: tuple[PendingMove, ...] = ()
    advice: Advice | None = None
    draft: Draft | None = None
    board_draft: BoardEditScreen | None = None
    book: OpenBook | None = None
    # The companion as a player.
    person_at: int | None = None
    board_progress: BoardProgress | None = None
    unknown_board: Setup | None = None
    # Panels, buttons and time.
    panels: tuple[ConnectedPanel, ...] = ()
    owners: dict[str, int] = field(default_factory=dict)
    gestures: Gestures = field(default_factory=Gestures)
    press_before: PressBefore | None = None
    started_at: float = 0.0
    now: float = 0.0
    last_press_at: float = 0.0
    ok_after: float = float("-inf")
    unlock_presses: tuple[int, ...] = ()
    # What a press sounds and looks like.
    sound: str = ""
    animation: Animation | None = None
    # Storage, the machine and the end.
    save_failure: SaveFailure | None = None
    unsaved: tuple[JournalEntry, ...] = ()
    notices: frozenset[str] = frozenset()
    pairing_info: PairingInfo | None = None
    preferred_language: str = ""
    is_box: bool = False
    ending: ExitReason | None = None

    @property
    def texts(self) -> Texts:
        """The texts in the players' language."""
        return texts_in(self.settings.language or self.preferred_language or SOURCE)

    @property
    def screen(self) -> Screen:
        """The screen that is shown."""
        return self.stack[-1]


@dataclass(frozen=True, slots=True)
class ReadBook:
    """The finished games are to be read for the family book: the answer is `BookRead`."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A saved game is to be read, to look at its race: the answer is `GameRead`."""

    number: int


ReadRequest = ReadBook | ReadGame


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """The session after an event, and the journal entries to append before it counts.

    `reload` asks the shell to read the journal again: the store could not be opened before.
    `reads` is what the shell shall read; the answer is an event.
    """

    session: Session
    entries: tuple[JournalEntry, ...] = ()
    reload: bool = False
    reads: ReadRequest | None = None


S = TypeVar("S", bound="Screen")


def screen_as(session: Session, kind: type[S]) -> S:
    """Return the screen that is shown. Raise LookupError where it is of another kind."""
    screen = session.screen
    if isinstance(screen, kind):
        return screen
    raise LookupError(f"{screen.id} is shown")


def replace_screen(session: Session, screen: Screen) -> Session:
    """Replace the screen that is shown by its next state or by another screen."""
    return replace(session, stack=(*session.stack[:-1], screen))


def open_screen(session: Session, screen: Screen) -> Session:
    """Open a screen above the present one."""
    return replace(session, stack=(*session.stack, screen))


def close_screen(session: Session, count: int = 1) -> Session:
    """Close the topmost screens; the lowest always stays."""
    return replace(session, stack=session.stack[: max(1, len(session.stack) - count)])
