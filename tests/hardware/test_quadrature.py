"""The encoder's state machine, with the noise that cheap encoders make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.quadrature import QuadratureState, advance

if TYPE_CHECKING:
    from collections.abc import Iterable

RIGHT = [0b01, 0b00, 0b10, 0b11]
LEFT = [0b10, 0b00, 0b01, 0b11]


def steps(levels: Iterable[int]) -> int:
    state, total = QuadratureState(), 0
    for level in levels:
        state, step = advance(state, level)
        total += step
    return total


def test_each_detent_is_one_step() -> None:
    assert steps(RIGHT * 5) == 5
    assert steps(LEFT * 5) == -5


def clicks(turned: list[int], transitions_per_detent: int) -> list[int]:
    """Return the step of each click of an encoder that is turned through all its levels."""
    state, found = QuadratureState(), []
    for at in range(0, len(turned), transitions_per_detent):
        total = 0
        for level in turned[at : at + transitions_per_detent]:
            state, step = advance(state, level, transitions_per_detent)
            total += step
        found.append(total)
    return found


@pytest.mark.parametrize("transitions_per_detent", [1, 2, 4])
def test_every_click_is_a_step_however_many_transitions_it_has(transitions_per_detent: int) -> None:
    assert clicks(RIGHT * transitions_per_detent, transitions_per_detent) == [1] * 4
    assert clicks(LEFT * transitions_per_detent, transitions_per_detent) == [-1] * 4


def test_bounce_in_half_a_cycle_counts_once() -> None:
    state, total = QuadratureState(), 0
    for level in (0b01, 0b11, 0b01, 0b00, 0b01, 0b00):
        state, step = advance(state, level, 2)
        total += step
    assert total == 1


def test_a_turn_that_goes_back_before_its_detent_is_no_step() -> None:
    assert steps([0b01, 0b00, 0b01, 0b11]) == 0


def test_bounce_between_two_levels_counts_once() -> None:
    assert steps([0b01, 0b11, 0b01, 0b11, 0b01, 0b00, 0b10, 0b00, 0b10, 0b11]) == 1


@pytest.mark.parametrize("missing", range(3))
@pytest.mark.parametrize(("turned", "step"), [(RIGHT, 1), (LEFT, -1)])
def test_one_lost_edge_loses_no_step(missing: int, turned: list[int], step: int) -> None:
    assert steps(turned[:missing] + turned[missing + 1 :]) == step


@given(st.lists(st.sampled_from([0b00, 0b01, 0b10, 0b11])))
def test_no_noise_makes_more_steps_than_detents(levels: list[int]) -> None:
    assert abs(steps(levels)) <= levels.count(0b11)
