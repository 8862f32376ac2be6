"""Play recorded games through the real screens and count the presses that it takes.

It takes the shortest way: taps, or a hold that is released one step early and a tap
(spec/device.md, The bar). Pure: time is counted, not waited for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar, assert_never

from companion import CompanionError
from companion.app.animation import running
from companion.app.events import MAIN, Advised, Button, Edge, PanelUp, Tick
from companion.app.game import new_game, with_ply
from companion.app.journal_entries import Decision
from companion.app.new_game_draft import Draft
from companion.app.next_screen import ALL_ACKNOWLEDGED, show_next_screen
from companion.app.presenter import view
from companion.app.screens import own_square
from companion.app.screens.drawn_card import is_question
from companion.app.session import Resources, Session, Settings, replace_screen, screen_as
from companion.app.states import Screen
from companion.app.states.game import CompanionScreen, ForcedTurnScreen, TurnScreen
from companion.app.states.lists import OwnSquareScreen
from companion.app.states.questions import CardScreen, DeclineScreen
from companion.app.text.sentences import stay_text
from companion.app.thought_requests import thought_request
from companion.app.track_cursor import Cursor
from companion.app.update import due, update
from companion.rules import (
    Back,
    Bank,
    Carrots,
    Chew,
    Correction,
    Eat,
    Forward,
    Keep,
    Leave,
    Miss,
    Pass,
    Recorded,
    Restart,
    Ten,
    action_of,
    apply,
    is_racing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.app.events import Event
    from companion.app.game import Game
    from companion.app.view import ListView, View
    from companion.ports import Thinker
    from companion.rules import Action, Edition
    from companion.rules.replay import ReplayedGame as Record
    from companion.rules.replay import ReplayStep as RecordStep

TAP_S: Final = 0.1
REST_S: Final = 0.5
HOLD_FROM: Final = 3  # squares from which a hold is shorter than taps
LONGEST_HOLD_S: Final = 60.0  # the whole track takes a few seconds


S = TypeVar("S", bound=Screen)


class AutoplayError(CompanionError, RuntimeError):
    """The screens did not do what the record says."""


@dataclass(frozen=True, slots=True)
class Count:
    """The presses for one decision, and those before it that only dismissed messages."""

    presses: int
    dismissed: int
    commits: int


class Autoplay:
    """One recorded game on its way through the screens.

    `watch` gets every view that a press leads to, with `animations` the views between them too.
    The companion's decisions are made by the thinker, and must be those of the record.
    """

    def __init__(
        self,
        record: Record,
        *,
        holds: bool = False,
        watch: Callable[[View], None] | None = None,
        animations: bool = False,
        thinker: Thinker | None = None,
    ) -> None:
        """Start at the first turn of this record."""
        self.session = _seated(record)
        self._record = record
        self._holds = holds
        self._watch = watch
        self._animations = animations
        self._thinker = thinker
        self._presses = 0
        self._decisions: list[Decision] = []
        self._commits = 0
        self._see()
        self._pass(REST_S)

    def play(self) -> Iterator[Count]:
        """Enter every decision of the record and count; AutoplayError where that fails."""
        for step in self._record.steps:
            if step.entry is None:
                continue
            action = step.entry.action
            if isinstance(action, Correction):
                self._correct(action)
            else:
                yield self._enter(action, step)

    # -- one decision

    def _enter(self, action: Action, step: RecordStep) -> Count:
        self._presses = 0
        while self._is_card_to_confirm():
            self.press(Button.OK)
        dismissed, self._presses, self._commits = self._presses, 0, 0
        self._decisions.clear()
        if isinstance(self.session.screen, CompanionScreen) and not isinstance(action, Leave):
            self.press(Button.OK)
        else:
            self._do(action)
        self._compare(action, step)
        return Count(self._presses, dismissed, self._commits)

    def _correct(self, change: Correction) -> None:
        """Apply a correction of the record, with all pieces moved and all cards confirmed."""
        game = self._game()
        after = with_ply(game, change, apply(game.state, change, Recorded()))
        self.session = show_next_screen(
            replace(self.session, game=after, acknowledged=ALL_ACKNOWLEDGED, pending_moves=())
        )
        self._see()

    def _game(self) -> Game:
        if self.session.game is None:
            raise AutoplayError("no game")
        return self.session.game

    def _is_card_to_confirm(self) -> bool:
        """Return whether a card is shown that only waits to be confirmed."""
        screen = self.session.screen
        return isinstance(screen, CardScreen) and not is_question(self.session, screen)

    def _compare(self, action: Action, step: RecordStep) -> None:
        """Check that the action was entered, and go on with the random values of the record."""
        game = self._game()
        if step.entry is None or len(self._decisions) != 1:
            raise AutoplayError(f"{action} was not entered")
        entered = action_of(json.loads(self._decisions[0].body), game.setup)
        if entered != action:
            raise AutoplayError(f"{entered} was entered for {action}")
        before = replace(game, past=game.past[:-1])
        applied = apply(before.state, action, Recorded(step.entry.rolls, step.entry.decks))
        if applied.state != game.state:
            after = with_ply(before, action, applied)
            self.session = show_next_screen(replace(self.session, game=after))

    def _do(self, action: Action) -> None:  # noqa: C901 - one case for each action
        match action:
            case Forward():
                self._forward(action)
            case Back() if isinstance(self.session.screen, TurnScreen):
                self._back(action)
            case Carrots(by=by, piece=piece):
                self._take_piece(piece)
                self._stay(by)
            case Pass():
                self._take_piece(0)
                self._stay(0)
            case Ten(by=by):
                self._answer({10: 0, -10: 1, 0: -1}[by])
            case Keep():
                self._answer(0)
            case Bank():
                self._answer(1)
            case Leave():
                self._leave(action)
            case Miss():
                self._serve(0)
            case Back(piece=piece, decline=decline):
                self._serve(piece, decline=decline)
            case Eat(piece=piece) | Chew(piece=piece) | Restart(piece=piece):
                self._serve(piece)
            case _:
                assert_never(action)

    def _forward(self, action: Forward) -> None:
        self._take_piece(action.piece)
        cursor = self._cursor()
        self._walk(action.to - cursor.own, cursor.reach)
        self.press(Button.OK)

    def _back(self, action: Back) -> None:
        self._take_piece(action.piece)
        self.press(Button.LEFT)
        self.press(Button.OK)
        self._answer_decline(decline=action.decline)

    def _answer_decline(self, *, decline: bool) -> None:
        if isinstance(self.session.screen, DeclineScreen):
            self._answer(1 if decline else 0)

    def _walk(self, steps: int, reach: int) -> None:
        """Move the cursor forward: with taps, or with a hold that ends one step off."""
        if not self._holds or steps < HOLD_FROM:
            for _ in range(steps):
                self.press(Button.RIGHT)
            return
        self.hold(Button.RIGHT, steps if steps == reach else steps - 1)
        if steps != reach:
            self.press(Button.RIGHT)

    def _take_piece(self, piece: int) -> None:
        if self._screen(TurnScreen).piece == piece:
            return
        self.press(Button.OK)
        if isinstance(self.session.screen, OwnSquareScreen):
            self._pick(lambda index: self._leads(index, piece))
        if self._screen(TurnScreen).piece != piece:
            raise AutoplayError(f"piece {piece} cannot be taken")

    def _leads(self, index: int, piece: int) -> bool:
        """Return whether OK on this line of the own square's list takes that piece."""
        tried = OwnSquareScreen(index, piece=self._screen(OwnSquareScreen).piece)
        session = replace_screen(self.session, tried)
        ahead = update(session, Edge(MAIN, Button.OK, True, self._now + REST_S)).session
        moves = isinstance(ahead.screen, TurnScreen) and ahead.screen.piece == piece
        return ahead.game is self.session.game and moves

    def _stay(self, by: int) -> None:
        """Take or give carrots, or end the turn (by 0), on the list of the own square."""
        self.press(Button.OK)
        texts = self.session.texts
        wanted = stay_text(texts, by) if by else texts.gettext("No more move")
        rows = self._rows().rows
        self._pick(lambda index: rows[index].text.startswith(wanted))

    def _rows(self) -> ListView:
        return own_square.view(self.session, self._screen(OwnSquareScreen), MAIN)

    def _screen(self, kind: type[S]) -> S:
        try:
            return screen_as(self.session, kind)
        except LookupError as error:
            raise AutoplayError(f"{error}, not {kind.id}") from error

    def _pick(self, is_wanted: Callable[[int], bool]) -> None:
        index = next((n for n in range(len(self._rows().rows)) if is_wanted(n)), None)
        if index is None:
            raise AutoplayError("the list lacks what the record did")
        for _ in range(index):
            self.press(Button.RIGHT)
        self.press(Button.OK)

    def _answer(self, index: int) -> None:
        """Choose an answer: the first, the second, or (-1) the last one."""
        for _ in range(index if index >= 0 else 2):
            self.press(Button.RIGHT)
        self.press(Button.OK)

    def _serve(self, piece: int, *, decline: bool = False) -> None:
        self._screen(ForcedTurnScreen)
        if piece and len(self._forced_options()) > 1:
            self.press(Button.RIGHT)
        self.press(Button.OK)
        self._answer_decline(decline=decline)

    def _forced_options(self) -> tuple[str, ...]:
        return getattr(view(self.session, MAIN).body, "options", ())

    def _leave(self, action: Leave) -> None:
        """Let a player leave through the menu, which costs no press of a turn."""
        self.press(Button.BACK)
        self._choose_leave(action.seat)

    def _choose_leave(self, seat: int) -> None:
        for _ in range(40):
            before = len(self.session.stack)
            row = self._chosen_text()
            if row == self.session.texts.gettext("A player leaves"):
                break
            self.press(Button.RIGHT)
            if len(self.session.stack) != before:
                raise AutoplayError("the menu closed")
        self.press(Button.OK)
        racing = [n for n, s in enumerate(self._game().state.seats) if is_racing(s)]
        for _ in range(racing.index(seat)):
            self.press(Button.RIGHT)
        self.press(Button.OK)
        self._answer(1)

    def _chosen_text(self) -> str:
        body = view(self.session, MAIN).body
        rows, chosen = getattr(body, "rows", ()), getattr(body, "chosen", 0)
        return rows[chosen].text if rows else ""

    def _cursor(self) -> Cursor:
        state = self._game().state
        return Cursor(state, state.turn or 0, self._screen(TurnScreen).piece)

    # -- buttons

    @property
    def _now(self) -> float:
        return self.session.now

    def press(self, button: Button) -> None:
        """Press and release a button."""
        self._presses += 1
        self._edge(button, pressed=True)
        self._pass(TAP_S)
        self._edge(button, pressed=False)
        self._pass(REST_S)

    def hold(self, button: Button, steps: int) -> None:
        """Hold an arrow for `steps` steps; raise AutoplayError where it stops before."""
        self._presses += 1
        self._edge(button, pressed=True)
        began = self._now
        while self._screen(TurnScreen).steps < steps:
            at = due(self.session)
            if at is None or at > began + LONGEST_HOLD_S:
                raise AutoplayError(f"a hold does not come {steps} squares far")
            self._pass_to(at)
        self._edge(button, pressed=False)
        self._pass(REST_S)

    def _edge(self, button: Button, *, pressed: bool) -> None:
        self._take(Edge(MAIN, button, pressed, self._now))

    def _think(self) -> None:
        """Let the companion think to the end."""
        while self._thinker and (request := thought_request(self.session)):
            answer = self._thinker.step(request)
            if answer is not None:
                self._take(Advised(answer, self._now))

    def _pass(self, seconds: float) -> None:
        self._think()
        end = self._now + seconds
        while (at := due(self.session)) is not None and at < end:
            self._pass_to(at)
        self._pass_to(end)

    def _pass_to(self, at: float) -> None:
        self._take(Tick(at))

    def _take(self, event: Event) -> None:
        step = update(self.session, event)
        self._decisions += [entry for entry in step.entries if isinstance(entry, Decision)]
        self._commits += bool(step.entries)
        changed = step.session.screen != self.session.screen
        self.session = step.session
        moves = self._animations and running(self.session) is not None
        if changed or step.entries or moves:
            self._see()

    def _see(self) -> None:
        if self._watch:
            self._watch(view(self.session, MAIN))


def _seated(record: Record) -> Session:
    """Return the session in which the first turn of the record waits."""
    edition: Edition = record.setup.edition
    session = Session(
        settings=Settings(language="en", dim=0, dark=0),
        resources=Resources(editions=(edition,)),
        draft=Draft(edition.id),
        game=new_game(1, record.setup, "rehearsal"),
        started_at=-10.0,
        last_press_at=-1.0,
    )
    return show_next_screen(update(session, PanelUp(MAIN, 0.0)).session)
