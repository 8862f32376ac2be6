"""Visit what random presses seldom reach: every state of the gallery, and faults."""

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
from tests.torture.presses.fakes import MemoryJournal
from tests.torture.presses.invariants import check_backs
from tests.torture.presses.random_player import RandomPlayer

if TYPE_CHECKING:
    from companion.app.journal_entries import JournalEntry
    from companion.app.session import Session
    from companion.dev.gallery.state import GalleryState
    from tests.storyboards.exploring import Edge

STEPS = 16
# No press is handled while the loop saves, or after the farewell.
NO_WAY_BACK = {ScreenId.SAVING, ScreenId.FAREWELL}
REPORT = RecoveryReport(RecoveryKind.DAMAGED, "store-damaged-1", 1, 12, lost=True)


class GalleryJournal(MemoryJournal):
    """A journal that saves nothing and returns the gallery's game at its start for any number."""

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
    """Count the pictures by name, and the changes from screen to screen."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.edges: Counter[tuple[ScreenId, ScreenId]] = Counter()

    def add(self, player: RandomPlayer) -> None:
        player.close()
        self.seen += player.display.seen
        self.edges += player.edges


def known_edges() -> set[Edge]:
    """Return the changes of screen that presses alone cause, from the gallery's states."""
    explorer = Explorer(some_game())
    explorer.everywhere(rendered(), STEPS)
    return set(explorer.edges)


def tour(visits: Visits) -> None:
    """Press each button in each state of the gallery through the real loop, then at random."""
    random, walk = Random(1), Random(1)  # walk: the same presses as the explorer's
    for state in rendered():
        for button in Button:
            player = _in(state, random)
            player.press(button)
            visits.add(player)
        player = _in(state, random)
        for _ in range(STEPS):
            player.press(walk.choice(tuple(Button)))
        visits.add(player)
        if state.session.screen.id in NO_WAY_BACK:
            continue
        player = _in(state, random)
        check_backs(player, state.name)
        visits.add(player)
    faults(visits)


def _in(state: GalleryState, random: Random) -> RandomPlayer:
    """Return a player in a state of the gallery."""
    player = RandomPlayer(random, journal=GalleryJournal(random, settings={"settings": "{}"}))
    player.take_over(replace(state.session, panels=(ConnectedPanel(MAIN),)))
    return player


def faults(visits: Visits) -> None:
    """Cause each fault once that no press alone causes."""
    random = Random(1)
    for ends in (Button.OK, Button.BACK):
        visits.add(_damaged(random, ends))
        visits.add(_paired(random, ends))
        visits.add(_view_failed(random, ends))
        visits.add(_save_failed(random, ends))
    visits.add(_save_failed(random, Button.RIGHT))
    visits.add(_slow(random))
    visits.add(_dark(random))


def _damaged(random: Random, ends: Button) -> RandomPlayer:
    player = RandomPlayer(random)
    start = player.loop.saving._start(replace(player.journal.load(), notice=REPORT))
    return _shown(player, start, ends)


def _paired(random: Random, ends: Button) -> RandomPlayer:
    player = RandomPlayer(random)
    return _shown(
        player, show_pairing_info(player.session, PairingInfo("123456", panel="page")), ends
    )


def _shown(player: RandomPlayer, session: Session, ends: Button) -> RandomPlayer:
    player.loop.session = session
    player.give(PanelUp(MAIN, player.inbox.time))
    player.pass_time(1.0)
    player.press(ends)
    return player


def _view_failed(random: Random, ends: Button) -> RandomPlayer:
    """Make a view fail: the number of the piece is a text."""
    player = _playing(random)
    screen = player.session.screen
    player.loop.session = replace(player.session, stack=(replace(screen, piece="no piece"),))
    player.press(Button.RIGHT)
    player.press(ends)
    return player


def _save_failed(random: Random, ends: Button) -> RandomPlayer:
    """Let saving fail; then try again, give the decision up, or go on without saving."""
    player = _playing(random)
    player.journal.refusals = 1.0
    while player.screen_id is not ScreenId.CANNOT_SAVE:
        player.act()
    player.press(Button.OK)
    player.press(Button.OK)
    if ends is Button.OK:
        player.journal.refusals = 0.0
    player.press(ends)
    return player


def _slow(random: Random) -> RandomPlayer:
    """Make the storage slow, so that the saving screen is shown."""
    player = _playing(random)
    player.loop.saving.slow_write = SlowWrite(slow_s=0.0, pulse_s=0.001)
    shown = threading.Event()
    player.loop.beat(shown.set, None)
    player.journal.stall = lambda: shown.wait(10)
    commits = player.journal.commits
    while player.journal.commits == commits:
        player.act()
    return player


def _dark(random: Random) -> RandomPlayer:
    player = _playing(random)
    for _ in range(40):
        player.pass_time(10.0)
    return player


def _playing(random: Random) -> RandomPlayer:
    player = RandomPlayer(random, wild=False)
    while player.screen_id is not ScreenId.TURN:
        player.press(Button.OK)
    return player
