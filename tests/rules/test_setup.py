"""Agreeing on a game: seats, pile, rulings, teams, and the stock it begins with."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.config.edition_files import built_in
from companion.rules import COLOURS, SetupError, make_setup, team_fault
from tests.rules.positions import CHART, MODERN, game, setup

OLD = built_in("ravensburger-1978").edition
PILE = OLD.deck_list(OLD.rules)


@pytest.mark.parametrize(
    ("name", "players", "stock"),
    [
        ("ravensburger-1978", 2, (98, 5, 2)),
        ("ravensburger-1978", 3, (68, 3, 1)),
        (MODERN, 4, (68, 3, 1)),
        (MODERN, 5, (98, 3, 1)),
        ("ravensburger-1978", 6, (98, 3, 1)),
        (CHART, 2, (95, 5, 2)),
        (CHART, 6, (65, 3, 1)),
    ],
)
def test_each_seat_begins_with_the_stock_of_the_table(
    name: str, players: int, stock: tuple[int, int, int]
) -> None:
    for seat in game(players, name).seats:
        assert (seat.carrots, seat.lettuces, len(seat.pieces)) == stock


def test_a_ruling_can_be_overridden_for_one_game() -> None:
    assert OLD.rules.end == "one-left"
    assert setup(end="winner").rules.end == "winner"


def test_the_sixteenth_card_is_a_second_shuffle() -> None:
    assert setup(3, MODERN, second_shuffle=True).deck.count("shuffle") == 2


def test_an_edition_of_ones_own_may_have_a_second_shuffle_too() -> None:
    deck = (*PILE, "shuffle")
    rules = {"second_shuffle": True}
    assert make_setup(OLD, ["a", "b"], COLOURS[:2], deck, rules, edition_data={}).deck == deck


@pytest.mark.parametrize(
    ("names", "colours", "deck", "rules", "words"),
    [
        (["a"], COLOURS[:1], PILE, {}, "players"),
        (["a"] * 7, [*COLOURS, "red"], PILE, {}, "players"),
        (["a"] * 3, COLOURS[:2], PILE, {}, "colour"),
        (["a"] * 3, ["red", "red", "blue"], PILE, {}, "twice"),
        (["a"] * 3, ["red", "grey", "blue"], PILE, {}, "grey"),
        (["a"] * 3, COLOURS[:3], PILE[1:], {}, "deck"),
        (["a"] * 3, COLOURS[:3], PILE, {"end": 1}, "rules.end"),
        (["a"] * 3, COLOURS[:3], PILE, {"second_shuffle": True}, "second_shuffle"),
    ],
)
def test_a_wrong_setup_says_what_is_wrong(
    names: Any, colours: Any, deck: Any, rules: Any, words: str
) -> None:
    with pytest.raises(SetupError, match=words):
        make_setup(OLD, names, colours, deck, rules)


def test_a_chart_edition_has_no_pile() -> None:
    with pytest.raises(SetupError, match="pile"):
        make_setup(built_in(CHART).edition, ["a", "b"], COLOURS[:2], ["ten"])


def test_of_all_pairings_of_four_only_one_may_play() -> None:
    pairings = [(seats[:2], seats[2:]) for seats in permutations(range(4))]
    allowed = {
        frozenset(map(frozenset, teams)) for teams in pairings if team_fault(4, teams) is None
    }
    assert allowed == {frozenset({frozenset({0, 2}), frozenset({1, 3})})}


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (4, [(0, 2), (1, 3)]),
        (6, [(0, 2, 4), (1, 3, 5)]),
        (6, [(0, 3), (1, 4), (2, 5)]),
        (6, [(0, 2), (3, 5), (1, 4)]),
    ],
)
def test_equal_teams_whose_mates_sit_apart_may_play(players: int, teams: Any) -> None:
    assert team_fault(players, teams) is None


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (3, [(0, 2), (1,)]),
        (4, [(0, 1), (2, 3)]),
        (4, [(0, 3), (1, 2)]),
        (4, [(0, 2), (1,)]),
        (4, [(0, 2), (1, 3), ()]),
        (4, [(0, 2), (1, 1)]),
        (4, [(0,), (1,), (2,), (3,)]),
        (4, [(0, 1, 2, 3)]),
        (6, [(0, 2, 4, 1), (3, 5)]),
        (6, [(0, 5), (1, 3), (2, 4)]),
        (6, [(0, 2, 4, 6), (1, 3, 5)]),
    ],
)
def test_other_teams_are_refused(players: int, teams: Any) -> None:
    assert team_fault(players, teams) is not None
