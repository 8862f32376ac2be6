"""The family book after a game: each of its pages, and two spellings that become one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.states.ids import ScreenId

if TYPE_CHECKING:
    from tests.storyboards.authoring import Author


def read_the_book(a: Author) -> None:
    a.menu("The family book")
    a.shot("family-book")
    a.info()
    for line in ("Players", "Who begins", "Records", "Boards", "All races"):
        a.choose(line)
        a.shot(f"book-{line.split()[0].lower()}")
        a.info()
        a.back()
    for line in ("Records", "All races"):
        a.choose(line)
        a.ok()
        a.at(ScreenId.RACE)
        a.back(2)
    _names(a)
    a.choose("Count marked games")
    a.choose("Count marked games")
    a.back(2)


def _names(a: Author) -> None:
    a.choose("Players")
    a.ok()
    a.shot("book-player")
    a.back()
    a.ok()
    a.choose("Same as")
    a.back()
    a.ok()
    a.choose("Rename")
    a.back()
    a.ok()
    a.choose("Rename")
    a.spell("Al")
    a.at(ScreenId.BOOK_PLAYERS)
    a.shot("book-renamed")
    a.ok()
    a.choose("Same as")
    a.shot("book-same-as")
    a.ok()
    a.at(ScreenId.BOOK_PLAYERS)
    a.shot("book-joined")
    a.ok()
    a.choose("Separate")
    a.back()
