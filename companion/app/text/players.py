"""The players in words: names, colours, and the boxed letters of their pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.text.icons import boxed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.app.session import Session
    from companion.app.text.catalogue import Texts
    from companion.rules import Setup

GREY_EDITION: Final = "ravensburger-2008"  # its box has a grey piece where the others have white

MARK: Final = 12  # letters of a family's own edition in a bar

# Translators' letters stand in boxes on the track: one letter, two where initials clash; no two
# colours of an edition may have the same (tests/locale holds that).
_LETTERS: Final[dict[str, Callable[[Texts], str]]] = {
    "white": lambda t: t.pgettext("letter of white", "W"),
    "yellow": lambda t: t.pgettext("letter of yellow", "Y"),
    "orange": lambda t: t.pgettext("letter of orange", "O"),
    "red": lambda t: t.pgettext("letter of red", "R"),
    "green": lambda t: t.pgettext("letter of green", "G"),
    "blue": lambda t: t.pgettext("letter of blue", "B"),
}
_LETTERS_2008: Final[dict[str, Callable[[Texts], str]]] = {
    "white": lambda t: t.pgettext("letter of grey, 2008", "Gr"),
    "yellow": lambda t: t.pgettext("letter of yellow, 2008", "Y"),
    "orange": lambda t: t.pgettext("letter of orange, 2008", "O"),
    "red": lambda t: t.pgettext("letter of red, 2008", "R"),
    "green": lambda t: t.pgettext("letter of green, 2008", "Gn"),
    "blue": lambda t: t.pgettext("letter of blue, 2008", "B"),
}
_COLOURS: Final[dict[str, Callable[[Texts], str]]] = {
    "white": lambda t: t.pgettext("player called by the colour", "White"),
    "yellow": lambda t: t.pgettext("player called by the colour", "Yellow"),
    "orange": lambda t: t.pgettext("player called by the colour", "Orange"),
    "red": lambda t: t.pgettext("player called by the colour", "Red"),
    "green": lambda t: t.pgettext("player called by the colour", "Green"),
    "blue": lambda t: t.pgettext("player called by the colour", "Blue"),
}


def colour_letter(texts: Texts, colour: str, edition: str) -> str:
    """Return the letter (or two) of a colour, unique in this language and edition id."""
    table = _LETTERS_2008 if edition == GREY_EDITION else _LETTERS
    return table[colour](texts)


def colour_name(texts: Texts, colour: str, edition: str) -> str:
    """Return the name of a colour; white is grey in the box of 2008."""
    if colour == "white" and edition == GREY_EDITION:
        return texts.pgettext("player called by the colour", "Grey")
    return _COLOURS[colour](texts)


def edition_mark(edition: str) -> str:
    """Shorten an edition's id for a bar: its year, or the beginning of a family's own id."""
    year = edition.rpartition("-")[2]
    return year if len(year) == 4 and year.isdigit() else edition[:MARK]


def seat_letter(texts: Texts, setup: Setup, seat: int) -> str:
    """Return the letter of a seat."""
    return colour_letter(texts, setup.colours[seat], setup.edition.id)


def seat_name(texts: Texts, setup: Setup, seat: int) -> str:
    """Return the name of a seat, the colour where it has none."""
    return setup.names[seat] or colour_name(texts, setup.colours[seat], setup.edition.id)


def seat_label(texts: Texts, setup: Setup, seat: int) -> str:
    """Return name and boxed letter, as a piece is named on the board: Anna [R]."""
    return f"{seat_name(texts, setup, seat)} {boxed(seat_letter(texts, setup, seat))}"


def shortened_lists(parts: Sequence[str]) -> Iterator[str]:
    """Yield ever shorter forms of a list, with the rest counted: "Anna, Ben", "Anna +1", ""."""
    for shown in range(len(parts), 0, -1):
        more = len(parts) - shown
        yield ", ".join(parts[:shown]) + (f" +{more}" if more else "")
    yield ""


def shows_counts(session: Session, seat: int, panel: str = "") -> bool:
    """Return whether a seat's carrots may be shown on a panel: open play, or its own panel.

    The companion has no panel of its own: another person may look at the one of its seat.
    """
    game = session.game
    by_person = game is None or game.setup.levels[seat] is None
    own = by_person and any(p.name == panel and p.seat == seat for p in session.panels)
    return own or not session.settings.secret
