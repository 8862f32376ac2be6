"""Who gets a connection, and how much work an address may cause."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hardware.page.connection_limiter import (
    ADDRESSES,
    ARRIVALS_AT_ONCE,
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    COST_AT_ONCE,
    READ_COST,
    ConnectionLimiter,
)
from tests.hardware.sample import Clock


@dataclass(eq=False)
class FakeConnection:
    plays: bool = False
    is_open: bool = True

    def is_admitted(self) -> bool:
        return self.plays

    def abort(self) -> None:
        self.is_open = False


class Crowd:
    """A limiter and what it admitted."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.limiter = ConnectionLimiter(self.clock)
        self.connections: list[FakeConnection] = []

    def come(self, address: str, count: int = 1, *, plays: bool = False) -> list[FakeConnection]:
        new = [FakeConnection(plays) for _ in range(count)]
        self.connections += new
        for each in new:
            each.is_open = self.limiter.admit(each, address)
        return new

    def open_count(self) -> int:
        return sum(each.is_open for each in self.connections)


@pytest.fixture
def crowd() -> Crowd:
    return Crowd()


def test_an_address_has_its_newest_connections(crowd: Crowd) -> None:
    new = crowd.come("neighbour", CONNECTIONS_PER_ADDRESS + 3)
    assert [each.is_open for each in new] == [False] * 3 + [True] * CONNECTIONS_PER_ADDRESS


@pytest.mark.parametrize("addresses", [4, 16, CONNECTIONS])
def test_whatever_others_hold_a_newcomer_gets_a_place(crowd: Crowd, addresses: int) -> None:
    for _ in range(20):
        for number in range(addresses):
            crowd.come(f"neighbour {number}")
    assert crowd.open_count() == CONNECTIONS
    if addresses < CONNECTIONS:
        (phone,) = crowd.come("phone")
        for number in range(addresses):
            crowd.come(f"neighbour {number}", 3)
        assert phone.is_open
        assert crowd.open_count() == CONNECTIONS


def test_a_player_keeps_the_place_whatever_comes(crowd: Crowd) -> None:
    players = crowd.come("phone", 8, plays=True)
    for number in range(100):
        crowd.come(f"neighbour {number}", 20)
    assert all(player.is_open for player in players)


def test_an_address_full_of_players_gets_no_more(crowd: Crowd) -> None:
    crowd.come("phone", CONNECTIONS_PER_ADDRESS, plays=True)
    assert [each.is_open for each in crowd.come("phone")] == [False]


def test_a_connection_that_ended_leaves_its_place(crowd: Crowd) -> None:
    first, *others = crowd.come("phone", CONNECTIONS_PER_ADDRESS)
    crowd.limiter.forget(others[3], "phone")
    crowd.limiter.forget(others[3], "phone")
    crowd.come("phone")
    assert first.is_open


def test_who_comes_again_and_again_is_refused_and_others_are_not(crowd: Crowd) -> None:
    new = crowd.come("neighbour", 1000)
    assert crowd.open_count() == CONNECTIONS_PER_ADDRESS
    assert not any(each.is_open for each in new[ARRIVALS_AT_ONCE:])
    assert crowd.come("phone")[0].is_open
    crowd.clock.now += 1
    assert crowd.come("neighbour")[0].is_open


def test_single_bytes_are_read_a_few_hundred_times_and_a_page_is_loaded_often(
    crowd: Crowd,
) -> None:
    bytewise = sum(crowd.limiter.may_read("neighbour", 1) for _ in range(10_000))
    assert bytewise == COST_AT_ONCE // (READ_COST + 1)
    assert sum(crowd.limiter.may_read("phone", 600) for _ in range(80)) == 80
    assert not crowd.limiter.may_read("other", COST_AT_ONCE)


def test_addresses_are_not_remembered_without_end(crowd: Crowd) -> None:
    (phone,) = crowd.come("phone")
    for number in range(3 * ADDRESSES):
        crowd.limiter.may_read(f"neighbour {number}", 1)
    assert len(crowd.limiter._usage) <= ADDRESSES + 1
    crowd.limiter.forget(phone, "phone")
    assert crowd.come("phone", 3)[0].is_open


def test_an_address_that_did_too_much_is_remembered_while_others_are_forgotten(
    crowd: Crowd,
) -> None:
    crowd.come("neighbour", 1000)
    crowd.clock.now += 1
    for number in range(ADDRESSES):
        crowd.limiter.may_read(f"passer-by {number}", 1)
        crowd.clock.now += 0.001
    assert sum(each.is_open for each in crowd.come("neighbour", 100)) < 60
