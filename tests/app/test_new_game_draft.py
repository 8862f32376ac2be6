"""The saved draft is read back, without what is no longer valid."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.journal_entries import SavedState
from companion.app.new_game_draft import Draft, DraftPlayer, draft_from_json
from companion.app.session import Settings
from companion.config.edition_files import BUILT_IN, built_in
from companion.shell.resume import first_session

KEPT: dict[str, Any] = {
    "edition": "ravensburger-2008",
    "players": [["red", "Anna", 0], ["blue", "", 1], ["green", "", 0], ["white", "", 1]],
    "teams": 2,
    "rulings": {"end": "winner"},
}


def test_a_draft_reads_back() -> None:
    draft = draft_from_json(KEPT)
    assert draft.to_json() == KEPT
    assert draft.players[0] == DraftPlayer("red", "Anna", 0)


@pytest.mark.parametrize(
    "change",
    [
        {"players": [["red", "", 0]]},
        {"players": [["red", "", 0], ["red", "", 1]]},
        {"players": [["red", "", 0], ["pink", "", 1]]},
        {"players": [["red", "", float("inf")], ["blue", "", 1]]},
        {"players": [["red", "\ud800", 0], ["blue", "", 1]]},
        {"players": 5},
        {"teams": 10**9},
        {"rulings": {"end": "never"}},
        {"rulings": {"a ruling to come": True}},
        {"edition": None},
    ],
)
def test_a_draft_that_makes_no_sense_is_the_first_starts(change: dict[str, Any]) -> None:
    assert draft_from_json({**KEPT, **change}) == Draft()


def test_where_the_drafts_board_is_gone_its_people_play_on_another() -> None:
    kept = '{"edition": "own-9", "players": [["red", "Anna", 0], ["blue", "Ben", 1]], "teams": 0, '
    kept += '"rulings": {"second_shuffle": true}}'
    known = [built_in(name) for name in BUILT_IN]
    session = first_session(
        SavedState({"draft": kept}), known, seed_source="x", now=0.0, defaults={}
    )
    players = (DraftPlayer("red", "Anna", 0), DraftPlayer("blue", "Ben", 1))
    assert session.draft == Draft(BUILT_IN[0], players, 0, {})


def test_settings_of_another_kind_or_below_nothing_count_as_not_set() -> None:
    kept = {"dim": -1, "dark": "5", "secret": 1, "language": None, "learning": True}
    assert Settings.from_json(kept) == Settings(learning=True)
