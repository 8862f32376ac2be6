"""An I2C bus with at most one panel, which fails in the ways that public reports describe."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.hardware.fakes.display_chips import ChipModel


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
