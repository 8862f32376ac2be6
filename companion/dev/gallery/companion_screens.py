"""The companion's turn: it thinks, where its piece goes, its cards, answers and debts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.app.events import Advised
from companion.app.thought_requests import BoardProgress, UnknownBoard
from companion.app.turn_header import game_of
from companion.dev.gallery.fixtures import (
    E2008,
    WIDE,
    GameFixture,
    PlayerFixture,
    table,
)
from companion.dev.gallery.state import GalleryState, gallery_state
from companion.rules import Back, Bank, Carrots, Eat, Forward, Keep, Pass, Status, Ten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage

MIDDLE = (
    PlayerFixture(12, 38, 2),
    PlayerFixture(21, 65, 1),
    PlayerFixture(11, 43, 1),
    PlayerFixture(33, 27, 3),
)
IDLE_S = 140.0  # until the second idle picture
ON = Forward(1, 25)
GOOD = GameFixture(levels=("good",))


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of the companion's turn."""
    yield from _thinking(language)
    yield from _moves(language)
    yield from _staying(language)
    yield from _answers(language)
    yield from _owing(language)
    yield from _secrets(language)


def _before(language: str, **rulings: Any) -> Stage:
    """Return the companion's turn in mid-race, after Konstantin's move; it thinks."""
    fixture = GameFixture(names=WIDE, levels=(None, "strong"), rulings=rulings)
    return table(language, fixture, *MIDDLE).press("right", "ok")


def _thinking(language: str) -> Iterator[GalleryState]:
    thinks = _before(language)
    yield gallery_state("it thinks", thinks)
    first = table(language, GOOD, *(PlayerFixture() for _ in range(3)))
    yield gallery_state("it thinks first of all", first)
    game = game_of(first.session)
    learns = first.take(Advised(BoardProgress(game.setup, 42), first.session.now))
    yield gallery_state("it learns a new board", learns)
    none = first.take(Advised(UnknownBoard(game.setup), first.session.now))
    yield gallery_state("it has no data", none)
    yield gallery_state("the menu where it has no data", none.press("ok", "back"))
    people = table(language, GameFixture(), *MIDDLE).press("back", "ok")
    setup = game_of(people.session).setup
    unhinted = people.take(Advised(UnknownBoard(setup), people.session.now))
    yield gallery_state("it has no data for a hint", unhinted)
    yield gallery_state("the menu in its turn", thinks.press("back", "right"))
    person = thinks.press("back", "right", "ok")
    yield gallery_state("a person plays for it", person)
    yield gallery_state("the menu while a person plays for it", person.press("back"))
    idle = thinks.deciding(ON).wait(IDLE_S)
    yield GalleryState("its piece is still to be moved", idle.session)


def _moves(language: str) -> Iterator[GalleryState]:
    before = _before(language)
    yield gallery_state("its piece goes on", before.deciding(ON))
    yield gallery_state("its piece goes on, large", before.deciding(ON).set(large=True))
    yield gallery_state("its piece goes far on", before.deciding(Forward(1, 31)))
    yield gallery_state("its piece goes onto a number", before.deciding(Forward(1, 28)))
    yield gallery_state("its piece goes back", before.deciding(Back(1, 19)))
    left = _before(language, decline_back_carrots=True).deciding(Back(1, 19, decline=True))
    yield gallery_state("its piece goes back without carrots", left)
    home = table(language, GOOD, PlayerFixture(59, 20, 0), *MIDDLE[1:3])
    yield gallery_state("its piece goes Home", home.deciding(Forward(0, 64)))
    pair = PlayerFixture(13, 98, second=20), PlayerFixture(9, 98, second=21)
    yield gallery_state(
        "its second piece", table(language, GOOD, *pair).deciding(Forward(0, 23, 1))
    )
    paid = table(
        language,
        GameFixture(names=WIDE, levels=(None, "good")),
        PlayerFixture(12, 38),
        PlayerFixture(17, 65, landed=True),
        PlayerFixture(30, 43),
    )
    yield gallery_state("its square just paid", paid.press("right", "ok").deciding(Forward(1, 22)))


def _staying(language: str) -> Iterator[GalleryState]:
    carrots = table(language, GOOD, PlayerFixture(13, 38), *MIDDLE[1:3])
    yield gallery_state("it takes ten", carrots.deciding(Carrots(0, 10)))
    yield gallery_state("it gives ten", carrots.deciding(Carrots(0, -10)))
    again = GameFixture(pile=("go_again",), levels=("good",))
    extra = table(language, again, PlayerFixture(12, 60), *MIDDLE[1:3])
    extra = extra.deciding(Forward(0, 14)).press("ok", "ok").deciding(Pass(0))
    yield gallery_state("it moves no more", extra)


def _answers(language: str) -> Iterator[GalleryState]:
    ten = GameFixture(pile=("ten",), levels=("good",))
    for by, said in ((10, "takes"), (-10, "gives"), (0, "neither")):
        asked = table(language, ten, PlayerFixture(12, 60), *MIDDLE[1:3])
        asked = asked.deciding(Forward(0, 14)).press("ok").deciding(Ten(0, by))
        yield gallery_state(f"its answer to ten: {said}", asked)
    thinks = table(language, ten, PlayerFixture(12, 60), *MIDDLE[1:3])
    thinks = thinks.deciding(Forward(0, 14)).press("ok")
    yield gallery_state("it thinks about ten", thinks)
    gift = GameFixture(E2008, WIDE, pile=("give_ten",), levels=(None, None, "good"))
    given = table(language, gift, PlayerFixture(13, 60), *MIDDLE[1:3]).press("right", "ok", "ok")
    yield gallery_state("it keeps a gift", given.deciding(Keep(2)))
    yield gallery_state("it banks a gift", given.deciding(Bank(2)))
    yield gallery_state("its hare card", _drawn(language))


def _drawn(language: str) -> Stage:
    pile = GameFixture(pile=("fall_back",), levels=("good",))
    seats = PlayerFixture(12, 60), PlayerFixture(20, 65), PlayerFixture(9, 43)
    return table(language, pile, *seats).deciding(Forward(0, 14)).press("ok")


def _owing(language: str) -> Iterator[GalleryState]:
    eats = PlayerFixture(22, 38, 2, owes=Status.EAT)
    fixture = GameFixture(names=WIDE, levels=("good",))
    hungry = table(language, fixture, eats, *MIDDLE[1:3])
    yield gallery_state("it eats", hungry.deciding(Eat(0)))
    pair = PlayerFixture(22, 98, 2, Status.EAT, second=42, second_owes=Status.EAT)
    both = table(language, fixture, pair, PlayerFixture(9, 98, second=21))
    yield gallery_state("one of its two pieces eats", both.deciding(Eat(0, 1)))


def _secrets(language: str) -> Iterator[GalleryState]:
    secret = _before(language).deciding(ON).set(secret=True)
    yield gallery_state("secret: its piece goes on", secret)
    yield gallery_state("secret: large", secret.set(large=True))
    eats = PlayerFixture(22, 38, 2, owes=Status.EAT)
    hungry = table(language, GOOD, eats, *MIDDLE[1:3]).deciding(Eat(0))
    yield gallery_state("secret: it eats", hungry.set(secret=True))
    learning = _before(language).deciding(ON).set(learning=True)
    yield gallery_state("learning: its piece goes on", learning)
