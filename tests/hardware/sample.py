"""Pictures and clocks for the tests of what shows pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PIL import Image

from companion.app.events import Event, Tick
from companion.app.text.screen_reader import Spoken

if TYPE_CHECKING:
    from companion.shell.inbox import EventQueue


def dots(*lit: tuple[int, int]) -> Image.Image:
    """Make a dark picture with these pixels (x, y) lit."""
    image = Image.new("1", (128, 64))
    for spot in lit:
        image.putpixel(spot, 1)
    return image


@dataclass(frozen=True)
class SamplePicture:
    image: Image.Image = field(default_factory=dots)
    brightness: int = 2
    name: str = "turn"
    texts: tuple[str, ...] = ("Anna", "38")
    chosen: int | None = None
    language: str = "en"
    typed: str | None = None

    @property
    def spoken(self) -> Spoken:
        said = "" if self.chosen is None else f"chosen: {self.texts[self.chosen]}"
        return Spoken(self.language, self.texts, self.chosen, said)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def next_event(inbox: EventQueue, patience_s: float = 20.0) -> Event:
    """Wait for the next event; that none comes is a failure, not a wait for ever."""
    event = inbox.take(inbox.now() + patience_s)
    assert not isinstance(event, Tick), "nothing came"
    return event


def waiting(inbox: EventQueue) -> list[Event]:
    """Take out what is there now."""
    found: list[Event] = []
    while not isinstance(event := inbox.take(until=0.0), Tick):
        found.append(event)
    return found
