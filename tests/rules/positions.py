"""Positions drawn for the tests: a game of any edition, its pieces put where the test wants them.

1978: carrots 2 5 13 21 26 33 38 40 49 55 59, tortoises 8 11 15 19 24 30 37 43 50 56, lettuces
7 22 42 57 62, hares 1 3 6 14 25 31 34 39 46 51 58 61 63, numbers two 10 29 60, four 9 18, three
4 12 16, flag 17.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.config.edition_files import built_in
from companion.rules import (
    COLOURS,
    Action,
    Applied,
    Back,
    Forward,
    Recorded,
    Setup,
    State,
    apply,
    make_setup,
    start,
)

MODERN = "ravensburger-2008"
CHART = "intellect-1974"


def setup(
    players: int = 3,
    name: str = "ravensburger-1978",
    *,
    first: tuple[str, ...] = (),
    teams: tuple[tuple[int, ...], ...] = (),
    **rules: Any,
) -> Setup:
    """Agree on a game; the cards of `first` lie on top, the others sorted below them."""
    edition = built_in(name).edition
    rest = list(edition.deck_list(replace(edition.rules, **rules)))
    for card in first:
        rest.remove(card)
    names = [f"P{seat}" for seat in range(players)]
    return make_setup(edition, names, COLOURS[:players], (*first, *rest), rules, teams)


def game(players: int = 3, name: str = "ravensburger-1978", **facts: Any) -> State:
    """Begin such a game."""
    return start(setup(players, name, **facts))


def put(state: State, seat: int, square: int | None = None, piece: int = 0, **facts: Any) -> State:
    """Put a piece on a square; `facts` are fields of the seat or of the piece."""
    owner = state.seats[seat]
    of_seat = {key: facts.pop(key) for key in ("carrots", "lettuces", "left") if key in facts}
    if square is not None:
        facts["square"] = square
    pieces = list(owner.pieces)
    pieces[piece] = replace(pieces[piece], **facts)
    seats = list(state.seats)
    seats[seat] = replace(owner, pieces=tuple(pieces), **of_seat)
    return replace(state, seats=tuple(seats), opened=True)


def turn(state: State, seat: int, prompt: Any = None) -> State:
    """Make it a seat's turn."""
    return replace(state, turn=seat, prompt=prompt)


def forward(seat: int, to: int, piece: int = 0) -> Action:
    return Forward(seat, to, piece)


def back(seat: int, to: int, piece: int = 0, *, decline: bool = False) -> Action:
    return Back(seat, to, piece, decline)


def play(state: State, *actions: Action, rolls: Any = (), decks: Any = ()) -> State:
    """Apply actions in turn and return the state after the last."""
    chance = Recorded(rolls, decks)
    for action in actions:
        state = apply(state, action, chance).state
    return state


def applied(state: State, action: Action, rolls: Any = (), decks: Any = ()) -> Applied:
    """Apply one action, to see what happened too."""
    return apply(state, action, Recorded(rolls, decks))


def squares(state: State) -> list[tuple[int, ...]]:
    return [tuple(piece.square for piece in seat.pieces) for seat in state.seats]


def carrots(state: State) -> list[int]:
    return [seat.carrots for seat in state.seats]
