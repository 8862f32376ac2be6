"""A rotary encoder on two pins: each detent is a Tap, nothing else (encoder.py reads levels)."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, Held, Tap
from hardware.encoder import Wheel, turn
from hardware.gpio import claim_input, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.ports import Inbox
    from hardware.gpio import Factory, Pin, PinsError

log = logging.getLogger(__name__)


class Knob:
    """A rotary encoder: each detent is a Tap to the left or right."""

    def __init__(
        self,
        factory: Factory,
        pins: tuple[int, int],
        alone: Sequence[Button],
        panel: str,
        inbox: Inbox,
    ) -> None:
        """Claim nothing yet; pins are A and B (BCM), `alone` is what nothing else can press."""
        self._factory = factory
        self._numbers = pins
        self._alone = tuple(alone)
        self._panel = panel
        self._inbox = inbox
        self._wheel = Wheel()
        self._lock = threading.Lock()
        self._is_open = True
        self._edges = 0
        self._pins: list[Pin] = []
        self._levels = [1, 1]
        # gpiozero keeps weak references: what it calls must live here.
        self._phases = [_Phase(number, self._change) for number in range(2)]
        self.fault: PinsError | None = None

    @property
    def is_unsettled(self) -> bool:
        """Tell whether it stands between two detents, or an edge was missed."""
        return self._wheel != Wheel()

    def claim(self, holder: Callable[[int], str]) -> None:
        """Take both pins and their present levels; raises PinsError."""
        self._pins = [
            claim_input(self._factory, pin, "the encoder", holder) for pin in self._numbers
        ]
        self._levels = [int(bool(pin.state)) for pin in self._pins]
        for pin, phase in zip(self._pins, self._phases, strict=True):
            pin.when_changed = phase.change

    def give_up(self, fault: PinsError) -> None:
        """Log once that its pins cannot be had."""
        if self.fault is None:
            log.error("%s", fault)
        self.fault = fault

    def tell_loss(self) -> None:
        """Tell the game which buttons it is without."""
        for button in self._alone:
            self._inbox.put(Held(self._panel, button, self._inbox.now()))

    def recover(self) -> None:
        """Say that an encoder that had no pins has them."""
        if self.fault is not None:
            log.info("the encoder's pins are free")
            for button in self._alone:
                self._inbox.put(Edge(self._panel, button, False, self._inbox.now()))
        self.fault = None

    def read(self) -> None:
        """Read both levels again; an edge that came meanwhile knows better."""
        for number, pin in enumerate(self._pins):
            edges, level = self._edges, int(bool(pin.state))
            with self._lock:
                if edges == self._edges:
                    self._take(number, level, self._inbox.now())

    def close(self) -> None:
        """Put nothing more."""
        self._is_open = False

    def _change(self, number: int, level: int, ticks: float) -> None:
        """Take an edge; on the driver's thread."""
        with self._lock:
            self._edges += 1
            self._take(number, level, stamp(ticks, self._inbox.now()))

    def _take(self, number: int, level: int, at: float) -> None:
        self._levels[number] = level
        self._wheel, step = turn(self._wheel, self._levels[0] << 1 | self._levels[1])
        if step and self._is_open:
            self._inbox.put(Tap(self._panel, Button.RIGHT if step > 0 else Button.LEFT, at))


class _Phase:
    """One of an encoder's two pins: guards its call, which is on the driver's only thread."""

    def __init__(self, number: int, tell: Callable[[int, int, float], None]) -> None:
        self._number = number
        self._tell = tell

    def change(self, ticks: float, level: int) -> None:
        """Take an edge."""
        try:
            self._tell(self._number, int(bool(level)), ticks)
        except Exception:
            log.exception("an edge of the encoder was lost")
