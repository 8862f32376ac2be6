"""The panel's side of the protocol (PROTOCOL.md), without pins or a clock."""

import binascii

import framebuf
from framing import VERSION, LineReader, add_checksum, check_line
from ssd1306 import COLUMNS, PAGES

SILENCE_MS = 3000  # without a valid line for so long the host is lost
RETRY_MS = 1000  # between attempts to reach a display that does not answer
REFRESH_MS = 300_000  # period of setting the display up again: noise may have changed its registers


class Panel:
    """Answers the host's lines, reports the buttons, shows the pictures."""

    def __init__(self, identity, names, buttons, display, say, since):
        """Start without a link. `say` writes bytes to the host, `since` subtracts times in ms."""
        self._about = (identity, COLUMNS if display else 0, PAGES if display else 0, names)
        self._buttons, self._display = buttons, display
        self._say, self._since = say, since
        self._lines = LineReader()
        self._linked = False
        self._heard = 0
        self._number = None  # of the picture that the host wants shown
        self._light = 1
        self._late = False  # whether the display still lacks what it should show
        self._partial = False  # whether its memory holds a part of the next picture already
        self._tried = 0
        self._renewed = 0
        self._acts = {
            b"h": self._greet,
            b"k": self._beat,
            b"p": self._part,
            b"s": self._show,
            b"q": self._bye,
        }

    def start(self, now):
        """Show that there is no host."""
        self._unlink(now)

    def hear(self, data, now):
        """Process bytes from the host."""
        for byte in data:
            line = self._lines.take(byte)
            if line:
                fields = check_line(line)
                if fields:
                    self._obey(fields, now)

    def tick(self, now):
        """Read the buttons and do what is due; to be called every few milliseconds."""
        if self._buttons.scan(now, self._since) and self._linked:
            self._tell(self._buttons.levels())
        if self._linked and self._since(now, self._heard) >= SILENCE_MS:
            self._unlink(now)
        if self._display and not self._partial and self._is_due(now):
            self._display.forget()
            self._renewed = now
            self._present(now)

    def _is_due(self, now):
        if self._late:
            return self._since(now, self._tried) >= RETRY_MS
        return self._since(now, self._renewed) >= REFRESH_MS

    def _obey(self, fields, now):
        act = self._acts.get(fields[0])
        if act is None:
            return
        if fields[0] != b"h" and not self._linked:
            self._welcome(0)  # no greeting since the start: ask for one
            return
        try:
            act(now, *fields[1:])
            self._heard = now
        except (TypeError, ValueError):
            pass  # the checksum holds, the fields do not: not a host of this version

    def _greet(self, now, _version, nonce):
        nonce = int(nonce)
        self._buttons.scan(now, self._since)  # what is down now was down before the greeting
        self._linked = True
        self._number = None
        self._partial = False
        self._tell(b"")
        self._welcome(nonce)
        self._tell(self._buttons.levels())

    def _welcome(self, nonce):
        identity, columns, pages, names = self._about
        self._tell(
            b"H %d %d %s %d %d %s" % (VERSION, nonce, identity, columns, pages, b",".join(names))
        )

    def _beat(self, _now):
        self._tell(self._buttons.levels())

    def _part(self, _now, page, column, digits):
        page, column, data = int(page), int(column), binascii.unhexlify(digits)
        if not (self._display and 0 <= page < PAGES and 0 <= column <= COLUMNS - len(data)):
            return
        start = page * COLUMNS + column
        self._display.memory[start : start + len(data)] = data
        self._display.touch(page, column, column + len(data))
        self._partial = True

    def _show(self, now, number, light, checksum):
        number, light, checksum = int(number), int(light), int(checksum, 16)
        if light not in (0, 1, 2):
            return
        self._partial = False
        if not self._display or binascii.crc32(self._display.memory) != checksum:
            self._tell(b"N %d" % number)
            return
        self._number, self._light = number, light
        self._present(now)

    def _bye(self, now, keep):
        keep = int(keep)
        self._linked = False
        self._number = None
        self._partial = False
        if self._display and not keep:
            self._light = 0
            self._present(now)
        self._tell(b"G")

    def _present(self, now):
        self._tried = now
        try:
            self._display.flush(self._light)
            self._late = False
        except OSError:
            self._late = True
        if self._number is not None:
            self._tell(b"%s %d" % (b"F" if self._late else b"A", self._number))

    def _unlink(self, now):
        self._linked = False
        self._number = None
        self._partial = False
        if self._display:
            _draw_plug(self._display)
            self._light = 1
            self._present(now)

    def _tell(self, body):
        self._say(add_checksum(body) if body else b"\n")


def _draw_plug(display):
    """Draw a plug and a socket apart: no host."""
    buffer = framebuf.FrameBuffer(display.memory, COLUMNS, PAGES * 8, framebuf.MONO_VLSB)
    buffer.fill(0)
    buffer.hline(16, 32, 24, 1)
    buffer.rect(40, 24, 14, 17, 1, True)
    buffer.hline(54, 28, 6, 1)
    buffer.hline(54, 36, 6, 1)
    buffer.rect(72, 24, 14, 17, 1)
    buffer.hline(86, 32, 26, 1)
    for page in range(PAGES):
        display.touch(page, 0, COLUMNS)
