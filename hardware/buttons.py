"""Put raw edges of pins into the inbox: no debounce, no repeats, nothing else (see gestures.py).

lgpio calls for all buttons on one thread, and an exception there ends it for good: each callback
does one guarded `put`. Edges can be missed (lg#18, gpiozero#550): a slow thread reads the levels
again and puts what it finds.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from companion.app.events import MAIN, Button, Edge, Held
from hardware.gpio import PinsError, claim_input, stamp
from hardware.knob import Knob

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.ports import Inbox
    from hardware.gpio import Factory

log = logging.getLogger(__name__)

POLL_S: Final = 0.25  # so often a button that is believed to be down is read again
HANGS_S: Final = 30.0  # reading pins takes microseconds: a round this long ago hangs
SLOW_POLLS: Final = 12  # and after so many polls every pin, and pins that somebody held are tried


class Buttons:
    """The buttons of one board, from its pins into the inbox; a `Health`.

    A button that is down from the start, or whose pin somebody else holds, is put as Held: the game
    names it and plays on with the rest. The pin is tried again every few seconds. An encoder stands
    for left and right, where these have no pins of their own.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Sequence[tuple[Button, int]],
        inbox: Inbox,
        *,
        encoder: tuple[int, int] | None = None,
        panel: str = MAIN,
        is_driver_alive: Callable[[], bool] = lambda: True,
        holder: Callable[[int], str] = lambda _: "",
    ) -> None:
        """Claim the pins (BCM; an encoder's A and B); raises PinsError when no button can be had.

        A button may have several pins (a joystick's press and a key): it is down while one is.
        """
        self._inbox = inbox
        self._round_at = inbox.now()
        self._is_driver_alive = is_driver_alive
        self._holder = holder
        self._keys: list[_Key] = []
        for button, pin in pins:
            self._keys.append(_Key(factory, pin, button, panel, inbox))
            twins = [key for key in self._keys if key.button is button]
            for key in twins:
                key.twins = twins
        self._parts: list[_Key | Knob] = [*self._keys]
        if encoder:
            alone = {Button.LEFT, Button.RIGHT} - {key.button for key in self._keys}
            self._parts.append(Knob(factory, encoder, sorted(alone), panel, inbox))
        self._lost = [part for part in self._parts if not _claim(part, holder)]
        if self._keys and all(key in self._lost for key in self._keys):
            raise self._keys[0].fault or PinsError("no button has a pin", "name one in [buttons]")
        for part in self._lost:
            part.tell_loss()
        self._end = threading.Event()
        self._poll = threading.Thread(target=self._run, name="button levels", daemon=True)
        self._poll.start()

    def levels(self) -> None:
        """Read every pin again and put what is news, what is down, and each release once more."""
        for part in self._parts:
            if part not in self._lost:
                part.read()

    def retry(self) -> None:
        """Try the pins again that somebody else held."""
        self._lost = [part for part in self._lost if not _claim(part, self._holder)]

    def alive(self) -> bool:
        """Tell whether both the driver's thread and our own live, and ours does not hang."""
        hangs = self._inbox.now() - self._round_at > HANGS_S
        return self._poll.is_alive() and self._is_driver_alive() and not hangs

    def close(self) -> None:
        """Put nothing more; the pins themselves go back with their factory."""
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


class _Key:
    """One button on one pin, which it pulls to ground (BCM number)."""

    def __init__(
        self, factory: Factory, pin: int, button: Button, panel: str, inbox: Inbox
    ) -> None:
        self._factory = factory
        self._pin_number = pin
        self.button = button
        self._panel = panel
        self._inbox = inbox
        self.twins = [self]
        self._lock = threading.Lock()
        self._edges = 0
        self._is_open = True
        self.is_down = False
        self.is_unsettled = False
        self.fault: PinsError | None = None

    def claim(self, holder: Callable[[int], str]) -> None:
        """Take the pin and its present level; raises PinsError."""
        self._pin = claim_input(self._factory, self._pin_number, self.button, holder)
        self._pin.when_changed = self.change
        if not self._pin.state:
            self.is_down = True
            self._put(Held(self._panel, self.button, self._inbox.now()))

    def give_up(self, fault: PinsError) -> None:
        """Log once that this pin cannot be had."""
        if self.fault is None:
            log.error("%s", fault)
        self.fault = fault

    def tell_loss(self) -> None:
        """Tell the game, unless the button has another pin."""
        if all(twin.fault is not None for twin in self.twins):
            self._put(Held(self._panel, self.button, self._inbox.now()))

    def recover(self) -> None:
        """Say that a button that had no pin has one."""
        if self.fault is not None:
            log.info("GPIO %d (%s) is free", self._pin_number, self.button)
            self.fault = None
            self.is_unsettled = True

    def change(self, ticks: float, level: int) -> None:
        """Take an edge; on the driver's thread."""
        with self._lock:
            self._edges += 1
            self.is_down, self.is_unsettled = not level, True
            self._put_level(stamp(ticks, self._inbox.now()))

    def read(self) -> None:
        """Read the level again; an edge that came meanwhile knows better."""
        edges, is_down = self._edges, not self._pin.state
        with self._lock:
            if edges != self._edges:
                return
            if is_down or self.is_unsettled or is_down != self.is_down:
                self.is_unsettled = is_down or is_down != self.is_down
                self.is_down = is_down
                self._put_level(self._inbox.now())

    def close(self) -> None:
        """Put nothing more."""
        self._is_open = False

    def _put_level(self, at: float) -> None:
        is_down = any(key.is_down for key in self.twins)
        self._put(Edge(self._panel, self.button, is_down, at))

    def _put(self, event: Event) -> None:
        if not self._is_open:
            return
        try:
            self._inbox.put(event)
        except Exception:  # an inbox never raises, but if it did, lgpio's only thread would end
            log.exception("an event of a button was lost")


def _claim(part: _Key | Knob, holder: Callable[[int], str]) -> bool:
    """Take a part's pins; tell whether that was possible."""
    try:
        part.claim(holder)
    except PinsError as fault:
        part.give_up(fault)
        return False
    part.recover()
    return True
