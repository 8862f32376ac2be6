from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from companion.app.events import Button, Edge, Event, Held, PanelDown, PanelUp
from hardware.serial_panel.link import GREETING_S, LOST_AFTER_S, MAX_BYTES_PER_S, Link, LinkLost
from hardware.serial_panel.protocol import Goodbye, Heartbeat, Hello, Levels, Show, encode
from hardware.serial_panel.remote_display import PackedFrame
from tests.hardware.serial_panel.far_panel import FarPanel
from tests.tools import seeds

PICTURE = PackedFrame(bytes(range(256)) * 4, brightness=1)


@dataclass
class Table:
    """Both ends and a clock; `carry` lets them speak for some seconds, 0.1 s a round."""

    far: FarPanel = field(default_factory=FarPanel)
    link: Link = field(default_factory=lambda: Link("far", 2, PackedFrame(), 0.0))
    now: float = 0.0
    loss: float = 0.0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    events: list[Event] = field(default_factory=list)

    def carry(self, seconds: float = 0.5) -> list[Event]:
        before = len(self.events)
        for _ in range(round(seconds * 10)):
            self.now = round(self.now + 0.1, 1)
            self.link.advance(self.now)
            self.far.receive(self.spoil(self.link.take_outgoing(), self.loss / 100))
            self.link.receive(self.spoil(self.far.take(), self.loss), self.now)
            self.events += self.link.take_events()
        return self.events[before:]

    def spoil(self, data: bytes, loss: float) -> bytes:
        spoilt = bytearray(data)
        for place in range(len(data)):
            if self.chance.random() < loss:
                spoilt[place] ^= 1 << self.chance.randrange(8)
        return bytes(spoilt)


@pytest.fixture
def table() -> Table:
    """A panel that is linked and shows its first picture."""
    table = Table()
    assert table.carry() == [PanelUp("far", table.events[0].at, 2)]
    return table


def test_a_panel_is_up_when_its_display_shows_the_first_picture_and_not_before() -> None:
    table = Table(FarPanel(works=False))
    assert table.carry(2.0) == []
    assert table.link.is_linked
    assert table.link.has_display_failed
    table.far.works = True
    table.far._show(1, 2, _checksum(table.far))
    assert [type(event) for event in table.carry()] == [PanelUp]
    assert not table.link.has_display_failed


def _checksum(far: FarPanel) -> int:
    return next(each.checksum for each in far.heard if isinstance(each, Show))


def test_the_newest_picture_reaches_the_display(table: Table) -> None:
    table.link.set_frame(PICTURE)
    table.carry()
    assert (table.far.glass, table.far.brightness) == (PICTURE.packed, 1)


def test_a_press_comes_in_as_edges_of_this_panel(table: Table) -> None:
    table.far.press(0b0100)
    table.far.press(0)
    at = table.now + 0.1
    expected = [Edge("far", Button.OK, True, at), Edge("far", Button.OK, False, at)]
    assert table.carry() == [_rounded(edge) for edge in expected]


def test_old_lines_that_are_sent_again_make_no_presses(table: Table) -> None:
    old = encode(Levels(0, (0b0100, 0, 0b0100, 0)))
    for mask in (0b0100, 0, 0b0100, 0):
        table.far.press(mask)
    assert len(table.carry()) == 4
    table.link.receive(old * 2, table.now)
    assert table.link.take_events() == []
    assert table.carry() == []


def test_a_count_that_was_replayed_from_an_earlier_start_ends_the_link(table: Table) -> None:
    table.link.receive(encode(Levels(500, (0, 0b0100, 0, 0b0100))), table.now)
    assert table.link.take_events() == []
    with pytest.raises(LinkLost, match="runs backwards"):
        table.carry(5.0)


def _rounded(edge: Edge) -> Edge:
    return Edge(edge.panel, edge.button, edge.pressed, round(edge.at, 1))


def test_beats_go_both_ways_each_second_and_nothing_else_while_all_is_quiet(table: Table) -> None:
    table.far.heard.clear()
    table.carry(10.0)
    assert table.far.heard == [Heartbeat()] * 10


def test_a_silent_panel_is_lost_and_its_buttons_are_released(table: Table) -> None:
    table.far.press(0b0001)
    table.carry()
    table.far.linked = False
    table.far.heard.clear()
    table.far.hangs = True
    with pytest.raises(LinkLost, match="silent"):
        table.carry(LOST_AFTER_S + 1.0)
    table.link.end(9.0)
    assert table.link.take_events() == [
        Edge("far", Button.LEFT, False, 9.0),
        PanelDown("far", 9.0),
    ]


def test_a_line_that_stops_in_the_middle_is_a_silent_panel(table: Table) -> None:
    table.link.receive(encode(Levels(1, (4, 0, 0, 0)))[:9], table.now)
    table.far.hangs = True
    with pytest.raises(LinkLost, match="silent"):
        table.carry(LOST_AFTER_S + 1.0)
    assert not any(isinstance(event, Edge) for event in table.events)


def test_a_port_without_an_answer_is_given_up() -> None:
    table = Table()
    table.far.hangs = True
    with pytest.raises(LinkLost, match="greeting"):
        table.carry(GREETING_S + 1.0)
    table.link.end(9.0)
    assert table.link.take_events() == []


def test_an_echo_of_our_own_lines_is_no_panel() -> None:
    link = Link("far", None, PackedFrame(), 0.0)

    def echo() -> None:
        for tenth in range(100):
            link.advance(tenth / 10)
            link.receive(link.take_outgoing(), tenth / 10)

    with pytest.raises(LinkLost, match="greeting"):
        echo()


