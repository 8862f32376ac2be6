"""The tables of turns to Home: what they say, and that they are the ones that are shipped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.players.data_file import PlayerData
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.make_turns_table import _EFFECTS, advance, begin_table, make_table
from companion.players.rules_access import board_of, outcome
from companion.players.turns_table import MOST_CARROTS, TABLE_BYTES
from companion.rules import CARDS
from tests.players.positions import EDITIONS, data_of, edition_of, game, opening


@pytest.mark.parametrize("name", EDITIONS)
def test_a_step_before_home_takes_a_turn_and_too_many_carrots_take_more(name: str) -> None:
    table = data_of(name).table
    assert table.turns(0, 63, 1, 1) == 1
    assert table.turns(0, 63, 11, 1) == 1
    assert table.turns(0, 63, 12, 1) > 1
    assert table.turns(0, 63, 21, 2) == 1
    assert table.turns(0, 64, 0, 1) == 0


def test_more_than_the_table_holds_takes_a_turn_for_each_ten() -> None:
    table = data_of(EDITIONS[0]).table
    most = table.turns(0, 50, MOST_CARROTS, 1)
    assert table.turns(0, 50, MOST_CARROTS + 50, 1) == most + 5
    assert table.turns(5, 50, 60, 1) == table.turns(3, 50, 60, 1) + 10


@pytest.mark.parametrize("name", EDITIONS)
def test_a_sure_way_from_start_takes_more_turns_than_are_expected_with_luck(name: str) -> None:
    data = data_of(name)
    assert data.sure.turns(3, 0, 68, 1) > data.table.turns(3, 0, 68, 1)


@pytest.mark.torture
def test_the_shipped_table_is_the_one_that_the_rules_give() -> None:
    edition = edition_of(EDITIONS[0])
    assert make_table(edition, sure=True) == data_of(EDITIONS[0]).sure


def test_a_table_is_made_a_row_at_a_time() -> None:
    work = begin_table(edition_of(EDITIONS[0]), sure=False)
    further = advance(work)
    assert further.square == work.square - 1
    assert sum(a is not b for a, b in zip(further.rows, work.rows, strict=True)) == 1
    assert not further.is_finished


@pytest.mark.torture
def test_a_family_s_own_board_is_played_by_its_table() -> None:
    base = opening(EDITIONS[0])
    letters = "".join(kind.value for kind in base.setup.edition.board.squares)
    edition = edition_of(EDITIONS[0])
    other = replace(edition, id="ours", board=board_of(letters[:1] + letters[-2:0:-1] + "G"))
    sure = make_table(other, sure=True)
    assert len(sure.eighths) == TABLE_BYTES
    state = replace(base, setup=replace(base.setup, edition=other))
    evaluator = Evaluator(PlayerData(sure, sure, {}), state)
    last = game(state, Level.STRONG, evaluator=evaluator)[-1]
    assert outcome(last) is not None


def test_every_card_that_changes_the_turns_to_home_does_so_in_the_table() -> None:
    assert set(CARDS) - set(_EFFECTS) == {"show_carrots", "shuffle"}
