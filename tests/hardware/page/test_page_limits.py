"""Limits of the page's server: too many messages, too many connections, malformed requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import struct
from typing import TYPE_CHECKING

import aiohttp
import pytest
from yarl import URL

from companion.app.events import Button
from companion.shell.inbox import EventQueue
from hardware.page.client_hub import MESSAGES_AT_ONCE, ClientHub
from hardware.page.connection_limiter import CONNECTIONS_PER_ADDRESS, ConnectionLimiter
from hardware.page.listener import Listener
from hardware.page.log_filter import ERRORS_AT_ONCE, ClientErrorFilter
from hardware.page.pairing import PairingCode, PairingLock
from hardware.page.routes import BROWSERS, UPGRADES_AT_ONCE, Routes
from tests.hardware.page.page_client import (
    Served,
    ask,
    close_code,
    connected,
    edge,
    event,
    press,
    served,
    type_code,
)
from tests.hardware.sample import Clock

if TYPE_CHECKING:
    from aiohttp import web


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "[" * 1000, '{"seq":2,"button":"x","pressed":true,"at":1}']
)
def test_a_malformed_message_ends_the_connection_and_its_holds(text: str) -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await press(ws, 1, "left", down=True)
            await ws.send_str(text)
            assert await close_code(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert await event(one) == edge(Button.LEFT, pressed=True)
        assert await event(one) == edge(Button.LEFT, pressed=False)
        assert one.waiting() == []

    with served() as one:
        asyncio.run(run(one))


def test_bytes_and_repeated_numbers_are_malformed() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await ws.send_bytes(b'{"seq": 1, "button": "ok", "pressed": true, "at": 1}')
            assert await close_code(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION
        async with connected(one) as ws:
            await press(ws, 5, "ok", down=True)
            await press(ws, 5, "ok", down=False)
            assert await close_code(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION

    with served() as one:
        asyncio.run(run(one))


def test_a_message_of_more_than_a_kilobyte_is_not_read() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            await ws.send_str('{"ready": true, "at": 1}'.ljust(1025))
            assert await close_code(ws) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert one.waiting() == []

    with served() as one:
        asyncio.run(run(one))


def test_a_body_of_more_than_a_kilobyte_is_not_read() -> None:
    with served(PairingCode("123456")) as one:
        assert asyncio.run(type_code(one, "1" * 2000)).status == 413


OPEN = frozenset({aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.PING, aiohttp.WSMsgType.PONG})


async def cut_off(ws: aiohttp.ClientWebSocketResponse) -> list[aiohttp.WSMsgType]:
    """Wait for the server to end a connection, and return the kinds of message before that.

    The reset of one who goes on sending may discard the close frame.
    """
    kinds = []
    while (kind := (await ws.receive(timeout=20)).type) in OPEN:
        kinds.append(kind)
    return kinds


def test_ten_thousand_messages_at_once_are_two_hundred_presses() -> None:
    async def flood(ws: aiohttp.ClientWebSocketResponse) -> None:
        """Release and press, so that nothing is held, and released later, when it is cut off."""
        with contextlib.suppress(ConnectionError):
            for seq in range(1, 10_001):
                await press(ws, seq, "ok", down=seq % 2 == 0)
                await asyncio.sleep(0)

    async def run(one: Served) -> None:
        async with connected(one) as loud:
            await flood(loud)
            await cut_off(loud)
            async with connected(one) as quiet:
                await press(quiet, 1, "left", down=True)
                found = [await event(one)]
                while found[-1] != edge(Button.LEFT, pressed=True):
                    found.append(await event(one))
        # Its answer to the first heartbeat counts, and its first release is of nothing.
        assert len(found[:-1]) == MESSAGES_AT_ONCE - 2

    with served() as one:
        asyncio.run(run(one))


def test_pings_are_answered_and_count_as_messages() -> None:
    async def run(one: Served) -> None:
        async with connected(one, autoping=False) as ws:
            await ws.ping(b"there?")
            answer = await ws.receive(timeout=20)
            while answer.type is aiohttp.WSMsgType.TEXT:
                answer = await ws.receive(timeout=20)
            assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"there?")
            for seq in range(1, MESSAGES_AT_ONCE):
                await press(ws, seq, "ok", down=seq % 2 == 1)
            await ws.ping()
            assert await close_code(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION

    with served() as one:
        asyncio.run(run(one))


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"], ids=["ping", "pong"])
def test_a_flood_of_pings_is_cut_off_and_others_go_on(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(one: Served) -> None:
        async with connected(one) as quiet, connected(one, autoping=False) as loud:
            writer = loud._writer.transport
            writer.write(frame * 1_000_000)
            assert (await cut_off(loud)).count(aiohttp.WSMsgType.PONG) <= MESSAGES_AT_ONCE
            await press(quiet, 1, "left", down=True)
            assert await event(one) == edge(Button.LEFT, pressed=True)
            if not writer.is_closing():  # a reset has closed it
                writer.abort()

    with served() as one:
        asyncio.run(run(one))
    assert caplog.records == []


def test_nothing_more_is_read_of_a_client_that_sent_too_much() -> None:
    transports: list[asyncio.Transport] = []

    class RecordingHub(ClientHub):
        async def serve(
            self, socket: web.WebSocketResponse, transport: asyncio.Transport | None
        ) -> None:
            assert transport is not None
            transports.append(transport)
            await super().serve(socket, transport)

    async def run() -> None:
        inbox = EventQueue(Clock())  # it stands: no token comes back while the pings are sent
        listener = Listener(
            Routes(RecordingHub(inbox, "main"), inbox, None), ConnectionLimiter(inbox.now)
        )
        _, port = await listener.open("127.0.0.1", 0)
        origin = f"http://127.0.0.1:{port}"
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(
                f"{origin}/socket", headers={"Origin": origin}, autoclose=False
            ) as ws,
        ):
            assert transports[0].is_reading()
            for _ in range(MESSAGES_AT_ONCE + 1):
                await ws.ping()
            assert await close_code(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION
            assert not transports[0].is_reading()
            transports[0].abort()
        await listener.close()

    asyncio.run(run())


def test_a_client_that_connects_again_and_again_is_refused_for_a_while() -> None:
    async def connects(one: Served) -> bool:
        try:
            async with connected(one):
                return True
        except aiohttp.WSServerHandshakeError as error:
            return error.status != 503

    async def run(one: Served) -> None:
        answers = [await connects(one) for _ in range(UPGRADES_AT_ONCE + 10)]
        assert answers == [True] * UPGRADES_AT_ONCE + [False] * 10
        one.clock.now += 1
        assert await connects(one)

    with served() as one:
        asyncio.run(run(one))


def test_there_is_room_for_eight_browsers() -> None:
    async def run(one: Served) -> None:
        clients = [connected(one) for _ in range(BROWSERS)]
        for client in clients:
            await client.__aenter__()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await connected(one).__aenter__()
        for client in clients:
            await client.__aexit__(None, None, None)

    with served() as one:
        asyncio.run(run(one))


def test_of_one_address_only_the_newest_connections_stay_and_the_game_goes_on() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            port = URL(one.url).port
            waiting_clients = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
            ends = [asyncio.create_task(_is_dropped(reader)) for reader, _ in waiting_clients]
            kept = CONNECTIONS_PER_ADDRESS - 1
            await asyncio.gather(*ends[:-kept])
            await press(ws, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)
            assert [end.done() for end in ends] == [True] * (60 - kept) + [False] * kept
            for _, writer in waiting_clients:
                writer.close()

    with served() as one:
        asyncio.run(run(one))


async def _is_dropped(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


def test_a_connection_without_a_request_is_closed_and_a_socket_is_not() -> None:
    async def run() -> None:
        inbox = EventQueue()
        listener = Listener(
            Routes(ClientHub(inbox, "main"), inbox, None),
            ConnectionLimiter(inbox.now),
            request_time_s=0.2,
        )
        _, port = await listener.open("127.0.0.1", 0)
        origin = f"http://127.0.0.1:{port}"
        silent, writer = await asyncio.open_connection("127.0.0.1", port)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(origin + "/socket", headers={"Origin": origin}) as ws,
        ):
            assert await asyncio.wait_for(_is_dropped(silent), 20)
            assert (await ws.receive(timeout=20)).data == "{}"  # two seconds later: still here
        writer.close()
        await listener.close()

    asyncio.run(run())


def test_a_code_that_is_sent_too_slowly_ends_its_connection() -> None:
    async def run() -> None:
        inbox = EventQueue()
        lock = PairingLock(PairingCode("123456"), inbox.now)
        routes = Routes(ClientHub(inbox, "main"), inbox, lock)
        listener = Listener(routes, ConnectionLimiter(inbox.now), request_time_s=0.2)
        _, port = await listener.open("127.0.0.1", 0)
        slow, writer = await asyncio.open_connection("127.0.0.1", port)
        host = f"127.0.0.1:{port}"
        head = f"POST /pair HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        writer.write(f"{head}Content-Length: 6\r\n\r\n1".encode())
        assert await asyncio.wait_for(_is_dropped(slow), 10)
        writer.close()
        await listener.close()

    asyncio.run(run())


def test_noise_instead_of_a_request_is_refused_without_a_log_entry(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with served() as one:
        for noise in (b"\x00\xff" * 50 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n"):
            with socket.create_connection(("127.0.0.1", URL(one.url).port or 0)) as line:
                line.sendall(noise)
                line.shutdown(socket.SHUT_WR)
                line.settimeout(20)
                assert b" 200 " not in line.recv(4096)
        assert asyncio.run(ask(one.url))[0] == 200
    assert caplog.records == []
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        ("POST /pair", "Content-Length: 100\r\n\r\n"),
        ("POST /pair", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
        ("GET /socket", "Upgrade: websocket\r\n"),
    ],
    ids=["no body", "no chunk", "half a head"],
)
@pytest.mark.parametrize("is_abrupt", [False, True], ids=["closed", "reset"])
def test_a_client_that_leaves_in_the_middle_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    start: str,
    rest: str,
    is_abrupt: bool,
) -> None:
    with served(PairingCode("123456")) as one:
        port = URL(one.url).port or 0
        head = f"{start} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {one.origin}\r\n"
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall((head + rest).encode())
                asyncio.run(ask(one.url))  # meanwhile the request was taken up
                if is_abrupt:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert asyncio.run(ask(one.url))[0] == 200
    assert caplog.records == []
    assert capfd.readouterr().err == ""


def test_of_faults_of_our_own_the_log_takes_a_few_and_then_one_a_minute() -> None:
    clock = Clock()
    keep = ClientErrorFilter(clock)
    fault = logging.LogRecord("page", logging.ERROR, "", 0, "", (), (KeyError, KeyError("x"), None))
    assert sum(keep.filter(fault) for _ in range(1000)) == ERRORS_AT_ONCE
    clock.now += 60
    assert [keep.filter(fault), keep.filter(fault)] == [True, False]
    assert keep.filter(logging.LogRecord("page", logging.INFO, "", 0, "said", (), None))


def test_when_no_file_is_left_for_a_connection_one_line_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        inbox = EventQueue()
        listener = Listener(
            Routes(ClientHub(inbox, "main"), inbox, None), ConnectionLimiter(inbox.now)
        )
        _, port = await listener.open("127.0.0.1", 0)
        kept, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        waiting_lines = [socket.socket() for _ in range(30)]
        for line in waiting_lines:
            line.setblocking(False)
        highest = max(line.fileno() for line in waiting_lines)
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
        try:
            spare = _fill_the_gaps()
            for line in waiting_lines:
                with contextlib.suppress(BlockingIOError):
                    line.connect(("127.0.0.1", port))
            await asyncio.sleep(0.1)
            for file in spare:
                file.close()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (kept, hard))
        for line in waiting_lines:
            line.close()
        await listener.close()

    asyncio.run(run())
    assert [record.exc_info for record in caplog.records] == [None]
    assert "Too many open files" in caplog.text


def _fill_the_gaps() -> list[socket.socket]:
    """Open sockets until there is no number left."""
    found = []
    with contextlib.suppress(OSError):
        while True:
            found.append(socket.socket())
    return found
