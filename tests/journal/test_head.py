"""The rows that entries become, and the rows that can stand where they are."""

from __future__ import annotations

import pytest
from evening import entries, new_game

from companion.app.journal_entries import Choose, Finish, Redo, SetValue, Undo
from companion.journal.head import Head
from companion.journal.rows import InvalidRowError


def test_a_game_has_the_next_free_number_and_becomes_the_current_one() -> None:
    head = Head()
    games = [head.append(new_game()).game for _ in range(2)]
    assert (games, head.current) == ([1, 2], 2)
    head.append(Choose(1))
    assert head.append(*entries(1)).game == 1
    assert head.append(new_game()).game == 3


def test_the_same_entries_become_the_same_rows() -> None:
    all_entries = (new_game(), *entries(3), Undo(1), SetValue("a", "1"))
    first, second = Head(), Head()
    assert [first.append(e) for e in all_entries] == [second.append(e) for e in all_entries]


def test_undo_and_redo_move_the_depth_and_a_decision_ends_redo() -> None:
    head = Head()
    for entry in (new_game(), *entries(4), Undo(3), Redo(1)):
        head.append(entry)
    assert (head.games[1].turns, head.games[1].undone) == (2, 2)
    head.append(*entries(1))
    assert (head.games[1].turns, head.games[1].undone) == (3, 0)
    head.append(Finish(()))
    assert head.games[1].finish == head.hash
    head.append(Undo(0))
    assert not head.games[1].finish


@pytest.mark.parametrize("bad", [Undo(5), Undo(-1), Redo(1), Redo(0), Choose(7)])
def test_an_entry_that_does_not_fit_changes_nothing(bad: Undo | Redo | Choose) -> None:
    head = Head()
    for entry in (new_game(), *entries(4)):
        head.append(entry)
    before = head.copy()
    with pytest.raises(InvalidRowError):
        head.append(bad)
    assert head == before
