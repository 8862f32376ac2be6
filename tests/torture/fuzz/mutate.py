"""Spoil valid inputs: bits, cuts, copies, and values that readers stumble over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

_WORDS = re.compile(rb'"[^"\n]*"|-?\d+|\w+')
_ODD = (
    *(b"0", b"-1", b"1", b"64", b"65", b"255", b"2147483648", b"-9223372036854775809", b"1e999"),
    *(b"null", b"true", b"false", b"nan", b"-inf", b"1.5", b"0x10", b"1979-05-27", b'""', b"''"),
    *(
        b"[]",
        b"{}",
        b"[[]]",
        b'[{"a": 1}]',
        b'{"a": {}}',
        b'"\\ud800"',
        b'"\\u0000"',
        b'"\xc3\xa9"',
    ),
    *(b"9" * 5000, b"[" * 2000, b"\x00", b"\xff", b"\r", b"\n", b'"', b"=", b"[[", b"{", b","),
)


def mutated(random: Random, seeds: tuple[bytes, ...]) -> bytes:
    """Take a seed and spoil it in one to four places."""
    content = random.choice(seeds)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        content = random.choice(_WAYS)(random, content, seeds)
    return content


def _bit(random: Random, content: bytes, seeds: tuple[bytes, ...]) -> bytes:
    del seeds
    if not content:
        return b"\x00"
    spoilt = bytearray(content)
    spoilt[random.randrange(len(spoilt))] ^= 1 << random.randrange(8)
    return bytes(spoilt)


def _cut(random: Random, content: bytes, seeds: tuple[bytes, ...]) -> bytes:
    del seeds
    a, b = sorted(random.randrange(len(content) + 1) for _ in range(2))
    return content[:a] + content[b:] if b - a < 40 else content[:b]


def _word(random: Random, content: bytes, seeds: tuple[bytes, ...]) -> bytes:
    """Put an odd value, or a word from anywhere, in the place of a word."""
    words = list(_WORDS.finditer(content))
    if not words:
        return random.choice(_ODD)
    place = random.choice(words)
    others = _WORDS.findall(random.choice(seeds))
    new = random.choice(others) if others and random.random() < 0.5 else random.choice(_ODD)
    return content[: place.start()] + new + content[place.end() :]


def _lines(random: Random, content: bytes, seeds: tuple[bytes, ...]) -> bytes:
    """Move, double or drop a line, or take one from another seed."""
    lines = content.split(b"\n")
    at = random.randrange(len(lines))
    match random.randrange(3):
        case 0:
            lines[at:at] = [random.choice(lines)]
        case 1:
            del lines[at]
        case _:
            lines[at] = random.choice(random.choice(seeds).split(b"\n"))
    return b"\n".join(lines)


def _insert(random: Random, content: bytes, seeds: tuple[bytes, ...]) -> bytes:
    del seeds
    at = random.randrange(len(content) + 1)
    return content[:at] + random.choice(_ODD) + content[at:]


_WAYS = (_bit, _cut, _word, _word, _word, _lines, _insert)
