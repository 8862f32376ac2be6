"""How a picture gets into an event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from hardware.handover import Handover
from tests.hardware.sample import SamplePicture

if TYPE_CHECKING:
    from collections.abc import Callable


class StandingLoop:
    """An event loop that keeps what it is asked to call until it is told to move."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], Any]] = []

    def call_soon_threadsafe(self, call: Callable[[], Any]) -> None:
        self.calls.append(call)

    def move(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


def handed(loop: StandingLoop) -> tuple[Handover, list[str]]:
    drawn: list[str] = []
    handover = Handover(lambda picture: drawn.append(picture.name))
    handover.attach(cast("asyncio.AbstractEventLoop", loop))
    return handover, drawn


def test_a_loop_that_stands_is_asked_once_and_draws_the_newest() -> None:
    loop = StandingLoop()
    handover, drawn = handed(loop)
    for number in range(1000):
        handover.show(SamplePicture(name=f"{number}"))
    assert len(loop.calls) == 1
    loop.move()
    assert drawn == ["999"]


def test_a_loop_that_moves_draws_every_picture() -> None:
    loop = StandingLoop()
    handover, drawn = handed(loop)
    for number in range(3):
        handover.show(SamplePicture(name=f"{number}"))
        loop.move()
    assert drawn == ["0", "1", "2"]


def test_what_was_shown_before_there_was_a_loop_is_drawn_with_it() -> None:
    drawn: list[str] = []
    handover = Handover(lambda picture: drawn.append(picture.name))
    handover.show(SamplePicture(name="early"))
    handover.attach(cast("asyncio.AbstractEventLoop", StandingLoop()))
    assert drawn == ["early"]


def test_a_loop_that_has_ended_is_no_error() -> None:
    loop = asyncio.new_event_loop()
    handover = Handover(lambda _: None)
    handover.attach(loop)
    loop.close()
    handover.show(SamplePicture())
