"""The OLED driver on a recording bus: what is shown, what it costs, which faults it survives."""

from __future__ import annotations

import atexit
import errno
from typing import TYPE_CHECKING

import pytest
import smbus2
from luma.core.interface.serial import i2c
from oled_pictures import noise, wandering, with_box

from companion.config.configuration import DisplayChip
from hardware import buses
from hardware.buses import I2c
from hardware.frames import BLANK, pack
from hardware.oled import Brightness, Oled, RefreshPolicy
from hardware.reconnecting_bus import BUS_ERRORS
from tests.hardware.fakes.display_chips import ChipModel, Sh1106Model, Ssd1306Model
from tests.hardware.fakes.i2c import FakeBus
from tests.hardware.fakes.inbox import FakeInbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHIPS: dict[DisplayChip, tuple[type[ChipModel], int]] = {
    DisplayChip.SSD1306: (Ssd1306Model, 1034),
    DisplayChip.SH1106: (Sh1106Model, 1080),
}
"""The model of each chip, and the bytes that stock luma sends for a picture."""
WAY = 2  # bytes that tell the SSD1306 to run through all pages

A, B = pack(noise(1)), pack(noise(2))


class Bench:
    """One panel of a chip on a bus, managed as in the product or in blocks of 32 bytes."""

    def __init__(self, chip: DisplayChip, *, managed: bool, patch: pytest.MonkeyPatch) -> None:
        self.chip = chip
        self.model = CHIPS[chip][0]()
        self.bus = FakeBus(self.model)
        self.clock = FakeInbox()
        patch.setattr(buses, "Bus", lambda _: self.bus)
        self.policy = RefreshPolicy(column_offset=chip.column_offset)
        opener = I2c(1, 0x3C).open if managed else lambda: i2c(bus=self.bus, address=0x3C)
        self.oled = Oled(chip, opener, self.policy, self.clock.now)

    def sent(self, act: Callable[[], None]) -> list[bytes]:
        before = len(self.bus.messages)
        act()
        return [message for _, message in self.bus.messages[before:]]

    def paint(self, frame: bytes, brightness: Brightness = Brightness.FULL) -> list[bytes]:
        return self.sent(lambda: self.oled.paint(frame, brightness))

    def lose(self) -> None:
        """Pull the cable; the next words find nobody."""
        self.bus.panel = None
        with pytest.raises(BUS_ERRORS):
            self.oled.paint(B, Brightness.FULL)

    def replug(self) -> None:
        """Put the panel back: it has forgotten everything."""
        self.model.power_on()
        self.bus.panel = self.model


@pytest.fixture(
    params=[(chip, managed) for chip in DisplayChip for managed in (True, False)], ids=str
)
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Bench:
    chip, managed = request.param
    return Bench(chip, managed=managed, patch=monkeypatch)


def wire_bytes(messages: list[bytes]) -> int:
    return sum(1 + len(message) for message in messages)


def test_the_display_shows_each_picture_of_a_walk(bench: Bench) -> None:
    for image in wandering(7, 60):
        bench.paint(pack(image))
        assert bench.model.picture().tobytes() == image.tobytes()


def test_an_equal_picture_costs_no_byte(bench: Bench) -> None:
    bench.paint(A)
    assert bench.paint(A) == []


def test_a_small_change_costs_its_columns_and_a_handful(bench: Bench) -> None:
    bench.paint(A)
    changed = pack(with_box(noise(1), (40, 16, 49, 23)))
    assert wire_bytes(bench.paint(changed)) <= 10 + 2 + 6 + 2


def test_no_picture_costs_more_than_a_full_one_of_stock_luma_and_its_way_through_the_pages(
    bench: Bench,
) -> None:
    bench.paint(A)
    blocks = 0 if bench.bus.calls else 62
    assert wire_bytes(bench.paint(B)) <= CHIPS[bench.chip][1] + WAY + blocks


def test_the_first_picture_is_there_before_the_panel_is_lit(bench: Bench) -> None:
    assert bench.paint(A)[-1] == b"\x00\xaf"
    assert bench.model.frame() == A


def test_dimming_is_the_contrast_and_nothing_else(bench: Bench) -> None:
    bench.paint(A)
    assert bench.paint(A, Brightness.DIM) == [bytes([0, 0x81, bench.policy.dimmed])]
    assert bench.model.contrast == bench.policy.dimmed


def test_a_dark_panel_is_off_and_blank(bench: Bench) -> None:
    bench.paint(A)
    bench.paint(A, Brightness.DARK)
    assert not bench.model.is_on
    bench.model.is_on = True
    assert bench.model.frame() == BLANK