def test_lines_of_an_earlier_link_are_ignored() -> None:
    table = Table()
    table.far.welcome(4711)
    table.far.press(0b0001)
    table.link.receive(table.far.take(), 0.0)
    assert not table.link.is_linked
    assert table.link.take_events() == []


def test_a_panel_that_started_anew_is_greeted_anew(table: Table) -> None:
    table.far.linked = False
    with pytest.raises(LinkLost, match="anew"):
        table.carry(2.0)


def test_a_second_answer_to_one_greeting_changes_nothing(table: Table) -> None:
    nonce = next(each.nonce for each in table.far.heard if isinstance(each, Hello))
    table.far.welcome(nonce)
    assert table.carry() == []


def test_a_panel_of_another_version_is_recognised_and_the_fix_is_named() -> None:
    with pytest.raises(LinkLost, match=r"version 2 .* this program 1: copy the files"):
        Table(FarPanel(version=2)).carry()


def test_a_display_of_another_size_is_refused() -> None:
    with pytest.raises(LinkLost, match="128 columns by 4 pages"):
        Table(FarPanel(pages=4)).carry()


def test_a_box_of_buttons_shows_nothing_and_is_never_up() -> None:
    table = Table(FarPanel(columns=0, pages=0))
    table.carry()
    table.far.press(0b1000)
    assert [type(event) for event in table.carry()] == [Edge]
    assert not any(isinstance(each, Show) for each in table.far.heard)
    table.link.end(9.0)
    assert table.link.take_events() == [Edge("far", Button.BACK, False, 9.0)]


def test_a_button_that_was_held_while_plugging_in_was_not_pressed() -> None:
    table = Table()
    table.far.press(0b0100)
    table.far.take()
    assert [type(event) for event in table.carry()] == [Held, PanelUp]


def test_a_panel_whose_display_fails_is_down_but_its_buttons_still_work(table: Table) -> None:
    table.far.works = False
    table.link.set_frame(PICTURE)
    assert [type(event) for event in table.carry()] == [PanelDown]
    table.far.press(0b0001)
    assert [type(event) for event in table.carry()] == [Edge]
    table.far.works = True
    table.link.set_frame(PackedFrame())
    assert table.carry() == [PanelUp("far", table.events[-1].at, 2)]


def hear_often(table: Table, data: bytes) -> int:
    """Pour the same bytes in at one moment until the link ends; tell how many it took."""
    for taken in range(0, 10 * MAX_BYTES_PER_S, len(data)):
        try:
            table.link.receive(data, table.now)
        except LinkLost:
            return taken
    pytest.fail("the flood was not noticed")


def test_a_panel_that_takes_no_picture_is_greeted_anew(table: Table) -> None:
    table.far.forgets = True
    table.link.set_frame(PICTURE)
    with pytest.raises(LinkLost, match="does not take its pictures"):
        table.carry(2.0)


def test_a_flood_of_noise_ends_the_link_within_a_second_of_it(table: Table) -> None:
    assert hear_often(table, b"x" * 1024) <= MAX_BYTES_PER_S


def test_a_flood_of_good_lines_ends_the_link_too(table: Table) -> None:
    table.far.press(0b0001)
    table.far.press(0)
    taken = hear_often(table, table.far.take())
    assert taken <= MAX_BYTES_PER_S
    assert len(table.link.take_events()) <= MAX_BYTES_PER_S / len(encode(Levels(1, (0, 0, 0, 0))))


def test_all_buttons_bouncing_without_end_are_no_flood(table: Table) -> None:
    for count in range(200):  # each 5 ms a change: ten seconds at 20 changes a round
        for bit in range(2):
            table.far.press(count << bit & 0b1111)
        table.carry(0.1)
    assert table.link.is_linked


@pytest.mark.parametrize("seed", seeds(8))
def test_over_a_noisy_line_the_picture_and_the_buttons_come_right(seed: int) -> None:
    table = Table(chance=random.Random(seed))
    table.carry()
    table.loss = 0.01
    pressed = False
    for step in range(60):
        packed = bytearray(1024)
        packed[step * 16 : step * 16 + 64] = b"\xff" * 64
        table.link.set_frame(PackedFrame(bytes(packed)))
        if step % 3 == 0:
            pressed = not pressed
            table.far.press(0b0100 * pressed)
        table.carry()
    table.loss = 0.0
    table.carry(3.0)
    assert table.link.damaged > 0
    assert table.far.glass == bytes(packed)
    oks = [event.pressed for event in table.events if isinstance(event, Edge)]
    assert oks == [True, False] * 10


def test_the_farewell_comes_after_the_last_picture_and_its_answer_ends_the_link(
    table: Table,
) -> None:
    table.link.set_frame(PackedFrame(b"\x55" * 1024))
    table.link.advance(table.now)  # it is under way when the last one comes
    table.link.set_frame(PICTURE)
    table.link.say_goodbye(keep=False)
    table.carry()
    assert table.far.glass == PICTURE.packed
    assert table.far.heard[-1] == Goodbye(keep=False)
    assert table.link.is_over


def test_the_first_byte_ends_a_line_that_an_earlier_link_left_unfinished() -> None:
    table = Table()
    table.far.receive(b"p 0 0 00ff")
    table.carry()
    assert table.link.is_linked


def test_a_link_holds_from_the_welcome_on_and_calling_in_vain_is_no_link(table: Table) -> None:
    assert table.link.linked_s(table.now + 10.0) == pytest.approx(10.4)
    assert Link("far", None, PackedFrame(), 0.0).linked_s(100.0) == 0.0
