"""Ten clicks of an encoder, and the key that they ask for."""

from __future__ import annotations

import pytest

from hardware.probe.detents import PAUSE_S, DetentMonitor


def turn(monitor: DetentMonitor, to: int, at: float) -> list[str]:
    """Turn to a position, then wait."""
    return [*monitor.take(to, at), *monitor.take(to, at + PAUSE_S)]


@pytest.mark.parametrize(("turned", "each"), [(40, 4), (38, 4), (20, 2), (21, 2), (10, 1)])
def test_ten_clicks_propose_the_transitions_of_one(turned: int, each: int) -> None:
    lines = turn(DetentMonitor(configured=4), turned, 1.0)
    assert lines[0] == f"encoder: {each} transitions a click"
    key = f"write transitions_per_detent = {each} under [gpio]"
    assert (key in lines) == (each != 4)


def test_an_encoder_that_turns_to_the_left_has_its_pins_exchanged() -> None:
    assert "exchange encoder_a and encoder_b" in turn(DetentMonitor(4), -40, 1.0)[-1]


def test_another_number_of_clicks_is_asked_for_again() -> None:
    monitor = DetentMonitor(configured=4)
    assert "turn it 10 clicks to the right again" in turn(monitor, 7, 1.0)[0]
    assert not monitor.is_done
    assert turn(monitor, 7 + 20, 9.0)[0] == "encoder: 2 transitions a click"
    assert monitor.is_done


def test_nothing_is_reported_before_it_turns_or_while_it_does() -> None:
    monitor = DetentMonitor(configured=4)
    assert monitor.take(0, 100.0) == []
    assert monitor.take(10, 101.0) == []
    assert monitor.take(20, 102.5) == []