def test_a_dark_panel_wakes_with_the_whole_picture(bench: Bench) -> None:
    bench.paint(A, Brightness.DARK)
    bench.paint(B)
    assert bench.model.frame() == B
    assert bench.model.contrast == bench.policy.contrast


@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.ENXIO])
@pytest.mark.parametrize("phase", ["command", "data"])
def test_after_a_fault_in_either_phase_all_is_sent_again(
    bench: Bench, phase: str, code: int
) -> None:
    bench.paint(A)
    bench.bus.faults.append((phase, code))
    with pytest.raises(BUS_ERRORS):
        bench.paint(B)
    assert not bench.oled.is_up
    bench.model.power_on()
    bench.paint(B)
    assert bench.model.frame() == B


def test_a_panel_that_was_away_comes_back_whole(bench: Bench) -> None:
    bench.paint(A)
    bench.lose()
    bench.replug()
    bench.paint(A)
    assert bench.model.frame() == A


def test_a_panel_missing_at_the_start_is_found_later(bench: Bench) -> None:
    bench.bus.panel = None
    for _ in range(3):
        with pytest.raises(BUS_ERRORS):
            bench.oled.paint(A, Brightness.FULL)
    bench.replug()
    bench.paint(A)
    assert bench.model.frame() == A


def test_a_missing_bus_is_a_fault_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: int) -> FakeBus:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")

    monkeypatch.setattr(buses, "Bus", missing)
    oled = Oled(DisplayChip.SSD1306, I2c(1, 0x3C).open, RefreshPolicy(), FakeInbox().now)
    with pytest.raises(BUS_ERRORS, match="/dev/i2c-1"):
        oled.paint(A, Brightness.FULL)


def test_ten_losses_add_no_exit_hook_and_close_each_bus(bench: Bench) -> None:
    bench.paint(A)
    hooks = atexit._ncallbacks()
    for _ in range(10):
        bench.lose()
        bench.replug()
        bench.paint(A)
    assert atexit._ncallbacks() == hooks
    assert bench.model.frame() == A


def test_a_bus_is_closed_with_each_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(DisplayChip.SSD1306, managed=True, patch=monkeypatch)
    bench.paint(A)
    bench.lose()
    assert bench.bus.closed == 1


def test_an_adapter_of_short_blocks_is_served_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(DisplayChip.SSD1306, managed=True, patch=monkeypatch)
    bench.bus.only_blocks = True
    with pytest.raises(OSError, match="SMBus only"):
        bench.oled.paint(A, Brightness.FULL)
    bench.paint(A)
    assert bench.model.frame() == A


def test_noise_in_the_memory_is_gone_after_the_refresh(bench: Bench) -> None:
    bench.paint(A)
    bench.model.memory[3][40] ^= 0xFF
    bench.clock.clock = 60.0
    bench.oled.maintain()
    assert bench.model.frame() == A


def test_after_a_refresh_the_whole_picture_is_not_sent_again_before_the_next(bench: Bench) -> None:
    bench.paint(A)
    bench.clock.clock = 60.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) > len(A)
    bench.clock.clock = 60.5
    assert bench.sent(bench.oled.maintain) == []
    bench.clock.clock = 61.5
    assert wire_bytes(bench.sent(bench.oled.maintain)) == 3
    bench.clock.clock = 120.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) > len(A)


def test_a_dark_panel_is_asked_every_second_too_and_stays_dark(bench: Bench) -> None:
    bench.paint(A)
    bench.oled.paint(A, Brightness.DARK)
    for second in (1.0, 2.0, 3.0):
        bench.clock.clock = second
        assert bench.sent(bench.oled.maintain) == [bytes([0x00, 0xAE])]
    bench.bus.panel = None
    bench.clock.clock = 4.0
    with pytest.raises(BUS_ERRORS):
        bench.oled.maintain()


def test_a_lost_initialisation_is_repeated_after_ten_minutes_without_going_dark(
    bench: Bench,
) -> None:
    bench.paint(A)
    bench.model.power_on()
    bench.clock.clock = 600.0
    messages = bench.sent(bench.oled.maintain)
    assert bench.model.frame() == A
    assert not [message for message in messages if message[0] == 0 and message[1] == 0xAE]


def test_after_the_initialisation_is_repeated_the_next_second_only_asks(bench: Bench) -> None:
    bench.clock.clock = 1000.0
    bench.paint(A)
    bench.clock.clock = 1001.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) == 3
    bench.clock.clock = 1600.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) > len(A) + 20
    bench.clock.clock = 1601.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) == 3


def test_a_panel_that_was_never_painted_is_left_alone(bench: Bench) -> None:
    due = bench.oled.due()
    bench.clock.clock = 1000.0
    assert bench.sent(bench.oled.maintain) == []
    assert bench.oled.due() == due


