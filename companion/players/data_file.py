"""The data of one edition's players, as bytes: its tables and its networks (players/data/*.bin).

A file is a line that names the format, a SHA-256 over the rest, and the rest compressed: a JSON
line, the tables, and each network's numbers as 16-bit integers with one scale for each part.
"""

from __future__ import annotations

import json
import zlib
from array import array
from dataclasses import dataclass
from hashlib import sha256
from sys import byteorder
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.players.network import HIDDEN, Network
from companion.players.rules_access import edition_table
from companion.players.turns_table import TABLE_BYTES, TurnsTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.players.rules_access import Edition

FORMAT = b"hare-companion players 1\n"
MOST_BYTES = 1 << 20  # of a file once it is decompressed
_DIGEST = 32
_LARGEST = 32767

NetworkKey = tuple[int, bool]
"""What a network is for: the number of players, and whether they play in teams."""


class PlayerDataError(CompanionError, ValueError):
    """Player data that is damaged, or of another version, or of another board."""


@dataclass(frozen=True, slots=True)
class PlayerData:
    """What the companion knows of one board: its tables, and networks (none for an own board).

    `table` has the expected turns to Home, `sure` the turns of plans that cannot fail.
    """

    table: TurnsTable
    sure: TurnsTable
    networks: Mapping[NetworkKey, Network]


def fingerprint(edition: Edition) -> str:
    """Return a hash of the squares, stocks and cards; the edition's name is not part of it."""
    facts = {key: edition_table(edition)[key] for key in ("board", "start", "hare")}
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def write_player_data(edition: Edition, data: PlayerData) -> bytes:
    """Return the data as a file's bytes."""
    parts, numbers = [], array("h")
    for (players, teams), network in sorted(data.networks.items()):
        scales = []
        for part in network.parts():
            scale = max(map(abs, part)) / _LARGEST or 1.0
            scales.append(scale)
            numbers.extend(round(number / scale) for number in part)
        parts.append(
            {"players": players, "teams": teams, "inputs": network.inputs, "scales": scales}
        )
    if byteorder == "big":
        numbers.byteswap()
    head = json.dumps({"board": fingerprint(edition), "networks": parts}).encode() + b"\n"
    body = zlib.compress(head + data.table.eighths + data.sure.eighths + numbers.tobytes(), 9)
    return FORMAT + sha256(body).digest() + body


def read_player_data(content: bytes, edition: Edition) -> PlayerData:
    """Read a file's bytes; PlayerDataError where they are damaged or for another board."""
    if not content.startswith(FORMAT):
        raise PlayerDataError("this is no player data of this version")
    body = content[len(FORMAT) + _DIGEST :]
    if content[len(FORMAT) :][:_DIGEST] != sha256(body).digest():
        raise PlayerDataError("the player data is damaged: its hash is wrong")
    try:
        return _read_body(body, edition)
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise PlayerDataError(f"the player data is of another form: {error}") from error


def _read_body(body: bytes, edition: Edition) -> PlayerData:
    head, _, rest = zlib.decompressobj().decompress(body, MOST_BYTES).partition(b"\n")
    facts = json.loads(head)
    if facts["board"] != fingerprint(edition):
        raise ValueError("it is for another board")
    if len(rest) < 2 * TABLE_BYTES:
        raise ValueError("its tables are too short")
    numbers = array("h")
    numbers.frombytes(rest[2 * TABLE_BYTES :])
    if byteorder == "big":
        numbers.byteswap()
    table, sure = rest[:TABLE_BYTES], rest[TABLE_BYTES : 2 * TABLE_BYTES]
    return PlayerData(
        TurnsTable(table), TurnsTable(sure), _read_networks(facts["networks"], numbers)
    )


def _read_networks(facts: list[dict[str, Any]], numbers: array[int]) -> dict[NetworkKey, Network]:
    networks: dict[NetworkKey, Network] = {}
    at = 0
    for each in facts:
        sizes = (each["inputs"] * HIDDEN, HIDDEN, HIDDEN, 1)
        parts = []
        for size, scale in zip(sizes, each["scales"], strict=True):
            parts.append([number * scale for number in numbers[at : at + size]])
            at += size
        networks[each["players"], each["teams"]] = Network.of(*parts)
    if at != len(numbers):
        raise ValueError("its networks are of another size")
    return networks
