"""The hare card that was drawn: its text, what came of it, and its question."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.apply_decision import acknowledged_entry, decide
from companion.app.events import Button
from companion.app.list_screen import Answer, press_question
from companion.app.next_screen import last_cards, show_next_screen
from companion.app.session import Session, UpdateResult, open_screen
from companion.app.states.lists import MenuScreen
from companion.app.text.hare_cards import card_text, card_title, outcome_text
from companion.app.text.icons import OK
from companion.app.track_cursor import strip_at
from companion.app.turn_header import game_of, header
from companion.app.view import CardView, StripView
from companion.rules import CardMoved, Prompt, Restarted, Ten, refusal, seat_to_move, stock_before
from companion.rules.amounts import TAKEN

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.next_screen import Card
    from companion.app.states.questions import CardScreen
    from companion.rules import State


def view(session: Session, screen: CardScreen, panel: str = "") -> CardView:
    """Return one card of the last decision."""
    del panel
    listed = _answers(session) if is_question(session, screen) else ()
    body = without_foot(session, screen.id.value, screen.index)
    if not listed:
        return body._replace(ok=f"{OK} {session.texts.pgettext('OK button', 'next')}")
    chosen = max(0, min(screen.chosen, len(listed) - 1))  # a setting may have made them fewer
    return body._replace(answers=tuple(a.text for a in listed), chosen=chosen)


def without_foot(session: Session, name: str, index: int) -> CardView:
    """Return a card of the last decision, by its number, as a screen of this name shows it."""
    game, texts = game_of(session), session.texts
    card = last_cards(game)[index]
    drew = card.drew
    title = card_title(texts, drew.card)
    if drew.roll is not None:
        title = f"{drew.roll}: {title}"
    return CardView(
        name,
        header(session, drew.seat, drew.piece),
        title,
        card_text(texts, drew.card, game.setup.rules),
        outcome_text(texts, game.setup, drew, card.effects, _stock_after(session, card)),
        strip=_strip(session, card),
    )


def on_press(session: Session, screen: CardScreen, press: Press) -> UpdateResult:
    """Confirm the card or answer its question."""
    if press.button is Button.BACK:
        return UpdateResult(open_screen(session, MenuScreen()))
    if is_question(session, screen):
        return press_question(session, screen, press, _answers(session))
    if press.button is Button.OK:
        after = show_next_screen(replace(session, acknowledged=session.acknowledged + 1))
        return UpdateResult(after, (acknowledged_entry(after),))
    return UpdateResult(session)


def is_question(session: Session, screen: CardScreen) -> bool:
    """Return whether this card asks: take 10, give 10 or neither."""
    game = game_of(session)
    last = screen.index == len(last_cards(game)) - 1
    return game.state.prompt is Prompt.TEN and last


def answers(session: Session) -> tuple[Ten, ...]:
    """List what can be answered, in the record's order; secretly all, whatever the stock allows."""
    state = game_of(session).state
    actions = (Ten(seat_to_move(state), by) for by in (TAKEN, -TAKEN, 0))
    public = session.settings.secret
    return tuple(action for action in actions if public or refusal(state, action) is None)


def _answers(session: Session) -> tuple[Answer, ...]:
    neither = session.texts.pgettext("answer", "neither")
    return tuple(
        Answer(f"{action.by:+d}" if action.by else neither, partial(_answer, action=action))
        for action in answers(session)
    )


def _answer(session: Session, action: Ten) -> UpdateResult:
    if refusal(game_of(session).state, action) is not None:
        return UpdateResult(session)
    return decide(session, action)


def _stock_after(session: Session, card: Card) -> int | None:
    """Return what the drawer had after this card; None where that is secret."""
    if session.settings.secret:
        return None
    ply = game_of(session).past[-1]
    last = card.effects[-1] if card.effects else card.drew
    done = next(n for n, step in enumerate(ply.consequences) if step is last)
    seat = card.drew.seat
    return stock_before(ply.state.seats[seat].carrots, ply.consequences[done + 1 :], seat)


def _strip(session: Session, card: Card) -> StripView | None:
    """Return where the card moved the piece; a later card may have moved it on."""
    moved = [effect for effect in card.effects if isinstance(effect, (CardMoved, Restarted))]
    if not moved:
        return None
    step = moved[-1]
    state = _with_piece(game_of(session).state, step.seat, step.piece, step.to)
    return strip_at(session.texts, state, step.seat, step.to, step.square)


def _with_piece(state: State, seat: int, index: int, square: int) -> State:
    """Return the position with a piece put on a square."""
    seats = list(state.seats)
    pieces = list(seats[seat].pieces)
    pieces[index] = replace(pieces[index], square=square)
    seats[seat] = replace(seats[seat], pieces=tuple(pieces))
    return replace(state, seats=tuple(seats))
