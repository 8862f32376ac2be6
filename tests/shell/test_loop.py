"""The loop: first it is kept, then it is true, last it is seen; and what happens when it is not."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.app import update
from companion.app.events import MAIN, BookRead, Button, Event, PanelUp, Saved, Stop, Tap, Tick
from companion.app.family_book import open_book
from companion.app.game import new_game, play
from companion.app.journal_entries import (
    Choose,
    Decision,
    JournalEntry,
    NewGame,
    RecoveryReport,
    SavedGame,
    SavedState,
    SetValue,
)
from companion.app.journal_entries import RecoveryKind as Met
from companion.app.next_screen import show_next_screen
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.screens.menu import choices as menu_choices
from companion.app.session import Session, Settings, UpdateResult, screen_as
from companion.app.states.game import TurnScreen
from companion.app.states.ids import ScreenId
from companion.app.states.lists import LanguageScreen, MenuScreen, ResumeScreen
from companion.app.states.text_screens import DamagedScreen
from companion.app.storage_fault import StorageFault
from companion.config.edition_files import BUILT_IN, built_in, find_edition
from companion.ports import JournalError, Picture
from companion.rules import (
    COLOURS,
    Forward,
    Kind,
    legal_actions,
    make_setup,
    parse_record,
    state_json,
)
from companion.shell import loop
from companion.shell.loop import Loop
from companion.shell.resume import first_session
from companion.shell.saved_game_reader import SavedGameReader
from companion.shell.slow_write import SlowWrite
from tests.memory_inbox import MemoryInbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.app.game import Game
    from companion.app.view import View
    from companion.rules import Edition

KNOWN = [built_in(name) for name in BUILT_IN]


def stumble(*_: object) -> None:
    """Stand for a function of the program that has a bug."""
    raise ZeroDivisionError("stumbled")


class Inbox(MemoryInbox):
    """An inbox that ends the loop once it is empty."""

    def take(self, until: float | None) -> Event:
        return self.events.pop(0) if self.events else Stop(until or self.time)


class Journal:
    """A journal in memory that can refuse; it notes into `log` what is kept."""

    def __init__(self, log: list[str], saved_state: SavedState | None = None) -> None:
        self.log = log
        self.kept: list[JournalEntry] = []
        self.refuse: StorageFault | None = None
        self.opens_badly: StorageFault | None = None
        self.saved_state = saved_state or SavedState({})
        self.newest = 0
        self.path: Path
        self.while_writing: Callable[[], None] = lambda: None

    def load(self) -> SavedState:
        if self.opens_badly:
            raise JournalError(self.opens_badly, "not today")
        self.newest = max((game.number for game in self.saved_state.games), default=0)
        return self.saved_state

    def append(self, *decisions: JournalEntry) -> int | None:
        if self.refuse:
            raise JournalError(self.refuse, "not today")
        self.while_writing()
        self.log.append("kept")
        self.kept += decisions
        self.newest += sum(isinstance(entry, NewGame) for entry in decisions)
        return self.newest

    def game(self, number: int) -> SavedGame:
        if self.refuse:
            raise JournalError(self.refuse, "not today")
        self.log.append("read")
        return next(game for game in self.saved_state.games if game.number == number)

    def finished(self) -> dict[int, str]:
        return {game.number: str(game.past) for game in self.saved_state.games if game.finished}

    def read_games(self, numbers: Sequence[int]) -> tuple[SavedGame, ...]:
        return tuple(self.game(number) for number in numbers)

    def close(self) -> None:
        pass


class Display:
    """A display that notes what it shows."""

    panel = MAIN

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def show(self, picture: Picture) -> None:
        self.log.append(f"show {picture.name}")

    def close(self) -> None:
        pass


def start(saved_state: SavedState) -> Session:
    return first_session(
        saved_state, KNOWN, seed_source="test", now=0.0, defaults={"dim": 0, "dark": 0}
    )


class Table:
    """A loop with everything around it, and a finger that rests a second after each press."""

    def __init__(
        self, opens_badly: StorageFault | None = None, saved_state: SavedState | None = None
    ) -> None:
        self.log: list[str] = []
        self.inbox = Inbox()
        self.journal = Journal(self.log, saved_state)
        self.journal.opens_badly = opens_badly
        self.loop = Loop(start, self.inbox, self.journal, [Display(self.log)])
        self.loop.turn(PanelUp(MAIN, 0.0))

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.inbox.time += 1.0
            self.loop.turn(Tap(MAIN, button, self.inbox.time))

    @property
    def screen_id(self) -> ScreenId:
        return self.loop.session.screen.id


OK = Button.OK


def test_four_presses_of_ok_start_a_four_player_game() -> None:
    table = Table()
    table.press(OK, OK, OK, OK)
    assert table.screen_id is ScreenId.TURN
    game = table.loop.session.game
    assert game is not None
    assert len(game.state.seats) == 4
    assert any(isinstance(keep, NewGame) for keep in table.journal.kept)


def test_a_decision_is_kept_before_it_is_shown() -> None:
    table = Table()
    table.press(OK, OK, OK, OK)
    table.log.clear()
    table.press(Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    assert "kept" not in table.log  # cursor moves write nothing
    table.log.clear()
    table.press(OK)
    assert table.log[:2] == ["kept", "show turn"]
    assert table.log.count("kept") == 1


def test_what_cannot_be_kept_is_not_true_and_ok_tries_again() -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.journal.refuse = StorageFault.FULL
    table.press(OK)
    assert table.screen_id is ScreenId.CANNOT_SAVE
    assert table.loop.session.game is not None
    assert not table.loop.session.game.past
    table.journal.refuse = None
    table.press(OK)
    assert table.screen_id is ScreenId.TURN
    assert len(table.loop.session.game.past) == 1


def test_back_takes_back_what_could_not_be_kept() -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.journal.refuse = StorageFault.FULL
    table.press(OK, Button.BACK)
    assert table.screen_id is ScreenId.TURN
    assert table.loop.session.game is not None
    assert not table.loop.session.game.past


def test_after_three_failures_the_game_goes_on_unsaved_until_all_is_written() -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.journal.refuse = StorageFault.FULL
    table.press(OK, Button.RIGHT)
    assert table.screen_id is ScreenId.CANNOT_SAVE  # not yet: one failure is no three
    table.press(OK, OK, Button.RIGHT)
    assert table.screen_id is ScreenId.TURN
    assert len(table.loop.session.unsaved) == 1
    table.press(Button.RIGHT, Button.RIGHT, OK)
    assert len(table.loop.session.unsaved) == 2
    table.journal.refuse = None
    table.press(Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT, OK)
    assert table.loop.session.unsaved == ()
    assert sum("forward" in getattr(k, "body", "") for k in table.journal.kept) == 3


SETUP = {"record": 1, "edition": "intellect-1974"}
SEATS = [{"name": "", "colour": "red"}, {"name": "", "colour": "blue"}]


def with_saved(edition: str = "intellect-1974") -> Table:
    """Sit down to a game of four, with a game of two on the shelf; its number is 1."""
    record = json.dumps({**SETUP, "edition": edition, "seats": SEATS})
    saved = SavedGame(1, record, "5eed", 0, finished=False, whole=True)
    table = Table(saved_state=SavedState({"settings": '{"language": "en"}'}, (saved,)))
    table.press(OK, OK, OK)
    assert table.loop.session.game is not None
    return table


def choose_saved(table: Table) -> None:
    """Choose the saved game of two from the menu."""
    table.press(Button.BACK)
    while table.screen_id is not ScreenId.SAVED:
        lines = menu_choices(table.loop.session)
        chosen = screen_as(table.loop.session, MenuScreen).chosen
        table.press(OK if "Saved" in lines[chosen].row.text else Button.RIGHT)
    table.press(Button.RIGHT, OK)


def seats(table: Table) -> int:
    game = table.loop.session.game
    assert game is not None
    return len(game.state.seats)


def test_a_chosen_game_is_there_with_the_commit_that_chooses_it() -> None:
    table = with_saved()
    choose_saved(table)
    assert (seats(table), table.screen_id) == (2, ScreenId.TURN)
    assert table.journal.kept[-1] == Choose(1)


def test_a_chosen_game_that_cannot_be_opened_is_not_the_current_one() -> None:
    table = with_saved("a board that is gone")
    choose_saved(table)
    assert table.screen_id is ScreenId.FAULT
    table.press(Button.BACK)
    assert (seats(table), table.screen_id) == (4, ScreenId.TURN)
    assert Choose(1) not in table.journal.kept  # else the next turn would be written into it


def test_a_choice_that_cannot_be_kept_leaves_the_game_and_what_it_has_unsaved() -> None:
    table = with_saved()
    table.journal.refuse = StorageFault.FULL
    table.press(*[Button.RIGHT] * 4, OK, OK, OK, Button.RIGHT)  # one turn, without saving
    unsaved = table.loop.session.unsaved
    assert len(unsaved) == 1
    choose_saved(table)
    assert table.screen_id is ScreenId.CANNOT_SAVE
    table.press(OK, OK, Button.RIGHT)  # given up after three tries
    assert (seats(table), table.screen_id) == (4, ScreenId.SAVED)
    assert table.loop.session.unsaved == unsaved
    table.journal.refuse = None
    table.log.clear()
    table.press(OK)
    # First what is unsaved: the game that is read may be the one that it belongs to.
    assert [word for word in table.log if "show" not in word] == ["kept", "read", "kept"]
    assert table.journal.kept[-2:] == [*unsaved, Choose(1)]
    assert seats(table) == 2


def test_a_fault_while_saving_fails_returns_to_the_screen_of_the_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.journal.refuse = StorageFault.FULL
    table.press(OK)

    with monkeypatch.context() as broken:
        broken.setattr("companion.app.update.press_once", stumble)
        table.press(Button.LEFT)
    assert table.screen_id is ScreenId.FAULT
    table.press(Button.BACK)
    assert table.screen_id is ScreenId.CANNOT_SAVE


def test_a_decision_that_the_journal_finds_senseless_is_a_fault_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)

    def refuse(*_: object) -> None:
        raise ValueError("no game is the current one")

    with monkeypatch.context() as broken:
        broken.setattr(table.journal, "append", refuse)
        table.press(OK)
    assert table.screen_id is ScreenId.FAULT
    table.press(Button.BACK)
    assert table.screen_id is ScreenId.TURN
    assert not table.loop.session.game.past  # type: ignore[union-attr]


def test_a_store_that_does_not_open_is_reported_and_tried_again() -> None:
    table = Table(StorageFault.NO_PERMISSION)
    assert table.screen_id is ScreenId.CANNOT_SAVE
    table.press(OK)
    assert table.screen_id is ScreenId.CANNOT_SAVE
    table.journal.opens_badly = None
    table.journal.saved_state = SavedState({"settings": '{"language": "en"}'})
    table.press(OK)
    assert table.screen_id is ScreenId.EDITION


def test_a_kept_game_that_lacks_its_chance_holds_no_start_up() -> None:
    record = json.dumps({**SETUP, "seats": SEATS})
    onto_a_hare = '{"seat": 0, "piece": 0, "do": "forward", "to": 6}'
    saved = SavedGame(1, record, "5eed", 1, False, True, (onto_a_hare,))
    session = start(SavedState({"settings": '{"language": "en"}'}, (saved,), 1))
    assert (session.game, session.screen.id) == (None, ScreenId.EDITION)


@pytest.mark.parametrize(
    "moves",
    [
        3,
        "no",
        [3],
        [[0, 0, 3]],
        [[[0], 0, 3, 0]],
        [[0, 0, 3, 9]],
        [[0, 0, 3, None]],
        [[9, 0, 3, None]],
    ],
)
def test_impossible_moves_are_not_shown_at_a_start(moves: object) -> None:
    record = json.dumps({**SETUP, "seats": SEATS})
    saved = SavedGame(1, record, "5eed", 0, False, True)
    told = json.dumps({"game": 1, "plies": 0, "told": 0, "moves": moves})
    session = start(SavedState({"settings": '{"language": "en"}', "told": told}, (saved,), 1))
    assert session.game is not None
    assert session.pending_moves == ()


def test_a_piece_to_be_taken_off_the_board_is_still_shown_after_a_start() -> None:
    record = json.dumps({**SETUP, "seats": SEATS})
    saved = SavedGame(1, record, "5eed", 1, False, True, ('{"seat": 0, "do": "leave"}',))
    told = json.dumps({"game": 1, "plies": 1, "told": 0, "moves": [[0, 0, 3, None]]})
    session = start(SavedState({"settings": '{"language": "en"}', "told": told}, (saved,), 1))
    assert session.pending_moves == ((0, 0, 3, None),)


DEEP = "[" * 9000 + "]" * 9000
RECORD = json.dumps({**SETUP, "seats": SEATS})


@pytest.mark.parametrize("record", ["[]", "7", '{"seats": "abc"}', '{"seats": 5}', DEEP])
def test_a_kept_game_of_another_shape_is_named_and_the_others_are_listed(
    record: str, caplog: pytest.LogCaptureFixture
) -> None:
    games = tuple(SavedGame(n, r, "5eed", 0, False, True) for n, r in ((2, record), (1, RECORD)))
    session = start(SavedState({"settings": '{"language": "en"}'}, games, 2))
    assert [line.number for line in session.resources.saved] == [1]
    assert (session.game, session.screen.id) == (None, ScreenId.EDITION)
    assert "saved game 2 cannot be read" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("entry", ["7", "[]", '"a"', "{}", '{"seat": {}, "do": []}', DEEP])
def test_an_entry_of_another_shape_is_named_and_holds_no_start_up(
    entry: str, caplog: pytest.LogCaptureFixture
) -> None:
    saved = SavedGame(1, RECORD, "5eed", 1, False, True, (entry,))
    session = start(SavedState({"settings": '{"language": "en"}'}, (saved,), 1))
    assert (session.game, session.screen.id) == (None, ScreenId.EDITION)
    assert "saved game 1 cannot be read" in caplog.text


ODD = [
    "3",
    "[]",
    '{"a": 1e400}',
    '{"x": {"squares": 5}, "game": 1, "moves": [[[], {}, 1, 2]]}',
    DEEP,
]


@pytest.mark.parametrize("key", ["settings", "draft", "boards", "told", "spellings"])
@pytest.mark.parametrize("value", ODD)
def test_what_the_house_kept_in_another_shape_holds_no_start_up(key: str, value: str) -> None:
    saved = SavedGame(1, RECORD, "5eed", 0, False, True)
    session = start(SavedState({"settings": '{"language": "en"}', key: value}, (saved,), 1))
    assert session.game is not None
    assert ScreenId.RESUME in [screen.id for screen in session.stack]


def test_whatever_reading_raises_is_named_and_leaves_a_usable_screen(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(_: Journal) -> SavedState:
        raise MemoryError("no room for 3 GB")

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "load", too_much)
        table = Table()
        assert table.screen_id is ScreenId.CANNOT_SAVE
        assert "cannot read the saves: MemoryError: no room for 3 GB" in caplog.text
        assert "Traceback" not in caplog.text
        table.press(OK)
        assert table.screen_id is ScreenId.CANNOT_SAVE
    table.press(OK)
    assert table.screen_id is ScreenId.LANGUAGE


def test_a_game_whose_settings_are_lost_is_offered_after_the_language() -> None:
    saved = SavedGame(1, RECORD, "5eed", 0, False, True)
    table = Table(
        saved_state=SavedState(
            {}, (saved,), 1, notice=RecoveryReport(Met.DAMAGED, "damaged-1", 1, 2)
        )
    )
    table.press(OK)
    assert table.screen_id is ScreenId.LANGUAGE
    table.press(OK)
    assert table.screen_id is ScreenId.RESUME


def test_a_store_held_by_another_process_ends_the_start() -> None:
    with pytest.raises(JournalError):
        Table(StorageFault.LOCKED)


def test_a_fault_in_update_shows_itself_and_keeps_the_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()
    table.press(OK, OK, OK, OK)
    game = table.loop.session.game

    with monkeypatch.context() as broken:
        broken.setattr("companion.app.update.press_once", stumble)
        table.press(Button.RIGHT)
    assert table.screen_id is ScreenId.FAULT
    assert table.loop.session.game is game
    assert "ravensburger-1978" in caplog.text  # the record that leads there
    table.press(Button.BACK)
    assert table.screen_id is ScreenId.TURN


def test_a_fault_after_a_decision_was_kept_shows_itself_with_the_decision_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    whole = update.update

    def stumble(session: Session, event: Event) -> UpdateResult:
        if isinstance(event, Saved):
            raise ZeroDivisionError("stumbled")
        return whole(session, event)

    with monkeypatch.context() as broken:
        broken.setattr("companion.app.update.update", stumble)
        table.press(OK)
    assert table.screen_id is ScreenId.FAULT
    assert len(table.loop.session.game.past) == 1  # type: ignore[union-attr]
    table.press(Button.BACK)
    assert table.screen_id is ScreenId.TURN


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        ("intellect-1974", {}),
        ("ravensburger-2008", {"used_cards": "aside"}),
        ("ravensburger-1978", {}),
    ],
)
def test_the_record_in_the_log_replays_to_where_the_game_stands(
    edition: str,
    rules: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Table()
    game = long_game(built_in(edition).edition, rules)
    table.loop.session = show_next_screen(replace(table.loop.session, game=game))

    monkeypatch.setattr("companion.app.update.press_once", stumble)
    table.press(Button.RIGHT)
    text = caplog.records[-1].getMessage().partition("\n")[2]
    replayed = parse_record(text.encode(), find_edition).state
    assert state_json(replayed) == state_json(game.state)


def long_game(edition: Edition, rules: dict[str, str]) -> Game:
    """Play a game of four that draws many cards: onto hare squares wherever one can."""
    full = edition.deck_list(replace(edition.rules, **rules))
    game = new_game(1, make_setup(edition, [""] * 4, COLOURS[:4], full, rules), "5eed")
    hares = [n for n, kind in enumerate(edition.board.squares) if kind is Kind.HARE]
    while len(game.past) < 60 and not game.state.over:
        actions = legal_actions(game.state)
        forward = (each for each in actions if isinstance(each, Forward))
        action = next((each for each in forward if each.to in hares), actions[-1])
        game, _ = play(game, action)
    return game


def test_a_fault_in_a_picture_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.press(OK, OK, OK, OK)

    with monkeypatch.context() as broken:
        broken.setattr("companion.app.screens.menu.choices", stumble)
        table.press(Button.BACK)
    assert table.screen_id is ScreenId.FAULT
    table.press(Button.BACK)
    assert table.screen_id is ScreenId.TURN


class FakeSignals:
    """Signals that note the sounds, and the colour whose LED is on."""

    def __init__(self) -> None:
        self.sounds: list[str] = []
        self.led: str | None = "dark"

    def sound(self, name: str) -> None:
        self.sounds.append(name)

    def turn(self, colour: str | None) -> None:
        self.led = colour


def test_the_led_of_the_seat_to_move_is_on_and_a_press_makes_a_sound() -> None:
    table = Table()
    table.loop.signals = signals = FakeSignals()
    settings = replace(table.loop.session.settings, sound=True)
    table.loop.session = replace(table.loop.session, settings=settings)
    table.loop.show()
    assert (signals.led, signals.sounds) == (None, [])
    table.press(OK, OK, OK, OK)
    game = table.loop.session.game
    assert game is not None
    assert signals.led == game.setup.colours[0]
    signals.sounds.clear()
    table.press(Button.RIGHT)
    assert signals.sounds == ["click"]
    table.press(Button.RIGHT, Button.RIGHT, Button.RIGHT, OK)
    assert signals.led == game.setup.colours[1]


class Phone:
    """A page that notes what it may play."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bool]] = []

    def play(self, sound: str, *, is_on: bool) -> None:
        self.heard.append((sound, is_on))


