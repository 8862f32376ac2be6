"""Hands that play: most presses go somewhere, some are a child's, some pull at cables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.app.events import MAIN, Button, Edge, Event, PanelDown, PanelUp, Tick
from companion.app.keep import Cause, Choose, Entry, Keep, Memory, NewGame, Redo, SavedGame, Undo
from companion.app.session import Place, Session
from companion.app.track import BACK, Finger
from companion.edition_files import BUILT_IN, built_in
from companion.loop import Loop
from companion.ports import JournalError, Picture
from companion.rules import Do, legal_actions
from companion.starting import first_session

if TYPE_CHECKING:
    from random import Random

KNOWN = [built_in(name) for name in BUILT_IN]
ALL = tuple(Button)


class Ring:
    """An inbox that holds what the loop itself puts; its time is the hands'."""

    def __init__(self) -> None:
        self.time = 0.0
        self.events: list[Event] = []

    def put(self, event: Event) -> None:
        self.events.append(event)

    def now(self) -> float:
        return self.time

    def take(self, until: float | None) -> Event:
        return Tick(until or self.time)


@dataclass
class Shelf:
    """A journal in memory: it keeps as the real one does, and now and then refuses."""

    random: Random
    refusals: float = 0.0
    games: dict[int, tuple[NewGame, list[str], list[str]]] = field(default_factory=dict)
    current: int | None = None
    commits: int = 0
    report: object = None

    def load(self) -> Memory:
        return Memory({"settings": '{"language": "en"}'})

    def keep(self, *decisions: Keep) -> None:
        if self.random.random() < self.refusals:
            raise JournalError(self.random.choice(list(Cause)), "a bad card", None)  # type: ignore[arg-type]
        self.commits += 1
        for decision in decisions:
            self._keep(decision)

    def _keep(self, decision: Keep) -> None:
        match decision:
            case NewGame():
                self.current = len(self.games) + 1
                self.games[self.current] = (decision, [], [])
            case Choose(number):
                self.current = number
            case Entry(body):
                self._past().append(body)
                self._future().clear()
            case Undo(count) if count:
                past = self._past()
                self._future()[:0] = past[-count:]
                del past[-count:]
            case Redo(count):
                future = self._future()
                self._past().extend(future[:count])
                del future[:count]

    def _past(self) -> list[str]:
        assert self.current is not None
        return self.games[self.current][1]

    def _future(self) -> list[str]:
        assert self.current is not None
        return self.games[self.current][2]

    def game(self, number: int) -> SavedGame:
        setup, past, future = self.games[number]
        return SavedGame(
            number, setup.record, setup.seed, len(past), False, True, tuple(past), tuple(future)
        )

    def reopen(self) -> bool:
        return False

    def close(self) -> None:
        pass


class Glass:
    """A display that counts pictures by name."""

    panel = MAIN

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def show(self, picture: Picture) -> None:
        self.seen[picture.name] = self.seen.get(picture.name, 0) + 1

    def close(self) -> None:
        pass


class Hands:
    """One pair of hands at one device, with everything counted."""

    def __init__(self, random: Random, *, refusals: float = 0.0) -> None:
        self.random = random
        self.inbox = Ring()
        self.journal = Shelf(random, refusals)
        self.glass = Glass()
        self.loop = Loop(self._start, self.inbox, self.journal, [self.glass])
        self.edges: dict[tuple[Place, Place], int] = {}
        self.presses = 0
        self.give(PanelUp(MAIN, 0.0))

    def _start(self, memory: Memory) -> Session:
        luck = str(self.random.random())
        return first_session(memory, KNOWN, luck=luck, now=self.inbox.time, defaults={})

    @property
    def session(self) -> Session:
        return self.loop.session

    @property
    def place(self) -> Place:
        return self.session.screen.place

    def give(self, event: Event) -> None:
        """Put one event through the loop, and what the loop itself put behind it."""
        before = self.place
        self.loop.turn(event)
        while self.inbox.events:
            self.loop.turn(self.inbox.events.pop(0))
        if self.place is not before:
            edge = (before, self.place)
            self.edges[edge] = self.edges.get(edge, 0) + 1

    def press(self, button: Button, held: float = 0.1) -> None:
        self.presses += 1
        self.give(Edge(MAIN, button, True, self.inbox.time))
        self.pass_time(held)
        self.give(Edge(MAIN, button, False, self.inbox.time))
        self.pass_time(0.5)

    def pass_time(self, seconds: float) -> None:
        self.inbox.time += seconds
        self.give(Tick(self.inbox.time))

    def act(self) -> None:
        """Do something: mostly what a player would, sometimes what a child or a cat would."""
        chance = self.random.random()
        if self.session.ending is not None:
            self.loop.session = self._start(self.journal.load())
            self.give(PanelUp(MAIN, self.inbox.time))
        elif chance < 0.02:
            self._mischief()
        elif chance < 0.06:
            self.press(self.random.choice(ALL))
        elif self.place is Place.TURN:
            self._move()
        elif self.place is Place.MENU:
            self._in_menu()
        else:
            self._answer()

    def _move(self) -> None:
        """Walk to a square that may be taken, mostly a near one; or just anywhere."""
        chance = self.random.random()
        steps = self._allowed_steps()
        if chance < 0.1 or not steps:
            self.press(self.random.choice((Button.LEFT, Button.RIGHT, Button.OK)))
        elif chance < 0.15:
            self.press(Button.RIGHT, self.random.random() * 3)
        else:
            goal = min(self.random.sample(steps, min(3, len(steps))))
            button = Button.RIGHT if goal > 0 else Button.LEFT
            for _ in range(abs(goal)):
                self.press(button)
        self.press(self.random.choices((Button.OK, Button.BACK), (30, 1))[0])

    def _allowed_steps(self) -> list[int]:
        """List where OK would act, as steps from the finger's present place."""
        screen, game = self.session.screen, self.session.game
        if game is None or game.state.turn is None:
            return []
        finger = Finger(game.state, game.state.turn, screen.about[0], screen.finger)
        allowed = [a for a in legal_actions(game.state) if a.piece in (None, finger.piece)]
        squares = [(a.to or 0) - finger.own for a in allowed if a.do is Do.FORWARD]
        backs = [BACK for a in allowed if a.do is Do.BACK]
        stays = [0 for a in allowed if a.do is Do.CARROTS]
        return [goal - finger.steps for goal in (*squares, *backs, *stays)]

    def _in_menu(self) -> None:
        if self.random.random() < 0.5:
            self.press(Button.BACK)
            return
        for _ in range(self.random.randrange(18)):
            self.press(Button.RIGHT)
        self.press(self.random.choice((Button.OK, Button.OK, Button.BACK)))

    def _answer(self) -> None:
        if self.random.random() < 0.3:
            self.press(self.random.choice((Button.LEFT, Button.RIGHT)))
        self.press(self.random.choices((Button.OK, Button.BACK), (4, 1))[0])

    def _mischief(self) -> None:
        match self.random.randrange(6):
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
            case _:
                self.give(Tick(self.inbox.time - 100.0))

    def _bounce(self, button: Button) -> None:
        for level in (True, False, True, False, True, False, False):
            self.give(Edge(MAIN, button, level, self.inbox.time))
            self.inbox.time += self.random.random() * 0.008
        self.pass_time(0.5)

    def _all_at_once(self) -> None:
        for pressed in (True, False):
            for button in self.random.sample(ALL, len(ALL)):
                self.give(Edge(MAIN, button, pressed, self.inbox.time))
            self.pass_time(0.2)
