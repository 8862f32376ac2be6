"""Stand in for what a Pico has and the WebAssembly build lacks: put into sys.modules on import.

`host` is board.mjs. Commands come on its standard input, a line each, and each is answered.
"""

import sys
import time

from glass import Glass
from js import host

_WIRE, _COMMANDS, _ANSWERS = host.wire, 0, 1
_LONGEST_NAP_MS = 20


class World:
    """What the test can change: pressed pins, time, a fault in the program."""

    glass = Glass()
    down = set()  # noqa: RUF012 - there is one world
    # The clock of ticks stands shortly before it wraps round, as on a box that runs for days.
    offset = time.ticks_diff(0, time.ticks_ms()) - 1500
    broken = False
    pending = b""


def _ticks_ms():
    return (time.ticks_ms() + World.offset) & 0x3FFF_FFFF


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=None, pull=None):
        self.number = number
        self.is_input = (mode, pull) == (self.IN, self.PULL_UP)

    def value(self):
        if World.broken:
            raise RuntimeError("a fault")
        if not self.is_input:
            raise ValueError("this pin floats")
        return 0 if self.number in World.down else 1


class I2C:
    def __init__(self, number, *, scl, sda, freq):
        if (number, sda.number, scl.number) != (0, 4, 5) or freq > 400_000:
            raise ValueError("no such bus")

    def writevto(self, address, vector):
        if address != 0x3C:
            raise OSError(5)
        World.glass.take(b"".join([bytes(part) for part in vector]))


class Machine:
    Pin, I2C = Pin, I2C

    def unique_id(self):
        return b"\xe6\x61\x41\x04\x03\x2a\x4b\x2f"

    def reset(self):
        host.exit(7)


class Time:
    ticks_ms = staticmethod(_ticks_ms)
    ticks_diff = staticmethod(time.ticks_diff)

    def sleep_ms(self, milliseconds):
        host.sleep(min(milliseconds, _LONGEST_NAP_MS))


class Wire:
    """The USB line, as `sys.stdin` and `sys.stdout` both: byte 0x03 interrupts the program."""

    def __init__(self):
        self.buffer = self
        self.waiting = b""

    def fill(self):
        obey_commands()
        self.waiting += bytes.fromhex(host.read(_WIRE))
        if b"\x03" in self.waiting:
            raise KeyboardInterrupt

    def read(self, count):
        while len(self.waiting) < count:
            self.fill()
            host.sleep(1)
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data

    def write(self, data):
        return host.write(_WIRE, data.hex())


class Poll:
    def register(self, stream, _mask):
        self._wire = stream

    def poll(self, timeout):
        if not self._wire.waiting:
            self._wire.fill()
        if not self._wire.waiting and timeout:
            host.sleep(timeout)
            self._wire.fill()
        return [(self._wire, 1)] if self._wire.waiting else []


class Select:
    POLLIN = 1
    poll = Poll


class Sys:
    stdin = stdout = Wire()
    modules = sys.modules

    def print_exception(self, error):
        sys.print_exception(error, sys.stderr)


def obey_commands():
    World.pending += bytes.fromhex(host.read(_COMMANDS))
    while b"\n" in World.pending:
        line, World.pending = World.pending.split(b"\n", 1)
        answer = _obey(*line.decode().split())
        host.write(_ANSWERS, (answer + "\n").encode().hex())


def _obey(command, *arguments):
    glass = World.glass
    if command == "press":
        World.down.update(int(pin) for pin in arguments)
    elif command == "release":
        World.down.clear()
    elif command == "bus":
        if arguments[0] == "on" and not glass.answers:
            glass.power_up()
        glass.answers = arguments[0] == "on"
    elif command == "skip":
        World.offset += int(arguments[0])
    elif command == "spoil":
        glass.memory[int(arguments[0])] ^= 0xFF
    elif command == "break":
        World.broken = True
    elif command == "glass":
        return glass.state()
    elif command == "received":
        return str(glass.received)
    else:
        return "what?"
    return "done"


sys.modules["machine"] = Machine()
sys.modules["time"] = Time()
sys.modules["select"] = Select()
sys.modules["sys"] = Sys()
