"""The far ends of a guest kernel's GPIO chip and I2C bus, served over vhost-user sockets.

User-Mode Linux binds its own gpio-virtio and i2c-virtio drivers to these, so /dev/gpiochip0 and
/dev/i2c-N in the guest are true kernel devices; what is wired to them lives in this process.
Numbers and layouts: the vhost-user protocol's specification and virtio 1.2, sections 2.7 (split
queues), 5.17 (GPIO) and 5.18 (I2C). One guest a socket, no reconnection: a kernel boots once.
"""

from __future__ import annotations

import array
import contextlib
import mmap
import os
import selectors
import socket
import struct
import threading
import time
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Request(IntEnum):
    """The messages of vhost-user that a back end must answer or remember."""

    READ_FEATURES = 1
    SET_MEMORY = 5
    SET_QUEUE_SIZE = 8
    SET_QUEUE_ADDRESSES = 9
    SET_QUEUE_BASE = 10
    READ_QUEUE_BASE = 11
    SET_QUEUE_KICK = 12
    SET_QUEUE_CALL = 13
    READ_PROTOCOL_FEATURES = 15
    READ_CONFIGURATION = 24


HEADER = struct.Struct("<III")
"""Request, flags, size of what follows."""
REPLY_FLAGS = 0b101  # protocol version 1, and "this is a reply"
WANTS_ACKNOWLEDGEMENT = 0b1000
VIRTIO_VERSION_1 = 1 << 32
HAS_PROTOCOL_FEATURES = 1 << 30
DEVICE_FEATURE_0 = 1 << 0  # I2C: requests of no length; GPIO: interrupts
PROTOCOL_BACK_REQUESTS = 1 << 5
"""Never used, always offered: User-Mode Linux sets its interrupt up together with that channel."""
PROTOCOL_CONFIGURATION = 1 << 9
NO_DESCRIPTOR = 1 << 8  # in a kick or call message: no file descriptor comes with it


class Fragment(IntFlag):
    """Flags of a descriptor in a split queue."""

    CONTINUES = 1
    DEVICE_WRITES = 2


@dataclass(frozen=True, slots=True)
class Region:
    """A piece of the guest's memory, mapped here."""

    guest: int
    size: int
    user: int
    offset: int
    view: mmap.mmap


@dataclass(slots=True)
class Queue:
    """A split queue: three tables in the guest's memory and two descriptors to wake each other."""

    size: int = 0
    done: int = 0
    descriptors: int = 0
    available: int = 0
    used: int = 0
    kick: int | None = None
    call: int | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """One request of the guest's driver: what it says, and where it waits for the answer."""

    queue: Queue
    head: int
    said: bytes
    answer: tuple[tuple[int, int], ...]

    @property
    def room(self) -> int:
        return sum(size for _, size in self.answer)


