"""The end, the idle states, and how pictures are shown: large, inverted, turned, animated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.session import Animation, SavedGameSummary
from companion.app.text.tips import tips_for
from companion.app.turn_header import game_of
from companion.app.view import ANIMATION_SECONDS
from companion.dev.gallery.card_screens import GIVER, THREE, drawn
from companion.dev.gallery.fixtures import E1978, E2008, WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.menu_screens import (
    ABOUT,
    CARDS,
    CHECK,
    CORRECT,
    END_HERE,
    LEAVE,
    NEW,
    RACE,
    RANKING,
    SEATS,
    SETTINGS,
    look,
)
from companion.dev.gallery.state import GalleryState, gallery_state
from companion.dev.gallery.turn_screens import crowd, middle
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage

FOUR = GameFixture()


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of the end, and those of every way to show a picture."""
    yield from _ends(language)
    yield from _sleep(language)
    yield from _animations(language)
    yield from _large(language)
    yield from _turned(language)


def _ends(language: str) -> Iterator[GalleryState]:
    raced = [
        PlayerFixture(64, 8, 0, place=1),
        PlayerFixture(64, 18, 0, place=2),
        PlayerFixture(40, 43, 1),
    ]
    yield gallery_state(
        "one wins", table(language, FOUR, *raced, PlayerFixture(33, 27, 3), turn=None)
    )
    locked = table(language, FOUR, *raced, turn=None).set(locked=True)
    yield gallery_state("under the child lock", locked)
    six = [PlayerFixture(64, 1000 + n, 0, place=5 - n) for n in range(5)] + [
        PlayerFixture(60, 9999, 3)
    ]
    yield gallery_state(
        "six wide, four digits", table(language, GameFixture(names=WIDE), *six, turn=None)
    )
    mates = GameFixture(names=WIDE, teams=((0, 2), (1, 3)))
    pair = [raced[0], PlayerFixture(20, 65, 2), raced[1], PlayerFixture(33, 27, 3)]
    yield gallery_state("a team wins", table(language, mates, *pair, turn=None))
    few = GameFixture(names=("Anna", "Ben", "Cili", "Dora"), teams=((0, 2), (1, 3)))
    yield gallery_state("a team of short names wins", table(language, few, *pair, turn=None))
    left = [PlayerFixture(left=True), PlayerFixture(12, 65, 2), PlayerFixture(left=True)]
    yield gallery_state("the one who stayed", table(language, FOUR, *left, turn=None))
    gone = GameFixture(names=WIDE, teams=((0, 2), (1, 3)))
    none = [PlayerFixture(left=True), PlayerFixture(12), PlayerFixture(left=True), PlayerFixture(9)]
    yield gallery_state("the others left", table(language, gone, *none, turn=None))
    home = (
        PlayerFixture(64, 8, 0, place=1, second=64, second_place=3),
        PlayerFixture(64, 9, place=2, second=60),
    )
    yield gallery_state("a pair at Home", table(language, FOUR, *home, turn=None))
    stayed = PlayerFixture(20, 65, second=30), PlayerFixture(left=True)
    yield gallery_state("the pair that stayed", table(language, FOUR, *stayed, turn=None))
    early = look(middle(language), END_HERE).press("right", "ok")
    yield gallery_state("ended here", early)
    yield gallery_state("play again", table(language, FOUR, *raced, turn=None).press("ok"))


