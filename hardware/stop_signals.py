"""The signals that a terminal sends beside SIGTERM and SIGINT end a game in the same way."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from companion.app.events import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.ports import Inbox

SIGNALS: Final = (signal.SIGHUP, signal.SIGQUIT)


@contextmanager
def stop_signals(inbox: Inbox) -> Iterator[None]:
    """Put a Stop for each of SIGNALS, in the main thread; one that is ignored (nohup) stays so."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    caught = [number for number in SIGNALS if before[number] is not signal.SIG_IGN]
    for number in caught:
        signal.signal(number, lambda *_: inbox.put(Stop(inbox.now())))
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, before[number])
