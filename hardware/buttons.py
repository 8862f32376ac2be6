"""Put raw edges of pins into the inbox: no debounce, no repeats, nothing else (see gestures.py).

lgpio calls for all buttons on one thread, and an exception there ends it for good: each callback
does one guarded `put`. Edges can be missed (lg#18, gpiozero#550): a slow thread reads the levels
again and puts what it finds.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from companion.app.events import MAIN, Button, Edge, Held, Tap
from hardware.encoder import Wheel, turn
from hardware.gpio import PinsError, not_had

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.app.events import Event
    from companion.ports import Inbox
    from hardware.gpio import Factory, Pin

log = logging.getLogger(__name__)

POLL_S: Final = 0.25  # so often a button that is believed to be down is read again
HANGS_S: Final = 30.0  # reading pins takes microseconds: a round this long ago hangs
SLOW_POLLS: Final = 12  # and after so many polls every pin, and pins that somebody held are tried
STALE_S: Final = 5.0  # a driver's time further from the clock than this is of another clock


class Buttons:
    """The buttons of one board, from its pins into the inbox; a `Health`.

    A button that is down from the start, or whose pin somebody else holds, is put as Held: the game
    names it and plays on with the rest. The pin is tried again every few seconds.
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
        """Claim the pins (BCM; an encoder's A and B); raises PinsError when none can be had.

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
        self._lost = [key for key in self._keys if not _claim(key, holder)]
        if self._lost and len(self._lost) == len(self._keys):
            raise self._lost[0].fault or PinsError("no button has a pin", "name one in [buttons]")
        self._encoder = _Encoder(factory, encoder, panel, inbox, holder) if encoder else None
        self._end = threading.Event()
        self._poll = threading.Thread(target=self._run, name="button levels", daemon=True)
        self._poll.start()

    def levels(self) -> None:
        """Read every pin again and put what is news, what is down, and each release once more."""
        for key in self._keys:
            if key not in self._lost:
                key.read()
        if self._encoder is not None:
            self._encoder.read()

    def retry(self) -> None:
        """Try the pins again that somebody else held."""
        self._lost = [key for key in self._lost if not _claim(key, self._holder)]

    def alive(self) -> bool:
        """Tell whether both the driver's thread and our own live, and ours does not hang."""
        hangs = self._inbox.now() - self._round_at > HANGS_S
        return self._poll.is_alive() and self._is_driver_alive() and not hangs

    def close(self) -> None:
        """Put nothing more; the pins themselves go back with their factory."""
        self._end.set()
        self._poll.join()
        for key in self._keys:
            key.close()
        if self._encoder is not None:
            self._encoder.close()

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
        turning = self._encoder is not None and self._encoder.is_turning
        return turning or any(key.is_unsettled for key in self._keys)


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
        self._pin = _claim_pin(self._factory, self._pin_number, self.button, holder)
        self._pin.when_changed = self.change
        if not self._pin.state:
            self.is_down = True
            self._put(Held(self._panel, self.button, self._inbox.now()))

    def give_up(self, fault: PinsError) -> None:
        """Say once that this button has no pin."""
        if self.fault is None:
            log.error("%s", fault)
            self._put(Held(self._panel, self.button, self._inbox.now()))
        self.fault = fault

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
            self._put_level(_stamp(ticks, self._inbox.now()))

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


class _Encoder:
    """A rotary encoder: each detent is a Tap to the left or right."""

    def __init__(
        self,
        factory: Factory,
        pins: tuple[int, int],
        panel: str,
        inbox: Inbox,
        holder: Callable[[int], str],
    ) -> None:
        """Claim both pins (A, B, BCM numbers); raises PinsError."""
        self._panel = panel
        self._inbox = inbox
        self._wheel = Wheel()
        self._lock = threading.Lock()
        self._is_open = True
        self._pins = [_claim_pin(factory, pin, "the encoder", holder) for pin in pins]
        # gpiozero keeps weak references: what it calls must live here.
        self._phases = [_Phase(number, self._change) for number in range(2)]
        self._levels = [int(bool(pin.state)) for pin in self._pins]
        for pin, phase in zip(self._pins, self._phases, strict=True):
            pin.when_changed = phase.change

    @property
    def is_turning(self) -> bool:
        """Tell whether it stands between two detents, or an edge was missed."""
        return self._wheel != Wheel()

    def read(self) -> None:
        """Read both levels again."""
        for number, pin in enumerate(self._pins):
            self._change(number, int(bool(pin.state)), self._inbox.now())

    def close(self) -> None:
        """Put nothing more."""
        self._is_open = False

    def _change(self, number: int, level: int, ticks: float) -> None:
        with self._lock:
            self._levels[number] = level
            self._wheel, step = turn(self._wheel, self._levels[0] << 1 | self._levels[1])
        if step and self._is_open:
            at = _stamp(ticks, self._inbox.now())
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


def _claim(key: _Key, holder: Callable[[int], str]) -> bool:
    """Take a button's pin; tell whether that was possible."""
    try:
        key.claim(holder)
    except PinsError as fault:
        key.give_up(fault)
        return False
    key.recover()
    return True


def _claim_pin(factory: Factory, number: int, what: str, holder: Callable[[int], str]) -> Pin:
    """Make a pin an input that is pulled up; raises PinsError with who holds it."""
    try:
        pin = factory.pin(number)
        pin.input_with_pull("up")
    except Exception as fault:
        # lgpio's error and gpiozero's have no root in common but this.
        raise not_had(number, what, fault, holder, "buttons") from fault
    return pin


def _stamp(ticks: float, now: float) -> float:
    """Take the driver's own time of an edge, unless it is of another clock (seconds)."""
    return min(ticks, now) if abs(now - ticks) < STALE_S else now
