"""TOML from outside: bounded in size and time, and each fault is a sentence."""

from __future__ import annotations

import pytest

from companion.formats.toml_text import MOST_BYTES, TomlError, parse_toml


def test_a_text_of_tables_and_values_is_read() -> None:
    assert parse_toml(b'a.b = 1\n[c]\nd = "e.f.g"\n') == {"a": {"b": 1}, "c": {"d": "e.f.g"}}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"#" * (MOST_BYTES + 1), "is larger than 65536 bytes"),
        (b"ok = 1\n" + b"a." * 20_000 + b"a = 1", "has more than 64 dots in line 2"),
        (b"a = \xff", "is no UTF-8: byte 5"),
        (b"a = " + b"[" * 30_000, "is nested too deeply"),
        (b"a = " + b"1" * 5_000, "^has a number that is too large$"),
        (b"a = ", "is no TOML"),
    ],
)
def test_what_cannot_be_used_is_reported_in_a_sentence(content: bytes, told: str) -> None:
    with pytest.raises(TomlError, match=told):
        parse_toml(content)