PERIODS = [
    (RefreshPolicy(probe_s=0, refresh_s=0, restart_s=0), None),
    (RefreshPolicy(probe_s=3, refresh_s=0, restart_s=0), 3.0),
    (RefreshPolicy(probe_s=0, refresh_s=7, restart_s=0), 7.0),
    (RefreshPolicy(probe_s=0, refresh_s=0, restart_s=11), 11.0),
    (RefreshPolicy(probe_s=9, refresh_s=7, restart_s=11), 7.0),
]


@pytest.mark.parametrize(("policy", "due"), PERIODS)
def test_the_next_work_is_due_with_the_shortest_period_and_a_period_of_0_never_is(
    policy: RefreshPolicy, due: float | None, bench: Bench
) -> None:
    bench.oled._policy = policy
    bench.paint(A)
    assert bench.oled.due() == due
    bench.clock.clock = 2.9
    assert bench.sent(bench.oled.maintain) == []
    bench.clock.clock = 10_000.0
    assert (bench.sent(bench.oled.maintain) != []) == (due is not None)


def test_an_idle_panel_is_asked_every_second_with_three_bytes(bench: Bench) -> None:
    bench.paint(A)
    bench.clock.clock = 0.9
    assert bench.sent(bench.oled.maintain) == []
    bench.clock.clock = 1.0
    assert wire_bytes(bench.sent(bench.oled.maintain)) == 3
    assert bench.oled.due() == 2.0


def test_an_idle_panel_that_is_pulled_is_missed(bench: Bench) -> None:
    bench.paint(A)
    bench.bus.panel = None
    bench.clock.clock = 1.0
    with pytest.raises(BUS_ERRORS):
        bench.oled.maintain()
    assert not bench.oled.is_up


def test_the_other_column_offset_fits_the_panels_that_begin_at_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(DisplayChip.SH1106, managed=True, patch=monkeypatch)
    bench.model.first_column = 0
    oled = Oled(
        DisplayChip.SH1106, I2c(1, 0x3C).open, RefreshPolicy(column_offset=0), bench.clock.now
    )
    oled.paint(A, Brightness.FULL)
    assert bench.model.frame() == A


@pytest.mark.parametrize("chip", list(DisplayChip))
def test_each_picture_is_one_call_into_the_kernel(
    chip: DisplayChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(chip, managed=True, patch=monkeypatch)
    for number, image in enumerate(wandering(5, 20), 1):
        bench.paint(pack(with_box(image, (number, 0, number + 1, 63))))
        assert bench.bus.calls == number


def test_more_messages_than_the_kernel_takes_at_once_are_two_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(DisplayChip.SH1106, managed=True, patch=monkeypatch)
    bench.paint(BLANK)
    bench.bus.calls = 0
    stripes = bytes(0xFF * (n % 16 == 0) for n in range(1024))
    bench.paint(stripes)
    assert bench.model.frame() == stripes
    assert bench.bus.calls == 4  # eight stripes in each of eight pages, two messages each


def test_after_a_fault_each_message_goes_alone_so_that_none_is_refused_unnoticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(DisplayChip.SH1106, managed=True, patch=monkeypatch)
    bench.paint(A)
    bench.lose()
    bench.replug()
    bench.bus.calls = 0
    assert len(bench.paint(B)) == bench.bus.calls
    assert bench.model.frame() == B


def adapter(root: Path, name: str) -> Path:
    """Write the name of the first I2C adapter as sysfs does."""
    node = root / "sys/bus/i2c/devices/i2c-1"
    node.mkdir(parents=True)
    (node / "name").write_text(name + "\n")
    return root


@pytest.mark.parametrize(
    ("name", "one_by_one"),
    [("bcm2835 (i2c@7e804000)", True), ("Synopsys DesignWare I2C adapter", False)],
)
def test_an_adapter_of_the_bcm2835_gets_each_message_in_a_call_of_its_own(
    name: str, one_by_one: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(DisplayChip.SH1106, managed=True, patch=monkeypatch)
    i2c = I2c(1, 0x3C, adapter(tmp_path, name))
    bench.oled = Oled(DisplayChip.SH1106, i2c.open, RefreshPolicy(column_offset=2), bench.clock.now)
    messages = bench.paint(A)
    assert bench.bus.calls == (len(messages) if one_by_one else 1)
    assert bench.model.frame() == A


def test_an_adapter_that_sends_fewer_messages_without_an_error_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = buses.Bus(None)
    bus.fd = 7
    monkeypatch.setattr(buses.fcntl, "ioctl", lambda *_: 1)
    message = smbus2.i2c_msg.write(0x3C, [0x00])
    bus.i2c_rdwr(message)
    with pytest.raises(OSError, match="1 of 2 messages were taken"):
        bus.i2c_rdwr(message, message)
    bus.fd = None
