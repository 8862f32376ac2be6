"""The race so far as a picture: of a few turns, of whole games, of pairs, after one has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.game import Ply
from companion.app.next_screen import show_next_screen
from companion.app.states.game import RaceScreen
from companion.app.turn_header import game_of
from companion.dev.gallery.fixtures import (
    FAMILY,
    WIDE,
    GameFixture,
    PlayerFixture,
    Stage,
    table,
)
from companion.dev.gallery.state import GalleryState, gallery_state
from companion.rules import HOME_SQUARE, Pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.rules import Seat, State

LONGEST: Final = 40  # turns of a player
_STEPS: Final = (5, 3, -6, 8, 2, 0, 4, -1, 7, 1)  # squares, again and again


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of the race's picture."""
    yield gallery_state("nobody has moved", _race(language, FAMILY[:3], 0))
    yield gallery_state("after ten turns", _race(language, FAMILY[:4], 10))
    six = _race(language, WIDE, LONGEST)
    yield gallery_state("six wide at the end", six)
    yield gallery_state("six wide, the last", six.press("right 5"))
    pair = _race(language, WIDE[:2], LONGEST)
    yield gallery_state("two pairs", pair)
    yield gallery_state("one has left", _left(_race(language, FAMILY[:3], 20)))


def _race(language: str, names: tuple[str, ...], turns: int) -> Stage:
    """Open the picture of a game in which each player has had `turns` turns."""
    players = [PlayerFixture() for _ in names]
    stage = table(language, GameFixture(names=names), *players)
    game = game_of(stage.session)
    past: list[Ply] = []
    for number in range(turns * len(names)):
        seat, state = number % len(names), past[-1].state if past else game.opening
        past.append(Ply(Pass(seat), (), _moved(state, seat, number // len(names))))
    game = replace(game, past=tuple(past))
    return Stage(show_next_screen(replace(stage.session, game=game))).look(RaceScreen)


def _moved(state: State, seat: int, turn: int) -> State:
    """Return the state after a player's turn: pieces move in turn, each in its own rhythm."""
    owner = state.seats[seat]
    pieces = list(owner.pieces)
    at = turn % len(pieces)
    step = _STEPS[(turn // len(pieces) + 3 * seat) % len(_STEPS)]
    if pieces[at].square == HOME_SQUARE:
        return state
    square = max(0, min(pieces[at].square + step, HOME_SQUARE))
    pieces[at] = replace(pieces[at], square=square)
    return _with_seat(state, seat, replace(owner, pieces=tuple(pieces)))


def _with_seat(state: State, number: int, seat: Seat) -> State:
    return replace(state, seats=(*state.seats[:number], seat, *state.seats[number + 1 :]))


def _left(stage: Stage) -> Stage:
    """Let the first player leave after half of the game, and choose that line."""
    game = game_of(stage.session)
    half = len(game.past) // 2
    gone = [
        replace(ply, state=_with_seat(ply.state, 0, replace(ply.state.seats[0], left=True)))
        for ply in game.past[half:]
    ]
    game = replace(game, past=(*game.past[:half], *gone))
    return Stage(replace(stage.session, game=game)).press("left 5")
