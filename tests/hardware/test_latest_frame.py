"""Passing a picture to an event loop of another thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from hardware.latest_frame import LatestFrame
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


def handed(loop: StandingLoop) -> tuple[LatestFrame, list[str]]:
    drawn: list[str] = []
    latest_frame = LatestFrame(lambda picture: drawn.append(picture.name))
    latest_frame.attach(cast("asyncio.AbstractEventLoop", loop))
    return latest_frame, drawn


def test_a_loop_that_stands_is_asked_once_and_draws_the_newest() -> None:
    loop = StandingLoop()
    latest_frame, drawn = handed(loop)
    for number in range(1000):
        latest_frame.show(SamplePicture(name=f"{number}"))
    assert len(loop.calls) == 1
    loop.move()
    assert drawn == ["999"]


def test_a_loop_that_moves_draws_every_picture() -> None:
    loop = StandingLoop()
    latest_frame, drawn = handed(loop)
    for number in range(3):
        latest_frame.show(SamplePicture(name=f"{number}"))
        loop.move()
    assert drawn == ["0", "1", "2"]


def test_what_was_shown_before_there_was_a_loop_is_drawn_with_it() -> None:
    drawn: list[str] = []
    latest_frame = LatestFrame(lambda picture: drawn.append(picture.name))
    latest_frame.show(SamplePicture(name="early"))
    latest_frame.attach(cast("asyncio.AbstractEventLoop", StandingLoop()))
    assert drawn == ["early"]


def test_a_loop_that_has_ended_is_no_error() -> None:
    loop = asyncio.new_event_loop()
    latest_frame = LatestFrame(lambda _: None)
    latest_frame.attach(loop)
    loop.close()
    latest_frame.show(SamplePicture())
