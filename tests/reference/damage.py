"""Damage a record somewhere: a wrong value, a lost key, half a line, a foreign byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.reference.reading import RULINGS

if TYPE_CHECKING:
    from random import Random

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, -1, 7, 64, 10, -10, 10.0, 10**20, "1", "", "ten"),
    *([], {}, [1], ["ten"], [["ten"]]),
)
KEYS = ("to", "by", "piece", "decline", "rolls", "deck", "note", "seat", "do", "teams", "rules")
LINES = (b"", b"  ", b"\t", b"\r", b"null", b"[]", b'"x"', b"5", b"\xff\xfe", b"{}", b"x")


def damaged(source: Random, lines: list[dict[str, Any]]) -> bytes:
    """Write a record with one fault, which may turn out to be none."""
    texts = [json.dumps(line, ensure_ascii=source.random() < 0.5).encode() for line in lines]
    at = source.randrange(len(texts)) if source.random() < 0.8 else 0
    match source.randrange(8):
        case 0:
            texts[at] = texts[at][: source.randrange(len(texts[at]) + 1)]
        case 1:
            texts[at] += bytes([source.randrange(256)])
        case 2:
            texts.insert(at + source.randrange(2), source.choice(LINES))
        case 3:
            texts[at], texts[at - 1] = texts[at - 1], texts[at]
        case _:
            texts[at] = json.dumps(_with_fault(source, lines[at])).encode()
    return b"\n".join(texts)


def _with_fault(source: Random, line: dict[str, Any]) -> dict[str, Any]:
    # A family's edition is checked by tests of its own, and its id stands in two places.
    line = json.loads(json.dumps(line))
    key = source.choice([key for key in line if key not in ("edition", "edition_data")])
    chance = [key for key in ("rolls", "deck") if key in line]
    if chance and source.random() < 0.4:
        piles = line[chance[0]]
        wrongs = [piles[:-1], piles[::-1], piles * 2, [piles], [[piles]], *VALUES]
        return line | {chance[0]: source.choice(wrongs)}
    if isinstance(line[key], list) and line[key] and source.random() < 0.5:
        line[key][source.randrange(len(line[key]))] = source.choice(VALUES)
        return line
    if isinstance(line[key], dict):
        return line | {key: line[key] | {source.choice([*RULINGS, "moon"]): source.choice(VALUES)}}
    if source.random() < 0.3:
        line.pop(key)
        return line
    return line | {source.choice((key, *KEYS)): source.choice(VALUES)}
