"""The family book while it is open: its games, what counts, which spellings are one name."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.app.apply_decision import change_settings
from companion.app.journal_entries import SetValue
from companion.app.race_screen import race_of_saved
from companion.app.session import ReadBook, Session, UpdateResult, open_screen
from companion.app.states.lists import BookGamesScreen, BookRecordsScreen, BookScreen
from companion.book.family_book import Book, book_of
from companion.book.spellings import SPELLINGS

if TYPE_CHECKING:
    from companion.app.events import BookRead, GameRead
    from companion.book.family_book import NamedResult


@dataclass(frozen=True, slots=True)
class OpenBook:
    """The book and the games that it was computed from; `left` are still to come."""

    results: tuple[NamedResult, ...]
    left: int
    book: Book


def open_book(session: Session) -> UpdateResult:
    """Open the book and ask for its games."""
    session = replace(session, book=None)
    return UpdateResult(open_screen(session, BookScreen()), reads=ReadBook())


def take_games(session: Session, read: BookRead) -> UpdateResult:
    """Take in the games that were read; ask for the others while the book is shown."""
    if not any(isinstance(screen, BookScreen) for screen in session.stack):
        return UpdateResult(session)
    session = _computed(session, read.games, read.left)
    return UpdateResult(session, reads=ReadBook() if read.left else None)


def take_game(session: Session, read: GameRead) -> Session:
    """Show the race of a saved game, unless another screen was opened meanwhile."""
    if read.game is None or not isinstance(session.screen, BookGamesScreen | BookRecordsScreen):
        return session
    return open_screen(session, race_of_saved(read.game))


def book_shown(session: Session) -> OpenBook:
    """Return the open book, an empty one until its games were read."""
    return session.book or OpenBook((), 0, book_of(()))


def switch_marked(session: Session) -> UpdateResult:
    """Count the games with a mark, or leave them out."""
    settings = replace(session.settings, plain_book=not session.settings.plain_book)
    step = change_settings(session, settings)
    return replace(step, session=_again(step.session))


def count_as(session: Session, name: str, other: str) -> UpdateResult:
    """Count a name, and all that counted under it, under another one."""
    spellings = {
        spelling: other if shown == name else shown
        for spelling, shown in session.resources.spellings.items()
    }
    seats = (seat for each in book_shown(session).results for seat in each.result.seats)
    is_spelling = any(seat.player.name == name for seat in seats)  # not one that was given here
    return _with_spellings(session, {**spellings, name: other} if is_spelling else spellings)


def separate(session: Session, spelling: str) -> UpdateResult:
    """Count a spelling under itself again."""
    spellings = dict(session.resources.spellings)
    spellings.pop(spelling, None)
    return _with_spellings(session, spellings)


def _with_spellings(session: Session, spellings: dict[str, str]) -> UpdateResult:
    kept = {spelling: name for spelling, name in spellings.items() if spelling != name}
    session = replace(session, resources=replace(session.resources, spellings=kept))
    entry = SetValue(SPELLINGS, json.dumps(kept, ensure_ascii=False))
    return UpdateResult(_again(session), (entry,))


def _again(session: Session) -> Session:
    shown = book_shown(session)
    return _computed(session, shown.results, shown.left)


def _computed(session: Session, results: tuple[NamedResult, ...], left: int) -> Session:
    book = book_of(results, session.resources.spellings, plain=session.settings.plain_book)
    return replace(session, book=OpenBook(results, left, book))
