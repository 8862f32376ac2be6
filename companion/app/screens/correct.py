"""Correct the table: square, carrots, lettuces and debt of a player, and whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app import apply_decision
from companion.app.events import Button
from companion.app.list_screen import Choice, choice, direction, press_list, rows_view
from companion.app.message_view import MessageView
from companion.app.screens import menu
from companion.app.session import Session, UpdateResult, close_screen, open_screen, replace_screen
from companion.app.states.game import CorrectedField, CorrectValueScreen
from companion.app.states.lists import CorrectSeatScreen, MenuScreen
from companion.app.text.icons import CARROT, LEFT, LETTUCE, OK, RIGHT
from companion.app.text.players import seat_label, shows_counts
from companion.app.text.sentences import KIND_ICON, kind_name, refusal_text
from companion.app.track_cursor import strip_at
from companion.app.turn_header import game_of, header
from companion.app.view import ListRow, ListView, PositionView
from companion.rules import HOME_SQUARE, Correction, Status, refusal, seat_to_move, starting_stock

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states import Screen
    from companion.app.states.lists import CorrectScreen
    from companion.app.text.catalogue import Texts

BEFORE_FIRST: Final = -1  # the value at which the choice of a secret one begins
MOST_CARROTS: Final = 9999
DEBTS: Final = (None, Status.EAT, Status.ATE, Status.MISS, Status.CHEW)
FAST: Final = 10  # carrots for each step of a held arrow


# -- whom


def view(session: Session, screen: CorrectScreen, panel: str = "") -> ListView:
    """List the players, and whose turn it is."""
    del panel
    return rows_view(screen, session.texts.pgettext("menu", "Correct"), _players(session))


def on_press(session: Session, screen: CorrectScreen, press: Press) -> UpdateResult:
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
    return UpdateResult(open_screen(session, CorrectSeatScreen(seat=seat, piece=piece)))


def _next_turn(session: Session) -> UpdateResult:
    """Correct whose turn it is: the next seat that races."""
    state = game_of(session).state
    count = len(state.seats)
    for on in range(1, count + 1):
        change = Correction(turn=(seat_to_move(state) + on) % count)
        if refusal(state, change) is None:
            return _corrected(session, change, session.stack[1:])
    return UpdateResult(session)


def _corrected(session: Session, change: Correction, above: tuple[Screen, ...]) -> UpdateResult:
    """Apply the correction; the lists stay open, unless a piece is to be moved by hand."""
    step = apply_decision.correct(session, change)
    if step.session.pending_moves:
        return step
    # The menu now offers undo, and no longer redo.
    more = len(menu.choices(step.session)) - len(menu.choices(session))
    lists = (replace(s, chosen=s.chosen + more) if isinstance(s, MenuScreen) else s for s in above)
    stack = (*step.session.stack[:1], *lists)
    return UpdateResult(replace(step.session, stack=stack), step.entries)


# -- what


def seat_view(session: Session, screen: CorrectSeatScreen, panel: str = "") -> ListView:
    """List what can be corrected about a player."""
    del panel
    title = seat_label(session.texts, game_of(session).setup, screen.seat)
    return rows_view(screen, title, _values(session, screen.seat, screen.piece))


def seat_press(session: Session, screen: CorrectSeatScreen, press: Press) -> UpdateResult:
    """Choose what to correct."""
    return press_list(session, screen, press, _values(session, screen.seat, screen.piece))


def _values(session: Session, seat: int, piece: int) -> tuple[Choice, ...]:
    texts, state = session.texts, game_of(session).state
    stock = state.seats[seat]
    place = stock.pieces[piece]
    carrots = str(stock.carrots) if shows_counts(session, seat) else "?"
    opens = partial(_open_value, seat=seat, piece=piece)
    listed = [
        choice(
            f"{CARROT} {texts.gettext('Carrots')}",
            partial(opens, field=CorrectedField.CARROTS),
            value=carrots,
        ),
        choice(
            f"{LETTUCE} {texts.gettext('Lettuces')}",
            partial(opens, field=CorrectedField.LETTUCES),
            value=str(stock.lettuces),
        ),
    ]
    if place.place is None:
        listed += [
            # Translators: the square on which the piece stands.
            choice(
                texts.gettext("Square"),
                partial(opens, field=CorrectedField.SQUARE),
                value=f"#{place.square}",
            ),
            choice(
                # Translators: what the piece still has to do, e.g. eat a lettuce or miss a turn.
                texts.gettext("Owes"),
                partial(opens, field=CorrectedField.OWES),
                value=debt_text(texts, place.status),
            ),
        ]
    return tuple(listed)


def debt_text(texts: Texts, status: Status | None) -> str:
    """Return what a piece owes."""
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


def _open_value(session: Session, field: CorrectedField, seat: int, piece: int) -> UpdateResult:
    value = _present(session, seat, piece, field)
    return UpdateResult(open_screen(session, CorrectValueScreen(seat, piece, field, value)))


def _present(session: Session, seat: int, piece: int, field: CorrectedField) -> int | None:
    """Return the present value of a field; None where it is secret."""
    stock = game_of(session).state.seats[seat]
    match field:
        case CorrectedField.CARROTS:
            return stock.carrots if shows_counts(session, seat) else None
        case CorrectedField.LETTUCES:
            return stock.lettuces
        case CorrectedField.SQUARE:
            return stock.pieces[piece].square
        case CorrectedField.OWES:
            return DEBTS.index(stock.pieces[piece].status)


# -- to which value


def value_view(
    session: Session, screen: CorrectValueScreen, panel: str = ""
) -> PositionView | ListView | MessageView:
    """Return the view of the new value; a secret one is not shown before it is chosen."""
    seat, value = screen.seat, screen.value
    texts, state = session.texts, game_of(session).state
    title = seat_label(texts, state.setup, seat)
    if value is None:
        return MessageView(screen.id.value, "", f"? {CARROT}", title, f"{LEFT}{RIGHT}")
    refused = refusal(state, correction(session, screen, value))
    foot = (
        f"{OK} {texts.pgettext('OK button', 'correct it')}"
        if refused is None
        else refusal_text(texts, state.setup, refused, secret=True)
    )
    match screen.field:
        case CorrectedField.SQUARE:
            kind = state.setup.edition.board.squares[value]
            return PositionView(
                screen.id.value,
                header(session, seat, screen.piece, panel),
                strip_at(texts, state, seat, value),
                f"{KIND_ICON.get(kind, '')}{kind_name(texts, kind)} #{value}",
                foot,
            )
        case CorrectedField.OWES:
            rows = tuple(ListRow(debt_text(texts, debt)) for debt in DEBTS)
            return ListView(screen.id.value, title, rows, chosen=value, foot=foot)
        case CorrectedField.CARROTS | CorrectedField.LETTUCES:
            icon = CARROT if screen.field is CorrectedField.CARROTS else LETTUCE
            return MessageView(screen.id.value, "", f"{value} {icon}", title, foot)


def value_press(session: Session, screen: CorrectValueScreen, press: Press) -> UpdateResult:
    """Change the new value, or apply it."""
    if by := direction(press):
        fast = FAST if press.repeat and screen.field is CorrectedField.CARROTS else 1
        before = BEFORE_FIRST if screen.value is None else screen.value
        value = max(0, min(before + by * fast, _most(session, screen.field)))
        return UpdateResult(replace_screen(session, replace(screen, value=value)))
    match press.button:
        case Button.OK:
            return _confirm(session, screen)
        case Button.BACK:
            return UpdateResult(close_screen(session))
        case _:
            return UpdateResult(session)


def _confirm(session: Session, screen: CorrectValueScreen) -> UpdateResult:
    """Apply the new value; an unchanged one is no correction, and redo stays possible."""
    if screen.value is None:
        return UpdateResult(session)
    if screen.value == _present(session, screen.seat, screen.piece, screen.field):
        return UpdateResult(close_screen(session))
    change = correction(session, screen, screen.value)
    if refusal(game_of(session).state, change) is not None:
        return UpdateResult(session)
    return _corrected(session, change, session.stack[1:-1])


def correction(session: Session, screen: CorrectValueScreen, value: int) -> Correction:
    """Return the correction that OK makes."""
    seat = screen.seat
    named = screen.piece if len(game_of(session).state.seats[seat].pieces) > 1 else None
    match screen.field:
        case CorrectedField.CARROTS:
            return Correction(seat=seat, carrots=value)
        case CorrectedField.LETTUCES:
            return Correction(seat=seat, lettuces=value)
        case CorrectedField.SQUARE:
            return Correction(seat=seat, piece=named, square=value)
        case CorrectedField.OWES:
            return Correction(seat=seat, piece=named, owes=True, status=DEBTS[value])


def _most(session: Session, field: CorrectedField) -> int:
    match field:
        case CorrectedField.CARROTS:
            return MOST_CARROTS
        case CorrectedField.LETTUCES:
            return starting_stock(game_of(session).state)[1]
        case CorrectedField.SQUARE:
            return HOME_SQUARE - 1
        case CorrectedField.OWES:
            return len(DEBTS) - 1
