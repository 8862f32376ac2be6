"""The gallery: pictures of every screen in its important states, in every language.

Each state is a session that was made by playing; the tests use the same ones.
"""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.dev.gallery import (
    book_screens,
    card_screens,
    companion_screens,
    crowded_screens,
    end_screens,
    hint_screens,
    menu_screens,
    race_screens,
    setup_screens,
    turn_screens,
)
from companion.dev.gallery.sheet import contact_sheet, file_name
from companion.locale import languages

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.render.rendered import Rendered
    from companion.dev.gallery.state import GalleryState

SCALE = 4


class GalleryError(CompanionError, OSError):
    """The pictures cannot be written; the text names the place and says why."""


def states(language: str) -> tuple[GalleryState, ...]:
    """List every state in a language, in the order of a game."""
    groups = (
        *(setup_screens, turn_screens, hint_screens, card_screens, companion_screens),
        *(menu_screens, race_screens, book_screens, end_screens, crowded_screens),
    )
    return tuple(chain.from_iterable(group.states(language) for group in groups))


def picture(state: GalleryState) -> Rendered:
    """Draw a state as its panel shows it."""
    return render(view(state.session, state.panel))


def write_gallery(out: Path, codes: tuple[str, ...] = ()) -> int:
    """Draw all states in all languages (or in these) into a folder, with a contact sheet for each.

    Returns the exit status: 1 where a text does not fit its place; each is named. Raises
    GalleryError.
    """
    faults = 0
    for language in codes or languages():
        pictures = [(state, picture(state)) for state in states(language)]
        try:
            _write_pictures(pictures, out, language)
        except OSError as error:
            words = f"{error.filename or out}: the gallery cannot be written: {error.strerror}"
            raise GalleryError(words) from error
        for state, drawn in pictures:
            for problem in drawn.problems:
                print(f"{language}, {drawn.name}, {state.name}: {problem}", file=sys.stderr)
            faults += len(drawn.problems)
        print(f"{language}: {len(pictures)} pictures")
    return 1 if faults else 0


def _write_pictures(
    pictures: list[tuple[GalleryState, Rendered]], out: Path, language: str
) -> None:
    folder = out / language
    folder.mkdir(parents=True, exist_ok=True)
    for state, drawn in pictures:
        size = drawn.image.width * SCALE, drawn.image.height * SCALE
        drawn.image.resize(size).save(folder / f"{file_name(state, drawn)}.png")
    contact_sheet(pictures).save(out / f"contact-{language}.png")
