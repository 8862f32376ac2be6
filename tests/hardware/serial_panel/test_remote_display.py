from __future__ import annotations

import random
import zlib

import pytest

from hardware.serial_panel.protocol import MemoryWrite, Show
from hardware.serial_panel.remote_display import ANSWER_S, TRIES, PackedFrame, RemoteDisplay
from tests.tools import seeds

A = PackedFrame(bytes(range(256)) * 4)
B = PackedFrame(A.packed[:300] + b"\0\xff\0" + A.packed[303:])


@pytest.fixture
def screen() -> RemoteDisplay:
    """A display that has shown A as picture 1."""
    screen = RemoteDisplay(A)
    screen.advance(0.0)
    screen.confirm(1, visible=True)
    return screen


def apply(memory: bytes, messages: list[MemoryWrite | Show]) -> bytes:
    """Write all parts into the far memory, which the Show at the end must describe."""
    changed = bytearray(memory)
    for part in messages[:-1]:
        assert isinstance(part, MemoryWrite)
        start = part.page * 128 + part.column
        changed[start : start + len(part.data)] = part.data
    assert isinstance(messages[-1], Show)
    assert messages[-1].checksum == zlib.crc32(changed)
    return bytes(changed)


def test_the_first_picture_goes_out_whole() -> None:
    messages = RemoteDisplay(A).advance(0.0)
    assert apply(b"\xa5" * 1024, messages) == A.packed
    assert messages[-1] == Show(1, 2, zlib.crc32(A.packed))


def test_of_the_next_picture_only_what_changed_goes_out(screen: RemoteDisplay) -> None:
    screen.set_frame(B)
    messages = screen.advance(1.0)
    assert apply(A.packed, messages) == B.packed
    assert sum(len(part.data) for part in messages[:-1]) == 3


def test_an_equal_picture_sends_nothing(screen: RemoteDisplay) -> None:
    screen.set_frame(PackedFrame(bytes(A.packed)))
    assert screen.advance(1.0) == []


def test_another_light_alone_sends_no_bytes_of_the_picture(screen: RemoteDisplay) -> None:
    screen.set_frame(PackedFrame(A.packed, brightness=1))
    assert screen.advance(1.0) == [Show(2, 1, zlib.crc32(A.packed))]


def test_while_one_picture_is_under_way_the_newest_alone_waits(screen: RemoteDisplay) -> None:
    screen.set_frame(B)
    screen.advance(1.0)
    screen.set_frame(PackedFrame())
    screen.set_frame(PackedFrame(A.packed, brightness=1))
    assert screen.advance(1.1) == []
    screen.confirm(2, visible=True)
    assert apply(B.packed, screen.advance(1.2)) == A.packed


def test_a_picture_that_did_not_arrive_whole_is_sent_with_every_byte(screen: RemoteDisplay) -> None:
    screen.set_frame(B)
    screen.advance(1.0)
    screen.refuse(2)
    assert apply(b"\xa5" * 1024, screen.advance(1.1)) == B.packed


def test_a_picture_without_an_answer_is_sent_with_every_byte(screen: RemoteDisplay) -> None:
    screen.set_frame(B)
    screen.advance(1.0)
    assert screen.advance(1.0 + ANSWER_S * 0.9) == []
    assert apply(b"\xa5" * 1024, screen.advance(1.0 + ANSWER_S)) == B.packed


def test_an_answer_to_an_older_picture_settles_nothing(screen: RemoteDisplay) -> None:
    screen.set_frame(B)
    screen.advance(1.0)
    screen.advance(1.0 + ANSWER_S)  # picture 3 now
    screen.confirm(2, visible=False)
    screen.refuse(2)
    assert screen.visible
    assert not screen.is_settled
    assert screen.advance(1.1 + ANSWER_S) == []


def test_a_panel_that_never_takes_its_picture_is_given_up() -> None:
    screen = RemoteDisplay(A)
    for number in range(1, TRIES + 1):
        assert not screen.has_failed
        assert screen.advance(0.0)
        screen.refuse(number)
    assert screen.has_failed
    assert screen.advance(0.0) == []


def test_a_dark_display_becomes_visible_again(screen: RemoteDisplay) -> None:
    screen.confirm(1, visible=False)
    assert not screen.visible
    screen.confirm(1, visible=True)
    assert screen.visible


@pytest.mark.parametrize("seed", seeds(10))
def test_whatever_is_lost_on_the_way_the_far_picture_becomes_the_wanted_one(seed: int) -> None:
    chance = random.Random(seed)
    screen, memory, now = RemoteDisplay(PackedFrame()), b"\xa5" * 1024, 0.0
    frame = PackedFrame()
    for _ in range(100):
        changed = bytearray(frame.packed)
        changed[chance.randrange(1024)] ^= 1 << chance.randrange(8)
        frame = PackedFrame(bytes(changed), chance.randrange(3))
        screen.set_frame(frame)
        while not screen.is_settled:
            now += 0.3
            *parts, show = screen.advance(now) or [None]
            if show is None:
                continue
            kept = [part for part in parts if chance.random() < 0.97]
            if kept == parts:
                memory = apply(memory, [*parts, show])
                if chance.random() < 0.9:
                    screen.confirm(show.number, visible=True)
            else:
                screen.refuse(show.number)
                screen._failures = 0  # so unlucky a line is given up in earnest
        assert memory == frame.packed
