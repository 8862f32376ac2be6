"""Merge the games played while the journal could not be opened into the journal.

The new games are appended after the saved ones, and the journal numbers them. Only the settings
that were changed meanwhile replace saved ones: the others were defaults. New boards are numbered
after the saved ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.app.journal_entries import JournalEntry, SavedState, SetValue
from companion.app.saved_games import saved_lines
from companion.app.session import Settings
from companion.shell.resume import stored_object

if TYPE_CHECKING:
    from companion.app.new_game_draft import Draft
    from companion.app.session import Resources, Session

OWN: Final = "own-"
"""How the ids of boards begin that were made on the device; a number follows."""


@dataclass(frozen=True, slots=True)
class UnsavedGamesMerge:
    """The session started without the saves, and the one started with them.

    `saved_state` is the content of the saves.
    """

    without_saves: Session
    with_saves: Session
    saved_state: SavedState

    def entries(self, entries: tuple[JournalEntry, ...]) -> tuple[JournalEntry, ...]:
        """Return the entries with the settings and boards that count from now on."""
        return tuple(
            SetValue(entry.key, self._value(entry.key, entry.value))
            if isinstance(entry, SetValue)
            else entry
            for entry in entries
        )

    def session(self, session: Session) -> Session:
        """Return a session that was played without the saves, with what they hold beside it."""
        failure = session.save_failure
        if failure is not None:
            wanted, entries = self.session(failure.wanted), self.entries(failure.entries)
            failure = replace(failure, wanted=wanted, entries=entries)
        return replace(
            session,
            settings=self._settings(session),
            resources=self._resources(session),
            draft=self._draft(session.draft),
            unsaved=self.entries(session.unsaved),
            save_failure=failure,
        )

    def _board(self, name: str) -> str:
        if not name.startswith(OWN) or not name.removeprefix(OWN).isdecimal():
            return name
        count = sum(edition.id.startswith(OWN) for edition in self.with_saves.resources.editions)
        return f"{OWN}{int(name.removeprefix(OWN)) + count}"

    def _boards(self, made: dict[str, Any]) -> dict[str, Any]:
        return {self._board(n): {**table, "id": self._board(n)} for n, table in made.items()}

    def _draft(self, draft: Draft | None) -> Draft | None:
        if draft is None or draft == self.without_saves.draft:
            return self.with_saves.draft
        return replace(draft, edition=self._board(draft.edition))

    def _settings(self, session: Session) -> Settings:
        changed = self._changed(session.settings.to_json())
        return Settings.from_json(self.with_saves.settings.to_json() | changed)

    def _changed(self, settings: dict[str, Any]) -> dict[str, Any]:
        before = self.without_saves.settings.to_json()
        return {name: value for name, value in settings.items() if before.get(name) != value}

    def _resources(self, session: Session) -> Resources:
        here, kept = session.resources, self.with_saves.resources
        made = [replace(e, id=self._board(e.id)) for e in here.editions if e.id.startswith(OWN)]
        data = {n: table for n, table in here.edition_data.items() if n.startswith(OWN)}
        return replace(
            here,
            editions=(*kept.editions, *made),
            edition_data=kept.edition_data | self._boards(data),
            saved=(*saved_lines(session), *kept.saved),
            spellings=kept.spellings | here.spellings,
            names=tuple(dict.fromkeys((*here.names, *kept.names))),
        )

    def _value(self, key: str, value: str) -> str:
        stored = json.loads(value)
        match key:
            case "settings":
                return json.dumps(
                    stored | stored_object(self.saved_state, key) | self._changed(stored)
                )
            case "spellings":
                return json.dumps(stored_object(self.saved_state, key) | stored, ensure_ascii=False)
            case "boards":
                return json.dumps(stored_object(self.saved_state, key) | self._boards(stored))
            case "draft":
                return json.dumps(stored | {"edition": self._board(stored["edition"])})
            case _:
                return value
