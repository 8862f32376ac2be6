"""A thousand messages a second, good, bad and oversized: the game goes on at its usual speed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from companion.app.states.ids import ScreenId
from tests.torture.network.served import served

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = float(os.environ.get("FLOOD_S", "10"))
# Timings of a busy machine prove little: this only says that the loop did not stand still.
STANDSTILL_S = 1.0


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_a_flood_neither_holds_the_loop_nor_harms_the_game(tmp_path: Path) -> None:
    with served(tmp_path / "state") as one:
        one.begin()
        game = one.loop.session.game
        quiet, played = one.browsers("play", seconds=SECONDS)
        flooded, counts = one.browsers("play", "flood", seconds=SECONDS)
        print(f"longest pause of the loop: quiet {quiet * 1000:.0f} ms, ", end="")
        print(f"flooded {flooded * 1000:.0f} ms, {flooded / quiet:.2f} times; sent: {counts}")
        after, _ = one.browsers("play", seconds=2.0)
        print(f"and afterwards {after * 1000:.0f} ms")
        assert counts["messages"] > 90 * SECONDS
        assert counts["pictures"] > 0 < counts["presses"]
        assert one.loop.session.game is game  # right, left and info decide nothing
        assert one.loop.session.screen.id in {ScreenId.TURN, ScreenId.RANKING}
        assert not one.loop.session.gestures.any_down()
        assert one.page.alive()
        assert flooded < max(3 * quiet, STANDSTILL_S)
    assert played["presses"] > SECONDS
