"""The states of the screens: each has its own name; `screen_as` checks the class."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.app.session import Session, screen_as
from companion.app.states import Screen
from companion.app.states.game import EndScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import MenuScreen

PICTURES = {ScreenId.POWER_ON, ScreenId.IDLE, ScreenId.DARK}  # shown without a screen of their own


def test_each_screen_has_a_name_that_no_other_has() -> None:
    names = [state.id for state in get_args(Screen)]
    assert len(names) == len(set(names))
    assert set(ScreenId) - set(names) == PICTURES


def test_the_shown_screen_is_given_as_the_kind_that_is_asked_for() -> None:
    session = Session(stack=(EndScreen(), MenuScreen(3)))
    assert screen_as(session, MenuScreen).chosen == 3


def test_another_kind_of_screen_than_the_shown_one_is_refused() -> None:
    with pytest.raises(LookupError, match="end is shown"):
        screen_as(Session(stack=(EndScreen(),)), MenuScreen)
