"""Press at random: most presses are sensible, some are not, and some panels fail."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.app.brightness import DARK, idle, level
from companion.app.events import MAIN, Button, Edge, Event, PanelDown, PanelUp, Tap, Tick
from companion.app.states.ids import ScreenId
from companion.app.track_cursor import BACK, Cursor
from companion.config.edition_files import BUILT_IN, built_in
from companion.rules import HOME_SQUARE, Back, Carrots, Forward, Kind, legal_actions
from companion.shell.loop import Loop
from companion.shell.resume import first_session
from tests.torture.presses.fakes import MemoryDisplay, MemoryJournal, TickingInbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.app.journal_entries import SavedState
    from companion.app.session import Session
    from companion.ports import Thinker

KNOWN = [built_in(name) for name in BUILT_IN]
ALL = tuple(Button)
FAR = Button.RIGHT
STEPS_OF_THOUGHT = 30  # between two presses at most
SIDES = (Button.LEFT, Button.RIGHT)


class RandomPlayer:
    """A player that presses at random on one device, and counts presses and changes of screen.

    A `wild` player also presses any button, and its panel fails now and then; another only plays.
    `seed` fixes the shuffles. `press_log` lists every press of one that is not wild, with the
    number of commits that it led to.
    """

    def __init__(
        self,
        random: Random,
        *,
        refusals: float = 0.0,
        wild: bool = True,
        seed: str = "",
        settings: dict[str, str] | None = None,
        journal: MemoryJournal | None = None,
        make_thinker: Callable[[], Thinker] | None = None,
    ) -> None:
        self.random = random
        self.wild = wild
        self.seed = seed
        self.inbox = TickingInbox()
        first = {"settings": '{"language": "en"}', **(settings or {})}
        self.journal = journal or MemoryJournal(random, settings=first)
        self.display = MemoryDisplay()
        self.loop = Loop(self._start, self.inbox, self.journal, [self.display], make_thinker)
        self.journal.refusals = refusals
        self.edges: Counter[tuple[ScreenId, ScreenId]] = Counter()
        self.presses = 0
        self.press_log: list[tuple[Button, int]] = []
        self.give(PanelUp(MAIN, 0.0))

    def _start(self, saved_state: SavedState) -> Session:
        seed = self.seed or str(self.random.random())
        return first_session(saved_state, KNOWN, seed_source=seed, now=self.inbox.time, defaults={})

    @property
    def session(self) -> Session:
        return self.loop.session

    @property
    def screen_id(self) -> ScreenId:
        return self.session.screen.id

    def give(self, event: Event) -> None:
        """Handle one event, and the events that the loop itself put into the inbox."""
        before = self.screen_id
        self.loop.turn(event)
        while self.inbox.events:
            self.loop.turn(self.inbox.events.pop(0))
        if self.screen_id is not before:
            self.edges[before, self.screen_id] += 1

    def press(self, button: Button, held: float = 0.1) -> None:
        self.presses += 1
        before = self.journal.commits
        self.give(Edge(MAIN, button, True, self.inbox.time))
        self.pass_time(held)
        self.give(Edge(MAIN, button, False, self.inbox.time))
        self.pass_time(0.5)
        if not self.wild:
            self.press_log.append((button, self.journal.commits - before))

    def pass_time(self, seconds: float) -> None:
        self.inbox.time += seconds
        self.give(Tick(self.inbox.time))
        for _ in range(STEPS_OF_THOUGHT):
            if self.loop.deadline() != self.inbox.time:
                break
            self.give(Tick(self.inbox.time))

    def restart(self) -> None:
        """Cut the power and start again from what is saved; the storage does not fail meanwhile."""
        self.journal.refusals, refusals = 0.0, self.journal.refusals
        self.loop.session = self._start(self.journal.load())
        self.journal.refusals = refusals
        self.give(PanelUp(MAIN, self.inbox.time))

    def take_over(self, session: Session) -> None:
        """Go on from a given session."""
        self.inbox.time = session.now
        self.loop.session = session

    def wake(self) -> None:
        """End a dark screen or an idle picture."""
        if level(self.session) == DARK or idle(self.session) is not None:
            self.press(Button.INFO)

    def close(self) -> None:
        """End the loop as `run` does: its writer thread ends."""
        self.loop.saving.close()

    def act(self) -> None:
        """Do one thing: mostly a sensible press, sometimes any press or a fault if wild."""
        chance = self.random.random() if self.wild else 1.0
        if self.session.ending is not None:
            self.restart()
        elif chance < 0.02:
            self._misuse()
        elif chance < 0.06:
            self.press(self.random.choice(ALL))
        elif self.screen_id is ScreenId.TURN:
            self._move()
        elif self.screen_id is ScreenId.MENU:
            self._in_menu()
        else:
            self._answer()

    def _move(self) -> None:
        """Move the cursor, mostly to a square that OK accepts, and press OK."""
        chance = self.random.random() if self.wild else 1.0
        steps = self._allowed_steps()
        if chance < 0.1 or not steps:
            self.press(self.random.choice((Button.LEFT, Button.RIGHT, Button.OK)))
        elif chance < 0.15:
            self.press(Button.RIGHT, self.random.random() * 3)
        else:
            goal = self._goal(steps)
            button = Button.RIGHT if goal > 0 else Button.LEFT
            for _ in range(abs(goal)):
                self.press(button)
        backs = 1 if self.wild else 0
        self.press(self.random.choices((Button.OK, Button.BACK), (30, backs))[0])

    def _goal(self, steps: list[int]) -> int:
        """Choose steps so that the game ends: far ahead, giving carrots away near Home."""
        screen, game = self.session.screen, self.session.game
        cursor = Cursor(game.state, game.state.turn or 0, screen.piece, screen.steps)
        ahead = [step for step in steps if step + cursor.steps > 0]
        is_home = max(steps) + cursor.square == HOME_SQUARE
        if cursor.own > 50 and -cursor.steps in steps and not is_home:
            return -cursor.steps
        squares = game.setup.edition.board.squares
        salads = [s for s in ahead if squares[s + cursor.square] is Kind.LETTUCE]
        if salads and game.state.seats[cursor.seat].lettuces:
            return self.random.choice(salads)
        if not ahead or self.random.random() < 0.05:
            return self.random.choice(steps)
        return max(ahead) if is_home or self.random.random() < 0.8 else self.random.choice(ahead)

    def _allowed_steps(self) -> list[int]:
        """List where OK would act, as steps from the cursor's present square."""
        screen, game = self.session.screen, self.session.game
        if game is None or game.state.turn is None:
            return []
        cursor = Cursor(game.state, game.state.turn, screen.piece, screen.steps)
        allowed = [a for a in legal_actions(game.state) if getattr(a, "piece", 0) == cursor.piece]
        squares = [a.to - cursor.own for a in allowed if isinstance(a, Forward)]
        backs = [BACK for a in allowed if isinstance(a, Back)]
        stays = [0 for a in allowed if isinstance(a, Carrots)]
        return [goal - cursor.steps for goal in (*squares, *backs, *stays)]

    def _in_menu(self) -> None:
        """Mostly choose a line, often one near either end of the menu."""
        if self.random.random() < 0.3:
            self.press(Button.BACK)
            return
        if self.random.random() < 0.5:
            self.press(FAR, 0.35 + self.random.random() * 2)  # a held button scrolls down the list
        for _ in range(self.random.randrange(9)):
            self.press(self.random.choice((Button.RIGHT, Button.RIGHT, Button.LEFT)))
        self.press(self.random.choice((Button.OK, Button.OK, Button.BACK)))

    def _answer(self) -> None:
        """Press OK, mostly, on the chosen line or answer or on another one."""
        if self.session.game is None and self.random.random() < 0.5:
            if self.screen_id is ScreenId.BOARD_EDIT:
                self.press(FAR, 10.0)
            self.press(Button.OK)
            return
        moves = self.random.choice((0, 0, 0, 1, 1, 2, 5)) if self.wild else 0
        moves = 1 if self.screen_id is ScreenId.OWN and not moves else moves
        for _ in range(moves):
            self.press(self.random.choices((Button.RIGHT, Button.LEFT), (3, 1))[0])
        if self.wild and self.random.random() < 0.08:
            self.press(FAR, 0.35 + self.random.random() * 4)
        backs = 1 if self.wild else 0
        self.press(self.random.choices((Button.OK, Button.BACK), (4, backs))[0])

    def _misuse(self) -> None:
        match self.random.randrange(9):
            case 0:
                self.give(PanelDown(MAIN, self.inbox.time))
                self.press(self.random.choice(ALL))
                self.give(PanelUp(MAIN, self.inbox.time))
            case 1:
                self.pass_time(self.random.choice((70.0, 130.0, 400.0)))
            case 2:
                self._bounce(self.random.choice(ALL))
            case 3:
                self._all_at_once()
            case 4:
                self.press(self.random.choice(ALL), 40.0)
            case 5:
                self.restart()
            case 6:
                self._spin()
            case 7:
                self._late_edges(self.random.choice(ALL))
            case _:
                self.give(Tick(self.inbox.time - 100.0))

    def _spin(self) -> None:
        """Turn an encoder by two hundred detents in a second."""
        for _ in range(200):
            self.inbox.time += 0.005
            self.give(Tap(MAIN, self.random.choice(SIDES), self.inbox.time))
        self.pass_time(0.5)

    def _late_edges(self, button: Button) -> None:
        """Send edges late and out of order, with times before and after now."""
        for pressed in (True, False, False):
            late = self.inbox.time - self.random.uniform(-0.2, 5.0)
            self.give(Edge(MAIN, button, pressed, late))
        self.pass_time(0.5)

    def _bounce(self, button: Button) -> None:
        for pressed in (True, False, True, False, True, False, False):
            self.give(Edge(MAIN, button, pressed, self.inbox.time))
            self.inbox.time += self.random.random() * 0.008
        self.pass_time(0.5)

    def _all_at_once(self) -> None:
        for pressed in (True, False):
            for button in self.random.sample(ALL, len(ALL)):
                self.give(Edge(MAIN, button, pressed, self.inbox.time))
            self.pass_time(0.2)
