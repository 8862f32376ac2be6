"""A family's own board: copy an edition and change its squares on the device."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.app.events import Button
from companion.app.game_setup import draft_of, with_draft
from companion.app.journal_entries import SetValue
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view
from companion.app.screens.edition import SQUARES, short_title
from companion.app.session import (
    Screen,
    ScreenId,
    Session,
    UpdateResult,
    close_screen,
    open_screen,
    put,
    swap_screen,
)
from companion.app.text.sentences import KIND_ICON, kind_name
from companion.app.view import BoardView, ListView
from companion.rules import HOME_SQUARE, EditionError, Kind, edition_table, parse_edition

if TYPE_CHECKING:
    from companion.app.gestures import Press

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


def copy_view(session: Session, screen: Screen, panel: str = "") -> ListView:
    """List the editions that can be copied."""
    del panel
    return rows_view(screen, session.texts.gettext("Copy which board?"), _copies(session))


def copy_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
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
    edition, board, finger = session.board_draft or ("", "", 1)
    return UpdateResult(swap_screen(session, ScreenId.BOARD_EDIT, finger, edition, board))


def _copy(session: Session, edition: str) -> UpdateResult:
    found = next(e for e in session.resources.editions if e.id == edition)
    board = "".join(kind.value for kind in found.board.squares)
    return UpdateResult(swap_screen(session, ScreenId.BOARD_EDIT, 1, edition, board))


# -- the squares


def edit_view(session: Session, screen: Screen, panel: str = "") -> BoardView:
    """Show twelve squares around the finger; the last stop is done."""
    del panel
    texts = session.texts
    board = screen.about[1]
    at = min(screen.finger, HOME_SQUARE)
    first = max(0, min(at - SQUARES // 2, HOME_SQUARE + 1 - SQUARES))
    done = at == HOME_SQUARE
    line = _done_line(session, board) if done else _square_line(session, board, at)
    return BoardView(
        screen.place.value,
        texts.gettext("Your own board"),
        tuple(board[first : first + SQUARES]),
        first,
        line,
        (texts.pgettext("answer", "done") if done else texts.pgettext("answer", "change"),),
        cursor=at - first,
    )


def _done_line(session: Session, board: str) -> str:
    """Say what OK does on Home; a board without a tortoise is none."""
    texts = session.texts
    if Kind.TORTOISE.value not in board:
        return texts.gettext("No tortoise on this board")
    # Translators: Home is the last square; OK there finishes the family's own board.
    return texts.gettext("Home: the board is done")


def _square_line(session: Session, board: str, at: int) -> str:
    kind = Kind(board[at])
    return f"#{at} {KIND_ICON.get(kind, '')}{kind_name(session.texts, kind)}"


def edit_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Move over the squares; OK changes one, on Home it finishes the board."""
    if by := direction(press):
        finger = max(1, min(screen.finger + by, HOME_SQUARE))
        return UpdateResult(put(session, replace(screen, finger=finger)))
    match press.button:
        case Button.OK if screen.finger == HOME_SQUARE:
            return finish(session, *screen.about)
        case Button.OK:
            kind = Kind(screen.about[1][screen.finger])
            at = KINDS.index(kind) if kind in KINDS else 0
            return UpdateResult(open_screen(session, ScreenId.BOARD_KIND, at, screen.finger))
        case Button.BACK:
            edition, board = screen.about
            left = replace(session, board_draft=(edition, board, screen.finger))
            return UpdateResult(close_screen(left))
        case _:
            return UpdateResult(session)


# -- what a square becomes


def kind_view(session: Session, screen: Screen, panel: str = "") -> ListView:
    """List the kinds of square."""
    del panel
    return rows_view(screen, f"#{screen.about[0]}", _kinds(session, screen.about[0]))


def kind_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Choose a kind."""
    return press_list(session, screen, press, _kinds(session, screen.about[0]))


def _kinds(session: Session, square: int) -> tuple[Choice, ...]:
    return tuple(
        choice(
            f"{KIND_ICON.get(kind, '')} {kind_name(session.texts, kind)}",
            partial(_change, square=square, kind=kind),
        )
        for kind in KINDS
    )


def _change(session: Session, square: int, kind: Kind) -> UpdateResult:
    session = close_screen(session)
    edition, board = session.screen.about
    board = board[:square] + kind.value + board[square + 1 :]
    at = min(square + 1, HOME_SQUARE)
    return UpdateResult(put(session, Screen(ScreenId.BOARD_EDIT, at, 0, (edition, board))))


# -- done


def finish(session: Session, edition: str, board: str) -> UpdateResult:
    """Make the board an edition of its own, chosen for the new game and kept."""
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
        return UpdateResult(session)  # without a tortoise: the finger stays on Home
    shelf = replace(
        session.resources,
        editions=(*session.resources.editions, made),
        edition_data={**session.resources.edition_data, made.id: table},
    )
    own = {key: value for key, value in shelf.edition_data.items() if key.startswith("own-")}
    session = replace(session, resources=shelf, board_draft=None)
    session = with_draft(session, edition=made.id, rulings={})
    count = len(draft_of(session).players) - 2
    after = swap_screen(_first_edition(session), ScreenId.PLAYERS, count)
    return UpdateResult(after, (SetValue("boards", json.dumps(own)),))


def _first_edition(session: Session) -> Session:
    """Put the finger of the choice of edition below on the one that is chosen now."""
    *below, here = session.stack
    reset = (replace(s, finger=0) if s.place is ScreenId.EDITION else s for s in below)
    return replace(session, stack=(*reset, here))
