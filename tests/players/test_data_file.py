"""The shipped data: small, checked when it is read, and of the board that is played on."""

from __future__ import annotations

import tracemalloc
import zlib
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from random import Random

import pytest

from companion.config.player_data_files import shipped_data
from companion.players.data_file import (
    FORMAT,
    PlayerData,
    PlayerDataError,
    read_player_data,
    write_player_data,
)
from companion.players.evaluation import Evaluator
from companion.players.levels import Level
from companion.players.thought import choose
from tests.players.positions import EDITIONS, data_of, edition_of, game, opening

NETWORKS = {(2, False), (3, False), (4, False), (5, False), (6, False), (4, True), (6, True)}


def content(name: str) -> bytes:
    return (files("companion") / "players" / "data" / f"{name}.bin").read_bytes()


def test_all_data_together_is_at_most_300_kib() -> None:
    assert sum(len(content(name)) for name in EDITIONS) <= 300 * 1024


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_has_a_network_for_each_number_of_players_and_for_teams(name: str) -> None:
    assert set(data_of(name).networks) == NETWORKS


def test_data_is_written_as_it_was_read() -> None:
    edition, data = edition_of(EDITIONS[0]), data_of(EDITIONS[0])
    again = write_player_data(edition, data)
    assert read_player_data(again, edition).table == data.table
    assert write_player_data(edition, read_player_data(again, edition)) == again
    own = PlayerData(data.table, data.sure, {})
    assert read_player_data(write_player_data(edition, own), edition) == own


def test_a_byte_that_changed_is_found() -> None:
    good, random = content(EDITIONS[0]), Random(1)
    for _ in range(50):
        at = random.randrange(len(good))
        bad = good[:at] + bytes([good[at] ^ 1 << random.randrange(8)]) + good[at + 1 :]
        with pytest.raises(PlayerDataError):
            read_player_data(bad, edition_of(EDITIONS[0]))
    with pytest.raises(PlayerDataError):
        read_player_data(good[:-1], edition_of(EDITIONS[0]))


def test_another_version_and_another_board_are_refused() -> None:
    good, edition = content(EDITIONS[0]), edition_of(EDITIONS[0])
    with pytest.raises(PlayerDataError, match="version"):
        read_player_data(good.replace(FORMAT, FORMAT.replace(b"1", b"2"), 1), edition)
    with pytest.raises(PlayerDataError, match="another board"):
        read_player_data(good, edition_of(EDITIONS[1]))
    assert shipped_data(replace(edition, deck={"ten": 3})) is None
    assert shipped_data(replace(edition, id="unknown")) is None


def with_body(body: bytes) -> bytes:
    return FORMAT + sha256(body).digest() + body


WHOLE = zlib.decompress(content(EDITIONS[0])[len(with_body(b"")) :])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no zlib",
        *map(zlib.compress, (b"", b"{}\n", b"[1]\n", WHOLE[:9999], WHOLE[:-1], WHOLE[:-2])),
    ],
)
def test_data_of_another_form_is_refused_in_a_sentence(body: bytes) -> None:
    with pytest.raises(PlayerDataError, match="the player data is of another form: "):
        read_player_data(with_body(body), edition_of(EDITIONS[0]))


def test_data_and_a_thought_take_less_than_ten_mib() -> None:
    name, edition = EDITIONS[0], edition_of(EDITIONS[0])
    middle = game(opening(name, 6))[12]
    bytes_ = content(name)
    tracemalloc.start()
    data = read_player_data(bytes_, edition)
    choose(middle, Level.STRONG, Evaluator(data, middle))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10 * 2**20
