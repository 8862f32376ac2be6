"""Read the buttons often, and report them as masks with the last changes."""

from machine import Pin

SETTLE_MS = 5  # how long a contact may bounce after a change
REMEMBERED = 4


class Buttons:
    """All buttons of the panel; bit n of a mask is button n, 1 while it is down."""

    def __init__(self, wiring):
        """Make the pins inputs that a button pulls to ground."""
        self._pins = [Pin(number, Pin.IN, Pin.PULL_UP) for _, number in wiring]
        # Times of changes that may still bounce. None later: after six days a time means nothing.
        self._changed = [None] * len(wiring)
        self._count = 0
        self._masks = [0] * REMEMBERED

    def scan(self, now, since):
        """Read all pins and return whether one changed. `now` in ms, `since` is ticks_diff."""
        mask = self._masks[0]
        for bit, pin in enumerate(self._pins):
            changed = self._changed[bit]
            if changed is not None and since(now, changed) < SETTLE_MS:
                continue
            self._changed[bit] = None
            if (pin.value() == 0) != bool(mask >> bit & 1):
                mask ^= 1 << bit
                self._changed[bit] = now
        if mask == self._masks[0]:
            return False
        self._count = (self._count + 1) & 0xFFFF
        self._masks.insert(0, mask)
        self._masks.pop()
        return True

    def levels(self):
        """Return the body of the line that reports them."""
        return b"B %d %s" % (self._count, b" ".join([b"%02x" % mask for mask in self._masks]))
