"""Ask the rules how much of a kept game they accept: the last proof when a store is mended."""

from __future__ import annotations

from companion.config.edition_files import find_edition
from companion.journal.row import ODD
from companion.rules.record import RecordError
from companion.rules.replay import replay


def accepted(setup: str, entries: tuple[str, ...]) -> int:
    """Count the entries from the first on that the rules accept.

    Where the setup itself cannot be read (an edition file that is no longer there), the rules have
    nothing to say against any of them.
    """
    steps = replay("\n".join((setup, *entries)).encode(), find_edition)
    try:
        next(steps)
    except (RecordError, *ODD):
        return len(entries)
    good = 0
    try:
        for _ in steps:
            good += 1
    except (RecordError, *ODD):
        pass
    return good