def _sleep(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("dimmed", mid.wait(70))
    yield gallery_state("idle ranking", mid.wait(130))
    yield gallery_state("idle turn", mid.wait(150))
    for number in range(len(tips_for(game_of(mid.session).setup))):
        yield gallery_state(f"idle tip {number}", _after_games(mid, number).wait(170))
    yield gallery_state("large: idle tip", mid.set(large=True).wait(170))
    for number in (10, 11):
        yield gallery_state(
            f"idle tip {number} of 2008", _after_games(crowd(language), number).wait(155)
        )
    secret = mid.set(secret=True)
    yield gallery_state("secret: idle ranking", secret.wait(130))
    yield gallery_state("idle at the end", table(language, FOUR, *SEATS, turn=None).wait(140))
    yield gallery_state("dark", mid.wait(400))


def _after_games(stage: Stage, games: int) -> Stage:
    """Return the stage after `games` saved games: each has its tip."""
    saved = (SavedGameSummary(1, ("Anna", "Ben"), E1978, 40, finished=True),) * games
    return stage.having(resources=replace(stage.session.resources, saved=saved))


def _animations(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    won = _won_by_three(language)
    for name in ANIMATION_SECONDS:
        if name != "power-on":
            yield _moving(f"moving: {name}", won if name == "finish" else mid, name)
    yield _moving("moving: one wins", _won_by_one(language), "finish")


def _moving(title: str, stage: Stage, name: str) -> GalleryState:
    """Return the middle of an animation."""
    now = stage.session.now
    then = now + ANIMATION_SECONDS[name] / 2
    return GalleryState(title, replace(stage.session, animation=Animation(name, now), now=then))


def _won_by_one(language: str) -> Stage:
    home = PlayerFixture(64, 8, 0, place=1), PlayerFixture(64, 18, 0, place=2)
    return table(language, FOUR, *home, PlayerFixture(40, 43, 1), turn=None)


def _won_by_three(language: str) -> Stage:
    """Return the end of a game that a team of three with wide names has won."""
    teams = GameFixture(names=WIDE, teams=((0, 2, 4), (1, 3, 5)))
    home = (PlayerFixture(64, 8, 0, place=1), PlayerFixture(20), PlayerFixture(64, 18, 0, place=2))
    others = (PlayerFixture(21), PlayerFixture(64, 9, 0, place=3), PlayerFixture(22))
    return table(language, teams, *home, *others, turn=None)


def _large(language: str) -> Iterator[GalleryState]:
    large = middle(language, GameFixture(names=WIDE)).set(large=True)
    yield gallery_state("large: what the last did", large)
    yield gallery_state("large: onto a number", large.press("right 5"))
    yield gallery_state("large: too dear", large.press("right 14"))
    yield gallery_state("large: a refused OK", large.press("right 14", "ok"))
    yield gallery_state(
        "large: back", table(language, FOUR, *SEATS, turn=1).set(large=True).press("left")
    )
    yield gallery_state("large: secret", large.set(secret=True).press("right 5"))
    yield gallery_state("large: four digits", crowd(language).set(large=True).press("right 11"))
    yield gallery_state("large: a wide opening", crowd(language).set(large=True))
    yield gallery_state("large: the menu", large.press("back"))
    yield gallery_state("large: settings", look(large, SETTINGS).press("right 2"))
    yield gallery_state("large: ranking", look(large, RANKING))
    yield gallery_state("large: six of 2008", look(crowd(language).set(large=True), RANKING))
    yield gallery_state("large: race card", look(large, RACE))
    yield gallery_state("large: race card, secret", look(large.set(secret=True), RACE))
    yield gallery_state("large: check", look(large, CHECK))
    yield gallery_state("large: who leaves", look(large, LEAVE).press("ok"))
    yield gallery_state("large: new game", look(large, NEW))
    yield gallery_state("large: about", look(large, ABOUT))
    yield gallery_state("large: correct", look(large, CORRECT).press("ok", "ok"))
    yield gallery_state("large: a hare card", look(large, CARDS).press("ok"))
    yield from _large_game(language)


def _large_game(language: str) -> Iterator[GalleryState]:
    yield gallery_state("large: take, give or neither", _large_card(language, "ten"))
    yield gallery_state("large: back behind", _large_card(language, "fall_back"))
    yield gallery_state(
        "large: moved", _large_card(language, "free_ride").press("ok", "back", "ok")
    )
    gift = drawn(language, "give_ten", *GIVER, edition=E2008).press("ok").set(large=True)
    yield gallery_state("large: keep the gift", gift)
    eats = PlayerFixture(7, 60, 2, owes=Status.EAT)
    yield gallery_state("large: eat", table(language, FOUR, eats, *SEATS[1:]).set(large=True))
    both = (
        PlayerFixture(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT),
        PlayerFixture(20, second=9),
    )
    yield gallery_state("large: either may eat", table(language, FOUR, *both).set(large=True))
    end = [
        PlayerFixture(64, 8, 0, place=1),
        PlayerFixture(64, 18, 0, place=2),
        PlayerFixture(40, 43, 1),
    ]
    yield gallery_state("large: the end", table(language, FOUR, *end, turn=None).set(large=True))
    yield gallery_state("large: a team wins", _won_by_three(language).set(large=True))


def _large_card(language: str, card: str) -> Stage:
    return drawn(language, card, *THREE).set(large=True)


def _turned(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    yield gallery_state("inverted", mid.set(inverted=True).press("right 5"))
    turned = mid.set(turned=True)
    yield gallery_state("turned", turned.press("left 5"))
    yield gallery_state("turned, held", turned.hold(Button.LEFT, 1.0))
