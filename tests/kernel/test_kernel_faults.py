"""The whole product on true devices while they fail: the game goes on, and the picture returns."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kernel import companion_box, reference
from tests.kernel.companion_box import START_S, wait_for_pins, wait_for_shot, wait_until_ready
from tests.kernel.guest import RESULTS
from tests.kernel.panels import Ssd1306
from tests.kernel.test_kernel_play import NEW_GAME, NEXT_TURN, TURN, begin

if TYPE_CHECKING:
    from tests.kernel.box import Box
    from tests.kernel.panels import Panel

pytestmark = pytest.mark.kernel

HOLDER = Path(__file__).with_name("holder.py")
GO_ON = ("ok", "ok", "ok", "ok", "ok")
"""From "welcome back" over a look at each of the four pieces to the turn."""
BACK_S = 8.0
"""A lost panel is looked for again every few seconds, at most this late."""


def test_a_panel_pulled_off_and_put_back_shows_the_whole_game_again(
    box: Box, either_panel: Panel, tmp_path: Path
) -> None:
    lines = ("right", "back", "back", "right", "ok", "right", "right")
    shots = begin(box, either_panel, tmp_path, lines)
    companion_box.play(box, lines[:1], shots[1:2])

    box.unplug()
    box.press("back", down_s=0.6)  # longer than the levels of the pins are left unread
    time.sleep(1)
    box.plug(type(either_panel)())  # another one of the kind, with noise in its memory

    wait_for_shot(box, shots[2], BACK_S)
    companion_box.play(box, lines[2:], shots[3:])
    assert box.panel.faults == []


def test_without_a_panel_ok_decides_nothing(box: Box, tmp_path: Path) -> None:
    shots = begin(box, box.panel, tmp_path, ("right",))
    companion_box.play(box, ("right",), shots[1:])

    box.unplug()
    time.sleep(3)  # longer than an idle panel is left unasked
    box.press("ok")
    time.sleep(1)
    box.plug(Ssd1306())

    wait_for_shot(box, shots[1], BACK_S)


def test_a_program_killed_in_mid_turn_goes_on_with_the_same_game(box: Box, tmp_path: Path) -> None:
    lines = (*NEW_GAME, *TURN, "right", "restart", *GO_ON, *NEXT_TURN)
    shots = reference.play(lines, tmp_path / "reference")
    kill = lines.index("restart")
    box.plug()
    companion_box.configure(box)
    program = companion_box.start(box)
    wait_until_ready(box, shots[0])
    companion_box.play(box, lines[:kill], shots[1 : kill + 1])

    assert program.kill("KILL") == 128 + 9
    companion_box.start(box)

    wait_until_ready(box, shots[kill + 1])
    companion_box.play(box, lines[kill + 1 :], shots[kill + 2 :])


def test_a_pin_held_by_another_program_is_named_with_its_holder_and_found_when_free(
    box: Box, tmp_path: Path
) -> None:
    shots = reference.play(("right",), tmp_path / "reference")
    box.plug()
    companion_box.configure(box)
    other = box.start(sys.executable, HOLDER, box.pins["right"], "doorbell")
    time.sleep(2)

    program = companion_box.start(box)
    box.panel.wait_for(lambda picture: picture.getbbox() is not None, START_S)
    box.panel.settle(quiet=1)
    said = program.said()
    assert f"GPIO {box.pins['right']}" in said
    assert "doorbell" in said
    assert "Traceback" not in said

    other.kill()
    time.sleep(4)  # held pins are tried again every three seconds
    wait_for_shot(box, shots[0])
    box.press("right")
    wait_for_shot(box, shots[1])


def test_a_second_companion_names_who_holds_the_pins_and_ends(box: Box, tmp_path: Path) -> None:
    first, *_ = reference.play((), tmp_path / "reference")
    box.plug()
    companion_box.configure(box)
    companion_box.start(box)
    wait_until_ready(box, first)

    second = box.python(
        *("-m", "companion", "--config", RESULTS / "config.toml", "--state", "/dev/work/other")
    )

    assert second.status == 1
    assert "GPIO" in second.output
    assert '"lg"' in second.output or " lg" in second.output  # the name that lgpio gives itself
    assert "Traceback" not in second.output


def test_started_without_a_panel_it_plays_on_and_finds_it_later(
    box: Box, either_panel: Panel, tmp_path: Path
) -> None:
    shots = reference.play(("right", "ok"), tmp_path / "reference")
    box.panel = either_panel
    companion_box.configure(box)
    program = companion_box.start(box)
    wait_for_pins(box)
    time.sleep(2)
    assert program.is_running()
    assert "Traceback" not in program.said()
    box.press("right")
    time.sleep(0.5)

    box.plug()

    wait_for_shot(box, shots[1], BACK_S)
    companion_box.play(box, ("ok",), shots[2:])


@pytest.mark.parametrize("farewell", ["dark", "picture"])
def test_a_terminated_program_ends_well_and_leaves_the_panel_as_configured(
    box: Box, tmp_path: Path, farewell: str
) -> None:
    first, *_ = reference.play((), tmp_path / "reference")
    box.plug()
    companion_box.configure(box, farewell=farewell)
    program = companion_box.start(box)
    wait_until_ready(box, first)

    assert program.kill("TERM") == 0

    assert box.panel.lit == (farewell == "picture")
    assert "Traceback" not in program.said()
