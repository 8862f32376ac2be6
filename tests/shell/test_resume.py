"""The first session, of what is stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.app.game_setup import edition_of, with_draft
from companion.app.journal_entries import SavedState
from companion.app.new_game_draft import Draft, DraftPlayer
from companion.config.edition_files import BUILT_IN, built_in
from companion.shell.resume import first_session

if TYPE_CHECKING:
    from companion.app.session import Session

KNOWN = [built_in(name) for name in BUILT_IN]
PLAYERS = (DraftPlayer("red", "Anna"), DraftPlayer("blue", "Ben"))


def resumed(draft: Draft) -> Session:
    saved = SavedState({"draft": json.dumps(draft.to_json())}, ())
    return first_session(saved, KNOWN, seed_source="1", now=0.0, defaults={})


@pytest.mark.parametrize("edition", BUILT_IN)
def test_the_last_setup_is_offered_again_with_its_house_rules(edition: str) -> None:
    draft = Draft(edition, PLAYERS, 0, {"end": "winner"})
    assert resumed(draft).draft == draft


def test_a_setup_on_a_board_that_is_gone_keeps_the_players_and_no_house_rule() -> None:
    session = resumed(Draft("gone", PLAYERS, 0, {"end": "winner"}))
    assert session.draft == Draft(KNOWN[0].edition.id, PLAYERS, 0, {})


def test_a_board_that_goes_while_it_is_set_up_gives_way_to_the_first_one() -> None:
    session = with_draft(resumed(Draft(BUILT_IN[1], PLAYERS)), edition="gone")
    assert edition_of(session) is KNOWN[0].edition
