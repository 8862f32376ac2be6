"""A hare card, full screen: its text, what came of it, and its question."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app.cards import card_text, card_title, outcome_told
from companion.app.deeds import decide, told_kept
from companion.app.events import Button
from companion.app.heads import game_of, header
from companion.app.icons import OK
from companion.app.listing import Answer, press_question
from companion.app.session import Place, Screen, Session, Step, open_screen
from companion.app.track import strip_at
from companion.app.view import Card, Strip
from companion.app.waiting import last_cards, wait
from companion.rules import Action, Ask, Do, Happening, What, refusal

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.rules import State


def view(session: Session, screen: Screen, panel: str = "") -> Card:
    """Show one card of the last decision."""
    del panel
    game, texts = game_of(session), session.texts
    group = last_cards(game)[screen.about[0]]
    drew = group[0]
    card = drew.card or ""
    answers = _answers(session) if is_question(session, screen) else ()
    title = card_title(texts, card)
    if drew.roll is not None:
        title = f"{drew.roll}: {title}"
    return Card(
        screen.place.value,
        header(session, drew.seat, drew.piece),
        title,
        card_text(texts, card),
        outcome_told(texts, game.setup, group, secret=session.settings.secret),
        tuple(a.text for a in answers),
        max(0, min(screen.finger, len(answers) - 1)),  # a setting may have made them fewer
        "" if answers else f"{OK} {texts.pick('OK button', 'next')}",
        _strip(session, group),
    )


def on_press(session: Session, screen: Screen, press: Press) -> Step:
    """Confirm the card or answer its question."""
    if press.button is Button.BACK:
        return Step(open_screen(session, Place.MENU))
    if is_question(session, screen):
        return press_question(session, screen, press, _answers(session))
    if press.button is Button.OK:
        after = wait(replace(session, told=session.told + 1))
        return Step(after, (told_kept(after),))
    return Step(session)


def is_question(session: Session, screen: Screen) -> bool:
    """Tell whether this card asks: take 10, give 10 or neither."""
    game = game_of(session)
    last = screen.about[0] == len(last_cards(game)) - 1
    return game.state.ask is Ask.TEN and last


def _answers(session: Session) -> tuple[Answer, ...]:
    """List the answers that can be given, in the record's order."""
    state = game_of(session).state
    seat = state.turn or 0
    labels = {10: "+10", -10: "-10", 0: session.texts.pick("answer", "neither")}
    actions = [(Action(seat, Do.TEN, by=by), label) for by, label in labels.items()]
    public = session.settings.secret
    return tuple(
        Answer(label, partial(_answer, action=action))
        for action, label in actions
        if public or refusal(state, action) is None
    )


def _answer(session: Session, action: Action) -> Step:
    if refusal(game_of(session).state, action) is not None:
        return Step(session)
    return decide(session, action)


def _strip(session: Session, group: tuple[Happening, ...]) -> Strip | None:
    """Show where the card moved the piece; a later card may have moved it on."""
    moved = [h for h in group if h.what in (What.CARD_MOVED, What.RESTARTED)]
    if not moved:
        return None
    step = moved[-1]
    state = _with_piece(game_of(session).state, step)
    return strip_at(session.texts, state, step.seat, step.to or 0, step.square)


def _with_piece(state: State, step: Happening) -> State:
    """Give the position with the piece where a step brought it."""
    seats = list(state.seats)
    pieces = list(seats[step.seat].pieces)
    pieces[step.piece] = replace(pieces[step.piece], square=step.to or 0)
    seats[step.seat] = replace(seats[step.seat], pieces=tuple(pieces))
    return replace(state, seats=tuple(seats))
