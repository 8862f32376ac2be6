"""A stick that tilts while it is pressed in moves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button, Edge, Event, Tap, Tick
from companion.app.update import update
from tests.app.test_update import waiting

if TYPE_CHECKING:
    from companion.app.session import Session

LEFT, RIGHT, OK, UP = Button.LEFT, Button.RIGHT, Button.OK, Button.UP


def turn() -> Session:
    """Return a session in a turn, the cursor on the fifth square ahead, which is allowed."""
    return waiting().press("right 5").session


def feed(session: Session, *edges: tuple[float, Button, bool]) -> Session:
    """Handle edges at these seconds after now, then wait half a second."""
    start = session.now + 1
    events: list[Event] = [Edge(MAIN, button, down, start + at) for at, button, down in edges]
    for event in [*events, *(Tick(start + 0.5 + n / 10) for n in range(6))]:
        session = update(session, event).session
    return session


def said(session: Session) -> tuple[object, ...]:
    """Return what presses can change: the game's past, the screens and the draft."""
    past = session.game.past if session.game else None
    return past, session.stack, session.draft


def press_alone() -> Session:
    return feed(turn(), (0.0, OK, True), (0.12, OK, False))


@pytest.mark.parametrize("arrow", [LEFT, RIGHT, UP])
@pytest.mark.parametrize("ahead", [0.01, 0.03, 0.08])
@pytest.mark.parametrize("released", [0.1, 0.13, 0.4])
def test_a_stick_that_tilts_before_it_is_pressed_does_what_the_press_alone_does(
    arrow: Button, ahead: float, released: float
) -> None:
    edges = [(0.0, arrow, True), (ahead, OK, True), (ahead + 0.12, OK, False)]
    edges.append((ahead + released, arrow, False))
    assert said(feed(turn(), *sorted(edges))) == said(press_alone())


@pytest.mark.parametrize("behind", [0.01, 0.08])
def test_a_stick_that_tilts_after_it_is_pressed_moves_nothing_and_does_not_run(
    behind: float,
) -> None:
    edges = [(0.0, OK, True), (behind, RIGHT, True), (0.2, OK, False), (0.9, RIGHT, False)]
    assert said(feed(turn(), *edges)) == said(press_alone())


def test_two_presses_one_after_the_other_are_two() -> None:
    both = feed(turn(), (0.0, LEFT, True), (0.05, LEFT, False), (0.1, OK, True), (0.2, OK, False))
    after = turn()
    for event in (Tap(MAIN, LEFT, after.now + 1), Tap(MAIN, OK, after.now + 2)):
        after = update(after, event).session
    assert both.game is not None
    assert after.game is not None
    assert both.game.past == after.game.past
    assert both.game.past != press_alone().game.past  # type: ignore[union-attr]


def test_an_arrow_that_is_held_and_then_pressed_keeps_its_steps() -> None:
    edges = [(0.0, RIGHT, True), (0.3, OK, True), (0.4, OK, False), (0.45, RIGHT, False)]
    after = feed(turn(), *edges)
    assert after.game is not None
    assert after.game.past != press_alone().game.past  # type: ignore[union-attr]


def test_detents_and_keys_are_no_tilt() -> None:
    session = turn()
    at = session.now + 1
    for event in (Tap(MAIN, LEFT, at), Tap(MAIN, OK, at + 0.01)):
        session = update(session, event).session
    assert session.game is not None
    assert session.game.past != press_alone().game.past  # type: ignore[union-attr]


def test_on_a_turned_box_the_tilt_of_the_other_arrow_is_taken_back() -> None:
    session = turn()
    turned = replace(session, settings=replace(session.settings, turned=True))
    alone = feed(turned, (0.0, OK, True), (0.12, OK, False))
    edges = [(0.0, LEFT, True), (0.03, OK, True), (0.15, OK, False), (0.9, LEFT, False)]
    assert said(feed(turned, *edges)) == said(alone)
