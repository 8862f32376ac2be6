"""The interfaces of the shell to displays, inputs, storage and players, as protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion import CompanionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from companion.app.events import Event
    from companion.app.journal_entries import JournalEntry, SavedGame, SavedState
    from companion.app.storage_fault import StorageFault
    from companion.app.text.screen_reader import Spoken
    from companion.app.thought_requests import AdviceAnswer, AdviceRequest


class Inbox(Protocol):
    """Where every driver's thread puts its events and the loop alone takes them out."""

    def put(self, event: Event) -> None:
        """Hand an event over from any thread, at once and without ever raising."""

    def take(self, until: float | None) -> Event:
        """Wait for the next event; a Tick when `until` (seconds, monotonic) comes first."""

    def now(self) -> float:
        """Read the clock of all events, in seconds."""


class Display(Protocol):
    """A panel's picture: `show` hands the newest over and returns at once; a thread sends it."""

    panel: str

    def show(self, picture: Picture) -> None:
        """Show this picture next; one that was not yet sent is dropped. Never raises."""

    def close(self) -> None:
        """Leave the last picture (or darkness, as configured) and give the device back."""


class Frame(Protocol):
    """What a panel of pixels needs: the image and how bright the panel shall be."""

    @property
    def image(self) -> Image.Image:
        """The 128x64 image of mode "1", already turned and inverted as set."""

    @property
    def brightness(self) -> int:
        """How bright the panel is: 0 dark, 1 dimmed, 2 full."""


class Picture(Frame, Protocol):
    """One frame with what it says."""

    @property
    def name(self) -> str:
        """The screen's name (companion/README.md lists them)."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every string drawn, in reading order, icons as glyphs."""

    @property
    def typed(self) -> str | None:
        """What is entered of a name, where a keyboard may type it; elsewhere None."""

    @property
    def spoken(self) -> Spoken:
        """The picture in words, for screen readers."""


class Signals(Protocol):
    """Signals beside the panels: a buzzer, and an LED for each colour."""

    def sound(self, name: str) -> None:
        """Make a sound (app.sounds). Returns at once, never raises."""

    def turn(self, colour: str | None) -> None:
        """Switch on the LED of the colour whose turn it is; None switches all off. Never raises."""


class _Silence:
    def sound(self, name: str) -> None:
        """Make none."""

    def turn(self, colour: str | None) -> None:
        """Switch on none."""


SILENCE: Signals = _Silence()


class Thinker(Protocol):
    """Computes the hints and decisions that the session waits for, in short steps."""

    def step(self, request: AdviceRequest) -> AdviceAnswer | None:
        """Think one short step further; return the answer once there is one."""


class Speaker(Protocol):
    """A part that plays the sounds of the presses; it may have a switch of its own."""

    def play(self, sound: str, *, is_on: bool) -> None:
        """Make a sound; `is_on` is what the players' settings say. Returns at once."""


class SharedFile(NamedTuple):
    """A file that a page offers for download."""

    name: str
    content: bytes


class SharedGame(Protocol):
    """The files of the game that a page offers. May be called from any thread."""

    def has_game(self) -> bool:
        """Return whether there is a game."""

    def picture(self) -> SharedFile | None:
        """Return the result as a PNG; None without a game."""

    def record(self) -> SharedFile | None:
        """Return the record (spec/record.md); None without a game and while it is secret."""


class Health(Protocol):
    """A part whose thread can end: the watchdog is fed only while all of them run."""

    def alive(self) -> bool:
        """Return whether its thread does its work."""


class JournalError(CompanionError, OSError):
    """Nothing can be saved (or read): `cause` says why, the text names the path and the fix."""

    def __init__(self, cause: StorageFault, text: str) -> None:
        """Take a sentence for the log as `text`; the screen has its own words for `cause`."""
        super().__init__(text)
        self.cause = cause


class Journal(Protocol):
    """Where entries are stored: what `append` has returned from outlasts a power cut."""

    def load(self) -> SavedState:
        """Open (or open again) and read what is stored. Raises JournalError; may be tried again."""

    def game(self, number: int) -> SavedGame:
        """Read a saved game whole. Raises JournalError, KeyError for an unknown number."""

    def finished(self) -> dict[int, str]:
        """Return the finished games by number, each with a text that changes when the game does.

        Raises JournalError.
        """

    def read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        """Read some saved games whole, unknown numbers left out. Raises JournalError."""

    def append(self, *entries: JournalEntry) -> int | None:
        """Append all of them in one commit, or none; return the number of the current game.

        Raises JournalError. After it the same entries may be handed over again, alone or followed
        by more, or others in their place: what had been stored after all is replaced by them.
        """

    def close(self) -> None:
        """Write all back and release the journal. Never raises."""
