"""What was played while the saves could not be opened joins them once they can. Pure.

Such games take the numbers after those that are kept. Of the settings only what was changed
meanwhile counts: the rest were defaults, for want of what was kept. Boards that were made are
counted on as well.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, assert_never

from companion.app.journal_entries import (
    Choose,
    Decision,
    Finish,
    JournalEntry,
    NewGame,
    Redo,
    SavedState,
    SetValue,
    Undo,
)
from companion.app.saved_games import saved_lines
from companion.app.session import Settings
from companion.shell.resume import table_of

if TYPE_CHECKING:
    from companion.app.draft import Draft
    from companion.app.session import Resources, Session

OWN: Final = "own-"
"""How the names of boards begin that were made on the device; a number follows."""


@dataclass(frozen=True, slots=True)
class Merge:
    """A session that began as `blank`, for want of the saves, and what these turn out to hold.

    `kept` is the session that would have begun with `memory`.
    """

    blank: Session
    kept: Session
    memory: SavedState

    def entries(self, decisions: tuple[JournalEntry, ...]) -> tuple[JournalEntry, ...]:
        """Say the same decisions with the numbers and the settings that count from now on."""
        return tuple(map(self._decision, decisions))

    def session(self, session: Session) -> Session:
        """Go on as this session stands, beside what was kept."""
        game, trouble = session.game, session.save_failure
        if trouble is not None:
            wanted, keeps = self.session(trouble.wanted), self.entries(trouble.entries)
            trouble = replace(trouble, wanted=wanted, entries=keeps)
        return replace(
            session,
            settings=self._settings(session),
            resources=self._shelf(session),
            game=replace(game, number=self._number(game.number)) if game else None,
            draft=self._draft(session.draft),
            unsaved=self.entries(session.unsaved),
            save_failure=trouble,
        )

    def _number(self, number: int) -> int:
        return max((game.number for game in self.memory.games), default=0) + number

    def _board(self, name: str) -> str:
        if not name.startswith(OWN) or not name.removeprefix(OWN).isdecimal():
            return name
        there = sum(edition.id.startswith(OWN) for edition in self.kept.resources.editions)
        return f"{OWN}{int(name.removeprefix(OWN)) + there}"

    def _boards(self, made: dict[str, Any]) -> dict[str, Any]:
        return {self._board(n): {**table, "id": self._board(n)} for n, table in made.items()}

    def _draft(self, draft: Draft | None) -> Draft | None:
        if draft is None or draft == self.blank.draft:
            return self.kept.draft
        return replace(draft, edition=self._board(draft.edition))

    def _settings(self, session: Session) -> Settings:
        changed = self._changed(session.settings.to_json())
        return Settings.from_json(self.kept.settings.to_json() | changed)

    def _changed(self, settings: dict[str, Any]) -> dict[str, Any]:
        before = self.blank.settings.to_json()
        return {name: value for name, value in settings.items() if before.get(name) != value}

    def _shelf(self, session: Session) -> Resources:
        here, kept = session.resources, self.kept.resources
        made = [replace(e, id=self._board(e.id)) for e in here.editions if e.id.startswith(OWN)]
        data = {n: table for n, table in here.edition_data.items() if n.startswith(OWN)}
        games = (replace(g, number=self._number(g.number)) for g in saved_lines(session))
        return replace(
            here,
            editions=(*kept.editions, *made),
            edition_data=kept.edition_data | self._boards(data),
            saved=(*games, *kept.saved),
            names=tuple(dict.fromkeys((*here.names, *kept.names))),
        )

    def _decision(self, decision: JournalEntry) -> JournalEntry:
        match decision:
            case Choose(game):
                return Choose(self._number(game))
            case SetValue(key, value):
                return SetValue(key, self._value(key, value))
            case NewGame() | Decision() | Undo() | Redo() | Finish():
                return decision
            case _:
                assert_never(decision)

    def _value(self, key: str, value: str) -> str:
        said = json.loads(value)
        match key:
            case "settings":
                return json.dumps(said | table_of(self.memory, key) | self._changed(said))
            case "boards":
                return json.dumps(table_of(self.memory, key) | self._boards(said))
            case "draft":
                return json.dumps(said | {"edition": self._board(said["edition"])})
            case "told":
                return json.dumps({**said, "game": self._number(said["game"])})
            case _:
                return value
