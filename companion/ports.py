"""What the shell needs from the world: small doors that hardware and simulators stand behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL import Image

    from companion.app.events import Event


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


class Picture(Protocol):
    """One frame: the image and how bright the panel shall be."""

    @property
    def image(self) -> Image.Image:
        """The 128x64 image of mode "1", already turned and inverted as set."""

    @property
    def light(self) -> int:
        """The light: 0 dark, 1 dimmed, 2 full."""

    @property
    def name(self) -> str:
        """The screen's name (the README lists them)."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every string drawn, in reading order, icons as glyphs."""


class Health(Protocol):
    """A part that can die: the watchdog is fed only while every one lives."""

    def alive(self) -> bool:
        """Tell whether its thread does its work."""
