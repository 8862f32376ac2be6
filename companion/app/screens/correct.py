"""Correct the table: square, carrots, lettuces and debt of a player, and whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app import decisions
from companion.app.events import Button
from companion.app.header import game_of, header
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view
from companion.app.screens import menu
from companion.app.session import (
    Screen,
    ScreenId,
    Session,
    UpdateResult,
    close_screen,
    open_screen,
    put,
)
from companion.app.text.icons import CARROT, LEFT, LETTUCE, OK, RIGHT
from companion.app.text.players import seat_label, shows_counts
from companion.app.text.sentences import KIND_ICON, kind_name, refusal_text
from companion.app.track import strip_at
from companion.app.view import ListRow, ListView, MessageView, PositionView
from companion.rules import HOME_SQUARE, Correction, Status, refusal, starting_stock

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.text.catalog import Texts

UNTOLD: Final = -1  # the finger before a secret value was chosen
CARROTS, LETTUCES, SQUARE, OWES = "carrots", "lettuces", "square", "owes"
MOST_CARROTS: Final = 9999
DEBTS: Final = (None, Status.EAT, Status.ATE, Status.MISS, Status.CHEW)
FAST: Final = 10  # carrots a step of a held arrow


# -- whom


def view(session: Session, screen: Screen, panel: str = "") -> ListView:
    """List the players, and whose turn it is."""
    del panel
    return rows_view(screen, session.texts.pgettext("menu", "Correct"), _players(session))


def on_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Choose a player or the turn."""
    return press_list(session, screen, press, _players(session))


def _players(session: Session) -> tuple[Choice, ...]:
    game, texts = game_of(session), session.texts
    state = game.state
    listed = [
        choice(
            seat_label(texts, game.setup, seat) + (f" {piece + 1}" if len(s.pieces) > 1 else ""),
            partial(_open_seat, seat=seat, piece=piece),
            value=f"#{s.pieces[piece].square}",
        )
        for seat, s in enumerate(state.seats)
        if not s.left
        for piece in range(len(s.pieces))
    ]
    whose = "" if state.turn is None else seat_label(texts, game.setup, state.turn)
    listed.append(
        choice(
            texts.pgettext("whose turn it is", "Turn"),
            _next_turn,
            value=whose,
            foot=texts.gettext("OK: next player"),
        )
    )
    return tuple(listed)


def _open_seat(session: Session, seat: int, piece: int) -> UpdateResult:
    return UpdateResult(open_screen(session, ScreenId.CORRECT_SEAT, 0, seat, piece))


def _next_turn(session: Session) -> UpdateResult:
    """Return the turn to the next seat that races."""
    state = game_of(session).state
    count = len(state.seats)
    for on in range(1, count + 1):
        change = Correction(turn=((state.turn or 0) + on) % count)
        if refusal(state, change) is None:
            return _corrected(session, change, session.stack[1:])
    return UpdateResult(session)


def _corrected(session: Session, change: Correction, above: tuple[Screen, ...]) -> UpdateResult:
    """Correct it; these lists stay for the next value, unless a piece is to be moved."""
    step = decisions.correct(session, change)
    if step.session.pending_moves:
        return step
    below, *lists = above
    more = len(menu.choices(step.session)) - len(menu.choices(session))  # undo came, redo went
    below = replace(below, finger=below.finger + more)
    stack = (*step.session.stack[:1], below, *lists)
    return UpdateResult(replace(step.session, stack=stack), step.entries)


# -- what


def seat_view(session: Session, screen: Screen, panel: str = "") -> ListView:
    """List what can be corrected about a player."""
    del panel
    seat, piece = screen.about
    title = seat_label(session.texts, game_of(session).setup, seat)
    return rows_view(screen, title, _values(session, seat, piece))


