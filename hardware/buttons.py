"""Put raw edges of pins into the inbox, without debouncing or repeats (see gestures.py).

lgpio calls back for all buttons in one thread, which an exception would end: each callback does one
guarded `put`. Edges can be missed (lg#18, gpiozero#550): a slow thread reads the levels again and
puts what it finds.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from companion.app.events import MAIN, Button, Edge, Held
from hardware.gpio import PinsError, claim_input, edge_time
from hardware.rotary_encoder import RotaryEncoder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.ports import Inbox
    from hardware.gpio import Factory
    from hardware.rotary_encoder import EncoderPins

log = logging.getLogger(__name__)

POLL_S: Final = 0.25  # period of reading buttons that are down
HANGS_S: Final = 30.0  # without an iteration for so long the thread hangs
SLOW_POLLS: Final = 12  # after so many polls all pins are read, and unavailable ones claimed again


class Buttons:
    """The buttons of one board, from its pins into the inbox; a `Health`.

    A button that is down from the start, or whose pin cannot be claimed, is put as Held: the game
    names it and goes on with the rest. The pin is tried again every few seconds. An encoder serves
    as left and right.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Sequence[tuple[Button, int]],
        inbox: Inbox,
        *,
        encoder: EncoderPins | None = None,
        panel: str = MAIN,
        is_driver_alive: Callable[[], bool] = lambda: True,
        consumer: Callable[[int], str] = lambda _: "",
    ) -> None:
        """Claim the pins (BCM); raises PinsError when no button has a pin.

        A button may have several pins (a joystick's press and a key): it is down while one is.
        """
        self._inbox = inbox
        self._round_at = inbox.now()
        self._is_driver_alive = is_driver_alive
        self._consumer = consumer
        self._pin_buttons = [_PinButton(factory, pin, button, panel, inbox) for button, pin in pins]
        for each in self._pin_buttons:
            each.shared_pins = [one for one in self._pin_buttons if one.button is each.button]
        self.encoder: RotaryEncoder | None = None
        self._parts: list[_PinButton | RotaryEncoder] = [*self._pin_buttons]
        if encoder:
            only_buttons = {Button.LEFT, Button.RIGHT} - {button for button, _ in pins}
            self.encoder = RotaryEncoder(factory, encoder, sorted(only_buttons), panel, inbox)
            self._parts.append(self.encoder)
        self._unavailable = [part for part in self._parts if not _claim(part, consumer)]
        if self._pin_buttons and all(part in self._unavailable for part in self._pin_buttons):
            raise self._pin_buttons[0].error or PinsError(
                "no button has a pin", "name one in [buttons]"
            )
        for part in self._unavailable:
            part.report_loss()
        self._end = threading.Event()
        self._poll = threading.Thread(target=self._run, name="button levels", daemon=True)
        self._poll.start()

    def levels(self) -> None:
        """Read every pin again; put changes, buttons that are down, and each release once more."""
        for part in self._parts:
            if part not in self._unavailable:
                part.read()

    def retry(self) -> None:
        """Try again to claim the pins that were unavailable."""
        self._unavailable = [part for part in self._unavailable if not _claim(part, self._consumer)]

    def alive(self) -> bool:
        """Return whether the driver's thread and our own run, and ours does not hang."""
        hangs = self._inbox.now() - self._round_at > HANGS_S
        return self._poll.is_alive() and self._is_driver_alive() and not hangs

    def close(self) -> None:
        """Put no more events; the factory releases the pins."""
        self._end.set()
        self._poll.join()
        for part in self._parts:
            part.close()

    def _run(self) -> None:
        polls = 0
        while not self._end.wait(POLL_S):
            self._round_at = self._inbox.now()
            polls += 1
            if polls % SLOW_POLLS == 0:
                self.retry()
                self.levels()
            elif self._is_unsettled():
                self.levels()

    def _is_unsettled(self) -> bool:
        return any(part.is_unsettled for part in self._parts)


class _PinButton:
    """One pin (BCM) that a button pulls to ground."""

    def __init__(
        self, factory: Factory, pin: int, button: Button, panel: str, inbox: Inbox
    ) -> None:
        self._factory = factory
        self._pin_number = pin
        self.button = button
        self._panel = panel
        self._inbox = inbox
        self.shared_pins = [self]
        self._lock = threading.Lock()
        self._edges = 0
        self._is_open = True
        self.is_down = False
        self.is_unsettled = False
        self.error: PinsError | None = None

    def claim(self, consumer: Callable[[int], str]) -> None:
        """Claim the pin and read its level; raises PinsError."""
        self._pin = claim_input(self._factory, self._pin_number, self.button, consumer)
        self._pin.when_changed = self.change
        if not self._pin.state:
            self.is_down = True
            self._put(Held(self._panel, self.button, self._inbox.now()))

    def mark_unavailable(self, error: PinsError) -> None:
        """Log once that this pin cannot be claimed."""
        if self.error is None:
            log.error("%s", error)
        self.error = error

    def report_loss(self) -> None:
        """Put the button as Held, unless it has another pin."""
        if all(shared.error is not None for shared in self.shared_pins):
            self._put(Held(self._panel, self.button, self._inbox.now()))

    def mark_available(self) -> None:
        """Log that a pin that was unavailable is claimed."""
        if self.error is not None:
            log.info("GPIO %d (%s) is free", self._pin_number, self.button)
            self.error = None
            self.is_unsettled = True

    def change(self, ticks: float, level: int) -> None:
        """Process an edge; called in the driver's thread."""
        with self._lock:
            self._edges += 1
            self.is_down, self.is_unsettled = not level, True
            self._put_level(edge_time(ticks, self._inbox.now()))

    def read(self) -> None:
        """Read the level again; an edge that came meanwhile is newer and wins."""
        edges, is_down = self._edges, not self._pin.state
        with self._lock:
            if edges != self._edges:
                return
            if is_down or self.is_unsettled or is_down != self.is_down:
                self.is_unsettled = is_down or is_down != self.is_down
                self.is_down = is_down
                self._put_level(self._inbox.now())

    def close(self) -> None:
        """Put no more events."""
        self._is_open = False

    def _put_level(self, at: float) -> None:
        is_down = any(shared.is_down for shared in self.shared_pins)
        self._put(Edge(self._panel, self.button, is_down, at))

    def _put(self, event: Event) -> None:
        if not self._is_open:
            return
        try:
            self._inbox.put(event)
        except Exception:  # an exception here would end lgpio's only thread
            log.exception("an event of a button was lost")


def _claim(part: _PinButton | RotaryEncoder, consumer: Callable[[int], str]) -> bool:
    """Claim the pins of a part, and return whether that was possible."""
    try:
        part.claim(consumer)
    except PinsError as error:
        part.mark_unavailable(error)
        return False
    part.mark_available()
    return True
