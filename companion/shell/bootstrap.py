"""Open the journal and build the loop; the commands hand in the displays."""

from __future__ import annotations

import logging
import os
import secrets
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.app.gestures import BOUNCE_S
from companion.config.edition_files import known_editions
from companion.config.user_folders import CACHE, state_folder
from companion.journal.sqlite_journal import SqliteJournal
from companion.shell.loop import Loop
from companion.shell.resume import first_session, show_pairing_info
from companion.shell.saved_game_reader import SavedGameReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from companion.app.journal_entries import SavedState
    from companion.app.session import PairingInfo, Session
    from companion.ports import Display, Inbox, Thinker

log = logging.getLogger(__name__)


class WiringSettings(NamedTuple):
    """What the session needs of the wiring: bounce in seconds, panels that belong to a seat."""

    bounce_s: float = BOUNCE_S
    owners: Mapping[str, int] = MappingProxyType({})


NO_WIRING: Final = WiringSettings()


@contextmanager
def open_loop(
    state: str | None,
    inbox: Inbox,
    displays: Sequence[Display] = (),
    *,
    seed: str | None = None,
    defaults: Mapping[str, Any] | None = None,
    pairing_info: PairingInfo | None = None,
    wiring: WiringSettings = NO_WIRING,
) -> Iterator[Loop]:
    """Open the journal and make the loop; the journal is closed at the end.

    `state` is the folder of the saves (None: as the environment says), `seed` fixes the shuffles,
    `defaults` are settings that the menu's own override, `pairing_info` is shown first
    where phones may connect, `wiring` is what the configuration says of buttons and panels.
    Raises JournalError where another process holds the journal.
    """
    folder = state_folder(state, os.environ)
    journal = SqliteJournal(folder)
    try:
        yield Loop(
            _starter(inbox, seed, defaults or {}, pairing_info, wiring),
            inbox,
            journal,
            displays,
            partial(_companion_player, folder / CACHE),
            SavedGameReader(journal, folder / CACHE),
        )
    finally:
        journal.close()


def _companion_player(cache: Path) -> Thinker:
    """Return the companion as a player; what it computes it keeps in a cache folder."""
    from companion.shell.companion_player import CompanionPlayer  # noqa: PLC0415 - people need none

    return CompanionPlayer(cache)


def _starter(
    inbox: Inbox,
    seed: str | None,
    defaults: Mapping[str, Any],
    pairing_info: PairingInfo | None,
    wiring: WiringSettings,
) -> Callable[[SavedState], Session]:
    """Return the function that builds the first session from the saved state."""
    known, faults = known_editions()
    for fault in faults:
        log.warning("%s", fault)
    seed_source = secrets.token_hex(16) if seed is None else f"seed {seed}"

    def start(saved_state: SavedState) -> Session:
        session = first_session(
            saved_state, known, seed_source=seed_source, now=inbox.now(), defaults=defaults
        )
        session = replace(
            session,
            owners=dict(wiring.owners),
            is_box=wiring is not NO_WIRING,
            gestures=replace(session.gestures, bounce_s=wiring.bounce_s),
        )
        return show_pairing_info(session, pairing_info) if pairing_info else session

    return start