def seat_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Choose what to correct."""
    return press_list(session, screen, press, _values(session, *screen.about))


def _values(session: Session, seat: int, piece: int) -> tuple[Choice, ...]:
    texts, state = session.texts, game_of(session).state
    stock = state.seats[seat]
    place = stock.pieces[piece]
    carrots = str(stock.carrots) if shows_counts(session, seat) else "?"
    opens = partial(_open_value, seat=seat, piece=piece)
    listed = [
        choice(f"{CARROT} {texts.gettext('Carrots')}", partial(opens, what=CARROTS), value=carrots),
        choice(
            f"{LETTUCE} {texts.gettext('Lettuces')}",
            partial(opens, what=LETTUCES),
            value=str(stock.lettuces),
        ),
    ]
    if place.place is None:
        listed += [
            # Translators: the square on which the piece stands.
            choice(texts.gettext("Square"), partial(opens, what=SQUARE), value=f"#{place.square}"),
            choice(
                # Translators: what the piece still has to do, e.g. eat a lettuce or miss a turn.
                texts.gettext("Owes"),
                partial(opens, what=OWES),
                value=debt_text(texts, place.status),
            ),
        ]
    return tuple(listed)


def debt_text(texts: Texts, status: Status | None) -> str:
    """Say what a piece owes."""
    match status:
        case Status.EAT:
            return texts.pgettext("owes", "eats")
        case Status.ATE:
            return texts.pgettext("owes", "must leave")
        case Status.MISS:
            return texts.pgettext("owes", "misses")
        case Status.CHEW:
            return texts.pgettext("owes", "gives 1")
        case _:
            return texts.pgettext("owes", "nothing")


def _open_value(session: Session, what: str, seat: int, piece: int) -> UpdateResult:
    now = _present(session, seat, piece, what)
    finger = UNTOLD if now is None else now
    return UpdateResult(open_screen(session, ScreenId.CORRECT_VALUE, finger, seat, piece, what))


def _present(session: Session, seat: int, piece: int, what: str) -> int | None:
    """Return the present value as the finger counts it; None where it is secret."""
    stock = game_of(session).state.seats[seat]
    match what:
        case "carrots":
            return stock.carrots if shows_counts(session, seat) else None
        case "lettuces":
            return stock.lettuces
        case "square":
            return stock.pieces[piece].square
        case _:
            return DEBTS.index(stock.pieces[piece].status)


# -- to which value


def value_view(
    session: Session, screen: Screen, panel: str = ""
) -> PositionView | ListView | MessageView:
    """Show the value under the finger; a secret one has to be chosen first."""
    seat, piece, what = screen.about
    texts, state = session.texts, game_of(session).state
    title = seat_label(texts, state.setup, seat)
    if screen.finger == UNTOLD:
        return MessageView(screen.place.value, "", f"? {CARROT}", title, f"{LEFT}{RIGHT}")
    refused = refusal(state, correction(session, screen))
    foot = (
        f"{OK} {texts.pgettext('OK button', 'correct it')}"
        if refused is None
        else refusal_text(texts, state.setup, refused, secret=True)
    )
    if what == SQUARE:
        kind = state.setup.edition.board.squares[screen.finger]
        return PositionView(
            screen.place.value,
            header(session, seat, piece, panel),
            strip_at(texts, state, seat, screen.finger),
            f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)} #{screen.finger}",
            foot,
        )
    if what == OWES:
        rows = tuple(ListRow(debt_text(texts, debt)) for debt in DEBTS)
        return ListView(screen.place.value, title, rows, chosen=screen.finger, foot=foot)
    icon = CARROT if what == CARROTS else LETTUCE
    return MessageView(screen.place.value, "", f"{screen.finger} {icon}", title, foot)


def value_press(session: Session, screen: Screen, press: Press) -> UpdateResult:
    """Change the value, or correct it."""
    what = screen.about[2]
    if by := direction(press):
        fast = FAST if press.repeat and what == CARROTS else 1
        finger = max(0, min(screen.finger + by * fast, _most(session, what)))
        return UpdateResult(put(session, replace(screen, finger=finger)))
    match press.button:
        case Button.OK:
            return _confirm(session, screen)
        case Button.BACK:
            return UpdateResult(close_screen(session))
        case _:
            return UpdateResult(session)


def _confirm(session: Session, screen: Screen) -> UpdateResult:
    """Correct it; a value that is left as it is needs no correction, and redo stays."""
    if screen.finger == UNTOLD:
        return UpdateResult(session)
    if screen.finger == _present(session, *screen.about):
        return UpdateResult(close_screen(session))
    change = correction(session, screen)
    if refusal(game_of(session).state, change) is not None:
        return UpdateResult(session)
    return _corrected(session, change, session.stack[1:-1])


def correction(session: Session, screen: Screen) -> Correction:
    """Return the correction that OK makes."""
    seat, piece, what = screen.about
    named = piece if len(game_of(session).state.seats[seat].pieces) > 1 else None
    match what:
        case "carrots":
            return Correction(seat=seat, carrots=screen.finger)
        case "lettuces":
            return Correction(seat=seat, lettuces=screen.finger)
        case "square":
            return Correction(seat=seat, piece=named, square=screen.finger)
        case _:
            return Correction(seat=seat, piece=named, owes=True, status=DEBTS[screen.finger])


def _most(session: Session, what: str) -> int:
    match what:
        case "carrots":
            return MOST_CARROTS
        case "lettuces":
            return starting_stock(game_of(session).state)[1]
        case "square":
            return HOME_SQUARE - 1
        case _:
            return len(DEBTS) - 1
