"""One LED a colour: light that of the player whose turn it is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

log = logging.getLogger(__name__)


class Led(Protocol):
    """What is used of a gpiozero LED."""

    def on(self) -> None:
        """Switch it on."""

    def off(self) -> None:
        """Switch it off."""

    def close(self) -> None:
        """Release the pin."""


class Lights:
    """The LEDs by colour ("red", "blue", ...); at most one is on."""

    def __init__(self, leds: Mapping[str, Led]) -> None:
        """Start with all off."""
        self._leds = dict(leds)
        self._lit: str | None = None

    def show(self, colour: str | None) -> None:
        """Switch on only this colour's LED; none for None or a colour without an LED."""
        if colour == self._lit:
            return
        try:
            for name, led in self._leds.items():
                (led.on if name == colour else led.off)()
        except Exception:  # a broken LED must not end the game
            log.exception("an LED failed")
        self._lit = colour

    def close(self) -> None:
        """Switch all off and release their pins."""
        self.show(None)
        for led in self._leds.values():
            led.close()
