"""A rotary encoder on two pins: each detent is a Tap (quadrature.py decodes the levels)."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, Held, Tap
from hardware.gpio import claim_input, edge_time
from hardware.quadrature import QuadratureState, advance, is_detent, transition

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.ports import Inbox
    from hardware.gpio import Factory, Pin, PinsError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EncoderPins:
    """The pins A and B (BCM) of an encoder, and how many transitions it makes a detent."""

    a: int
    b: int
    transitions_per_detent: int = 4


class RotaryEncoder:
    """A rotary encoder: each detent is a Tap of left or right."""

    def __init__(
        self,
        factory: Factory,
        pins: EncoderPins,
        only_buttons: Sequence[Button],
        panel: str,
        inbox: Inbox,
    ) -> None:
        """Claim no pin yet; `only_buttons` are those of left and right that have no own pin."""
        self._factory = factory
        self._numbers = (pins.a, pins.b)
        self._per_detent = pins.transitions_per_detent
        self._only_buttons = tuple(only_buttons)
        self._panel = panel
        self._inbox = inbox
        self._state = QuadratureState()
        self._lock = threading.Lock()
        self._is_open = True
        self._edges = 0
        self._pins: list[Pin] = []
        self._levels = [1, 1]
        # gpiozero keeps weak references to its callbacks: their owners must be kept here.
        self._encoder_pins = [_EncoderPin(number, self._change) for number in range(2)]
        self.position = 0
        self.error: PinsError | None = None

    @property
    def is_unsettled(self) -> bool:
        """Return whether it is between two detents, or an edge was missed."""
        return not is_detent(self._state.levels, self._per_detent)

    def claim(self, consumer: Callable[[int], str]) -> None:
        """Claim both pins and read their levels; raises PinsError."""
        self._pins = [
            claim_input(self._factory, pin, "the encoder", consumer) for pin in self._numbers
        ]
        self._levels = [int(bool(pin.state)) for pin in self._pins]
        self._state = QuadratureState(self._levels[0] << 1 | self._levels[1])
        for pin, encoder_pin in zip(self._pins, self._encoder_pins, strict=True):
            pin.when_changed = encoder_pin.change

    def mark_unavailable(self, error: PinsError) -> None:
        """Log once that its pins cannot be claimed."""
        if self.error is None:
            log.error("%s", error)
        self.error = error

    def report_loss(self) -> None:
        """Put the buttons that the game is without."""
        for button in self._only_buttons:
            self._inbox.put(Held(self._panel, button, self._inbox.now()))

    def mark_available(self) -> None:
        """Release the buttons of an encoder that had no pins before."""
        if self.error is not None:
            log.info("the encoder's pins are free")
            for button in self._only_buttons:
                self._inbox.put(Edge(self._panel, button, False, self._inbox.now()))
        self.error = None

    def read(self) -> None:
        """Read both levels again; an edge that came meanwhile is newer and wins."""
        for number, pin in enumerate(self._pins):
            edges, level = self._edges, int(bool(pin.state))
            with self._lock:
                if edges == self._edges:
                    self._process(number, level, self._inbox.now())

    def close(self) -> None:
        """Put no more events."""
        self._is_open = False

    def _change(self, number: int, level: int, ticks: float) -> None:
        """Process an edge; called in the driver's thread."""
        with self._lock:
            self._edges += 1
            self._process(number, level, edge_time(ticks, self._inbox.now()))

    def _process(self, number: int, level: int, at: float) -> None:
        self._levels[number] = level
        levels = self._levels[0] << 1 | self._levels[1]
        self.position += transition(self._state.levels, levels)
        if levels == self._state.levels:
            return
        self._state, step = advance(self._state, levels, self._per_detent)
        if step and self._is_open:
            self._inbox.put(Tap(self._panel, Button.RIGHT if step > 0 else Button.LEFT, at))


class _EncoderPin:
    """One of an encoder's two pins, whose callback runs in the driver's only thread."""

    def __init__(self, number: int, on_edge: Callable[[int, int, float], None]) -> None:
        self._number = number
        self._on_edge = on_edge

    def change(self, ticks: float, level: int) -> None:
        """Process an edge; an exception would end the driver's thread."""
        try:
            self._on_edge(self._number, int(bool(level)), ticks)
        except Exception:
            log.exception("an edge of the encoder was lost")
