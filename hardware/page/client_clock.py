"""When a press was made: the time stamps of a browser, converted to the inbox's clock."""

from __future__ import annotations

from math import inf


class ClientClock:
    """The clock of one connection's browser, as seen from here. All times are in seconds.

    `latest` is the time of the latest event.

    Each exchange bounds the offset between the clocks: the browser stamped its answer after the
    server had sent the question and before the server had received the answer (as in NTP). The
    bounds of all exchanges are intersected. An exchange that contradicts them starts anew: the
    browser's clock drifts, or stopped while the phone slept.
    """

    def __init__(self) -> None:
        """Start without any exchange."""
        self._lowest = -inf
        self._highest = inf
        self._offset = 0.0
        self.latest = -inf

    def observe(self, sent: float, stamp: float, received: float) -> None:
        """Take in one exchange: a question sent, the stamp on its answer, the answer received."""
        lowest, highest = sent - stamp, received - stamp
        self._lowest, self._highest = max(self._lowest, lowest), min(self._highest, highest)
        if self._lowest > self._highest:
            self._lowest, self._highest = lowest, highest

    def age(self, stamp: float, received: float) -> float:
        """Return how old a press with this stamp was when it was received."""
        return received - stamp - self._estimate(stamp, received)

    def event_time(self, stamp: float, received: float, *, in_hold: bool) -> float:
        """Return when an event with this stamp happened: never after `received`, never backwards.

        While a button is held (`in_hold`) the offset stays what it was when the button went down,
        so that the length of the hold is exact.
        """
        if not in_hold:
            self._offset = self._estimate(stamp, received)
        self.latest = max(self.latest, min(stamp + self._offset, received))
        return self.latest

    def _estimate(self, stamp: float, received: float) -> float:
        if self._lowest == -inf:
            return received - stamp
        return (self._lowest + self._highest) / 2
