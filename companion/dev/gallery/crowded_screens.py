"""What only a full table or a word that is long in some language meets: little room is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.game import RankingScreen
from companion.dev.gallery.fixtures import WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.state import GalleryState, gallery_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage

COLOURS = GameFixture(names=("",) * 6)  # players without a name are called by their colour
SIDE_BY_SIDE = (12, 13, 14, 15, 20, 21)


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states."""
    yield from _rankings(language)
    yield from _strips(language)
    yield from _next_players(language)
    yield from _open_questions(language)
    yield gallery_state("large: learning, a number square", _learning_on_a_number(language))


def _rankings(language: str) -> Iterator[GalleryState]:
    five = [PlayerFixture(12 + 2 * n, 65) for n in range(5)]
    yield gallery_state("five", table(language, COLOURS, *five).look(RankingScreen))
    raced = [PlayerFixture(64, 8, 0, place=1), *five[1:]]
    yield gallery_state("five at the end", table(language, COLOURS, *raced, turn=None))


def _strips(language: str) -> Iterator[GalleryState]:
    """Yield pieces at the end of the strip, beside those that are named outside of it."""
    seats = [PlayerFixture(square, 65) for square in (10, 30, 16, 17, 18, 31)]
    strip = table(language, COLOURS, *seats).press("right")
    yield gallery_state("pieces at the end of the strip, others beyond it", strip)
    seats = [PlayerFixture(8, 29), *[PlayerFixture(square) for square in (7, 10, 13, 30, 31)]]
    yield gallery_state(
        "the fence below others beyond it", table(language, COLOURS, *seats).press("left", "right")
    )
    seats = [PlayerFixture(), PlayerFixture(), PlayerFixture(33, 65)]
    undone = table(language, COLOURS, *seats).press("right 9", "ok", "back", "ok")
    yield gallery_state("undone, another beyond the strip", undone)


def _next_players(language: str) -> Iterator[GalleryState]:
    """Yield each colour and wide name over a race that stands close together."""
    for names in (COLOURS, GameFixture(names=WIDE)):
        label = "colours" if names is COLOURS else "wide names"
        for turn in range(6):
            seats = [PlayerFixture(square, 65) for square in SIDE_BY_SIDE]
            stage = table(language, names, *seats, turn=turn)
            yield gallery_state(f"close together, {label}, {turn}", stage)
    secret = table(language, COLOURS, *[PlayerFixture()] * 3)
    yield gallery_state("secret: the next", secret.set(secret=True).press("right 2", "ok"))


def _open_questions(language: str) -> Iterator[GalleryState]:
    """Yield the menu's foot on what waits for the answer to an open question."""
    seats = PlayerFixture(12, 60), PlayerFixture(4, 60), PlayerFixture()
    again = table(language, GameFixture(pile=("go_again",)), *seats).press("right 2", "ok", "ok")
    yield gallery_state("first the extra move", again.press("back", "right 11"))
    ten = table(language, GameFixture(pile=("ten",)), *seats).press("right 2", "ok")
    yield gallery_state("first take or give", ten.press("back", "right 11"))


def _learning_on_a_number(language: str) -> Stage:
    learning = table(language, COLOURS, *[PlayerFixture()] * 3).set(learning=True, large=True)
    return learning.press("right 10", "ok")
