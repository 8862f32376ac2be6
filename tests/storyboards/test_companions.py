"""The storyboard of a family of three and a companion, played by its presses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.turn_header import game_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storyboards.playing import Table


def test_the_companion_says_where_its_piece_goes(played: Callable[[str], Table]) -> None:
    screen, texts = played("companions").shots["its-first-move"]
    assert screen == "companion"
    assert texts[:2] == ("B", "Blue")
    assert texts[-3:] == (
        "<lettuce>Lettuce #7 · 7 on · -28<carrot>",
        "Red: 5 on, -15 = 53<carrot>",
        "<ok> it stands there",
    )


def test_undo_goes_to_the_last_decision_of_a_person(played: Callable[[str], Table]) -> None:
    shots = played("companions").shots
    assert shots["undo-goes-to-a-person"][1][2] == "<undo> Undo: [R] 0→5"
    assert shots["redone"] == shots["after-its-move"]


def test_after_a_power_cut_it_chooses_the_same(played: Callable[[str], Table]) -> None:
    shots = played("companions").shots
    assert shots["before-the-power-cut"][0] == "companion"
    assert shots["before-the-power-cut"] == shots["after-the-power-cut"]


def test_a_person_plays_for_it_and_it_begins_the_next_game(played: Callable[[str], Table]) -> None:
    table = played("companions")
    assert table.shots["a-person-plays-for-it"][0] == "turn"
    assert table.shots["it-begins"][0] == "companion"
    assert table.shots["its-hare-card"][0] == "card"
    assert game_of(table.session).setup.levels == ("good", None, None, None)
