"""The list and the predicate agree on every action there is, and the consequences add up."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.rules import (
    Action,
    Answered,
    Applied,
    Ate,
    Back,
    Bank,
    CardCarrots,
    CardMoved,
    Carrots,
    Chew,
    Chewed,
    Correction,
    Eat,
    Forward,
    GameOver,
    Gave,
    Keep,
    Kept,
    Leave,
    Left,
    Miss,
    Moved,
    Paid,
    Pass,
    Restart,
    Restarted,
    Seeded,
    State,
    Status,
    Ten,
    Took,
    apply,
    legal_actions,
    refusal,
)
from tests.rules.positions import CHART, MODERN, game
from tests.tools import quick, seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

OLD = "ravensburger-1978"
HOUSE = {
    "decline_back_carrots": True,
    "no_first_lettuce": True,
    "restart": "move-at-once",
    "carrot_card": "next-vacant",
    "give_ten_short": "five-then-one",
}
TABLES = [
    (2, OLD, {}),
    (2, MODERN, HOUSE),
    (2, CHART, HOUSE),
    (3, OLD, {**HOUSE, "used_cards": "aside"}),
    (4, MODERN, {"second_shuffle": True, "teams": ((0, 2), (1, 3))}),
    (5, CHART, {}),
    (6, OLD, {}),
]


def universe(seat: int, squares: range = range(-1, 67)) -> list[Action]:
    """List every action that a seat could think of, and some that are none."""
    pieces = (-1, 0, 1)
    return [
        *(Forward(seat, to, piece) for to, piece in product(squares, pieces)),
        *(
            Back(seat, to, piece, decline)
            for to, piece, decline in product(squares, pieces, (False, True))
        ),
        *(Carrots(seat, by, piece) for by, piece in product((10, -10, 0, 20), pieces)),
        *(make(seat, piece) for make, piece in product((Eat, Chew, Restart), pieces)),
        *(Ten(seat, by) for by in (10, -10, 0, 20)),
        *(make(seat) for make in (Miss, Pass, Keep, Bank)),
    ]


def positions(seed: int, count: int) -> Iterator[State]:
    """Play at random, with corrections into rare positions, and yield every position."""
    source = Random(seed)
    players, name, facts = TABLES[seed % len(TABLES)]
    state = game(players, name, **facts)
    for _ in range(count):
        yield state
        if state.over:
            return
        state = step(state, source).state


def step(state: State, source: Random) -> Applied:
    change = correction(state, source)
    if source.random() < 0.3 and refusal(state, change) is None:
        return apply(state, change, Seeded(1))
    return apply(state, source.choice(legal_actions(state)), Seeded(source.random()))


def correction(state: State, source: Random) -> Correction:
    return Correction(
        seat=source.randrange(len(state.seats)),
        carrots=source.choice((0, 1, 5, 9, 10, 40, 200)),
        lettuces=source.choice((0, 1, 2, 3)),
        piece=source.randrange(2) if state.setup.pieces == 2 else None,
        square=source.choice((0, 5, 7, 10, 14, 25, 30, 56, *range(58, 64))),
        owes=True,
        status=source.choice((None, None, *Status)),
    )


@pytest.mark.parametrize("seed", quick(7, seeds(14)))
def test_the_predicate_lets_pass_exactly_what_the_list_names(seed: int) -> None:
    for state in positions(seed, 40):
        legal = legal_actions(state)
        assert len(set(legal)) == len(legal)
        seats = range(len(state.seats)) if seed % 7 == 0 else [state.turn or 0]
        every = [action for seat in seats for action in universe(seat)]
        assert {action for action in every if refusal(state, action) is None} == set(legal)


GAINS = (Moved, Took, Ate, Chewed, Restarted, CardCarrots, Answered, Kept, Paid)


def gains(result: Applied) -> Counter[int]:
    """Add up what each seat got by the steps told; a receiver of ten gets them on keeping."""
    found: Counter[int] = Counter()
    for told in result.consequences:
        if isinstance(told, GAINS):
            found[told.seat] += told.carrots
        elif isinstance(told, Gave):
            found[told.seat] -= told.carrots
            found[told.receiver] += told.carrots if told.carrots < 10 else 0
    return found


@pytest.mark.parametrize("seed", seeds(28))
def test_the_consequences_add_up_to_what_changed(seed: int) -> None:
    state, source = (
        game(TABLES[seed % 7][0], TABLES[seed % 7][1], **TABLES[seed % 7][2]),
        Random(seed),
    )
    while not state.over and state.entries < 120:
        result = apply(state, source.choice(legal_actions(state)), Seeded(seed))
        told = gains(result)
        pairs = zip(state.seats, result.state.seats, strict=True)
        changed = {n: new.carrots - old.carrots for n, (old, new) in enumerate(pairs)}
        assert changed == {seat: told[seat] for seat in changed}
        assert_walked(state, result)
        state = result.state


def assert_walked(state: State, result: Applied) -> None:
    """Check that each walk begins where the piece stood and that the last one ends where it is."""
    squares = {
        (seat, piece): each.square
        for seat, owner in enumerate(state.seats)
        for piece, each in enumerate(owner.pieces)
    }
    for told in result.consequences:
        if isinstance(told, (Moved, CardMoved, Restarted)):
            assert squares[told.seat, told.piece] == told.square
            squares[told.seat, told.piece] = 0 if isinstance(told, Restarted) else told.to
    after = result.state.seats
    assert squares == {place: after[place[0]].pieces[place[1]].square for place in squares}


def test_the_end_of_the_game_is_the_last_consequence() -> None:
    state = game(2)
    result = apply(state, Leave(0), Seeded(1))
    assert result.consequences == (Left(0), GameOver(0))
    assert (result.state.turn, result.state.prompt, result.state.over) == (None, None, True)