def test_a_page_gets_each_sound_and_the_buzzer_only_where_sounds_are_switched_on() -> None:
    table = Table()
    table.loop.signals = signals = FakeSignals()
    phone = Phone()
    table.loop.speakers.append(phone)
    table.press(Button.RIGHT)
    settings = replace(table.loop.session.settings, sound=True)
    table.loop.session = replace(table.loop.session, settings=settings)
    table.press(Button.LEFT)
    assert phone.heard == [("click", False), ("click", True)]
    assert signals.sounds == ["click"]


def test_the_loop_ends_with_a_stop_and_beats_while_it_runs() -> None:
    table = Table()
    beats: list[float] = []
    table.loop.beat(lambda: beats.append(table.inbox.time), 5.0)
    table.inbox.events = [Tick(1.0), Tick(2.0), Stop(3.0)]
    table.loop.run()
    assert len(beats) == 3


def test_the_picture_of_a_decision_is_drawn_once_while_the_storage_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, is_drawn = Table(), threading.Event()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.log.clear()

    def note(shown: View) -> Picture:
        table.log.append("drawn")
        is_drawn.set()
        return render(shown)

    monkeypatch.setattr(loop, "render", note)
    table.journal.while_writing = lambda: is_drawn.wait(10) and None
    table.press(OK)
    assert table.log == ["drawn", "kept", "show turn"]


