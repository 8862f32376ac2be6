"""A model of the SSD1306's memory and of the commands that the firmware may send it."""

_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip


class Glass:
    """What a display without power before knows: noise in its memory, and darkness."""

    def __init__(self):
        self.answers = True
        self.power_up()
        self.received = 0

    def power_up(self):
        self.memory = bytearray(b"\xa5\x3c" * 512)
        self.on = False
        self.pumped = False
        self.contrast = 0x7F
        self.scan = set()
        self._window = [0, 127, 0, 7]
        self._column = self._page = 0

    def take(self, message):
        if not self.answers:
            raise OSError(5)
        self.received += len(message)
        if message[0] == 0x40:
            self._write(message[1:])
        elif message[0] == 0x00:
            self._command(message[1:])
        else:
            raise ValueError(message)

    def state(self):
        lit = self.on and self.pumped
        return f"{int(lit)} {self.contrast} {sorted(self.scan)} {self.memory.hex()}"

    def _write(self, data):
        left, right, top, bottom = self._window
        for byte in data:
            self.memory[self._page * 128 + self._column] = byte
            self._column += 1
            if self._column > right:
                self._column = left
                self._page = self._page + 1 if self._page < bottom else top

    def _command(self, commands):
        rest = list(commands)
        while rest:
            command = rest.pop(0)
            count = _ARGUMENTS.get(command, 0)
            if len(rest) < count:
                raise ValueError("a command without its arguments")
            self._act(command, [rest.pop(0) for _ in range(count)])

    def _act(self, command, arguments):
        if command == 0x21:
            self._window[:2] = arguments
            self._column = arguments[0]
        elif command == 0x22:
            self._window[2:] = arguments
            self._page = arguments[0]
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0x8D:
            self.pumped = arguments[0] == 0x14
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xA0, 0xA1):
            self.scan = {each for each in self.scan if each > 0xA1} | {command}
        elif command in (0xC0, 0xC8):
            self.scan = {each for each in self.scan if each < 0xC0} | {command}
        elif command not in _ARGUMENTS and command not in (0x40, 0xA4, 0xA6):
            raise ValueError(f"no command of the display: {command:02x}")
