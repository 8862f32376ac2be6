"""What one game leaves for the family book."""

from __future__ import annotations

import json

import pytest
from sample_games import GAMES, lines, record, result, steps

from companion.book.game_result import GameMark, Highlight, Player, result_of
from companion.rules import final_order

THREE = "ravensburger-1978-3p-0"
ALL = sorted(path.stem for path in GAMES.glob("*.jsonl"))


def test_a_game_of_three_by_hand() -> None:
    """The third is not Home: the game ends when only one is on the way."""
    found = result(record(THREE))
    seats = [(s.player.name, s.place, s.won, s.home, s.turns, s.carrots) for s in found.seats]
    assert found.edition == "ravensburger-1978"
    assert seats == [
        ("Anna", 2, False, True, 23, 20),
        ("Ben", 1, True, True, 18, 5),
        ("Cili", 3, False, False, 22, 165),
    ]
    assert found.marks == frozenset()


@pytest.mark.parametrize("name", ALL)
def test_turns_moves_and_tortoises_are_those_of_the_lines(name: str) -> None:
    setup, *entries = lines(name)
    found = result(record(name))
    seats, pieces = len(setup["seats"]), 2 if len(setup["seats"]) == 2 else 1
    backs = [sum(e["do"] == "back" and e["seat"] == n for e in entries) for n in range(seats)]
    answers = {"ten", "keep", "bank", "pass"}
    own = [sum(e["seat"] == n and e["do"] not in answers for e in entries) for n in range(seats)]
    highlights = {highlight: (seat, number) for highlight, seat, number in found.highlights}
    if max(backs):
        assert highlights[Highlight.TORTOISES] == (backs.index(max(backs)), max(backs))
    assert all(seat.turns <= most for seat, most in zip(found.seats, own, strict=True))
    assert 0 < highlights[Highlight.JUMP][1] <= 44
    home = [seat for seat in found.seats if seat.home]
    assert [seat.won for seat in found.seats].count(True) == 1
    assert len(home) >= (1 if pieces == 2 else seats - 1)


@pytest.mark.parametrize("name", ALL)
def test_the_best_lead_was_lost_by_one_who_was_ahead_and_did_not_win(name: str) -> None:
    data = record(name)
    found = result(data)
    lost = [
        (seat, number)
        for highlight, seat, number in found.highlights
        if highlight is Highlight.LEAD_LOST
    ]
    for seat, squares in lost:
        assert not found.seats[seat].won
        leads = []
        for step in steps(data):
            rear = [min(piece.square for piece in each.pieces) for each in step.state.seats]
            if max(rear) < 64:
                leads.append(rear[seat] - max(rear[:seat] + rear[seat + 1 :]))
        assert max(leads) == squares


def test_a_game_that_is_not_over_leaves_nothing() -> None:
    assert result_of(steps(record(THREE))[:-1]) is None
    assert result_of(steps(record(THREE))[:1]) is None


def test_a_correction_a_hint_and_a_leaver_are_marked() -> None:
    corrected = record(THREE, {"do": "correct", "seat": 0, "lettuces": 3})
    assert result(corrected).marks == {GameMark.CORRECTED}
    first = lines(THREE)[1]
    hinted = json.dumps({**first, "hint": True}).encode()
    assert result(record(THREE).replace(json.dumps(first).encode(), hinted)).marks == {
        GameMark.HINT
    }
    leave = b'{"seat": 0, "do": "leave"}\n{"seat": 2, "do": "leave"}\n'
    left = result(record(THREE).splitlines(keepends=True)[0] + leave)
    assert left.marks == {GameMark.LEFT}
    assert [(s.place, s.won, s.home) for s in left.seats] == [
        (None, False, False),
        (1, True, False),
        (None, False, False),
    ]


def test_the_companion_counts_as_its_level_and_a_seat_without_a_name_by_its_colour() -> None:
    data = record(THREE, of_seat1={"player": "easy"}, of_seat2={"name": "  "})
    players = [seat.player for seat in result(data).seats]
    colour = lines(THREE)[0]["seats"][2]["colour"]
    assert players == [Player(name="Anna"), Player(level="easy"), Player(colour=colour)]


def test_spaces_around_a_name_make_no_other_player() -> None:
    assert result(record(THREE, of_seat0={"name": " Anna\n"})).seats[0].player == Player("Anna")


def test_seats_that_are_equal_at_the_end_share_their_place() -> None:
    setup = record("ravensburger-1978-4p-0").splitlines(keepends=True)[0]
    leaves = b"".join(b'{"seat": %d, "do": "leave"}\n' % seat for seat in (0, 1, 2))
    last = steps(setup + leaves)[-1].state
    assert final_order(last) == ((3, 1), (0, 2), (1, 2), (2, 2))
