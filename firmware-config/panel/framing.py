"""Lines with a checksum, after PROTOCOL.md; runs on MicroPython and Python."""

import binascii

VERSION = 1
LONGEST = 320


def add_checksum(body):
    """Make a whole line of a body: checksum and line feed."""
    return b"%s %08x\n" % (body, binascii.crc32(body))


def check_line(line):
    """Return the fields of a line, or None when it is damaged."""
    body, space, checksum = line.rpartition(b" ")
    if not space or b"%08x" % binascii.crc32(body) != checksum:
        return None
    return body.split(b" ")


class LineReader:
    """Collect bytes to lines; a line that is too long is dropped."""

    def __init__(self):
        """Start at the beginning of a line."""
        self._line = bytearray(LONGEST)
        self._length = 0

    def take(self, byte):
        """Take one byte in; return the line that it ends, else None."""
        if byte == 10:
            length, self._length = self._length, 0
            return bytes(self._line[:length]) if 0 < length <= LONGEST else None
        if self._length < LONGEST:
            self._line[self._length] = byte
        if self._length <= LONGEST:
            self._length += 1
        return None
