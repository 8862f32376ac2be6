"""The end, sleep, and the ways to show a picture: large, inverted, turned, moving."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.events import Button
from companion.app.view import MOMENTS
from companion.gallery.drawing import GIVER, THREE, drawn
from companion.gallery.looking import (
    ABOUT,
    CARDS,
    CHECK,
    CORRECT,
    LEAVE,
    NEW,
    RACE,
    RANKING,
    SEATS,
    SETTINGS,
    look,
)
from companion.gallery.racing import crowd, middle
from companion.gallery.stage import E2008, WIDE, Agreed, Sitter, table
from companion.gallery.state import State, state
from companion.rules import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.gallery.stage import Stage

FOUR = Agreed()


def states(language: str) -> Iterator[State]:
    """Hang the end of the evening, and every way to look at a picture."""
    yield from _ends(language)
    yield from _sleep(language)
    yield from _moments(language)
    yield from _large(language)
    yield from _turned(language)


def _ends(language: str) -> Iterator[State]:
    raced = [Sitter(64, 8, 0, place=1), Sitter(64, 18, 0, place=2), Sitter(40, 43, 1)]
    yield state("one wins", table(language, FOUR, *raced, Sitter(33, 27, 3), turn=None))
    six = [Sitter(64, 1000 + n, 0, place=5 - n) for n in range(5)] + [Sitter(60, 9999, 3)]
    yield state("six wide, four digits", table(language, Agreed(names=WIDE), *six, turn=None))
    mates = Agreed(names=WIDE, teams=((0, 2), (1, 3)))
    pair = [raced[0], Sitter(20, 65, 2), raced[1], Sitter(33, 27, 3)]
    yield state("a team wins", table(language, mates, *pair, turn=None))
    left = [Sitter(left=True), Sitter(12, 65, 2), Sitter(left=True)]
    yield state("the one who stayed", table(language, FOUR, *left, turn=None))
    gone = Agreed(names=WIDE, teams=((0, 2), (1, 3)))
    none = [Sitter(left=True), Sitter(12), Sitter(left=True), Sitter(9)]
    yield state("the others left", table(language, gone, *none, turn=None))
    home = Sitter(64, 8, 0, place=1, second=64, second_place=3), Sitter(64, 9, place=2, second=60)
    yield state("a pair at Home", table(language, FOUR, *home, turn=None))
    stayed = Sitter(20, 65, second=30), Sitter(left=True)
    yield state("the pair that stayed", table(language, FOUR, *stayed, turn=None))
    early = look(middle(language), 7).press("right", "ok")
    yield state("ended here", early)
    yield state("play again", table(language, FOUR, *raced, turn=None).press("ok"))


def _sleep(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("dimmed", mid.wait(70))
    yield state("idle ranking", mid.wait(130))
    yield state("idle turn", mid.wait(150))
    secret = mid.set(secret=True)
    yield state("secret: idle ranking", secret.wait(130))
    yield state("idle at the end", table(language, FOUR, *SEATS, turn=None).wait(150))
    yield state("dark", mid.wait(400))


def _moments(language: str) -> Iterator[State]:
    mid = middle(language)
    for name, seconds in MOMENTS.items():
        if name != "power-on":
            now = mid.session.now
            moving = replace(mid.session, moment=(name, now), now=now + seconds / 2)
            yield State(f"moving: {name}", moving)


def _large(language: str) -> Iterator[State]:
    large = middle(language, Agreed(names=WIDE)).set(large=True)
    yield state("large: what the last did", large)
    yield state("large: onto a number", large.press("right 5"))
    yield state("large: too dear", large.press("right 14"))
    yield state("large: a refused OK", large.press("right 14", "ok"))
    yield state("large: back", table(language, FOUR, *SEATS, turn=1).set(large=True).press("left"))
    yield state("large: secret", large.set(secret=True).press("right 5"))
    yield state("large: four digits", crowd(language).set(large=True).press("right 11"))
    yield state("large: a wide opening", crowd(language).set(large=True))
    yield state("large: the menu", large.press("back"))
    yield state("large: settings", look(large, SETTINGS).press("right 2"))
    yield state("large: ranking", look(large, RANKING))
    yield state("large: six of 2008", look(crowd(language).set(large=True), RANKING))
    yield state("large: race card", look(large, RACE))
    yield state("large: race card, secret", look(large.set(secret=True), RACE))
    yield state("large: check", look(large, CHECK))
    yield state("large: who leaves", look(large, LEAVE).press("ok"))
    yield state("large: new game", look(large, NEW))
    yield state("large: about", look(large, ABOUT))
    yield state("large: correct", look(large, CORRECT).press("ok", "ok"))
    yield state("large: a hare card", look(large, CARDS).press("ok"))
    yield state("large: take, give or neither", _large_card(language, "ten"))
    yield state("large: back behind", _large_card(language, "fall_back"))
    yield state("large: moved", _large_card(language, "free_ride").press("ok", "back", "ok"))
    gift = drawn(language, "give_ten", *GIVER, edition=E2008).press("ok").set(large=True)
    yield state("large: keep the gift", gift)
    eats = Sitter(7, 60, 2, owes=Status.EAT)
    yield state("large: eat", table(language, FOUR, eats, *SEATS[1:]).set(large=True))
    both = Sitter(7, 60, owes=Status.EAT, second=22, second_owes=Status.EAT), Sitter(20, second=9)
    yield state("large: either may eat", table(language, FOUR, *both).set(large=True))
    end = [Sitter(64, 8, 0, place=1), Sitter(64, 18, 0, place=2), Sitter(40, 43, 1)]
    yield state("large: the end", table(language, FOUR, *end, turn=None).set(large=True))


def _large_card(language: str, card: str) -> Stage:
    return drawn(language, card, *THREE).set(large=True)


def _turned(language: str) -> Iterator[State]:
    mid = middle(language)
    yield state("inverted", mid.set(inverted=True).press("right 5"))
    turned = mid.set(turned=True)
    yield state("turned", turned.press("left 5"))
    yield state("turned, held", turned.hold(Button.LEFT, 1.0))
