"""What the companion knows of a board: shipped, computed for a family's own, kept, damaged."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.thought_requests import (
    Advice,
    BoardProgress,
    BoardRequest,
    ThoughtRequest,
    UnknownBoard,
)
from companion.config.edition_files import built_in
from companion.config.player_data_files import cached_data, keep_data, player_data
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.thought import choose
from companion.rules import (
    Setup,
    edition_table,
    make_setup,
    opening_deck,
    parse_edition,
    start,
)
from companion.shell.companion_player import KEEPER, CompanionPlayer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.players.data_file import PlayerData
    from companion.rules import Edition

SHIPPED = built_in("ravensburger-1978").edition
TABLE: dict[str, Any] = {**edition_table(SHIPPED), "id": "own-1"}
OWN = parse_edition(TABLE)


def setup_on(edition: Edition, data: dict[str, Any] | None) -> Setup:
    deck = opening_deck("1", edition, edition.rules)
    colours = ("red", "blue", "green")
    return make_setup(edition, ("A", "B", "C"), colours, deck, edition_data=data)


def tables() -> PlayerData:
    """Return what a computation would come to: the tables alone."""
    return replace(player_data(SHIPPED), networks={})


def finished(thinker: CompanionPlayer, setup: Setup) -> Advice:
    answer = None
    while not isinstance(answer, Advice):
        answer = thinker.step(ThoughtRequest(start(setup), "strong"))
    return answer


UNLIKE: dict[str, Any] = {"carrots": dict.fromkeys(range(7), 9)}


@pytest.mark.parametrize("change", [{"id": "no-such-board"}, UNLIKE], ids=["missing", "damaged"])
def test_a_built_in_board_without_its_data_is_unknown(
    change: dict[str, Any], tmp_path: Path
) -> None:
    setup = setup_on(replace(SHIPPED, **change), None)
    thinker = CompanionPlayer(tmp_path)
    assert thinker.step(ThoughtRequest(start(setup), "good")) == UnknownBoard(setup)
    assert thinker.step(BoardRequest(setup)) == UnknownBoard(setup)


def test_a_familys_own_board_is_computed_step_by_step(tmp_path: Path) -> None:
    thinker, setup = CompanionPlayer(tmp_path), setup_on(OWN, TABLE)
    answers = [thinker.step(BoardRequest(setup)) for _ in range(40)]
    percents = [answer.percent for answer in answers if isinstance(answer, BoardProgress)]
    assert percents
    assert percents == sorted(set(percents))
    assert percents[-1] < 100


def test_what_was_computed_is_kept_and_read_again(tmp_path: Path) -> None:
    keep_data(tmp_path / "cache", OWN, tables())
    setup = setup_on(OWN, TABLE)
    thinker = CompanionPlayer(tmp_path / "cache")
    assert thinker.step(BoardRequest(setup)) == BoardProgress(setup, 100)
    level = choose(start(setup), Level.EASY, Evaluator(tables(), start(setup)))
    assert finished(thinker, setup).action == level.choice


def test_a_kept_file_that_is_damaged_or_of_another_board_is_computed_again(tmp_path: Path) -> None:
    keep_data(tmp_path, OWN, tables())
    (file,) = tmp_path.glob("*.bin")
    content = file.read_bytes()
    file.write_bytes(content[:-1])
    assert cached_data(tmp_path, OWN) is None
    file.write_bytes(content)
    assert cached_data(tmp_path, OWN) == tables()
    other = replace(OWN, **UNLIKE)
    file.rename(file.with_name(next(_kept_names(tmp_path, other))))
    assert cached_data(tmp_path, other) is None


def _kept_names(folder: Path, edition: Edition) -> Any:
    keep_data(folder / "other", edition, tables())
    return (path.name for path in (folder / "other").glob("*.bin"))


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    keep_data(tmp_path / "cache", OWN, tables())
    assert cached_data(tmp_path / "cache", OWN) is None


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_a_cache_file_that_is_none_is_not_waited_for_and_replaced(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    (name,) = _kept_names(tmp_path, OWN)
    make(tmp_path / name)
    assert cached_data(tmp_path, OWN) is None
    keep_data(tmp_path, OWN, tables())
    assert cached_data(tmp_path, OWN) == tables()


def test_the_cache_is_not_written_through_a_link_nor_into_a_fifo(tmp_path: Path) -> None:
    (name,) = _kept_names(tmp_path, OWN)
    theirs, new = tmp_path / "theirs", tmp_path / f"{name}.new"
    theirs.write_text("theirs")
    new.symlink_to(theirs)
    keep_data(tmp_path, OWN, tables())
    assert theirs.read_text() == "theirs"
    new.unlink()
    os.mkfifo(new)
    keep_data(tmp_path, OWN, tables())  # and does not hang


@pytest.mark.torture
def test_a_familys_own_board_computed_to_the_end_is_played_and_kept(tmp_path: Path) -> None:
    thinker, setup = CompanionPlayer(tmp_path), setup_on(OWN, TABLE)
    action = finished(thinker, setup).action
    for thread in threading.enumerate():
        if thread.name == KEEPER:
            thread.join()
    assert cached_data(tmp_path, OWN) == tables()
    assert finished(CompanionPlayer(tmp_path), setup).action == action
