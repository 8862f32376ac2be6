"""A board of buttons on gpiozero's MockFactory."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

from gpiozero.pins.mock import MockFactory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.app.events import Button


class FakePins:
    """A button board on gpiozero's MockFactory: press and release what is wired, or bounce it.

    `taken` pins (BCM numbers) are held by somebody else. Edges reach the driver in the caller's
    thread, with the true monotonic time.
    """

    def __init__(self, pins: Mapping[Button, int], taken: Iterable[int] = ()) -> None:
        """Build a factory of its own."""
        self._factory = MockFactory()
        self._pins = dict(pins)
        self.taken = set(taken)

    def pin(self, name: int) -> Any:
        """Return a pin, as a gpiozero factory does; raises OSError for a taken one."""
        if name in self.taken:
            raise OSError(errno.EBUSY, "GPIO busy")
        return self._factory.pin(name)

    def close(self) -> None:
        """Release all pins."""
        self._factory.reset()

    def press(self, button: Button) -> None:
        """Pull a button's pin to ground."""
        self.pin(self._pins[button]).drive_low()

    def release(self, button: Button) -> None:
        """Release it: the pull-up sets the level."""
        self.pin(self._pins[button]).drive_high()

    def miss(self, button: Button, *, pressed: bool) -> None:
        """Change a level so that no edge is seen, as a full queue in the kernel does."""
        pin = self.pin(self._pins[button])
        heard, pin.when_changed = pin.when_changed, None
        (pin.drive_low if pressed else pin.drive_high)()
        pin.when_changed = heard
