"""How many presses a name takes that is spelled with left, right and OK."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button
from companion.app.game_setup import draft_of
from companion.app.gestures import Press
from companion.app.screens.name_entry import on_press, wheel_for
from companion.app.session import Session, close_screen, replace_screen
from companion.app.states.setup import NameEntryScreen
from companion.app.text.catalogue import languages
from companion.dev.gallery.fixtures import empty_table

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PRESSES = 12
ARROWS = Button.LEFT, Button.RIGHT
MOST_STEPS = 4
"""Steps of a held arrow that a finger counts, 0.73 s; a longer hold ends at the check mark."""


def spelling(language: str) -> Session:
    stage = empty_table("en").press("ok", "ok", "ok", "right 2", "ok").set(language=language)
    return replace_screen(close_screen(stage.session), NameEntryScreen(0))


def after_one_press(session: Session, screen: NameEntryScreen) -> Iterator[Session]:
    """Go everywhere that OK or one arrow leads, tapped, held for some steps or up to its wall."""
    here = replace_screen(session, screen)
    yield on_press(here, screen, Press(MAIN, Button.OK, 0)).session
    for arrow in ARROWS:
        wall = len(wheel_for(session, screen.typed))
        presses = (Press(MAIN, arrow, 0, repeat=step > 0) for step in range(wall + 1))
        _, *after = accumulate(presses, _pressed, initial=here)
        yield from after[: MOST_STEPS + 1]
        if screen.typed:
            yield after[wall]


def _pressed(session: Session, press: Press) -> Session:
    screen = session.screen
    assert isinstance(screen, NameEntryScreen)
    return on_press(session, screen, press).session


def fewest_presses(session: Session, name: str) -> int:
    """Search by breadth, as a player who knows the way and leaves the alphabet as it is."""
    reached = edge = {NameEntryScreen(0)}
    for presses in range(1, 40):
        sessions = [after for screen in edge for after in after_one_press(session, screen)]
        if any(draft_of(after).players[0].name == name for after in sessions):
            return presses
        screens = {after.screen for after in sessions}
        edge = {
            screen
            for screen in screens
            if isinstance(screen, NameEntryScreen)
            and name.startswith(screen.typed)
            and not screen.alphabet
        } - reached
        reached |= edge
    raise AssertionError(f"{name} takes more than {presses} presses")


@pytest.mark.parametrize("language", languages())
def test_ben_is_spelled_in_at_most_twelve_presses_with_the_letters_of_each_language(
    language: str,
) -> None:
    name = "Бен" if language == "ru" else "Ben"
    assert fewest_presses(spelling(language), name) <= MOST_PRESSES
