"""A family's own board: copy an edition and change its squares on the device."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.app.events import Button
from companion.app.game_setup import player_count_screen, with_draft
from companion.app.journal_entries import SetValue
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view
from companion.app.screens.edition import SQUARES, short_title
from companion.app.session import (
    Session,
    UpdateResult,
    close_screen,
    open_screen,
    replace_screen,
    screen_as,
)
from companion.app.states.lists import BoardKindScreen
from companion.app.states.setup import BoardEditScreen, EditionScreen
from companion.app.text.sentences import KIND_ICON, kind_name
from companion.app.view import BoardView, ListView
from companion.rules import HOME_SQUARE, EditionError, Kind, edition_table, parse_edition

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.lists import BoardCopyScreen

KINDS: Final = (
    Kind.HARE,
    Kind.CARROT,
    Kind.LETTUCE,
    Kind.TORTOISE,
    Kind.TWO,
    Kind.THREE,
    Kind.FOUR,
    Kind.FLAG,
)


# -- which edition is copied


def copy_view(session: Session, screen: BoardCopyScreen, panel: str = "") -> ListView:
    """List the editions that can be copied."""
    del panel
    return rows_view(screen, session.texts.gettext("Copy which board?"), _copies(session))


def copy_press(session: Session, screen: BoardCopyScreen, press: Press) -> UpdateResult:
    """Choose the edition to copy."""
    return press_list(session, screen, press, _copies(session))


def _copies(session: Session) -> tuple[Choice, ...]:
    begun = (
        (choice(session.texts.gettext("Go on with yours"), _go_on),) if session.board_draft else ()
    )
    return (
        *begun,
        *(choice(short_title(e), partial(_copy, edition=e.id)) for e in session.resources.editions),
    )


def _go_on(session: Session) -> UpdateResult:
    """Go on with the board that back left unfinished."""
    begun = session.board_draft
    return UpdateResult(replace_screen(session, begun) if begun else session)


def _copy(session: Session, edition: str) -> UpdateResult:
    found = next(e for e in session.resources.editions if e.id == edition)
    squares = "".join(kind.value for kind in found.board.squares)
    return UpdateResult(replace_screen(session, BoardEditScreen(edition, squares)))


# -- the squares


def edit_view(session: Session, screen: BoardEditScreen, panel: str = "") -> BoardView:
    """Return twelve squares around the chosen one; OK on Home finishes the board."""
    del panel
    texts = session.texts
    board, at = screen.squares, screen.square
    first = max(0, min(at - SQUARES // 2, HOME_SQUARE + 1 - SQUARES))
    done = at == HOME_SQUARE
    line = _done_line(session, board) if done else _square_line(session, board, at)
    return BoardView(
        screen.id.value,
        texts.gettext("Your own board"),
        tuple(board[first : first + SQUARES]),
        first,
        line,
        (texts.pgettext("answer", "done") if done else texts.pgettext("answer", "change"),),
        cursor=at - first,
    )


def _done_line(session: Session, board: str) -> str:
    """Return what OK does on Home; a board without a tortoise cannot be played."""
    texts = session.texts
    if Kind.TORTOISE.value not in board:
        return texts.gettext("No tortoise on this board")
    # Translators: Home is the last square; OK there finishes the family's own board.
    return texts.gettext("Home: the board is done")


def _square_line(session: Session, board: str, at: int) -> str:
    kind = Kind(board[at])
    return f"#{at} {KIND_ICON.get(kind, '')}{kind_name(session.texts, kind)}"


def edit_press(session: Session, screen: BoardEditScreen, press: Press) -> UpdateResult:
    """Move over the squares; OK changes one, on Home it finishes the board."""
    if by := direction(press):
        square = max(1, min(screen.square + by, HOME_SQUARE))
        return UpdateResult(replace_screen(session, replace(screen, square=square)))
    match press.button:
        case Button.OK if screen.square == HOME_SQUARE:
            return finish(session, screen.edition, screen.squares)
        case Button.OK:
            kind = Kind(screen.squares[screen.square])
            at = KINDS.index(kind) if kind in KINDS else 0
            return UpdateResult(open_screen(session, BoardKindScreen(at, square=screen.square)))
        case Button.BACK:
            return UpdateResult(close_screen(replace(session, board_draft=screen)))
        case _:
            return UpdateResult(session)


# -- what a square becomes


def kind_view(session: Session, screen: BoardKindScreen, panel: str = "") -> ListView:
    """List the kinds of square."""
    del panel
    return rows_view(screen, f"#{screen.square}", _kinds(session, screen.square))


def kind_press(session: Session, screen: BoardKindScreen, press: Press) -> UpdateResult:
    """Choose a kind."""
    return press_list(session, screen, press, _kinds(session, screen.square))


def _kinds(session: Session, square: int) -> tuple[Choice, ...]:
    return tuple(
        choice(
            kind_name(session.texts, kind),
            partial(_change, square=square, kind=kind),
            icon=KIND_ICON.get(kind, kind.value),
        )
        for kind in KINDS
    )


def _change(session: Session, square: int, kind: Kind) -> UpdateResult:
    session = close_screen(session)
    board = screen_as(session, BoardEditScreen)
    squares = board.squares[:square] + kind.value + board.squares[square + 1 :]
    after = replace(board, squares=squares, square=min(square + 1, HOME_SQUARE))
    return UpdateResult(replace_screen(session, after))


# -- done


def finish(session: Session, edition: str, board: str) -> UpdateResult:
    """Make the board an edition of its own, chosen for the new game and saved."""
    source = next(e for e in session.resources.editions if e.id == edition)
    number = 1 + sum(e.id.startswith("own-") for e in session.resources.editions)
    title = session.texts.gettext("Own board {n}", n=number)
    table: dict[str, Any] = edition_table(source) | {
        "id": f"own-{number}",
        "title": title,
        "board": board,
    }
    try:
        made = parse_edition(table)
    except EditionError:
        return UpdateResult(session)  # without a tortoise: the cursor stays on Home
    resources = replace(
        session.resources,
        editions=(*session.resources.editions, made),
        edition_data={**session.resources.edition_data, made.id: table},
    )
    own = {key: value for key, value in resources.edition_data.items() if key.startswith("own-")}
    session = replace(session, resources=resources, board_draft=None)
    session = with_draft(session, edition=made.id, rulings={})
    after = replace_screen(_with_chosen_first(session), player_count_screen(session))
    return UpdateResult(after, (SetValue("boards", json.dumps(own)),))


def _with_chosen_first(session: Session) -> Session:
    """Return the session whose choice of edition, below on the stack, is back on its first page."""
    *below, here = session.stack
    reset = (EditionScreen() if isinstance(s, EditionScreen) else s for s in below)
    return replace(session, stack=(*reset, here))
