"""The whole product on true devices: what fingers do, and what stands on the panel then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.kernel import companion_box, reference
from tests.kernel.box import DOWN, UP, pins_of
from tests.kernel.companion_box import SECOND_OK_S, wait_for_shot, wait_until_ready
from tests.tools import CANNOT_RUN_HERE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kernel.box import Box
    from tests.kernel.panels import Panel

pytestmark = pytest.mark.kernel

NEW_GAME = ("ok", "ok", "ok", "ok")
"""From the very first start to the first player's turn: language, edition, players, seats."""
TURN = ("right", "right", "ok")
NEXT_TURN = ("right", "right", "right", "right", "ok")
"""Onto the first carrots, and onto the first 3: no hare, whose card would be drawn by chance."""
LONGEST_BOUNCE_S = 0.015
"""Well below the 0.02 s after which a level counts: longer chatter is a second press."""


def begin(box: Box, panel: Panel, tmp_path: Path, then: tuple[str, ...]) -> list[reference.Shot]:
    """Start a new game in the box; gives the shots of `then`, the first turn's picture first."""
    lines = (*NEW_GAME, *then)
    shots = reference.play(lines, tmp_path / "reference")
    box.plug(panel)
    companion_box.configure(box)
    companion_box.start(box)
    wait_until_ready(box, shots[0])
    companion_box.play(box, NEW_GAME, shots[1 : len(NEW_GAME) + 1])
    return shots[len(NEW_GAME) :]


def test_two_turns_are_on_the_panel_as_the_game_draws_them(
    box: Box, either_panel: Panel, tmp_path: Path
) -> None:
    lines = (*TURN, *NEXT_TURN)
    shots = begin(box, either_panel, tmp_path, lines)

    companion_box.play(box, lines, shots[1:])

    assert either_panel.faults == []


def test_a_bouncing_button_gives_one_press(box: Box, tmp_path: Path) -> None:
    shots = begin(box, box.panel, tmp_path, ("right", "right"))
    for shot in shots[1:]:
        for level in (DOWN, UP):
            if box.bounce("right", level) > LONGEST_BOUNCE_S:
                pytest.skip(f"{CANNOT_RUN_HERE}it is too busy to bounce for milliseconds")
            time.sleep(0.1)
        assert shot.is_shown(box.panel.settle())


def test_a_held_button_repeats_up_to_the_wall(box: Box, tmp_path: Path) -> None:
    (before, wall) = begin(box, box.panel, tmp_path, ("hold right 4",))
    seen = {before.picture.tobytes()}

    box.hold("right")
    found = box.panel.wait_for(
        lambda picture: seen.add(picture.tobytes()) or wall.is_shown(picture), 5
    )
    box.release("right")

    assert found is not None
    assert wall.is_shown(box.panel.settle())
    assert len(seen) >= 6


def test_of_a_hundred_fast_presses_none_is_lost(box: Box, tmp_path: Path) -> None:
    *_, last = begin(box, box.panel, tmp_path, ("right 60", "left 40"))
    for button in ("right",) * 60 + ("left",) * 40:
        box.press(button)
    assert last.is_shown(box.panel.settle())


def test_a_second_ok_too_soon_is_not_counted(box: Box, tmp_path: Path) -> None:
    shots = begin(box, box.panel, tmp_path, TURN)
    companion_box.play(box, TURN[:-1], shots[1:-1])
    time.sleep(SECOND_OK_S)
    box.press("ok")
    box.press("ok")
    assert shots[-1].is_shown(box.panel.settle())


def test_each_detent_of_an_encoder_is_one_square(box: Box, tmp_path: Path) -> None:
    lines = (*NEW_GAME, "right 9", "left 4")
    shots = reference.play(lines, tmp_path / "reference")
    box.pins = pins_of("rotary")
    box.plug()
    companion_box.configure(box, profile="rotary")
    companion_box.start(box)
    wait_until_ready(box, shots[0])
    companion_box.play(box, NEW_GAME, shots[1 : len(NEW_GAME) + 1])

    box.turn(9)
    wait_for_shot(box, shots[-2])
    box.turn(-4)
    wait_for_shot(box, shots[-1])
