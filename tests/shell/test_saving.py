"""What the players see when decisions that were stored are no longer there."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

from test_loop import OK, Inbox, Table, start

from companion.app.events import MAIN, Button, PanelUp, Tap
from companion.app.journal_entries import Choose
from companion.app.states.ids import ScreenId
from companion.app.storage_fault import StorageFault
from companion.journal.sqlite_journal import SqliteJournal
from companion.shell.loop import Loop

if TYPE_CHECKING:
    from pathlib import Path


class RealTable(Table):
    """A loop that saves in a folder."""

    def __init__(self, state: Path) -> None:
        self.inbox = Inbox()
        self.saves = SqliteJournal(state)
        self.loop = Loop(start, self.inbox, self.saves)
        self.loop.turn(PanelUp(MAIN, 0.0))

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.inbox.time += 1.0
            self.loop.turn(Tap(MAIN, button, self.inbox.time))

    def move(self) -> None:
        """Take a turn: choose a square and confirm until a decision more stands."""
        before = len(self.game.past)
        while len(self.game.past) == before and self.screen_id is not ScreenId.CANNOT_SAVE:
            self.press(Button.RIGHT, OK)

    @property
    def game(self):  # noqa: ANN201
        assert self.loop.session.game is not None
        return self.loop.session.game


def test_decisions_that_are_missing_are_read_again_and_not_played_on_from(tmp_path: Path) -> None:
    table = RealTable(tmp_path / "state")
    with closing(table.saves):
        table.press(OK, OK, OK, OK)
        table.move()
        standing = len(table.game.past)
        table.saves.close()  # writes all back
        shutil.copytree(tmp_path / "state" / "store", tmp_path / "older")
        table.move()
        shutil.rmtree(tmp_path / "state" / "store")
        shutil.copytree(tmp_path / "older", tmp_path / "state" / "store")
        table.move()
        assert table.screen_id is ScreenId.CANNOT_SAVE
        failure = table.loop.session.save_failure
        assert failure is not None
        assert (failure.cause, failure.entries) == (StorageFault.DAMAGED, ())
        table.press(OK)  # try again: read the journal, as a start does
        assert table.screen_id is ScreenId.RESUME
        assert len(table.game.past) == standing
        table.press(OK, OK)
        table.move()
        assert table.screen_id is not ScreenId.CANNOT_SAVE
        assert table.saves.load().games[0].turns == len(table.game.past)


def test_only_the_journal_numbers_a_game(tmp_path: Path) -> None:
    table = RealTable(tmp_path / "state")
    with closing(table.saves):
        table.press(OK, OK, OK, OK)
        assert table.game.number == 1
        assert [line.number for line in table.loop.session.resources.saved] == [1]
        table.saves.append(Choose(1))
