"""An SSD1306 with 128x64 pixels on I2C: only what changed is sent (data sheet, chapter 9)."""

COLUMNS = 128
PAGES = 8

_OFF, _ON = 0xAE, 0xAF
_INIT = (
    b"\xae"  # off while it is set up
    b"\xd5\x80"  # clock
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00\x40"  # no offset, first line 0
    b"\x8d\x14"  # charge pump on
    b"\x20\x00"  # horizontal addressing
    b"\xda\x12\xd9\xf1\xdb\x40"  # COM pins, precharge, VCOMH
    b"\xa4\xa6"  # show the memory, 1 is lit
)
_UPRIGHT = b"\xa1\xc8"
_TURNED = b"\xa0\xc0"


class SSD1306:
    """The display and its picture: draw into `memory`, say what was touched, then `flush`."""

    def __init__(self, i2c, address, turned, lights):
        """Remember the wiring; nothing is sent before the first flush."""
        self._i2c, self._address = i2c, address
        self._turned, self._lights = turned, lights
        self.memory = bytearray(COLUMNS * PAGES)
        self._view = memoryview(self.memory)
        self._left = [0] * PAGES
        self._right = [COLUMNS] * PAGES
        self._light = 0
        self.forget()

    def forget(self):
        """Take the display for unknown: the next flush sets it up and sends everything."""
        self._ready = False
        for page in range(PAGES):
            self.touch(page, 0, COLUMNS)

    def touch(self, page, left, right):
        """Note that columns left..right-1 of a page have new bytes."""
        self._left[page] = min(self._left[page], left)
        self._right[page] = max(self._right[page], right)

    def flush(self, light):
        """Send what was touched and set the light (0 dark, 1, 2); raises OSError."""
        try:
            self._flush(light)
        except OSError:
            self.forget()
            raise

    def _flush(self, light):
        fresh = not self._ready
        if fresh:
            self._command(_INIT + (_TURNED if self._turned else _UPRIGHT))
        for page in range(PAGES):
            self._send(page)
        if fresh or light != self._light:
            self._shine(light)
        self._ready = True
        self._light = light

    def _send(self, page):
        left, right = self._left[page], self._right[page]
        if left < right:
            self._command(bytes((0x21, left, right - 1, 0x22, page, page)))
            start = page * COLUMNS
            self._i2c.writevto(self._address, (b"\x40", self._view[start + left : start + right]))
            self._left[page], self._right[page] = COLUMNS, 0

    def _shine(self, light):
        if light == 0:
            self._command(bytes((_OFF,)))
        else:
            self._command(bytes((0x81, self._lights[light - 1], _ON)))

    def _command(self, commands):
        self._i2c.writevto(self._address, (b"\x00", commands))
