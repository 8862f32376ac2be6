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


class Clients:
    """A limiter and what it admitted."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.limiter = ConnectionLimiter(self.clock)
        self.connections: list[FakeConnection] = []

    def connect(self, address: str, count: int = 1, *, plays: bool = False) -> list[FakeConnection]:
        new = [FakeConnection(plays) for _ in range(count)]
        self.connections += new
        for each in new:
            each.is_open = self.limiter.admit(each, address)
        return new

    def open_count(self) -> int:
        return sum(each.is_open for each in self.connections)


@pytest.fixture
def clients() -> Clients:
    return Clients()


def test_an_address_has_its_newest_connections(clients: Clients) -> None:
    new = clients.connect("neighbour", CONNECTIONS_PER_ADDRESS + 3)
    assert [each.is_open for each in new] == [False] * 3 + [True] * CONNECTIONS_PER_ADDRESS


@pytest.mark.parametrize("addresses", [4, 16, CONNECTIONS])
def test_whatever_others_hold_a_newcomer_gets_a_place(clients: Clients, addresses: int) -> None:
    for _ in range(20):
        for number in range(addresses):
            clients.connect(f"neighbour {number}")
    assert clients.open_count() == CONNECTIONS
    if addresses < CONNECTIONS:
        (phone,) = clients.connect("phone")
        for number in range(addresses):
            clients.connect(f"neighbour {number}", 3)
        assert phone.is_open
        assert clients.open_count() == CONNECTIONS


def test_a_player_keeps_the_place_whatever_others_open(clients: Clients) -> None:
    players = clients.connect("phone", 8, plays=True)
    for number in range(100):
        clients.connect(f"neighbour {number}", 20)
    assert all(player.is_open for player in players)


def test_an_address_full_of_players_gets_no_more(clients: Clients) -> None:
    clients.connect("phone", CONNECTIONS_PER_ADDRESS, plays=True)
    assert [each.is_open for each in clients.connect("phone")] == [False]


def test_a_connection_that_ended_leaves_its_place(clients: Clients) -> None:
    first, *others = clients.connect("phone", CONNECTIONS_PER_ADDRESS)
    clients.limiter.forget(others[3], "phone")
    clients.limiter.forget(others[3], "phone")
    clients.connect("phone")
    assert first.is_open


def test_an_address_that_connects_again_and_again_is_refused_and_others_are_not(
    clients: Clients,
) -> None:
    new = clients.connect("neighbour", 1000)
    assert clients.open_count() == CONNECTIONS_PER_ADDRESS
    assert not any(each.is_open for each in new[ARRIVALS_AT_ONCE:])
    assert clients.connect("phone")[0].is_open
    clients.clock.now += 1
    assert clients.connect("neighbour")[0].is_open


def test_single_bytes_are_read_a_few_hundred_times_and_a_page_is_loaded_often(
    clients: Clients,
) -> None:
    bytewise = sum(clients.limiter.may_read("neighbour", 1) for _ in range(10_000))
    assert bytewise == COST_AT_ONCE // (READ_COST + 1)
    assert sum(clients.limiter.may_read("phone", 600) for _ in range(80)) == 80
    assert not clients.limiter.may_read("other", COST_AT_ONCE)


def test_addresses_are_not_remembered_without_end(clients: Clients) -> None:
    (phone,) = clients.connect("phone")
    for number in range(3 * ADDRESSES):
        clients.limiter.may_read(f"neighbour {number}", 1)
    assert len(clients.limiter._usage) <= ADDRESSES + 1
    clients.limiter.forget(phone, "phone")
    assert clients.connect("phone", 3)[0].is_open


def test_an_address_that_did_too_much_is_remembered_while_others_are_forgotten(
    clients: Clients,
) -> None:
    clients.connect("neighbour", 1000)
    clients.clock.now += 1
    for number in range(ADDRESSES):
        clients.limiter.may_read(f"passer-by {number}", 1)
        clients.clock.now += 0.001
    assert sum(each.is_open for each in clients.connect("neighbour", 100)) < 60
