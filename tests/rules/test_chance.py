"""Chance: what a record says, and what a seed gives."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.config.edition_files import built_in
from companion.rules import ChanceError, Recorded, Rules, Seeded, opening_deck

CARDS = tuple("abcdefghijkl")


def test_the_same_seed_and_count_give_the_same_luck() -> None:
    assert Seeded(7).shuffle(3, CARDS) == Seeded("7").shuffle(3, CARDS[::-1])
    assert [Seeded(7).roll(n) for n in range(50)] == [Seeded(7).roll(n) for n in range(50)]


def test_another_seed_or_count_gives_other_luck() -> None:
    piles = {Seeded(seed).shuffle(count, CARDS) for seed in range(10) for count in range(10)}
    assert len(piles) == 100


def test_luck_never_changes_between_versions() -> None:
    # a saved game must meet the same cards again after an update
    assert Seeded(1).shuffle(0, CARDS) == tuple("fjlceiadhbgk")
    assert [Seeded(1).roll(n) for n in range(8)] == [6, 6, 6, 4, 6, 2, 4, 3]


def test_every_number_and_every_card_comes_about_equally_often() -> None:
    rolls = Counter(Seeded("fair").roll(n) for n in range(6000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in rolls.values())
    tops = Counter(Seeded("fair").shuffle(n, CARDS)[0] for n in range(6000))
    assert all(400 < tops[card] < 600 for card in CARDS)


def test_the_opening_deck_is_the_editions_whole_deck() -> None:
    edition = built_in("ravensburger-2008").edition
    sixteen = opening_deck(3, edition, Rules(second_shuffle=True))
    assert len(sixteen) == 16
    assert sixteen.count("shuffle") == 2
    assert opening_deck(3, built_in("intellect-1974").edition, Rules()) == ()


def test_recorded_chance_is_used_up_in_order_and_surplus_is_ignored() -> None:
    chance = Recorded([4, 2, 9], [["a", "b"], ["b", "a"], 5])
    assert [chance.roll(0), chance.roll(1)] == [4, 2]
    assert chance.shuffle(0, ("b", "a")) == ("a", "b")
    assert chance.shuffle(1, ("b", "a")) == ("b", "a")


@pytest.mark.parametrize("wrong", [[], [0], [7], [True], [4.0], ["4"], [None]])
def test_a_missing_or_wrong_number_is_no_roll(wrong: list[object]) -> None:
    with pytest.raises(ChanceError) as caught:
        Recorded(wrong).roll(0)
    assert caught.value.code == "no-roll"


@pytest.mark.parametrize("wrong", [[], [["a"]], [["a", "b", "b"]], ["ab"], [[1, 2]], [None]])
def test_a_missing_or_wrong_pile_is_a_bad_deck(wrong: list[object]) -> None:
    with pytest.raises(ChanceError) as caught:
        Recorded(decks=wrong).shuffle(0, ("a", "b"))
    assert caught.value.code == "bad-deck"
