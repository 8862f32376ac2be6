"""Properties of every state of the gallery: back leads to the turn, secrets, dots."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.events import MAIN, Button, Tap
from companion.app.journal_entries import SetValue
from companion.app.next_screen import WAITING, forced_actions, last_cards
from companion.app.presenter import view
from companion.app.session import screen_as
from companion.app.states.game import TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.questions import CardScreen
from companion.app.states.setup import NameEntryScreen
from companion.app.turn_header import game_of
from companion.app.update import update
from companion.app.view import TurnView
from companion.rules import Action, Back, Carrots, Forward, Pass, PieceAction, Shown, legal_actions
from tests.dev.rendered import rendered
from tests.tools import SEED, quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.app.game import Game
    from companion.app.session import Session
    from companion.dev.gallery.state import GalleryState

REST_S = 0.6
MOST_BACKS = 4
LAST = {ScreenId.FAREWELL, ScreenId.SAVING}  # presses do nothing there
BEFORE_A_GAME = {ScreenId.LANGUAGE, ScreenId.EDITION}  # the lowest screen where no game is open


def press(session: Session, button: Button) -> Session:
    return update(session, Tap(MAIN, button, session.now + REST_S)).session


def awake(session: Session) -> Session:
    """Return the session after a press that only wakes the panel."""
    return replace(session, last_press_at=session.now)


def named(state: GalleryState) -> str:
    return f"{state.session.screen.id} {state.name}"


def failing(states: Iterable[GalleryState], holds: Callable[[GalleryState], bool]) -> list[str]:
    """List the names of the states where a property does not hold."""
    return [named(state) for state in states if not holds(state)]


# -- back


def is_at_the_turn(session: Session) -> bool:
    lowest = WAITING if session.game else BEFORE_A_GAME
    return len(session.stack) == 1 and session.screen.id in lowest


def backs_to_the_turn(session: Session) -> int:
    """Count the presses of back that lead to the turn, without those that delete letters."""
    backs = 0
    while not is_at_the_turn(session) and backs <= MOST_BACKS:
        letters = isinstance(session.screen, NameEntryScreen) and session.screen.typed
        session = press(session, Button.BACK)
        backs += not letters
    return backs


def returns_by_back(state: GalleryState) -> bool:
    session = awake(state.session)
    menu = press(session, Button.BACK)
    again = press(menu, Button.BACK)
    there = menu.screen.id is ScreenId.MENU
    return there and (again.stack, again.game) == (session.stack, session.game)


def test_back_from_a_waiting_screen_and_back_again_leaves_the_cursor_where_it_was() -> None:
    waiting = [s for s in rendered() if is_at_the_turn(s.session) and s.session.game]
    assert len(waiting) > 100
    assert failing(waiting, returns_by_back) == []


def test_at_most_four_backs_lead_to_the_turn() -> None:
    def holds(state: GalleryState) -> bool:
        session = awake(state.session)
        return session.screen.id in LAST or backs_to_the_turn(session) <= MOST_BACKS

    assert failing(rendered(), holds) == []


@pytest.mark.parametrize("share", quick(1, [4, 1]))
def test_at_most_four_backs_lead_to_the_turn_from_wherever_presses_lead(share: int) -> None:
    random = Random(64)
    for state in rendered()[SEED % share :: share]:
        session = awake(state.session)
        for _ in range(12):
            session = press(session, random.choice((*Button, Button.OK, Button.OK)))
            if session.screen.id in LAST:
                break
            assert backs_to_the_turn(session) <= MOST_BACKS, named(state)


def test_back_decides_nothing() -> None:
    def holds(state: GalleryState) -> bool:
        session = awake(state.session)
        step = update(session, Tap(MAIN, Button.BACK, session.now + REST_S))
        decided = [keep for keep in step.entries if keep != SetValue("report", "null")]
        return step.session.game == session.game and not decided

    assert failing(rendered(), holds) == []


# -- secrets


def with_stocks(session: Session, carrots: int) -> Session:
    """Return every seat so many carrots, and one more each, in all that was played."""
    return replace(session, game=_stocked(session.game, carrots)) if session.game else session


def _stocked(game: Game, carrots: int) -> Game:
    def rich(state: Any) -> Any:
        seats = (replace(s, carrots=carrots + n) for n, s in enumerate(state.seats))
        return replace(state, seats=tuple(seats))

    def plies(some: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(ply, state=rich(ply.state)) for ply in some)

    return replace(
        game, opening=rich(game.opening), past=plies(game.past), future=plies(game.future)
    )


def may_show_stocks(session: Session, panel: str) -> bool:
    """Return whether this is the own look, a stock shown to all, a piece stuck, or the end."""
    screen = session.screen
    game = session.game
    if game is None or screen.id is ScreenId.PEEK:
        return True
    if screen.id is ScreenId.FORCED and not forced_actions(_stocked(game, 40_000).state):
        return True  # a stuck piece shows that its player cannot pay
    if isinstance(screen, CardScreen):
        return any(isinstance(h, Shown) for h in last_cards(game)[screen.index].effects)
    over = screen.id is ScreenId.END and game.state.over
    return over or any(p.seat is not None for p in session.panels if p.name == panel)


def test_in_secret_mode_no_picture_depends_on_what_anybody_has() -> None:
    def holds(state: GalleryState) -> bool:
        settings = replace(state.session.settings, secret=True)
        session = replace(state.session, settings=settings)
        if may_show_stocks(session, state.panel):
            return True
        stocks = (with_stocks(session, carrots) for carrots in (40_000, 50_000))
        one, other = (view(each, state.panel).body for each in stocks)
        return one == other

    assert failing(rendered(), holds) == []


def test_a_picture_that_shows_a_stock_is_seen_by_that_test() -> None:
    turn = next(s.session for s in rendered() if s.name == "the first of all")
    assert view(with_stocks(turn, 40_000)).body != view(with_stocks(turn, 50_000)).body


# -- dots


def shows_dots(state: GalleryState) -> bool:
    settings = state.session.settings
    open_turn = state.session.screen.id is ScreenId.TURN and state.panel == MAIN
    hides = settings.secret or settings.learning
    return open_turn and not hides and screen_as(state.session, TurnScreen).touched


def piece_of(action: Action) -> int:
    return action.piece if isinstance(action, PieceAction) else 0


def has_honest_dots(state: GalleryState) -> bool:
    session = awake(replace(state.session, now=state.session.last_press_at + REST_S))
    body, game = view(session).body, game_of(session)
    assert isinstance(body, TurnView)
    turn, piece = game.state.turn or 0, screen_as(session, TurnScreen).piece
    own = game.state.seats[turn].pieces[piece].square
    legal = legal_actions(game.state)
    mine = [action for action in legal if isinstance(action, Pass) or piece_of(action) == piece]
    accepted = {action.to for action in mine if isinstance(action, (Forward, Back))}
    others = {piece_of(action) for action in legal if not isinstance(action, Pass)} - {piece}
    if others or any(isinstance(action, (Carrots, Pass)) for action in mine):
        accepted.add(own)
    first = body.strip.first
    dots = {first + n for n, cell in enumerate(body.strip.cells) if cell.dot}
    return dots == {square for square in accepted if first <= square < first + 10}


def test_the_dots_stand_under_just_the_squares_that_ok_would_accept() -> None:
    turns = [state for state in rendered() if shows_dots(state)]
    assert len(turns) > 30
    assert failing(turns, has_honest_dots) == []
