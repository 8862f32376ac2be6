"""The choice of edition, by a picture of the first squares of its board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.app.events import Button
from companion.app.game_setup import draft_of, edition_of, player_count_screen, with_draft
from companion.app.list_screen import direction
from companion.app.screens.menu import at_the_lock
from companion.app.session import Session, UpdateResult, close_screen, open_screen, replace_screen
from companion.app.states.lists import BoardCopyScreen, MenuScreen
from companion.app.states.questions import DeckSizeScreen
from companion.app.states.setup import EditionScreen
from companion.app.text.icons import CARD, RIGHT
from companion.app.view import BoardView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.rules import Edition

SQUARES: Final = 12


def view(session: Session, screen: EditionScreen, panel: str = "") -> BoardView:
    """Return the first squares of one edition, or the way to make another."""
    del panel
    texts = session.texts
    editions = in_order(session)
    at = min(screen.chosen, len(editions))
    if at == len(editions):
        return BoardView(
            screen.id.value,
            texts.gettext("None of these"),
            (),
            0,
            texts.gettext("Copy one, change squares"),
            (texts.pgettext("answer", "make it"),),
        )
    edition = editions[at]
    return BoardView(
        screen.id.value,
        short_title(edition),
        tuple(kind.value for kind in edition.board.squares[:SQUARES]),
        0,
        texts.gettext("Does your board begin so?"),
        (texts.pgettext("answer", "yes"), f"{texts.pgettext('answer', 'another')} {RIGHT}"),
        right=cards_line(session, edition),
    )


def on_press(session: Session, screen: EditionScreen, press: Press) -> UpdateResult:
    """Show the next or previous edition with left and right; OK chooses the one shown."""
    editions = in_order(session)
    at = min(screen.chosen, len(editions))
    if by := direction(press):
        chosen = max(0, min(at + by, len(editions)))
        return UpdateResult(replace_screen(session, replace(screen, chosen=chosen)))
    match press.button:
        case Button.BACK if len(session.stack) == 1:  # the first screen after a finished game
            return UpdateResult(open_screen(session, MenuScreen()))
        case Button.BACK:
            return UpdateResult(close_screen(session))
        case Button.OK:
            return UpdateResult(_confirm(session, editions, at))
        case _:
            return UpdateResult(session)


def _confirm(session: Session, editions: list[Edition], at: int) -> Session:
    if session.settings.locked:
        return at_the_lock(session)
    return (
        open_screen(session, BoardCopyScreen())
        if at == len(editions)
        else _take(session, editions[at])
    )


def in_order(session: Session) -> list[Edition]:
    """List the editions, the draft's own first."""
    chosen = edition_of(session)
    return [chosen, *(e for e in session.resources.editions if e is not chosen)]


def short_title(edition: Edition) -> str:
    """Return the part of a title that distinguishes editions: maker and year."""
    title = edition.title
    if "(" in title and title.endswith(")"):
        return title[title.rindex("(") + 1 : -1]
    return title


def cards_line(session: Session, edition: Edition) -> str:
    """Return the line with the number of hare cards, or that a chart decides."""
    if edition.chart:
        # Translators: a printed table with dice decides, not cards; at most 38 pixels.
        return session.texts.gettext("chart")
    return f"{sum(edition.deck.values())} {CARD}"


def _take(session: Session, edition: Edition) -> Session:
    draft = draft_of(session)
    rulings: dict[str, Any] = draft.rulings if draft.edition == edition.id else {}
    session = with_draft(session, edition=edition.id, rulings=rulings)
    session = replace_screen(session, EditionScreen())  # the chosen edition is now the first
    if edition.deck.get("shuffle"):
        return open_screen(session, DeckSizeScreen(int(bool(rulings.get("second_shuffle")))))
    return open_screen(session, player_count_screen(session))
