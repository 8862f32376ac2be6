"""The companion's turn: where its piece goes, or what it answers; OK once that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.apply_decision import decide
from companion.app.companion_turn import choice_of
from companion.app.events import Button
from companion.app.next_screen import forced_actions, last_cards
from companion.app.render.fitting import HINT_WIDTH, first_fitting
from companion.app.screens import drawn_card, forced_turn, keep_or_bank
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import MenuScreen
from companion.app.text.hints import action_forms
from companion.app.text.icons import CARROT, OK
from companion.app.text.players import seat_name
from companion.app.text.sentences import KIND_ICON, kind_name, signed, way_text
from companion.app.thought_requests import KNOWN, progress_percent
from companion.app.track_cursor import strip_at, strip_to
from companion.app.turn_header import game_of, header, opening_lines
from companion.app.view import MoveByHandView
from companion.rules import (
    Back,
    Bank,
    Carrots,
    Forward,
    Keep,
    Prompt,
    Ten,
    seat_to_move,
    stock_change,
)

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.states.game import CompanionScreen
    from companion.app.text.catalogue import Texts
    from companion.app.view import CardView, ForcedTurnView, QuestionView
    from companion.rules import Action, State

    CompanionBody = MoveByHandView | CardView | QuestionView | ForcedTurnView


def view(session: Session, screen: CompanionScreen, panel: str = "") -> CompanionBody:
    """Return the companion's action in the view of a person's turn, or that it thinks.

    Sums of its own stock are shown, those of other players' stocks are not.
    """
    name, state = screen.id.value, game_of(session).state
    choice = choice_of(session)
    if state.prompt is Prompt.TEN:
        return _ten(session, name, choice)
    match choice:
        case None:
            return _thinking(session, name, panel)
        case Keep() | Bank():
            answer = f"{OK} {_named(session, choice)}"
            return keep_or_bank.with_answers(session, name, (answer,), panel)
    for action in forced_actions(state):
        if action == choice:
            return forced_turn.without_options(session, name, action, panel)
    return _move(session, name, choice, panel)


def on_press(session: Session, screen: CompanionScreen, press: Press) -> UpdateResult:
    """Do what the companion chose once the piece stands there, or open the menu."""
    del screen
    choice = choice_of(session)
    if press.button is Button.BACK:
        return UpdateResult(open_screen(session, MenuScreen()))
    if press.button is Button.OK and choice is not None:
        return decide(session, choice)
    return UpdateResult(session)


def _thinking(session: Session, name: str, panel: str) -> MoveByHandView:
    """Return that it thinks, and what happened before; a new board is learnt first."""
    game, texts = game_of(session), session.texts
    seat = seat_to_move(game.state)
    piece = game.state.seats[seat].pieces[0]
    thinks = texts.gettext("{name} thinks…", name=seat_name(texts, game.setup, seat))
    if 0 < (done := progress_percent(session)) < KNOWN:
        thinks = texts.gettext("Learns the board: {n} %", n=done)
    strip = strip_at(texts, game.state, seat, piece.square)
    last, _ = opening_lines(session)
    head = header(session, seat, panel=panel)
    return MoveByHandView(name, head, strip, last, thinks, "", thinks)


def _ten(session: Session, name: str, choice: Action | None) -> CardView:
    """Return the card `ten` with the companion's answer."""
    game = game_of(session)
    body = drawn_card.without_foot(session, name, len(last_cards(game)) - 1)
    if not isinstance(choice, Ten):
        return body
    return body._replace(ok=f"{OK} {_named(session, choice)}")


def _move(session: Session, name: str, choice: Action, panel: str) -> MoveByHandView:
    """Return where its piece goes, or that it stays, and what happened before."""
    game, texts = game_of(session), session.texts
    state, seat = game.state, seat_to_move(game.state)
    piece = choice.piece if isinstance(choice, Forward | Back | Carrots) else 0
    last, paid = opening_lines(session)
    square = to = state.seats[seat].pieces[piece].square
    if isinstance(choice, Forward | Back):
        to = choice.to
        text = first_fitting(_ways(texts, state, choice), HINT_WIDTH)
        ok = texts.pgettext("OK button", "it stands there")
    else:
        text = _named(session, choice)
        ok = texts.pgettext("OK button", "next")
    return MoveByHandView(
        name,
        header(session, seat, piece, panel),
        strip_to(texts, state, square, to),
        text,
        paid or last,
        f"{OK} {ok}",
        action_forms(texts, state, choice)[0],
    )


def _ways(texts: Texts, state: State, move: Forward | Back) -> tuple[str, ...]:
    """List a move with its sum, ever shorter: Lettuce #24 · 5 on · -15 carrots."""
    kind = state.setup.edition.board.squares[move.to]
    icon, words = KIND_ICON.get(kind, ""), kind_name(texts, kind)
    square = state.seats[move.seat].pieces[move.piece].square
    change = signed(stock_change(state, move).change)
    rest = f"{way_text(texts, square, move.to)} · {change}{CARROT}"
    place = f"#{move.to} · {rest}"
    return f"{icon}{words} {place}", f"{icon}{place}"


def _named(session: Session, choice: Action) -> str:
    """Return an action without a move in a few words: Stay and take 10."""
    return action_forms(session.texts, game_of(session).state, choice)[-1]