def test_a_picture_that_cannot_be_drawn_ahead_keeps_no_decision_from_the_storage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.journal.kept.clear()
    pictures = iter([ValueError("ahead")])

    def fail_once(*about: object) -> object:
        for error in pictures:
            raise error
        return view(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(loop, "view", fail_once)
    table.press(OK)
    assert len(table.journal.kept) == 1
    assert table.screen_id is ScreenId.TURN


def test_a_slow_write_calls_its_callback_again_and_again() -> None:
    done, told = threading.Event(), []

    def tell() -> None:
        told.append(1)
        if len(told) == 3:
            done.set()

    SlowWrite(slow_s=0.01, pulse_s=0.01).run(lambda: done.wait(10) and None, tell)
    assert len(told) >= 3


def test_what_a_write_raises_reaches_the_loop() -> None:
    def fail() -> None:
        raise JournalError(StorageFault.FULL, "full")

    with pytest.raises(JournalError):
        SlowWrite().run(fail, lambda: None)


def test_the_spellings_of_the_family_book_are_kept_and_bad_ones_left_out() -> None:
    saved = SavedState({"spellings": '{"Ana": "Anna", "Ben": 3, "Cili": ""}'})
    assert start(saved).resources.spellings == {"Ana": "Anna"}
    assert start(SavedState({"spellings": "[1]"})).resources.spellings == {}


def open_the_book(inbox: Inbox) -> Loop:
    """Choose the line of the family book in the menu."""
    loop = Loop(start, inbox, Journal([]))
    loop.session = replace(loop.session, stack=(*loop.session.stack, MenuScreen()))
    loop._take_in(PanelUp(MAIN, 0.0))
    menu = next(n for n, line in enumerate(menu_choices(loop.session)) if line.act is open_book)
    for _ in range(menu):
        loop._take_in(Tap(MAIN, Button.RIGHT, inbox.time))
    loop._take_in(Tap(MAIN, Button.OK, inbox.time + 5))
    return loop


def test_the_line_of_the_family_book_is_answered_by_the_event_behind_it() -> None:
    inbox = Inbox()
    loop = open_the_book(inbox)
    assert inbox.events == [BookRead((), 0, inbox.time)]
    loop._take_in(inbox.events[0])
    assert loop.session.book is not None


def test_a_fault_in_a_saved_game_shows_itself_and_can_be_left(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SavedGameReader, "read", stumble)
    loop = open_the_book(Inbox())
    assert loop.session.screen.id is ScreenId.FAULT
    assert "stumbled" in caplog.text
    loop._take_in(Tap(MAIN, Button.BACK, 9.0))
    assert loop.session.screen.id is ScreenId.LANGUAGE


def test_settings_of_the_menu_win_over_the_configuration() -> None:
    saved_state = SavedState({"settings": '{"language": "hu", "dim": 2}'})
    session = first_session(
        saved_state, KNOWN, seed_source="x", now=0.0, defaults={"dim": 9, "dark": 7}
    )
    assert (session.settings.language, session.settings.dim) == ("hu", 2)
    assert session.settings == Settings(language="hu", dim=2, dark=7)


def test_the_ok_of_a_button_box_counts_only_for_its_owner() -> None:
    table = Table()
    table.press(OK, OK, OK, OK, Button.RIGHT, Button.RIGHT, Button.RIGHT, Button.RIGHT)
    table.loop.session = replace(table.loop.session, owners={"box": 2})
    table.inbox.time += 1.0
    table.loop.turn(Tap("box", OK, table.inbox.time))
    assert table.loop.session.game is not None
    assert not table.loop.session.game.past  # it is seat 0's turn
    table.press(OK)
    assert len(table.loop.session.game.past) == 1


def test_a_turned_box_has_its_left_on_the_right_and_a_window_has_not() -> None:
    table = Table()
    table.press(OK, OK, OK, OK)
    turned = replace(table.loop.session.settings, turned=True)
    table.loop.session = replace(table.loop.session, settings=turned)
    table.press(Button.LEFT, Button.LEFT)
    assert screen_as(table.loop.session, TurnScreen).steps == 2
    table.loop.turn(PanelUp(MAIN, table.inbox.time, upright=True))
    table.press(Button.LEFT)
    assert screen_as(table.loop.session, TurnScreen).steps == 1


def hare_square(table: Table) -> None:
    """Start a game and put the first player onto the first hare square."""
    table.press(OK, OK, OK, OK, Button.RIGHT, OK)


def test_an_ok_that_comes_while_the_hare_hides_the_card_only_ends_the_hare() -> None:
    table = Table()
    hare_square(table)
    assert table.screen_id is ScreenId.CARD
    table.inbox.time += 0.45  # past the finger that pressed twice, not past the hare
    table.loop.turn(Tap(MAIN, OK, table.inbox.time))
    assert (table.screen_id, table.loop.session.acknowledged) == (ScreenId.CARD, 0)
    table.press(OK)
    assert table.screen_id is not ScreenId.CARD or table.loop.session.acknowledged == 1


def test_after_a_power_cut_a_confirmed_card_is_not_shown_again_and_an_open_one_is() -> None:
    table = Table()
    hare_square(table)
    setup = next(k for k in table.journal.kept if isinstance(k, NewGame))
    entries = tuple(k.body for k in table.journal.kept if isinstance(k, Decision))

    def again() -> Session:
        puts = {k.key: k.value for k in table.journal.kept if isinstance(k, SetValue)}
        saved = SavedGame(1, setup.record, setup.seed, 1, False, True, entries)
        session = start(SavedState(puts, (saved,), 1))
        return show_next_screen(session)

    assert again().screen.id is ScreenId.CARD
    assert again().acknowledged == 0
    table.press(OK)
    assert again().acknowledged == 1
    assert again().screen == table.loop.session.stack[0]


def test_a_message_shown_once_is_not_closed_by_the_press_that_ends_the_power_on_picture() -> None:
    table = Table()
    damaged = replace(
        table.loop.session,
        stack=(LanguageScreen(), DamagedScreen("damaged-1")),
    )
    table.loop.session = damaged
    table.inbox.time = 0.2
    table.loop.turn(Tap(MAIN, OK, 0.2))
    assert table.screen_id is ScreenId.DAMAGED
    table.press(OK)
    assert table.screen_id is ScreenId.LANGUAGE


def test_the_child_lock_holds_at_power_on() -> None:
    table = Table()
    table.press(OK, OK, OK, OK)
    locked = replace(table.loop.session.settings, locked=True)
    table.loop.session = replace(table.loop.session, settings=locked, stack=(ResumeScreen(),))
    table.press(Button.RIGHT, OK)
    assert table.screen_id is ScreenId.CHECK  # going on is all that can be chosen
