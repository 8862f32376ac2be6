"""What the page's log leaves out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from aiohttp.http_exceptions import HttpProcessingError

from hardware.page.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

# A day of one repeated error is below 1,500 entries.
ERRORS_AT_ONCE = 10
ERRORS_PER_S = 1 / 60


class ClientErrorFilter(logging.Filter):
    """Drop the errors that clients cause, so that no client can fill the storage with log entries.

    Malformed requests and broken connections are dropped; of all other exceptions the first ten
    are logged, then one a minute. `clock` gives monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with nothing logged."""
        super().__init__()
        self._errors = TokenBucket(ERRORS_PER_S, ERRORS_AT_ONCE, clock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | ConnectionError):
            return False
        return error is None or self._errors.take()