class BackEnd(threading.Thread):
    """Serve one virtio device; a subclass says in `handle` what its requests mean."""

    protocol_features = PROTOCOL_BACK_REQUESTS
    configuration = b""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True, name=path.name)
        self.path = path
        self.lock = threading.RLock()
        self.kicked_at = 0.0
        self._regions: list[Region] = []
        self._queues: dict[int, Queue] = {}
        self._unused: list[int] = []
        self._selector = selectors.DefaultSelector()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen(1)
        self._guest: socket.socket | None = None
        self.start()

    def handle(self, number: int, chain: Chain) -> None:
        """Answer a request that came on this queue, now or later, by `complete`."""
        raise NotImplementedError

    def run(self) -> None:
        try:
            self._guest, _ = self._server.accept()
            self._selector.register(self._guest, selectors.EVENT_READ, self._on_message)
            while True:
                for key, _ in self._selector.select():
                    key.data()
        except (EOFError, OSError):
            pass  # the guest is gone, or close() was called: either way nothing is left to serve

    def close(self) -> None:
        """Hang up, wait for the thread's end, and give back what the guest handed over."""
        ends = [end for end in (self._server, self._guest) if end is not None]
        for end in ends:
            with contextlib.suppress(OSError):  # never connected, or the guest was faster
                end.shutdown(socket.SHUT_RDWR)
        self.join(5)
        kicks = [key.fd for key in self._selector.get_map().values() if key.fileobj == key.fd]
        calls = [queue.call for queue in self._queues.values() if queue.call is not None]
        self._selector.close()
        for end in ends:
            end.close()
        for descriptor in (*kicks, *calls, *self._unused):
            os.close(descriptor)
        for region in self._regions:
            region.view.close()

    # The protocol's messages.

    def _on_message(self) -> None:
        header, descriptors = self._receive(HEADER.size)
        request, flags, size = HEADER.unpack(header)
        body, more = self._receive(size)
        with self.lock:
            answer = self._answer(request, body, descriptors + more)
        if answer is None and flags & WANTS_ACKNOWLEDGEMENT:
            answer = bytes(8)
        if answer is not None:
            self._connection.sendall(HEADER.pack(request, REPLY_FLAGS, len(answer)) + answer)

    @property
    def _connection(self) -> socket.socket:
        if self._guest is None:
            raise EOFError
        return self._guest

    def _receive(self, size: int) -> tuple[bytes, list[int]]:
        """Read so many bytes, and the file descriptors that travel with them."""
        data, descriptors = b"", array.array("i")
        while len(data) < size:
            piece, extra, _, _ = self._connection.recvmsg(size - len(data), 256)
            if not piece:
                raise EOFError
            data += piece
            for level, kind, payload in extra:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    descriptors.frombytes(payload[: len(payload) // 4 * 4])
        return data, list(descriptors)

    def _answer(self, request: int, body: bytes, descriptors: list[int]) -> bytes | None:
        match request:
            case Request.READ_FEATURES:
                features = VIRTIO_VERSION_1 | HAS_PROTOCOL_FEATURES | DEVICE_FEATURE_0
                return struct.pack("<Q", features)
            case Request.READ_PROTOCOL_FEATURES:
                return struct.pack("<Q", self.protocol_features)
            case Request.READ_CONFIGURATION:
                offset, size, _ = struct.unpack_from("<III", body)
                return body[:12] + self.configuration[offset : offset + size].ljust(size, b"\0")
            case Request.READ_QUEUE_BASE:
                number, _ = struct.unpack("<II", body)
                return struct.pack("<II", number, self._queue(number).done)
            case Request.SET_MEMORY:
                self._map_memory(body, descriptors)
            case Request.SET_QUEUE_SIZE | Request.SET_QUEUE_BASE | Request.SET_QUEUE_ADDRESSES:
                self._set_queue(request, body)
            case Request.SET_QUEUE_KICK | Request.SET_QUEUE_CALL:
                self._set_waker(request, struct.unpack("<Q", body)[0], descriptors)
            case _:
                # An acknowledged feature, an owner; the guest's socket for requests of ours stays
                # open until the end: the guest takes its end for that of the device.
                self._unused += descriptors
        return None

    def _map_memory(self, body: bytes, descriptors: list[int]) -> None:
        self._regions = []
        for place, descriptor in enumerate(descriptors):
            guest, size, user, offset = struct.unpack_from("<QQQQ", body, 8 + 32 * place)
            view = mmap.mmap(descriptor, size + offset)
            os.close(descriptor)
            self._regions.append(Region(guest, size, user, offset, view))

    def _set_queue(self, request: int, body: bytes) -> None:
        number, value = struct.unpack_from("<II", body)
        queue = self._queue(number)
        match request:
            case Request.SET_QUEUE_SIZE:
                queue.size = value
            case Request.SET_QUEUE_BASE:
                queue.done = value
            case _:
                tables = struct.unpack_from("<QQQ", body, 8)
                queue.descriptors, queue.used, queue.available = map(self._to_guest, tables)

    def _set_waker(self, request: int, value: int, descriptors: list[int]) -> None:
        if value & NO_DESCRIPTOR:
            return
        queue, number = self._queue(value & 0xFF), value & 0xFF
        if request == Request.SET_QUEUE_CALL:
            replaced, queue.call = queue.call, descriptors[0]
        else:
            replaced, queue.kick = queue.kick, descriptors[0]
            if replaced is not None:
                self._selector.unregister(replaced)
            kick = self._kicked(number, descriptors[0])
            self._selector.register(descriptors[0], selectors.EVENT_READ, kick)
        if replaced is not None:  # QEMU gives others when the guest's driver sets its interrupts up
            os.close(replaced)

    def _queue(self, number: int) -> Queue:
        return self._queues.setdefault(number, Queue())

    # The guest's memory and its queues.

    def _to_guest(self, user: int) -> int:
        for region in self._regions:
            if region.user <= user < region.user + region.size:
                return region.guest + user - region.user
        raise OSError(f"{user:#x} is in no shared region")

    def _read(self, address: int, size: int) -> bytes:
        view, start = self._place(address)
        return view[start : start + size]

    def _write(self, address: int, data: bytes) -> None:
        view, start = self._place(address)
        view[start : start + len(data)] = data

    def _place(self, address: int) -> tuple[mmap.mmap, int]:
        for region in self._regions:
            if region.guest <= address < region.guest + region.size:
                return region.view, address - region.guest + region.offset
        raise OSError(f"{address:#x} is in no shared region")

    def _kicked(self, number: int, descriptor: int) -> Callable[[], None]:
        def take() -> None:
            os.read(descriptor, 8)
            self.kicked_at = time.monotonic()
            with self.lock:
                queue = self._queue(number)
                while (chain := self._next_chain(queue)) is not None:
                    self.handle(number, chain)

        return take

    def _next_chain(self, queue: Queue) -> Chain | None:
        (offered,) = struct.unpack("<H", self._read(queue.available + 2, 2))
        if queue.done == offered:
            return None
        entry = queue.available + 4 + 2 * (queue.done % queue.size)
        (head,) = struct.unpack("<H", self._read(entry, 2))
        queue.done = (queue.done + 1) & 0xFFFF
        return self._follow(queue, head)

    def _follow(self, queue: Queue, head: int) -> Chain:
        said, answer, place = b"", [], head
        while True:
            raw = self._read(queue.descriptors + 16 * place, 16)
            address, size, flags, after = struct.unpack("<QIHH", raw)
            if flags & Fragment.DEVICE_WRITES:
                answer.append((address, size))
            else:
                said += self._read(address, size)
            if not flags & Fragment.CONTINUES:
                return Chain(queue, head, said, tuple(answer))
            place = after

    def complete(self, chain: Chain, data: bytes) -> None:
        """Write the answer, put the chain among the used ones, wake the guest."""
        queue, rest = chain.queue, data
        for address, size in chain.answer:
            self._write(address, rest[:size])
            rest = rest[size:]
        (index,) = struct.unpack("<H", self._read(queue.used + 2, 2))
        entry = queue.used + 4 + 8 * (index % queue.size)
        self._write(entry, struct.pack("<II", chain.head, len(data)))
        self._write(queue.used + 2, struct.pack("<H", (index + 1) & 0xFFFF))
        if queue.call is not None:
            os.write(queue.call, struct.pack("<Q", 1))


class Part(Protocol):
    """Something soldered to an I2C bus."""

    def write(self, data: bytes) -> None:
        """Take what the host wrote, without the address byte."""

    def read(self, size: int) -> bytes:
        """Return this many bytes."""


@dataclass(frozen=True, slots=True)
class Message:
    """One transfer on the wire; `size` counts the address byte."""

    at: float
    address: int
    size: int
    answered: bool


I2C_STATUS_OK, I2C_STATUS_ERROR = b"\0", b"\1"
I2C_FAIL_NEXT, I2C_READ = 1 << 0, 1 << 1
HERTZ = 400_000
BITS_A_BYTE = 9  # eight, and the acknowledgement


class I2cBus(BackEnd):
    """An I2C bus that takes the wire's time: the transfer is slept before the part sees it.

    Messages that were handed over together follow each other on the wire without a gap, so that
    this process, when it wakes late, is late once and not once for each of them.
    """

    DEVICE_ID = 34

    def __init__(self, path: Path, *, hertz: int = HERTZ) -> None:
        self.hertz = hertz
        self.messages: list[Message] = []
        self._parts: dict[int, Part] = {}
        self._free_at = 0.0
        self._fails = False
        super().__init__(path)

    def attach(self, address: int, part: Part) -> None:
        with self.lock:
            self._parts[address] = part

    def detach(self, address: int) -> None:
        """Pull a part off: from now on nothing acknowledges its address."""
        with self.lock:
            del self._parts[address]

    def handle(self, _number: int, chain: Chain) -> None:
        address, _, flags = struct.unpack_from("<HHI", chain.said)
        address, data, wanted = address >> 1, chain.said[8:], chain.room - 1
        part = None if self._fails else self._parts.get(address)
        self._fails = part is None and bool(flags & I2C_FAIL_NEXT)
        size = 1 + len(data) + wanted if part else 1  # without an answer the address is all
        self._take_time(size)
        self.messages.append(Message(time.monotonic(), address, size, part is not None))
        if part is None:
            self.complete(chain, bytes(wanted) + I2C_STATUS_ERROR)
        elif flags & I2C_READ:
            self.complete(chain, part.read(wanted)[:wanted].ljust(wanted, b"\0") + I2C_STATUS_OK)
        else:
            part.write(data)
            self.complete(chain, bytes(wanted) + I2C_STATUS_OK)

    def _take_time(self, size: int) -> None:
        self._free_at = max(self._free_at, self.kicked_at) + size * BITS_A_BYTE / self.hertz
        time.sleep(max(0.0, self._free_at - time.monotonic()))


class GpioRequest(IntEnum):
    """What the guest's driver asks of a line."""

    READ_DIRECTION = 2
    SET_DIRECTION = 3
    READ_VALUE = 4
    SET_VALUE = 5
    SET_INTERRUPT = 6


OUTPUT = 1
PATIENCE_S = 60.0
"""A guest on a busy host may stand still for seconds; one that takes no edge so long never will."""
RISING, FALLING = 1, 2
GPIO_OK, GPIO_ERROR = 0, 1
EVENT_INVALID, EVENT_VALID = b"\0", b"\1"


@dataclass(slots=True)
class Line:
    """One line of the chip; `level` is what the outside drives, high by its pull-up at rest."""

    level: int = 1
    direction: int = 0
    driven: int | None = None
    interrupt: int = 0
    latched: bool = False
    waiting: Chain | None = None


class GpioChip(BackEnd):
    """A GPIO chip whose inputs a test drives and whose outputs it reads."""

    DEVICE_ID = 41
    protocol_features = PROTOCOL_BACK_REQUESTS | PROTOCOL_CONFIGURATION

    def __init__(self, path: Path, lines: int = 54) -> None:
        self.lines = [Line() for _ in range(lines)]
        self.configuration = struct.pack("<HHI", lines, 0, 0)
        super().__init__(path)
        self._armed = threading.Condition(self.lock)

    def drive(self, number: int, level: int, patience: float = PATIENCE_S) -> None:
        """Set an input line from outside, as a button does; the guest sees an edge.

        Waits up to `patience` seconds until the guest has taken the line's last edge: a board
        takes one in microseconds, a guest on a busy host may not, and would see two as one, or read
        the level of a press when it is over.
        """
        line = self.lines[number]
        with self.lock:
            self._armed.wait_for(lambda: line.waiting or not line.interrupt, patience)
            changed, line.level = line.level != level, level
            if not changed or not line.interrupt & (RISING if level else FALLING):
                return
            if line.waiting is None:
                line.latched = True  # the last edge is still being handled: keep this one
            else:
                self._release(line, EVENT_VALID)

    def wait_until_watched(self, number: int, seconds: float) -> bool:
        """Wait until a program in the guest listens to this line's edges."""
        line = self.lines[number]
        with self.lock:
            return self._armed.wait_for(lambda: bool(line.interrupt and line.waiting), seconds)

    def handle(self, number: int, chain: Chain) -> None:
        if number == 0:
            self.complete(chain, self._obey(*struct.unpack_from("<HHI", chain.said)))
            return
        line = self.lines[struct.unpack_from("<H", chain.said)[0]]
        line.waiting = chain
        if line.latched:
            line.latched = False
            self._release(line, EVENT_VALID)
        else:
            self._armed.notify_all()

    def _release(self, line: Line, validity: bytes) -> None:
        if line.waiting is not None:
            chain, line.waiting = line.waiting, None
            self.complete(chain, validity)

    def _obey(self, request: int, number: int, value: int) -> bytes:
        line, answer = self.lines[number], 0
        match request:
            case GpioRequest.READ_DIRECTION:
                answer = line.direction
            case GpioRequest.SET_DIRECTION:
                line.direction = value
            case GpioRequest.READ_VALUE:
                driven = line.direction == OUTPUT and line.driven is not None
                answer = line.driven or 0 if driven else line.level
            case GpioRequest.SET_VALUE:
                line.driven = value
            case GpioRequest.SET_INTERRUPT:
                self._set_interrupt(line, value)
            case _:
                return bytes([GPIO_ERROR, 0])
        return bytes([GPIO_OK, answer])

    def _set_interrupt(self, line: Line, kinds: int) -> None:
        line.interrupt, line.latched = kinds, False
        if not kinds:
            self._release(line, EVENT_INVALID)
