"""Names in the letters of all languages: the globe on the wheel leads to the next alphabet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button
from companion.app.gestures import Press
from companion.app.render.wrapping import measure
from companion.app.screens import name_entry
from companion.app.screens.name_entry import NAME_WIDTH, alphabet
from companion.app.session import Session, Settings, screen_as
from companion.app.states.setup import NameEntryScreen
from companion.app.text import icons
from companion.app.text.catalogue import texts_in
from companion.locale import languages

if TYPE_CHECKING:
    from companion.app.view import NameEntryView


def spelling(language: str) -> Session:
    return Session(settings=Settings(language=language), stack=(NameEntryScreen(0),))


def press(session: Session, button: Button) -> Session:
    return name_entry.on_press(
        session, screen_as(session, NameEntryScreen), Press(MAIN, button, 0.0)
    ).session


def shown(session: Session) -> NameEntryView:
    return name_entry.view(session, screen_as(session, NameEntryScreen))


def take(session: Session, letter: str) -> Session:
    """Turn the wheel to a letter and press OK."""
    for _ in range(len(shown(session).wheel)):
        if shown(session).wheel[shown(session).chosen] == letter:
            return press(session, Button.OK)
        session = press(session, Button.RIGHT)
    raise LookupError(letter)


def typed(session: Session, name: str) -> Session:
    for letter in name:
        session = take(session, letter)
    return session


@pytest.mark.parametrize("language", languages())
def test_the_wheel_begins_with_the_capitals_of_the_players_language(language: str) -> None:
    wheel = shown(spelling(language)).wheel
    letters = [c.upper() for c in alphabet(texts_in(language)) if len(c.upper()) == 1]
    assert list(wheel[: len(letters)]) == letters


def test_no_name_begins_with_a_sharp_s_but_one_may_end_with_it() -> None:
    session = spelling("de")
    assert "ß" not in shown(session).wheel
    assert "ẞ" not in shown(session).wheel
    assert shown(typed(session, "Voß")).typed == "Voß"


def test_the_globe_goes_round_through_all_alphabets_and_stays_under_the_finger() -> None:
    session = take(spelling("en"), icons.GLOBE)
    wheels = []
    for _ in languages():
        wheels.append(shown(session).wheel)
        assert wheels[-1][shown(session).chosen] == icons.GLOBE
        session = press(session, Button.OK)
    assert len(set(wheels)) == len(wheels)
    assert shown(session).wheel == wheels[0]


def test_the_foot_names_the_language_that_the_globe_leads_to() -> None:
    session = spelling("hu")
    while shown(session).wheel[shown(session).chosen] != icons.GLOBE:
        session = press(session, Button.RIGHT)
    named = shown(session).foot
    letters = shown(press(session, Button.OK)).wheel
    other = next(code for code in languages() if named.endswith(texts_in(code).own_name))
    assert letters[0] == alphabet(texts_in(other))[0].upper()


def test_a_name_may_mix_alphabets_and_back_takes_off_what_any_of_them_gave() -> None:
    session = typed(spelling("de"), "Jä")
    while "ő" not in shown(session).wheel:
        session = take(session, icons.GLOBE)
    session = take(session, "ő")
    assert shown(session).typed == "Jäő"
    assert shown(press(session, Button.BACK)).typed == "Jä"
    assert "ő" in shown(press(session, Button.BACK)).wheel


@pytest.mark.parametrize("language", languages())
def test_no_letter_takes_a_name_beyond_48_pixels(language: str) -> None:
    session = spelling(language)
    widest = max(alphabet(texts_in(language)), key=measure)
    for _ in range(20):
        letter = widest if shown(session).typed else widest.upper()
        session = take(session, letter)
    assert NAME_WIDTH - measure(widest) - 1 <= measure(shown(session).typed) <= NAME_WIDTH
