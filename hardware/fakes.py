"""Stand-ins that ship: an inbox to look into, an I2C bus and the memories of both display chips.

They keep every byte, decode it back into the picture that a real panel would show, and can fail in
the ways that real ones do. Their behaviour follows the data sheets, the faults public reports.
"""

from __future__ import annotations

import errno
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from companion.app.events import Tick
from hardware.frames import PAGES, WIDTH, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PIL import Image

    from companion.app.events import Button, Event

# Commands of more than one byte: how many follow. Everything else stands alone.
_COMMON: Final = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_SSD1306_ARGUMENTS: Final = _COMMON | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}
_SH1106_ARGUMENTS: Final = _COMMON | {0xAD: 1}
_NOISE: Final = 0xA5


@dataclass(slots=True)
class FakeInbox:
    """An inbox that keeps what was put into it, with a clock that stands until it is moved."""

    clock: float = 0.0
    events: list[Event] = field(default_factory=list)

    def put(self, event: Event) -> None:
        """Keep an event."""
        self.events.append(event)

    def take(self, until: float | None) -> Event:
        """Give the oldest event, or a Tick at `until` (at once: nobody waits here)."""
        if self.events:
            return self.events.pop(0)
        self.clock = max(self.clock, until or self.clock)
        return Tick(self.clock)

    def now(self) -> float:
        """Read the clock, in seconds."""
        return self.clock


class ChipModel:
    """A display controller: its memory, the pointers, and what the glass would show."""

    columns = WIDTH
    first_column = 0
    arguments: dict[int, int] = _SSD1306_ARGUMENTS

    def __init__(self) -> None:
        """Power on."""
        self.power_on()

    def power_on(self) -> None:
        """Be as after a cold start: noise in the memory, dark, every register at its default."""
        self.memory = [bytearray([_NOISE]) * self.columns for _ in range(PAGES)]
        self.is_on = False
        self.contrast = 0x7F
        self.is_ready = False  # its charge pump runs, or whatever else luma starts
        self.page = self.column = 0

    def command(self, message: Sequence[int]) -> None:
        """Take the commands of one message."""
        rest = deque(message)
        while rest:
            code = rest.popleft()
            self.obey(code, [rest.popleft() for _ in range(self.arguments.get(code, 0))])

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out; those that do not change the picture are taken and forgotten."""
        match code:
            case 0xAE | 0xAF:
                self.is_on = code == 0xAF
            case 0x81:
                self.contrast = values[0]
            case 0xA8:
                self.is_ready = True

    def place(self, code: int) -> bool:
        """Set the pointer by page and halves of the column; False for any other command."""
        if 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = (code & 0x0F) << 4 | self.column & 0x0F
        else:
            return False
        return True

    def data(self, message: Iterable[int]) -> None:
        """Write display memory at the pointer, which moves on."""
        for byte in message:
            self.memory[self.page][self.column] = byte
            self.step()

    def step(self) -> None:
        """Move the pointer on after a byte."""
        raise NotImplementedError

    def picture(self) -> Image.Image:
        """Draw what stands on the glass: 128x64, black while it is off or was never started."""
        return unpack(self.frame())

    def frame(self) -> bytes:
        """Give the visible memory as a packed frame (see `frames.pack`)."""
        if not (self.is_on and self.is_ready):
            return bytes(WIDTH * PAGES)
        visible = slice(self.first_column, self.first_column + WIDTH)
        return b"".join(bytes(page[visible]) for page in self.memory)


class Ssd1306Model(ChipModel):
    """128 columns; windows in horizontal addressing, single pages in page addressing."""

    def power_on(self) -> None:
        """Start in page addressing, where windows mean nothing."""
        super().power_on()
        self.has_windows = False
        self.window = (0, PAGES - 1, 0, WIDTH - 1)

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out; in either addressing those of the other mean nothing."""
        top, bottom, left, right = self.window
        match code:
            case 0x20:
                self.has_windows = values[0] == 0
            case 0x21 if self.has_windows:
                left, right = values
                self.column = left
            case 0x22 if self.has_windows:
                top, bottom = values
                self.page = top
            case _ if self.has_windows or not self.place(code):
                super().obey(code, values)
        self.window = (top, bottom, left, right)

    def step(self) -> None:
        """Move right; a window goes on to its next page and back to its start, a page wraps."""
        top, bottom, left, right = self.window if self.has_windows else (0, 0, 0, WIDTH - 1)
        self.column += 1
        if self.column > right:
            self.column = left
            if self.has_windows:
                self.page = top if self.page == bottom else self.page + 1


