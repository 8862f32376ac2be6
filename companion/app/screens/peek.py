"""The mover's secret stock; any press, or five seconds, closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.session import UpdateResult, close_screen
from companion.app.text.players import seat_label, seat_name
from companion.app.turn_header import game_of, header
from companion.app.view import PeekView
from companion.rules import seat_to_move

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.game import PeekScreen

PEEK_S: Final = 5.0


def view(session: Session, screen: PeekScreen, panel: str = "") -> PeekView:
    """Return the mover's stock, and the team-mates'; another player's own panel shows none."""
    game, texts = game_of(session), session.texts
    seat = seat_to_move(game.state)
    hidden = any(p.name == panel and p.seat not in (None, seat) for p in session.panels)
    name = seat_name(texts, game.setup, seat)
    return PeekView(
        screen.id.value,
        header(session, seat, panel=panel),
        texts.gettext("Only {name} looks", name=name),
        "?" if hidden else str(game.state.seats[seat].carrots),
        ("" if hidden else mates_line(session, seat)) or texts.gettext("Any press hides it"),
    )


def on_press(session: Session, screen: PeekScreen, press: Press) -> UpdateResult:
    """End the look."""
    del screen, press
    return UpdateResult(close_screen(session))


def ends(screen: PeekScreen) -> float:
    """Return when the look ends by itself, in seconds."""
    return screen.opened_at + PEEK_S


def mates_line(session: Session, seat: int) -> str:
    """List the team-mates' stocks; empty where the seat has none."""
    game = game_of(session)
    team = next((team for team in game.setup.teams if seat in team), ())
    stocks = [
        (seat_label(session.texts, game.setup, mate), game.state.seats[mate].carrots)
        for mate in team
        if mate != seat
    ]
    if len(stocks) == 1:
        return f"{stocks[0][0]}: {stocks[0][1]}"
    # Two mates' names need not fit into one line: their letters always do.
    return ", ".join(f"{label.rpartition(' ')[2]} {carrots}" for label, carrots in stocks)
