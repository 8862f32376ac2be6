"""All that the players take from companion.rules, so that its names are used in one place.

Positions are looked at *blindly*: `blind` takes the pile away and puts a card without effect in its
place, so that nothing behind it can depend on the cards that are still to come.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules import (
    COLOURS,
    HOME_SQUARE,
    Action,
    Back,
    Board,
    Carrots,
    Chance,
    Edition,
    Forward,
    Kind,
    Piece,
    PieceAction,
    Seat,
    Seeded,
    Setup,
    State,
    Status,
    action_json,
    apply,
    apply_listed,
    board_of,
    cost,
    edition_table,
    is_racing,
    legal_actions,
    make_setup,
    opening_deck,
    outcome,
    seat_to_move,
    start,
)
from companion.rules.board import PAID_RANKS
from companion.rules.moves import finish_fault, finish_limit, is_first_of_pair
from companion.rules.ranking import occupied, rank_among

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "COLOURS",
    "HOME_SQUARE",
    "PAID_RANKS",
    "Action",
    "Board",
    "Chance",
    "Edition",
    "Forward",
    "Kind",
    "Piece",
    "Seat",
    "Seeded",
    "Setup",
    "State",
    "Status",
    "action_json",
    "after",
    "after_card",
    "apply",
    "back_square",
    "blind",
    "board_of",
    "card_shares",
    "cost",
    "declines",
    "edition_table",
    "finish_fault",
    "finish_limit",
    "forward_square",
    "gives_ten",
    "is_first_of_pair",
    "is_racing",
    "landed_on_hare",
    "legal_actions",
    "make_setup",
    "occupied",
    "opening_deck",
    "outcome",
    "piece_of",
    "possible_cards",
    "rank_among",
    "seat_to_move",
    "start",
    "takes_ten",
]

NO_EFFECT = "show_carrots"
_BLIND_PILE = (NO_EFFECT,)


class _NoChance:
    """The chance of blind positions: nothing in them is drawn by lot."""

    def roll(self, count: int) -> int:
        """Refuse: a blind position has no chart."""
        raise AssertionError(count)

    def shuffle(self, count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the blind pile again."""
        del count, cards
        return _BLIND_PILE


_NO_CHANCE = _NoChance()


def blind(state: State) -> State:
    """Return the position without its pile or chart."""
    setup = state.setup
    edition = replace(setup.edition, chart=None, deck={NO_EFFECT: 1})
    rules = replace(setup.rules, used_cards="bottom")
    setup = replace(setup, edition=edition, rules=rules, deck=_BLIND_PILE)
    return replace(state, setup=setup, deck=_BLIND_PILE, aside=())


def after(state: State, action: Action) -> State:
    """Return a blind position after one of its legal actions, no card drawn."""
    return apply_listed(state, action, _NO_CHANCE).state


def after_card(state: State, action: Action, card: str) -> State:
    """Return a blind position after one of its legal actions, which draws this card."""
    told = replace(state, deck=(card, *_BLIND_PILE))
    return replace(apply_listed(told, action, _NO_CHANCE).state, deck=_BLIND_PILE)


def possible_cards(state: State, rank: int) -> Mapping[str, float]:
    """Return the cards that a piece of this rank may draw, as shares of 1, from what is public.

    Where used cards are set aside, they cannot come again before the pile is empty.
    """
    edition = state.setup.edition
    if edition.chart is not None:
        cards = Counter(row[rank - 1] for row in edition.chart)
    elif state.aside and state.deck:
        cards = Counter(state.deck)
    else:
        cards = Counter(edition.deck_list(state.setup.rules))
    return _shares(cards)


def card_shares(edition: Edition) -> dict[str, float]:
    """Return how often each hare card comes, as shares of 1; of a chart the mean of its ranks."""
    cards = Counter(edition.deck)
    if edition.chart is not None:
        cards = Counter(card for row in edition.chart for card in row)
    return _shares(cards)


def _shares(cards: Counter[str]) -> dict[str, float]:
    total = sum(cards.values())
    return {card: count / total for card, count in cards.items() if count}


def piece_of(action: Action) -> int:
    """Return the number of the piece that an action moves, 0 where the seat has one."""
    return action.piece if isinstance(action, PieceAction) else 0


def forward_square(action: Action) -> int | None:
    """Return the square of a forward move, None for any other action."""
    return action.to if isinstance(action, Forward) else None


def landed_on_hare(state: State, action: Action) -> bool:
    """Return whether an action ends its move on a hare square, and so draws a card."""
    to = forward_square(action)
    return to is not None and state.setup.edition.board.squares[to] is Kind.HARE


def gives_ten(action: Action) -> bool:
    """Return whether an action gives ten carrots back on a carrot square."""
    return isinstance(action, Carrots) and action.by < 0


def takes_ten(action: Action) -> bool:
    """Return whether an action takes ten carrots on a carrot square."""
    return isinstance(action, Carrots) and action.by > 0


def back_square(action: Action) -> int | None:
    """Return the square of a move back, None for any other action."""
    return action.to if isinstance(action, Back) else None


def declines(action: Action) -> bool:
    """Return whether a move back leaves its carrots."""
    return isinstance(action, Back) and action.decline
