"""The ranking: every player's place in the race, carrots, lettuces and square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.session import UpdateResult, close_screen
from companion.app.text.icons import OK
from companion.app.text.players import seat_letter, seat_name, shows_counts
from companion.app.text.sentences import KIND_ICON
from companion.app.turn_header import game_of, rank_text
from companion.app.view import RankingRow, RankingView
from companion.rules import HOME_SQUARE, Kind, rank

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import RankingScreen
    from companion.app.states.ids import ScreenId
    from companion.rules import State


def view(session: Session, screen: RankingScreen, panel: str = "") -> RankingView:
    """Return the ranking with what OK does."""
    closes = f"{OK} {session.texts.pgettext('OK button', 'close')}"
    return ranking_view(session, screen.id, panel, foot=closes)


def ranking_view(
    session: Session, screen_id: ScreenId, panel: str = "", foot: str = ""
) -> RankingView:
    """Return all pieces, the first in the race on top; teams are named in place of `foot`."""
    state = game_of(session).state
    pieces = in_order(state)
    front = dict(reversed(pieces))
    rows = tuple(
        _row(session, state, seat, piece, panel, first=front[seat] == piece)
        for seat, piece in pieces
    )
    title = session.texts.gettext("Ranking")
    return RankingView(screen_id.value, title, rows, team_line(session) or foot)


def on_press(session: Session, screen: RankingScreen, press: Press) -> UpdateResult:
    """Close it."""
    del screen, press
    return UpdateResult(close_screen(session))


def in_order(state: State) -> list[tuple[int, int]]:
    """List all pieces as (seat, piece) by rank; players who left come last."""
    pieces = [(s, p) for s, seat in enumerate(state.seats) for p in range(len(seat.pieces))]
    return sorted(pieces, key=lambda who: (rank(state, *who) or len(pieces) + 1, who))


def team_line(session: Session) -> str:
    """Name the teams by their letters; empty without teams."""
    setup = game_of(session).setup
    return "  ".join(
        "+".join(seat_letter(session.texts, setup, seat) for seat in team) for team in setup.teams
    )


def _row(
    session: Session, state: State, seat: int, piece: int, panel: str, *, first: bool
) -> RankingRow:
    """Return the line of a piece; only the seat's first piece has the stock."""
    texts, stock = session.texts, state.seats[seat]
    square = stock.pieces[piece].square
    return RankingRow(
        rank_text(texts, rank(state, seat, piece)).rstrip("."),
        seat_letter(texts, state.setup, seat),
        seat_name(texts, state.setup, seat),
        _count(session, stock.carrots, seat, panel) if first else "",
        str(stock.lettuces) if first else "",
        _where(texts.pgettext("left the game", "left") if stock.left else "", square),
        mine=seat == state.turn,
    )


def _count(session: Session, carrots: int, seat: int, panel: str) -> str:
    return str(carrots) if shows_counts(session, seat, panel) else "?"


def _where(left: str, square: int) -> str:
    if left:
        return left
    if square == HOME_SQUARE:
        return KIND_ICON[Kind.HOME]
    return KIND_ICON[Kind.START] if square == 0 else str(square)
