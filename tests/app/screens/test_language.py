"""The very first screen: the language of the browser stands first."""

from __future__ import annotations

import pytest

from companion.app.events import MAIN, PanelUp
from companion.app.presenter import view
from companion.app.screens.language import best
from companion.app.update import update
from companion.app.view import ListView
from companion.dev.gallery.fixtures import Stage, empty_table


def with_browser(*languages: str) -> Stage:
    up = PanelUp(MAIN, 2.0, upright=True, languages=languages)
    return Stage(update(empty_table("").session, up).session)


def shown(stage: Stage) -> tuple[str, list[str]]:
    body = view(stage.session).body
    assert isinstance(body, ListView)
    return body.title, [row.text for row in body.rows]


def test_the_browsers_language_is_the_first_line_and_the_one_that_ok_takes() -> None:
    title, rows = shown(with_browser("xx", "hu-HU", "de"))
    assert rows == ["Magyar", "English", "Čeština", "Deutsch", "Русский"]
    assert title.endswith("Nyelv")
    assert with_browser("hu").press("ok").session.settings.language == "hu"


def test_a_second_browser_changes_no_line_and_none_without_a_known_language() -> None:
    both = update(with_browser("ru").session, PanelUp(MAIN, 3.0, languages=("de",))).session
    assert shown(Stage(both))[1][0] == "Русский"
    assert shown(with_browser())[1][0] == shown(with_browser("xx"))[1][0] == "English"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [(("de-AT",), "de"), (("fr", "CS"), "cs"), (("", "-", "eng"), ""), ((), "")],
)
def test_the_first_language_that_there_are_texts_in_is_best(
    wanted: tuple[str, ...], code: str
) -> None:
    assert best(wanted) == code
