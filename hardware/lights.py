"""Light the lamp of whoever's turn it is: one LED per colour."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

log = logging.getLogger(__name__)


class Led(Protocol):
    """What is used of a gpiozero LED."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""

    def close(self) -> None:
        """Give the pin back."""


class Lights:
    """The lamps by colour ("red", "blue", ...); at most one is lit."""

    def __init__(self, leds: Mapping[str, Led]) -> None:
        """Begin with all out."""
        self._leds = dict(leds)
        self._lit: str | None = None

    def show(self, colour: str | None) -> None:
        """Light this colour's lamp alone; None, or a colour without a lamp, lights none."""
        if colour == self._lit:
            return
        try:
            for name, led in self._leds.items():
                (led.on if name == colour else led.off)()
        except Exception:  # a game does not end because of a lamp
            log.exception("a lamp failed")
        self._lit = colour

    def close(self) -> None:
        """Put all out."""
        self.show(None)
        for led in self._leds.values():
            led.close()
