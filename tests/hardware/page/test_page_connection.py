"""One connection to the page: who is served, and how much is read of it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from companion.shell.inbox import EventQueue
from hardware.page.client_hub import ClientHub
from hardware.page.connection_limiter import COST_AT_ONCE, READ_COST, ConnectionLimiter
from hardware.page.listener import LimitedConnection, Listener
from hardware.page.routes import Routes
from tests.hardware.sample import Clock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class FakeTransport(asyncio.Transport):
    """A connection from `address` that only remembers whether it was ended."""

    def __init__(self, address: str, own: str = "192.168.1.20") -> None:
        super().__init__({"peername": (address, 40000), "sockname": (own, 8128)})
        self.was_aborted = False

    def abort(self) -> None:
        self.was_aborted = True

    def close(self) -> None:
        self.was_aborted = True

    def is_closing(self) -> bool:
        return self.was_aborted

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send nothing."""


@asynccontextmanager
async def opened() -> AsyncIterator[Listener]:
    inbox = EventQueue(Clock())
    listener = Listener(Routes(ClientHub(inbox, "main"), inbox, None), ConnectionLimiter(inbox.now))
    await listener.open("127.0.0.1", 0)
    yield listener
    await listener.close()


@pytest.mark.parametrize(
    ("address", "is_served"),
    [
        *(("127.0.0.1", True), ("192.168.1.7", True), ("fe80::1%eth0", True)),
        *(("8.8.8.8", False), ("100.64.0.1", False), ("2001:db8::1", False)),
    ],
)
def test_only_private_networks_and_this_computer_are_served(address: str, is_served: bool) -> None:
    async def run() -> None:
        async with opened() as listener:
            transport = FakeTransport(address)
            connection = LimitedConnection(listener)
            connection.connection_made(transport)
            assert transport.was_aborted is not is_served
            connection.connection_lost(None)

    asyncio.run(run())


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:db8::1"])
def test_this_computer_is_served_by_its_own_address_and_its_neighbour_is_not(address: str) -> None:
    async def run() -> None:
        async with opened() as listener:
            for own, is_served in ((address, True), (f"{address}1", False)):
                transport = FakeTransport(address, own)
                connection = LimitedConnection(listener)
                connection.connection_made(transport)
                assert transport.was_aborted is not is_served
                connection.connection_lost(None)

    asyncio.run(run())


def test_a_connection_that_sends_single_bytes_is_ended_and_another_address_is_still_served() -> (
    None
):
    async def run() -> None:
        async with opened() as listener:
            slow, phone = FakeTransport("192.168.1.66"), FakeTransport("192.168.1.7")
            first, second = LimitedConnection(listener), LimitedConnection(listener)
            first.connection_made(slow)
            second.connection_made(phone)
            for _ in range(COST_AT_ONCE // (READ_COST + 1)):
                first.data_received(b"G")
            assert not slow.was_aborted
            first.data_received(b"G")
            assert slow.was_aborted
            second.data_received(b"GET /")
            assert not phone.was_aborted
            first.connection_lost(None)
            second.connection_lost(None)

    asyncio.run(run())
