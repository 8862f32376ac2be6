"""Ways to what hands at random find seldom or never: every state of the gallery, and trouble."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from companion.app.events import MAIN, Button, PanelUp
from companion.app.journal_entries import RecoveryKind, RecoveryReport, SavedGame
from companion.app.session import ConnectedPanel, PairingInfo
from companion.app.states.ids import ScreenId
from companion.dev.gallery import states
from companion.rules import setup_json
from companion.shell.resume import show_pairing_info
from companion.shell.slow_write import SlowWrite
from tests.storyboards.exploring import Explorer
from tests.torture.presses.hands import Hands
from tests.torture.presses.holding import check_backs
from tests.torture.presses.shelf import Shelf

if TYPE_CHECKING:
    from companion.app.journal_entries import JournalEntry
    from companion.app.session import Session
    from companion.dev.gallery.state import GalleryState
    from tests.storyboards.exploring import Edge

STEPS = 16
# While the loop saves no press is taken, and after the farewell none is.
NO_WAY_BACK = {ScreenId.SAVING, ScreenId.FAREWELL}
REPORT = RecoveryReport(RecoveryKind.DAMAGED, "store-damaged-1", 1, 12, lost=True)


class Loose(Shelf):
    """A shelf that keeps nothing: any game that is asked for is the gallery's, from its start."""

    def _append(self, decision: JournalEntry) -> None:
        del decision

    def game(self, number: int) -> SavedGame:
        return replace(some_game(), number=number)


@cache
def some_game() -> SavedGame:
    game = next(state.session.game for state in rendered() if state.session.game)
    record = json.dumps(setup_json(game.setup))
    return SavedGame(1, record, game.seed, 0, finished=False, whole=True)


@cache
def rendered() -> tuple[GalleryState, ...]:
    return states("en")


class Visits:
    """What was seen: pictures by name, and edges between screens."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.edges: Counter[tuple[ScreenId, ScreenId]] = Counter()

    def add(self, hands: Hands) -> None:
        hands.close()
        self.seen += hands.glass.seen
        self.edges += hands.edges


def known_edges() -> set[Edge]:
    """Find the edges that pure presses walk, from the gallery's states."""
    explorer = Explorer(some_game())
    explorer.everywhere(rendered(), STEPS)
    return set(explorer.edges)


def tour(visits: Visits) -> None:
    """Press each button in each state of the gallery through the real loop, then walk on."""
    random, walk = Random(1), Random(1)  # the walk is the explorer's
    for state in rendered():
        for button in Button:
            hands = _in(state, random)
            hands.press(button)
            visits.add(hands)
        hands = _in(state, random)
        for _ in range(STEPS):
            hands.press(walk.choice(tuple(Button)))
        visits.add(hands)
        if state.session.screen.id in NO_WAY_BACK:
            continue
        hands = _in(state, random)
        check_backs(hands, state.name)
        visits.add(hands)
    troubles(visits)


def _in(state: GalleryState, random: Random) -> Hands:
    """Sit down in the middle of something."""
    hands = Hands(random, journal=Loose(random, settings={"settings": "{}"}))
    hands.take_over(replace(state.session, panels=(ConnectedPanel(MAIN),)))
    return hands


def troubles(visits: Visits) -> None:
    """Let everything go wrong once that no press alone brings about."""
    random = Random(1)
    for ends in (Button.OK, Button.BACK):
        visits.add(_damaged(random, ends))
        visits.add(_paired(random, ends))
        visits.add(_stumbled(random, ends))
        visits.add(_refused(random, ends))
    visits.add(_refused(random, Button.RIGHT))
    visits.add(_slow(random))
    visits.add(_asleep(random))


def _damaged(random: Random, ends: Button) -> Hands:
    hands = Hands(random)
    start = hands.loop.saving._start(replace(hands.journal.load(), notice=REPORT))
    return _shown(hands, start, ends)


def _paired(random: Random, ends: Button) -> Hands:
    hands = Hands(random)
    return _shown(
        hands, show_pairing_info(hands.session, PairingInfo("123456", panel="page")), ends
    )


def _shown(hands: Hands, session: Session, ends: Button) -> Hands:
    hands.loop.session = session
    hands.give(PanelUp(MAIN, hands.inbox.time))
    hands.pass_time(1.0)
    hands.press(ends)
    return hands


def _stumbled(random: Random, ends: Button) -> Hands:
    """Make a view stumble: a turn of a piece that is no number."""
    hands = _playing(random)
    screen = hands.session.screen
    hands.loop.session = replace(hands.session, stack=(replace(screen, piece="no piece"),))
    hands.press(Button.RIGHT)
    hands.press(ends)
    return hands


def _refused(random: Random, ends: Button) -> Hands:
    """Let the card refuse a turn until the game goes on without it, or the turn is taken back."""
    hands = _playing(random)
    hands.journal.refusals = 1.0
    while hands.screen_id is not ScreenId.CANNOT_SAVE:
        hands.act()
    hands.press(Button.OK)
    hands.press(Button.OK)
    if ends is Button.OK:
        hands.journal.refusals = 0.0
    hands.press(ends)
    return hands


def _slow(random: Random) -> Hands:
    """Let the card take its time: the screen says that it saves."""
    hands = _playing(random)
    hands.loop.saving.slow_write = SlowWrite(slow_s=0.0, pulse_s=0.001)
    told = threading.Event()
    hands.loop.beat(told.set, None)
    hands.journal.stall = lambda: told.wait(10)
    commits = hands.journal.commits
    while hands.journal.commits == commits:
        hands.act()
    return hands


def _asleep(random: Random) -> Hands:
    hands = _playing(random)
    for _ in range(40):
        hands.pass_time(10.0)
    return hands


def _playing(random: Random) -> Hands:
    hands = Hands(random, wild=False)
    while hands.screen_id is not ScreenId.TURN:
        hands.press(Button.OK)
    return hands
