"""Buttons on gpiozero's mock pins: raw edges in, nothing else, whatever the inbox does."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, Button, Edge, Held, Tap
from hardware.buttons import Buttons
from hardware.gpio import PinsError
from hardware.rotary_encoder import EncoderPins, RotaryEncoder
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.fakes.pins import FakePins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.app.events import Event

PINS = {Button.LEFT: 17, Button.RIGHT: 27, Button.OK: 22, Button.BACK: 23}
ENCODER = {Button.UP: 5, Button.DOWN: 6}  # A and B, to drive them by


@dataclass
class Board:
    """Four buttons, an inbox, and what opened them."""

    pins: FakePins
    inbox: FakeInbox
    opened: list[Buttons] = field(default_factory=list)

    def open(self, encoder: EncoderPins | None = None) -> Buttons:
        buttons = Buttons(
            self.pins, [*PINS.items()], self.inbox, encoder=encoder, consumer=lambda _: "spi0 CS0"
        )
        self.opened.append(buttons)
        return buttons

    def said(self) -> list[tuple[Button, bool]]:
        events, self.inbox.events = self.inbox.events, []
        return [(event.button, event.pressed) for event in events if isinstance(event, Edge)]


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board(FakePins(PINS | ENCODER), FakeInbox(clock=time.monotonic()))
    yield board
    for buttons in board.opened:
        buttons.close()
    board.pins.close()


def test_each_edge_of_each_button_arrives_bounce_and_all(board: Board) -> None:
    board.open()
    for button in PINS:
        board.pins.press(button)
        board.pins.release(button)
        board.pins.press(button)
        assert board.said() == [(button, True), (button, False), (button, True)]


def test_an_edge_carries_the_drivers_own_time(board: Board) -> None:
    board.open()
    before = board.inbox.clock = time.monotonic()
    board.pins.press(Button.OK)
    board.inbox.clock += 1.0
    event = board.inbox.events[0]
    assert isinstance(event, Edge)
    assert event.panel == MAIN
    assert before <= event.at <= before + 1.0


def test_a_time_of_another_clock_is_replaced_by_ours(board: Board) -> None:
    board.inbox.clock = 3.0
    board.open()
    board.pins.press(Button.OK)
    assert board.inbox.events == [Edge(MAIN, Button.OK, True, 3.0)]


def test_a_release_that_was_missed_is_found_by_reading_again(board: Board) -> None:
    buttons = board.open()
    board.pins.press(Button.LEFT)
    board.pins.miss(Button.LEFT, pressed=False)
    board.said()
    buttons.levels()
    assert board.said() == [(Button.LEFT, False)]


def test_a_press_that_was_missed_is_found_by_reading_again(board: Board) -> None:
    buttons = board.open()
    board.pins.miss(Button.LEFT, pressed=True)
    buttons.levels()
    assert board.said() == [(Button.LEFT, True)]


def test_the_slow_thread_reads_again_by_itself(board: Board) -> None:
    board.open()
    board.pins.press(Button.LEFT)
    board.pins.miss(Button.LEFT, pressed=False)
    deadline = time.monotonic() + 10
    while (Button.LEFT, False) not in board.said() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert time.monotonic() < deadline


def test_a_release_is_put_twice_and_then_nothing(board: Board) -> None:
    buttons = board.open()
    board.pins.press(Button.LEFT)
    board.pins.release(Button.LEFT)
    buttons.levels()
    buttons.levels()
    said = board.said()
    assert said == [(Button.LEFT, True), (Button.LEFT, False), (Button.LEFT, False)]


def test_a_button_that_is_down_from_the_start_is_held_not_pressed(board: Board) -> None:
    board.pins.pin(PINS[Button.OK])._set_pull = lambda _: None  # something stronger than a pull-up
    board.pins.press(Button.OK)
    board.open()
    assert board.inbox.events == [Held(MAIN, Button.OK, board.inbox.clock)]


def test_a_taken_pin_names_its_button_and_the_rest_plays_on(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    board.pins.taken.add(PINS[Button.OK])
    buttons = board.open()
    assert board.inbox.events == [Held(MAIN, Button.OK, board.inbox.clock)]
    assert 'GPIO 22 (ok) is held by "spi0 CS0"' in caplog.text
    board.pins.press(Button.LEFT)
    assert board.said() == [(Button.LEFT, True)]
    assert buttons.alive()


def test_a_pin_that_becomes_free_is_a_button_again(board: Board) -> None:
    board.pins.taken.add(PINS[Button.OK])
    buttons = board.open()
    board.pins.taken.clear()
    buttons.retry()
    buttons.levels()
    board.pins.press(Button.OK)
    assert board.said() == [(Button.OK, False), (Button.OK, True)]


def test_with_every_pin_taken_the_reason_is_raised(board: Board) -> None:
    board.pins.taken.update(PINS.values())
    with pytest.raises(PinsError, match=r"GPIO 17 .left. is held by .spi0.*gpioinfo") as info:
        board.open()
    assert info.value.pin == 17
    assert isinstance(info.value, OSError)


def test_an_inbox_that_raises_does_not_reach_the_driver(board: Board) -> None:
    class Broken(FakeInbox):
        def put(self, event: Event) -> None:
            raise RuntimeError(event)

    inbox, board.inbox = board.inbox, Broken()
    board.open()
    board.pins.press(Button.OK)
    board.inbox = inbox


def test_nothing_is_put_after_the_end(board: Board) -> None:
    board.open().close()
    board.pins.press(Button.OK)
    assert board.said() == []


def test_a_dead_driver_is_a_dead_part(board: Board) -> None:
    buttons = Buttons(board.pins, [*PINS.items()], board.inbox, is_driver_alive=lambda: False)
    board.opened.append(buttons)
    assert not buttons.alive()


def turn_right(board: Board) -> None:
    for act, phase in (
        (board.pins.press, Button.UP),
        (board.pins.press, Button.DOWN),
        (board.pins.release, Button.UP),
        (board.pins.release, Button.DOWN),
    ):
        act(phase)


def test_a_detent_of_the_encoder_is_a_tap(board: Board) -> None:
    board.open(encoder=EncoderPins(5, 6))
    turn_right(board)
    (event,) = board.inbox.events
    assert isinstance(event, Tap)
    assert event.button is Button.RIGHT


def test_the_encoders_last_edge_is_found_by_reading_again(board: Board) -> None:
    buttons = board.open(encoder=EncoderPins(5, 6))
    board.pins.press(Button.DOWN)
    board.pins.press(Button.UP)
    board.pins.release(Button.DOWN)
    board.pins.miss(Button.UP, pressed=False)
    buttons.levels()
    (event,) = board.inbox.events
    assert isinstance(event, Tap)
    assert event.button is Button.LEFT


def test_the_game_goes_on_without_an_encoder_whose_pin_is_in_use(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    board.pins.taken.add(6)
    buttons = board.open(encoder=EncoderPins(5, 6))
    assert 'GPIO 6 (the encoder) is held by "spi0 CS0"' in caplog.text
    board.pins.press(Button.OK)
    assert (Button.OK, True) in board.said()
    assert buttons.alive()


def test_left_and_right_are_named_where_only_the_lost_encoder_turns_them(board: Board) -> None:
    board.pins.taken.add(6)
    keys = [(Button.LEFT, 17), (Button.OK, 22)]
    buttons = Buttons(board.pins, keys, board.inbox, encoder=EncoderPins(5, 6))
    board.opened.append(buttons)
    assert board.inbox.events == [Held(MAIN, Button.RIGHT, board.inbox.clock)]


def test_an_encoder_whose_pin_becomes_free_turns_again(board: Board) -> None:
    board.pins.taken.add(5)
    buttons = Buttons(board.pins, [(Button.OK, 22)], board.inbox, encoder=EncoderPins(5, 6))
    board.opened.append(buttons)
    board.inbox.events.clear()
    board.pins.taken.clear()
    buttons.retry()
    assert board.said() == [(Button.LEFT, False), (Button.RIGHT, False)]
    turn_right(board)
    assert [type(event) for event in board.inbox.events] == [Tap]


def test_a_button_with_two_pins_is_down_while_one_of_them_is(board: Board) -> None:
    board.opened.append(Buttons(board.pins, [(Button.OK, 22), (Button.OK, 23)], board.inbox))
    board.pins.press(Button.OK)
    board.pins.press(Button.BACK)  # the other pin of OK
    board.pins.release(Button.OK)
    board.pins.release(Button.BACK)
    ok = Button.OK
    assert board.said() == [(ok, True), (ok, True), (ok, True), (ok, False)]


def test_a_button_that_lost_one_of_its_pins_is_no_lost_button(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    board.pins.taken.add(PINS[Button.OK])
    board.opened.append(Buttons(board.pins, [(Button.OK, 22), (Button.OK, 23)], board.inbox))
    assert board.inbox.events == []
    assert "GPIO 22 (ok)" in caplog.text
    board.pins.press(Button.BACK)  # the other pin of OK
    assert board.said() == [(Button.OK, True)]


class SlowPin:
    """A pin whose level is read slowly: while that goes on, `meanwhile` happens."""

    def __init__(self) -> None:
        self.level = 1
        self.when_changed: Callable[[float, int], None] | None = None
        self.meanwhile: Callable[[], None] | None = None

    def input_with_pull(self, pull: str) -> None:
        assert pull == "up"

    @property
    def state(self) -> int:
        level, meanwhile, self.meanwhile = self.level, self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return level

    def drive(self, level: int) -> None:
        self.level = level
        assert self.when_changed is not None
        self.when_changed(time.monotonic(), level)


class SlowPins:
    def __init__(self) -> None:
        self.pins: dict[int, SlowPin] = {}

    def pin(self, name: int) -> SlowPin:
        return self.pins.setdefault(name, SlowPin())

    def close(self) -> None: ...


def test_a_level_that_was_read_before_an_edge_came_is_old_and_not_put() -> None:
    pins, inbox = SlowPins(), FakeInbox(clock=time.monotonic())
    buttons, only = Buttons(pins, [(Button.OK, 17)], inbox), pins.pin(17)
    only.drive(0)
    only.meanwhile = lambda: only.drive(1)
    buttons.levels()
    buttons.close()
    pressed = [event.pressed for event in inbox.events if isinstance(event, Edge)]
    assert pressed[:2] == [True, False]
    assert True not in pressed[2:]


def test_a_level_of_the_encoder_that_is_old_when_it_was_read_costs_no_detent() -> None:
    pins, inbox = SlowPins(), FakeInbox(clock=time.monotonic())
    encoder = RotaryEncoder(pins, EncoderPins(5, 6), [], MAIN, inbox)
    encoder.claim(lambda _: "")
    a, b = pins.pin(5), pins.pin(6)
    a.meanwhile = lambda: a.drive(0)
    encoder.read()
    b.drive(0)
    a.drive(1)
    b.drive(1)
    assert [event.button for event in inbox.events if isinstance(event, Tap)] == [Button.RIGHT]


def test_an_encoder_that_starts_in_its_other_detent_steps_with_every_click() -> None:
    pins, inbox = SlowPins(), FakeInbox(clock=time.monotonic())
    encoder = RotaryEncoder(pins, EncoderPins(5, 6, transitions_per_detent=2), [], MAIN, inbox)
    a, b = pins.pin(5), pins.pin(6)
    a.level = b.level = 0
    encoder.claim(lambda _: "")
    for pin, level in ((a, 1), (b, 1), (a, 0), (b, 0)):
        pin.drive(level)
    taps = [event.button for event in inbox.events if isinstance(event, Tap)]
    assert taps == [Button.RIGHT, Button.RIGHT]
    assert encoder.position == 4
