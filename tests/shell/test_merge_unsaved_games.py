"""The saves can be opened only later: what was played without them stands beside what was kept."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from test_loop import OK, RECORD, Table, choose_saved, start

from companion.app.events import Button
from companion.app.game_setup import begin
from companion.app.journal_entries import Choose, NewGame, SavedGame, SavedState, SetValue
from companion.app.new_game_draft import draft_from_json
from companion.app.saved_games import given_number, with_numbers
from companion.app.screens.board_editor import finish
from companion.app.states.ids import ScreenId
from companion.app.storage_fault import StorageFault
from companion.shell.merge_unsaved_games import UnsavedGamesMerge

if TYPE_CHECKING:
    from companion.app.session import Session

KEPT = {"language": "de", "secret": True, "large": True}
GAMES = tuple(SavedGame(n, RECORD, "5eed", 9, finished=False, whole=True) for n in (2, 1))
MEMORY = SavedState({"settings": json.dumps(KEPT)}, GAMES, 2)


def played_without() -> Table:
    """Choose a language and begin a game while the saves cannot be opened; then they can."""
    table = Table(StorageFault.IO_ERROR)
    table.journal.refuse = StorageFault.IO_ERROR
    table.press(OK, OK, Button.RIGHT)  # the third failure, and then on without saving
    assert table.screen_id is ScreenId.LANGUAGE
    table.press(OK, OK, OK, Button.RIGHT, OK, OK, OK)
    assert table.loop.session.game is not None
    assert table.loop.session.game.number < 0  # only the journal numbers games
    assert not table.journal.kept
    table.journal.refuse = table.journal.opens_badly = None
    table.journal.saved_state = MEMORY
    return table


def play_on(table: Table) -> None:
    while not table.journal.kept:
        table.press(Button.RIGHT, OK)


def test_a_game_played_without_the_saves_takes_the_number_after_theirs() -> None:
    table = played_without()
    play_on(table)
    session = table.loop.session
    assert session.game is not None
    assert session.game.number == 3
    assert [line.number for line in session.resources.saved] == [3, 2, 1]
    assert sum(isinstance(keep, NewGame) for keep in table.journal.kept) == 1
    assert session.unsaved == ()


def test_settings_that_nobody_changed_meanwhile_stay_as_they_were_kept() -> None:
    table = played_without()
    play_on(table)
    puts = [
        keep for keep in table.journal.kept if isinstance(keep, SetValue) and keep.key == "settings"
    ]
    kept = json.loads(puts[-1].value)
    assert (kept["language"], kept["secret"], kept["large"]) == ("en", True, True)
    assert table.loop.session.settings == start(SavedState({"settings": puts[-1].value})).settings


def test_the_game_that_is_chosen_first_of_all_is_the_one_that_was_seen() -> None:
    table = played_without()
    here = table.loop.session.game
    assert here is not None
    record = next(k.record for k in table.loop.session.unsaved if isinstance(k, NewGame))
    mine = SavedGame(3, record, here.seed, 0, finished=False, whole=True)
    table.journal.saved_state = replace(MEMORY, games=(*GAMES, mine))  # as it is once it is kept

    def load() -> SavedState:
        table.journal.newest = 2
        return MEMORY

    table.journal.load = load  # type: ignore[method-assign] # what stands before it is kept
    choose_saved(table)
    assert Choose(3) in table.journal.kept
    assert table.loop.session.game is not None
    assert table.loop.session.game.number == 3


def test_saves_that_open_but_take_no_writes_leave_the_game_unsaved_and_without_a_number() -> None:
    table = played_without()
    table.journal.refuse = StorageFault.FULL
    before = len(table.loop.session.unsaved)
    while len(table.loop.session.unsaved) == before:
        table.press(Button.RIGHT, OK)
    assert table.loop.session.game is not None
    assert table.loop.session.game.number < 0
    table.journal.refuse = None
    play_on(table)
    assert table.loop.session.game is not None
    assert table.loop.session.game.number == 3
    assert sum(isinstance(keep, NewGame) for keep in table.journal.kept) == 1


def test_games_begun_without_saving_are_numbered_in_the_order_in_which_they_were_begun() -> None:
    session = replace(start(MEMORY), draft=draft_from_json(None))
    session = begin(begin(session).session).session
    assert [line.number for line in session.resources.saved] == [-2, -1, 2, 1]
    assert session.game is not None
    assert given_number(session, -1, 4) == 3
    session = with_numbers(session, 4)
    assert [line.number for line in session.resources.saved] == [4, 3, 2, 1]
    assert session.game is not None
    assert session.game.number == 4


def with_board(session: Session) -> tuple[Session, SetValue]:
    """Make a board of one's own."""
    session = replace(session, draft=session.draft or draft_from_json(None))
    source = session.resources.editions[0]
    step = finish(session, source.id, "".join(kind.value for kind in source.board.squares))
    (kept,) = step.entries
    assert isinstance(kept, SetValue)
    return step.session, kept


def test_a_board_made_without_the_saves_replaces_none_that_was_kept() -> None:
    without_saves = start(SavedState({}))
    session, kept = with_board(without_saves)
    saved_state = SavedState({"boards": kept.value})
    merge = UnsavedGamesMerge(without_saves, start(saved_state), saved_state)
    (put,) = merge.entries((kept,))
    assert isinstance(put, SetValue)
    boards = json.loads(put.value)
    assert {name: table["id"] for name, table in boards.items()} == {
        "own-1": "own-1",
        "own-2": "own-2",
    }
    joined = merge.session(session)
    assert [e.id for e in joined.resources.editions if e.id.startswith("own-")] == [
        "own-1",
        "own-2",
    ]
    assert joined.draft is not None
    assert joined.draft.edition == "own-2"
