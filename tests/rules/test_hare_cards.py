"""Every hare card: what it does, when it has no effect and why, and what those who watch are told.

Each case draws the card by a move of the seat to act onto the hare square 6 (1978) or 25, and names
the steps that follow the drawing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.config.edition_files import built_in
from companion.rules import (
    CARDS,
    Answered,
    Applied,
    Ate,
    Bank,
    CardCarrots,
    CardMoved,
    CardStatus,
    Carrots,
    ChanceError,
    Chew,
    Chewed,
    Consequence,
    Drew,
    Eat,
    ExtraTurn,
    Gave,
    Keep,
    Kept,
    Moved,
    Paid,
    Pass,
    Prompt,
    ReachedHome,
    Recorded,
    Restarted,
    Shown,
    Shuffled,
    State,
    Status,
    Ten,
    Void,
    VoidReason,
    apply,
    board_of,
    legal_actions,
    start,
)
from companion.rules.cards import EFFECTS, MOST_DRAWS
from tests.rules.positions import (
    CHART,
    MODERN,
    applied,
    carrots,
    forward,
    game,
    play,
    put,
    squares,
    turn,
)

OLD = "ravensburger-1978"


def drawn(card: str, *places: int, name: str = OLD, square: int = 25, **facts: Any) -> State:
    """Put seat 0 one before a hare square with the card on top, the others on these places."""
    state = game(1 + len(places), name, first=(card,), **facts)
    for seat, place in enumerate(places, 1):
        state = put(state, seat, place)
    return put(state, 0, square - 1)


def steps(result: Applied) -> list[Consequence]:
    """Return the steps after the move and the drawing, payments of the next seat left out."""
    kinds = [type(step) for step in result.consequences[:2]]
    assert kinds == [Moved, Drew]
    return [step for step in result.consequences[2:] if not isinstance(step, Paid)]


def moved(square: int, to: int) -> Consequence:
    return CardMoved(0, 0, square, to)


def changed(by: int) -> Consequence:
    return CardCarrots(0, 0, by)


def void(reason: VoidReason) -> Consequence:
    return Void(0, 0, reason)


def owes(status: Status) -> Consequence:
    return CardStatus(0, 0, status)


def gave(by: int, giver: int, receiver: int) -> Consequence:
    return Gave(giver, receiver, by)


AGAIN = ExtraTurn(0, 0)
SHUFFLED = Shuffled(0, 0)
NEW_PILE = sorted(built_in(MODERN).edition.deck_list(built_in(MODERN).edition.rules))

# card, position, the steps, the square where seat 0 then stands, its carrots, its status
CASES = [
    ("fall_back", drawn("fall_back", 20, 30), [moved(25, 19)], 19, 67, None),
    ("fall_back", drawn("fall_back", 23, 30), [moved(25, 22)], 22, 67, Status.EAT),
    (
        "fall_back",
        put(drawn("fall_back", 23, 30), 0, lettuces=0),
        [moved(25, 21)],
        21,
        67,
        None,
    ),
    ("fall_back", drawn("fall_back", 0, 0), [moved(25, 0)], 0, 67, None),
    ("fall_back", drawn("fall_back", 1, 30), [moved(25, 0)], 0, 67, None),
    ("fall_back", drawn("fall_back", 26, 30), [void(VoidReason.LAST)], 25, 67, None),
    ("advance", drawn("advance", 26, 20), [moved(25, 27)], 27, 67, None),
    ("advance", drawn("advance", 36, 20), [moved(25, 38)], 38, 67, None),
    ("advance", drawn("advance", 41, 20), [moved(25, 42)], 42, 67, Status.EAT),
    (
        "advance",
        put(drawn("advance", 41, 20), 0, lettuces=0),
        [moved(25, 44)],
        44,
        67,
        None,
    ),
    ("advance", drawn("advance", 20, 20), [void(VoidReason.FIRST)], 25, 67, None),
    ("advance", put(drawn("advance", 64, 20), 1, place=1), [void(VoidReason.FIRST)], 25, 67, None),
    ("advance", drawn("advance", 63, 20), [void(VoidReason.FINISH)], 25, 67, None),
    (
        "advance",
        put(drawn("advance", 63, 20), 0, carrots=11, lettuces=0),
        [moved(25, 64), ReachedHome(0, 0, 1)],
        64,
        10,
        None,
    ),
    ("free_ride", drawn("free_ride", 20, 30), [changed(1)], 25, 68, None),
    ("ten", drawn("ten", 20, 30), [], 25, 67, None),
    ("eat_lettuce", drawn("eat_lettuce", 20, 30), [owes(Status.EAT)], 25, 67, Status.EAT),
    ("miss_turn", drawn("miss_turn", 20, 30), [owes(Status.MISS)], 25, 67, Status.MISS),
    ("go_again", drawn("go_again", 20, 30), [AGAIN], 25, 67, None),
    ("carrot_forward", drawn("carrot_forward", 20, 30), [moved(25, 26)], 26, 67, None),
    ("carrot_forward", drawn("carrot_forward", 26, 30), [void(VoidReason.OCCUPIED)], 25, 67, None),
    (
        "carrot_forward",
        drawn("carrot_forward", 26, 30, carrot_card="next-vacant"),
        [moved(25, 33)],
        33,
        67,
        None,
    ),
    (
        "carrot_forward",
        drawn("carrot_forward", 20, 30, square=61),
        [void(VoidReason.NO_SQUARE)],
        61,
        67,
        None,
    ),
    ("carrot_back", drawn("carrot_back", 20, 30), [moved(25, 21)], 21, 67, None),
    ("carrot_back", drawn("carrot_back", 21, 30), [void(VoidReason.OCCUPIED)], 25, 67, None),
    (
        "carrot_back",
        drawn("carrot_back", 21, 30, carrot_card="next-vacant"),
        [moved(25, 13)],
        13,
        67,
        None,
    ),
    (
        "carrot_back",
        drawn("carrot_back", 20, 30, square=1),
        [void(VoidReason.NO_SQUARE)],
        1,
        67,
        None,
    ),
    (
        "give_ten",
        drawn("give_ten", 20, 30, name=MODERN),
        [gave(10, 0, 1)],
        25,
        57,
        None,
    ),
    (
        "give_ten",
        drawn("give_ten", 30, 31, name=MODERN),
        [void(VoidReason.NOBODY_BEHIND)],
        25,
        67,
        None,
    ),
    (
        "give_ten",
        put(drawn("give_ten", 20, 21, name=MODERN), 0, carrots=20),
        [void(VoidReason.TOO_FEW)],
        25,
        19,
        None,
    ),
    (
        "give_ten",
        put(drawn("give_ten", 20, 21, name=MODERN, give_ten_short="five-then-one"), 0, carrots=11),
        [gave(5, 0, 1), gave(5, 0, 2)],
        25,
        0,
        None,
    ),
    (
        "give_ten",
        put(drawn("give_ten", 20, 21, name=MODERN, give_ten_short="five-then-one"), 0, carrots=10),
        [gave(1, 0, 1), gave(1, 0, 2)],
        25,
        7,
        None,
    ),
    (
        "give_ten",
        put(drawn("give_ten", 20, 21, name=MODERN, give_ten_short="five-then-one"), 0, carrots=2),
        [void(VoidReason.TOO_FEW)],
        25,
        1,
        None,
    ),
    (
        "behind_or_again",
        drawn("behind_or_again", 20, 21, name=MODERN),
        [owes(Status.MISS)],
        25,
        67,
        Status.MISS,
    ),
    ("behind_or_again", drawn("behind_or_again", 20, 30, name=MODERN), [AGAIN], 25, 67, None),
    (
        "behind_or_again",
        put(drawn("behind_or_again", 64, 20, name=MODERN), 1, place=1),
        [AGAIN],
        25,
        67,
        None,
    ),
    ("exactly_65", drawn("exactly_65", 20, 30, name=MODERN), [changed(-2)], 25, 65, None),
    (
        "exactly_65",
        put(drawn("exactly_65", 20, 30, name=MODERN), 0, carrots=1),
        [changed(65)],
        25,
        65,
        None,
    ),
    ("ten_per_lettuce", drawn("ten_per_lettuce", 20, 30, name=MODERN), [changed(30)], 25, 97, None),
    (
        "ten_per_lettuce",
        put(drawn("ten_per_lettuce", 20, 30, name=MODERN), 0, lettuces=0),
        [owes(Status.MISS)],
        25,
        67,
        Status.MISS,
    ),
    ("lose_half", drawn("lose_half", 20, 30, name=MODERN), [changed(-33)], 25, 34, None),
    (
        "show_carrots",
        drawn("show_carrots", 20, 30, name=MODERN),
        [Shown(0, 0, 67)],
        25,
        67,
        None,
    ),
    (
        "shuffle",
        put(drawn("shuffle", 20, 30, 31, name=MODERN), 2, carrots=0),
        [gave(1, 1, 0), gave(1, 3, 0), SHUFFLED],
        25,
        69,
        None,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_card_does_what_it_says(case: tuple[Any, ...]) -> None:
    _, state, expected, square, stock, status = case
    result = applied(state, forward(0, state.seats[0].pieces[0].square + 1), decks=[NEW_PILE])
    seat = result.state.seats[0]
    assert steps(result) == expected
    assert (seat.pieces[0].square, seat.carrots, seat.pieces[0].status) == (square, stock, status)


def test_every_card_has_a_case_and_an_effect() -> None:
    # eat_carrot is on the chart of 1974 alone: its tests are below
    assert {case[0] for case in CASES} | {"eat_carrot"} == set(CARDS) == set(EFFECTS)


def test_a_card_goes_under_the_pile() -> None:
    state = game(first=("free_ride",))
    assert play(state, forward(0, 6)).deck == (*state.deck[1:], "free_ride")


def test_a_card_that_leads_onto_a_hare_square_draws_again_and_free_ride_then_pays_nothing() -> None:
    state = put(put(game(first=("fall_back", "free_ride")), 1, 15), 0, 24)
    result = applied(state, forward(0, 25))
    assert [type(step) for step in result.consequences[1:]] == [
        Drew,
        CardMoved,
        Drew,
        Void,
    ]
    assert result.consequences[-1].reason is VoidReason.NOT_PAID
    assert result.state.deck[-2:] == ("fall_back", "free_ride")


def test_ten_is_answered_with_ten_more_ten_less_or_neither() -> None:
    state = play(game(first=("ten",)), forward(0, 6))
    assert (state.turn, state.prompt) == (0, Prompt.TEN)
    assert [action.by for action in legal_actions(state)] == [10, -10, 0]
    given = applied(state, Ten(0, by=-10))
    assert given.state.seats[0].carrots == state.seats[0].carrots - 10
    assert given.consequences == (Answered(0, carrots=-10),)
    assert given.state.turn == 1


def test_ten_offers_no_giving_to_those_who_have_too_few() -> None:
    state = turn(put(game(), 0, carrots=9), 0, Prompt.TEN)
    assert [action.by for action in legal_actions(state)] == [10, 0]


def test_the_extra_turn_is_asked_even_if_only_passing_is_possible() -> None:
    state = put(put(game(first=("go_again",)), 0, 13, carrots=1), 1, 11)
    state = play(state, forward(0, 14))
    assert (state.turn, state.prompt) == (0, Prompt.AGAIN)
    assert legal_actions(state) == (Pass(0),)
    assert play(state, Pass(0)).turn == 1


def test_eat_lettuce_without_a_lettuce_loses_the_turn_and_then_the_piece_must_leave() -> None:
    state = put(game(2, first=("eat_lettuce",)), 0, lettuces=0)
    state = play(state, forward(0, 6, 0), forward(1, 5, 0))
    assert legal_actions(state) == (Eat(0, piece=0),)
    result = applied(state, Eat(0, piece=0))
    assert result.consequences[0] == Ate(0, 0, None, 0)
    assert result.state.seats[0].pieces[0].status is Status.ATE
    state = play(result.state, Carrots(1, by=10, piece=0))
    assert {action.piece for action in legal_actions(state)} == {0}


def test_receivers_of_ten_are_asked_in_turn_order_after_the_giver() -> None:
    state = turn(put(game(4, MODERN, first=("give_ten",)), 2, 24), 2)
    state = put(state, 3, 30)
    state = play(state, forward(2, 25))
    assert (state.turn, state.prompt, carrots(state)) == (0, Prompt.KEEP, [68, 68, 47, 68])
    state = play(state, Bank(0))
    assert (state.turn, state.prompt, carrots(state)) == (1, Prompt.KEEP, [68, 68, 47, 68])
    result = applied(state, Keep(1))
    assert (result.state.turn, result.state.prompt) == (3, None)
    assert carrots(result.state) == [68, 78, 47, 68]
    assert result.consequences == (Kept(1, 2, 10),)


def test_a_player_behind_with_two_pieces_receives_once() -> None:
    state = put(game(2, MODERN, first=("give_ten",)), 0, 24)
    result = applied(state, forward(0, 25, 0))
    assert [step.receiver for step in result.consequences if isinstance(step, Gave)] == [1]


def test_cards_set_aside_are_shuffled_when_one_is_to_be_drawn_and_none_is_left() -> None:
    state = game(first=("free_ride",), used_cards="aside")
    state = replace(state, deck=("free_ride",), aside=state.deck[1:])
    state = play(state, forward(0, 6))
    assert (state.deck, len(state.aside)) == ((), 12)
    with pytest.raises(ChanceError) as caught:
        apply(state, forward(1, 1), Recorded())
    assert caught.value.code == "bad-deck"
    pile = sorted(state.aside, reverse=True)
    result = applied(state, forward(1, 1), decks=[pile])
    assert result.decks == (tuple(pile),)
    assert (result.state.deck, result.state.aside) == (tuple(pile[1:]), (pile[0],))


def test_the_shuffle_card_takes_the_cards_set_aside_into_the_new_pile() -> None:
    state = game(3, MODERN, first=("free_ride", "shuffle"), used_cards="aside")
    state = play(state, forward(0, 6))
    result = applied(state, forward(1, 1), decks=[NEW_PILE])
    assert (result.state.deck, result.state.aside) == (tuple(NEW_PILE), ())
    assert result.state.shuffles == 1


def test_the_chart_gives_the_card_by_number_and_rank() -> None:
    state = put(put(game(3, CHART), 1, 30), 2, 31)
    result = applied(state, forward(0, 6), rolls=[4])
    assert result.consequences[1] == Drew(0, 0, "eat_lettuce", 4)
    assert result.rolls == (4,)
    first = applied(game(3, CHART), forward(0, 6), rolls=[4])
    assert first.consequences[1].card == "eat_carrot"


def test_eat_carrot_hands_in_one_carrot_and_then_the_piece_must_leave() -> None:
    state = play(game(2, CHART), forward(0, 6, 0), rolls=[4])
    assert state.seats[0].pieces[0].status is Status.CHEW
    state = play(state, forward(1, 5, 0))
    assert legal_actions(state) == (Chew(0, piece=0),)
    result = applied(state, Chew(0, piece=0))
    assert result.consequences[0] == Chewed(0, 0, -1)
    assert result.state.seats[0].carrots == state.seats[0].carrots - 1
    assert result.state.seats[0].pieces[0].status is Status.ATE


def test_eat_carrot_without_a_carrot_restarts_the_piece() -> None:
    state = put(game(3, CHART), 0, 6, status=Status.CHEW, carrots=0)
    result = applied(state, Chew(0))
    assert result.consequences == (Restarted(0, 0, 6, 65),)
    assert (squares(result.state)[0], carrots(result.state)[0], result.state.turn) == ((0,), 65, 1)


def test_after_a_failed_eat_carrot_the_seat_moves_at_once_where_the_house_rule_says_so() -> None:
    state = put(game(3, CHART, restart="move-at-once"), 0, 6, status=Status.CHEW, carrots=0)
    state = play(state, Chew(0))
    assert (state.turn, state.prompt, squares(state)[0]) == (0, None, (0,))
    assert forward(0, 5) in legal_actions(state)


def test_a_pile_that_sends_a_piece_to_and_fro_for_ever_has_no_effect_in_the_end() -> None:
    setup = game(2).setup
    edition = replace(
        setup.edition,
        deck={"advance": 1, "fall_back": 1},
        board=board_of("ST" + "H" * 62 + "G"),
    )
    state = start(replace(setup, edition=edition, deck=("fall_back", "advance")))
    result = applied(put(put(state, 1, 40), 0, 35), forward(0, 41, 0))
    assert result.consequences[-1].reason is VoidReason.ENDLESS
    assert sum(isinstance(step, Drew) for step in result.consequences) == MOST_DRAWS + 1
