"""A store that is not where it was: unplugged, and to be waited for, or deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.journal_entries import StorageFault
from companion.journal import place
from companion.journal.faults import fault

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE: Final = 3  # tries; after as many the screen, too, offers to go on otherwise


class Absence:
    """How often in a row a store was not found, and on which device it last was."""

    def __init__(self, state: Path) -> None:
        """Name the state folder; nothing is touched."""
        self._state = state
        self._device: int | None = None
        self._misses = 0

    def end(self) -> None:
        """Note that the store is there. Raises OSError."""
        self._device = place.device_of(self._state)
        self._misses = 0

    def bear(self) -> None:
        """Raise JournalError, cause GONE, while the store is not there.

        At the third try it counts as deleted, unless its place is on another device now: then
        there is at least its folder. Raises OSError.
        """
        state = self._state
        if state.is_dir() and place.standing(state).exists():
            return
        self._misses += 1
        if self._misses < _PATIENCE or place.device_of(state) != self._device:
            raise fault(StorageFault.GONE, state / place.STORE if state.is_dir() else state)
        place.make_folder(state)
