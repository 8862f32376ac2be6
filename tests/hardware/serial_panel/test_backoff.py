from __future__ import annotations

from hardware.serial_panel.backoff import Backoff


def test_the_pauses_grow_to_five_seconds_and_stay() -> None:
    backoff = Backoff()
    assert [backoff.delay_after(0.1) for _ in range(7)] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]


def test_a_link_that_held_starts_them_anew() -> None:
    backoff = Backoff()
    assert [backoff.delay_after(held) for held in (0.1, 0.1, 6.0, 0.1)] == [0.5, 1.0, 0.5, 1.0]