class Sh1106Model(ChipModel):
    """132 columns of which the glass shows 128 from the third on; pages one by one."""

    columns = 132
    first_column = 2
    arguments = _SH1106_ARGUMENTS

    def obey(self, code: int, values: list[int]) -> None:
        """Carry one command out."""
        if not self.place(code):
            super().obey(code, values)

    def step(self) -> None:
        """Move right; at the end of the memory the pointer stays (data sheet, "Column address")."""
        self.column = min(self.column + 1, self.columns - 1)


@dataclass(slots=True)
class FakeBus:
    """An smbus2 bus with at most one panel on it; `messages` holds (address, bytes) as sent.

    `panel` None is an empty bus: nobody acknowledges (EREMOTEIO). `faults` are raised one by one,
    each when a message of its phase comes ("command", "data", or "any"). `calls` counts how often
    messages were handed over.
    """

    panel: ChipModel | None = None
    address: int = 0x3C
    messages: list[tuple[int, bytes]] = field(default_factory=list)
    faults: list[tuple[str, int]] = field(default_factory=list)
    only_blocks: bool = False
    calls: int = 0
    closed: int = 0

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Send one message of a register and at most 32 bytes; raises OSError."""
        if len(data) > 32:
            raise OSError(errno.EINVAL, "a block is 32 bytes at most")
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        """Send whole messages (smbus2.i2c_msg); raises OSError."""
        if self.only_blocks:
            raise OSError(errno.EOPNOTSUPP, "this adapter speaks SMBus only")
        if len(messages) > 42:
            raise OSError(errno.EINVAL, "the kernel takes 42 messages at once")
        self.calls += 1
        for message in messages:
            self._send(getattr(message, "addr", self.address), bytes(message))

    def close(self) -> None:
        """Count the closings."""
        self.closed += 1

    def wire_bytes(self) -> int:
        """Count the bytes on the wire so far: an address byte a message, and what follows it."""
        return sum(1 + len(message) for _, message in self.messages)

    def _send(self, address: int, message: bytes) -> None:
        phase = "data" if message[0] == 0x40 else "command"
        for number, (where, code) in enumerate(self.faults):
            if where in (phase, "any"):
                del self.faults[number]
                raise OSError(code, errno.errorcode[code])
        if self.panel is None or address != self.address:
            raise OSError(errno.EREMOTEIO, "nobody acknowledges")
        self.messages.append((address, message))
        (self.panel.data if phase == "data" else self.panel.command)(message[1:])


class FakePins:
    """A button board on gpiozero's MockFactory: press and release what is wired, or bounce it.

    `taken` pins (BCM numbers) are held by somebody else. Edges reach the driver in the caller's
    thread, with the true monotonic time.
    """

    def __init__(self, pins: Mapping[Button, int], taken: Iterable[int] = ()) -> None:
        """Build a factory of its own; gpiozero is imported here and not before."""
        from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - dear, and only fakes need it

        self._factory = MockFactory()
        self._pins = dict(pins)
        self.taken = set(taken)

    def pin(self, name: int) -> Any:
        """Give a pin, as a gpiozero factory does; raises OSError for a taken one."""
        if name in self.taken:
            raise OSError(errno.EBUSY, "GPIO busy")
        return self._factory.pin(name)

    def close(self) -> None:
        """Give all pins back."""
        self._factory.reset()

    def press(self, button: Button) -> None:
        """Pull a button's pin to ground."""
        self.pin(self._pins[button]).drive_low()

    def release(self, button: Button) -> None:
        """Let it go: the pull-up wins."""
        self.pin(self._pins[button]).drive_high()

    def miss(self, button: Button, *, pressed: bool) -> None:
        """Change a level so that no edge is seen, as a full queue in the kernel does."""
        pin = self.pin(self._pins[button])
        heard, pin.when_changed = pin.when_changed, None
        (pin.drive_low if pressed else pin.drive_high)()
        pin.when_changed = heard


class FakeSpi:
    """A panel on SPI: stands in for spidev's SpiDev and for RPi.GPIO at once, as luma uses them.

    The data/command pin tells what a byte is; a reset pulse is a cold start.
    """

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, panel: ChipModel, dc: int = 24, reset: int = 25) -> None:
        """Wire the panel to these pins (BCM numbers)."""
        self.panel = panel
        self.max_speed_hz = 0
        self._dc = dc
        self._reset = reset
        self._levels: dict[int, int] = {}

    def setup(self, pin: int, function: int) -> None:
        """Make a pin an output."""
        self._levels[pin] = function

    def output(self, pin: int, level: int) -> None:
        """Drive a pin."""
        if pin == self._reset and level == self.LOW:
            self.panel.power_on()
        self._levels[pin] = level

    def open(self, port: int, device: int) -> None:
        """Open the bus; there is only one."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes: commands or data, as the pin says."""
        if self._levels[self._dc]:
            self.panel.data(data)
        else:
            self.panel.command(data)

    def close(self) -> None:
        """Hold nothing."""

    def cleanup(self, *_: Any) -> None:
        """Hold nothing."""
