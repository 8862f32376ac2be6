"""Hints: each kind of reason, each kind of action, in secret and in large print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.game import HintScreen
from companion.app.thought_requests import AdviceReason
from companion.dev.gallery.card_screens import GIVER, drawn
from companion.dev.gallery.fixtures import E2008, WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.menu_screens import HISTORY, look
from companion.dev.gallery.state import GalleryState, gallery_state
from companion.dev.gallery.turn_screens import crowd, middle
from companion.rules import (
    Back,
    Bank,
    Carrots,
    Chew,
    Eat,
    Forward,
    Keep,
    Miss,
    Pass,
    Restart,
    Status,
    Ten,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.fixtures import Stage
    from companion.rules import Action

FOUR = GameFixture()
BEHIND = PlayerFixture(12, 38, 2), PlayerFixture(23, 65, 1), PlayerFixture(9, 43, 1)


def because(code: str, **numbers: int) -> AdviceReason:
    """Return a reason."""
    return AdviceReason(code, tuple(numbers.items()))


# The widest numbers that each kind of reason can have.
REASONS = (
    because("home", place=6),
    because("lettuce", pays=60),
    because("number", pays=60),
    because("place", place=6, pays=60),
    because("saves", turns=3, than=57),
    because("then_lettuce", to=57),
    because("then_home"),
    because("back", squares=25, earns=250),
    because("surplus", over=1000),
    because("denies", seat=1, carrots=60),
)


def states(language: str) -> Iterator[GalleryState]:
    """Yield the states of a hint."""
    mid = middle(language)
    yield gallery_state("thinking", mid.at(HintScreen()))
    yield gallery_state("no reason but the sum", mid.hinted(Forward(0, 14)))
    for number, reason in enumerate(REASONS):
        stage = crowd(language).hinted(Forward(0, 22), reason)
        yield gallery_state(f"why {number}: {reason.code}", stage)
        stage = crowd(language).hinted(Forward(0, 33), reason, REASONS[number - 1])
        yield gallery_state(f"two reasons {number}: {reason.code}", stage)
    three = (because("lettuce", pays=30), because("saves", turns=3, than=20), because("then_home"))
    yield gallery_state("three reasons", crowd(language).hinted(Forward(0, 22), *three))
    yield from _actions(language)
    yield from _manners(language)


def _actions(language: str) -> Iterator[GalleryState]:
    """Yield a hint of each kind, and where it puts the cursor or the answer."""
    yield from _both("on", middle(language), Forward(0, 17), because("number", pays=20))
    earns = because("back", squares=1, earns=10)
    yield from _both("back", table(language, FOUR, *BEHIND), Back(0, 11), earns)
    on_carrots = table(language, FOUR, PlayerFixture(13, 38, 0), PlayerFixture(23), PlayerFixture())
    yield from _both("take ten", on_carrots, Carrots(0, 10))
    over = because("surplus", over=12)
    yield from _both("give ten", on_carrots, Carrots(0, -10), over)
    home = on_carrots.hinted(Carrots(0, -10), over, because("then_home"))
    yield gallery_state("give ten, then Home", home)
    yield gallery_state(
        "secret: too many", on_carrots.set(secret=True).hinted(Carrots(0, -10), over)
    )
    yield from _both("the card's question", drawn(language, "ten"), Ten(0, -10))
    yield gallery_state("neither", drawn(language, "ten").hinted(Ten(0, 0)))
    keep = drawn(language, "give_ten", *GIVER, edition=E2008).press("ok")
    yield from _both("a gift", keep, Keep(1))
    yield gallery_state("hint: into the bank", keep.hinted(Bank(1)))
    eats = PlayerFixture(7, 60, 2, owes=Status.EAT), PlayerFixture(20, 65), PlayerFixture(9)
    yield from _both("eat", table(language, FOUR, *eats), Eat(0))
    chews = PlayerFixture(7, 60, owes=Status.CHEW), PlayerFixture(20), PlayerFixture(9)
    yield gallery_state("hint: hand one in", table(language, FOUR, *chews).hinted(Chew(0)))
    misses = PlayerFixture(12, 60, owes=Status.MISS), PlayerFixture(20), PlayerFixture(9)
    yield gallery_state("miss", table(language, FOUR, *misses).hinted(Miss(0)))
    stuck = PlayerFixture(12, 0), PlayerFixture(11), PlayerFixture(9)
    yield gallery_state("stuck", table(language, FOUR, *stuck).hinted(Restart(0)))
    again = drawn(language, "go_again").press("ok")
    yield from _both("no more move", again, Pass(0))
    pair = PlayerFixture(12, 60, second=22), PlayerFixture(20, second=9)
    yield from _both("the second piece", table(language, FOUR, *pair), Forward(0, 26, 1))


def _both(
    name: str, stage: Stage, action: Action, *reasons: AdviceReason
) -> Iterator[GalleryState]:
    hinted = stage.hinted(action, *reasons)
    yield gallery_state(f"hint: {name}", hinted)
    yield gallery_state(f"after the hint: {name}", hinted.press("back"))


def _manners(language: str) -> Iterator[GalleryState]:
    mid = middle(language)
    secret = mid.set(secret=True)
    yield gallery_state("secret: what it costs", secret.hinted(Forward(0, 14)))
    earns = because("back", squares=1, earns=10)
    behind = table(language, FOUR, *BEHIND).set(secret=True)
    yield gallery_state("secret: what it earns", behind.hinted(Back(0, 11), earns))
    learning = mid.set(learning=True).hinted(Forward(0, 17), because("number", pays=20))
    yield gallery_state("learning: the cost is shown", learning.press("ok"))
    denies = because("denies", seat=1, carrots=30)
    large = middle(language, GameFixture(names=WIDE)).set(large=True)
    yield gallery_state("large: a hint", large.hinted(Forward(0, 14), denies))
    yield gallery_state("large: thinking", large.at(HintScreen()))
    taken = mid.hinted(Forward(0, 17)).press("ok", "ok")
    yield gallery_state("the history of a hint", look(taken, HISTORY))
