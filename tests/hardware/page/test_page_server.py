"""The page's server, spoken to as browsers, neighbours and other pages speak to it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import resource
import socket
import struct
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from yarl import URL

from companion.app.events import Button, Edge, PanelDown, PanelUp
from companion.inbox import EventQueue
from hardware.page import guard
from hardware.page.audience import MESSAGES_AT_ONCE, Audience
from hardware.page.door import CONNECTIONS, LINES_AT_ONCE, Door, Quiet
from hardware.page.pairing import Pairing
from hardware.page.routes import BROWSERS, WELCOMES_AT_ONCE, Routes
from hardware.page.server import Page, PageAddressError, UnguardedPageError
from tests.hardware.sample import Clock, SamplePicture, dots, next_event, waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from aiohttp import web

FOREIGN = "http://evil.example"
COOKIE = "hare-companion"


class Served:
    """A running page, its inbox, its clock and its URL."""

    def __init__(self, pairing: Pairing | None, address: str, panel: str) -> None:
        self.clock = Clock()
        self.inbox = EventQueue(self.clock)
        self.page = Page(self.inbox, address, 0, pairing, panel=panel)
        self.url = self.page.start()
        self.origin = self.url.rstrip("/")


@contextmanager
def served(
    pairing: Pairing | None = None, address: str = "127.0.0.1", panel: str = "main"
) -> Iterator[Served]:
    one = Served(pairing, address, panel)
    try:
        yield one
    finally:
        one.page.close()


@asynccontextmanager
async def talking(
    one: Served, key: str = "", *, autoping: bool = True
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the WebSocket as the page's own script does."""
    port = URL(one.url).port
    cookies = {f"{COOKIE}-{port}": key} if key else {}
    jar = aiohttp.CookieJar(unsafe=True)
    async with (
        aiohttp.ClientSession(cookies=cookies, cookie_jar=jar) as session,
        session.ws_connect(
            one.url + "socket", headers={"Origin": one.origin}, autoping=autoping
        ) as ws,
    ):
        yield ws


async def heard(ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """Wait for the next frame."""
    while "bits" not in (message := json.loads(await ws.receive_str(timeout=20))):
        pass
    return dict(message)


async def event(one: Served) -> object:
    return await asyncio.to_thread(next_event, one.inbox)


async def press(ws: aiohttp.ClientWebSocketResponse, seq: int, button: str, down: bool) -> None:
    await ws.send_json({"seq": seq, "button": button, "pressed": down})


async def ask(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, dict(answer.headers), await answer.text()


async def type_code(one: Served, code: str, origin: str | None = None) -> aiohttp.ClientResponse:
    headers = {"Origin": origin or one.origin}
    async with (
        aiohttp.ClientSession() as session,
        session.post(one.url + "pair", json={"code": code}, headers=headers) as answer,
    ):
        await answer.read()
        return answer


def edge(button: Button, *, pressed: bool) -> Edge:
    return Edge("main", button, pressed, 100.0)


# Pictures and presses


def test_a_browser_gets_the_present_picture_and_its_drawing_is_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(dots((3, 2)), 1, "menu", ("Undo",)))
        async with talking(one) as ws:
            frame = await heard(ws)
            assert (frame["light"], frame["screen"], frame["texts"]) == (1, "menu", ["Undo"])
            assert base64.b64decode(frame["bits"]) == dots((3, 2)).tobytes()
            assert waiting(one.inbox) == []
            await ws.send_str('{"drawn": true}')
            assert await event(one) == PanelUp("main", 100.0, upright=True)
        assert await event(one) == PanelDown("main", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_only_the_first_browser_and_the_last_are_news() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with talking(one) as first:
            async with talking(one) as second:
                for ws in (first, second):
                    await heard(ws)
                    await ws.send_str('{"drawn": true}')
                await press(second, 1, "ok", down=True)  # comes after the second's answer
                assert [await event(one) for _ in range(2)] == [
                    PanelUp("main", 100.0, upright=True),
                    edge(Button.OK, pressed=True),
                ]
            assert await event(one) == edge(Button.OK, pressed=False)
            await press(first, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)
        assert await event(one) == edge(Button.OK, pressed=False)
        assert await event(one) == PanelDown("main", 100.0)

    with served() as one:
        asyncio.run(run(one))


def test_a_page_beside_another_panel_speaks_by_its_own_name() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture())
        async with talking(one) as ws:
            await heard(ws)
            await ws.send_str('{"drawn": true}')
            await press(ws, 1, "ok", down=True)
            assert await event(one) == PanelUp("page", 100.0, upright=True)
            assert await event(one) == Edge("page", Button.OK, pressed=True, at=100.0)
        assert await event(one) == Edge("page", Button.OK, pressed=False, at=100.0)
        assert await event(one) == PanelDown("page", 100.0)

    with served(panel="page") as one:
        assert one.page.panel == "page"
        asyncio.run(run(one))


def test_presses_are_edges_with_the_time_of_the_inbox() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            for seq, button in enumerate(Button):
                await press(ws, 2 * seq + 1, button.value, down=True)
                await press(ws, 2 * seq + 2, button.value, down=False)
            edges = [await event(one) for _ in range(14)]
        assert edges == [edge(b, pressed=p) for b in Button for p in (True, False)]

    with served() as one:
        asyncio.run(run(one))


def test_a_socket_that_dies_lets_go_of_its_buttons() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            await press(ws, 1, "right", down=True)
            assert await event(one) == edge(Button.RIGHT, pressed=True)
            transport = ws.get_extra_info("socket")
            assert transport is not None
            ws._writer.transport.abort()
            assert await event(one) == edge(Button.RIGHT, pressed=False)

    with served() as one:
        asyncio.run(run(one))


def test_a_slow_browser_holds_nobody_up_and_gets_only_the_newest_picture() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="first"))
        async with talking(one) as slow, talking(one) as quick:
            assert (await heard(slow))["screen"] == (await heard(quick))["screen"] == "first"
            for number in range(1000):
                one.page.show(SamplePicture(name=f"number {number}"))
            await quick.send_str('{"drawn": true}')
            while (await heard(quick))["screen"] != "number 999":
                await quick.send_str('{"drawn": true}')
            await slow.send_str('{"drawn": true}')
            assert (await heard(slow))["screen"] == "number 999"

    with served() as one:
        asyncio.run(run(one))


def test_the_same_picture_is_not_sent_twice() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(name="a"))
        async with talking(one) as ws:
            await heard(ws)
            await ws.send_str('{"drawn": true}')
            await event(one)
            one.page.show(SamplePicture(name="a"))
            one.page.show(SamplePicture(name="b"))
            assert (await heard(ws))["screen"] == "b"

    with served() as one:
        asyncio.run(run(one))


def test_showing_before_the_start_and_after_the_end_does_no_harm() -> None:
    page = Page(EventQueue(), port=0)
    page.show(SamplePicture())
    assert not page.alive()
    page.start()
    assert page.alive()
    page.close()
    page.show(SamplePicture())
    page.close()
    assert not page.alive()


def test_a_page_whose_loop_stands_still_is_not_alive() -> None:
    with served() as one:
        assert one.page.alive()
        one.clock.now += 1000  # and nobody moves the beat before the next second
        assert not one.page.alive()


def test_the_end_is_told_to_the_browsers() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            closing = asyncio.create_task(asyncio.to_thread(one.page.close))
            message = await ws.receive(timeout=20)
            assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 1001)
            await closing

    with served() as one:
        asyncio.run(run(one))


# Doors


def test_every_answer_carries_the_headers_that_keep_others_out() -> None:
    with served() as one:
        for path in ("", "page.js", "nothing.txt", "socket", "paired"):
            _, headers, _ = asyncio.run(ask(one.url + path))
            policy = headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "aiohttp" not in headers["Server"]


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "LocalHost"])
def test_the_names_of_this_computer_are_served(name: str) -> None:
    with served() as one:
        status, _, _ = asyncio.run(ask(one.url, Host=f"{name}:{URL(one.url).port}"))
    assert status == 200


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "192.168.1.7", ""])
@pytest.mark.parametrize("path", ["", "page.js", "socket", "paired"])
def test_a_foreign_name_for_this_computer_is_not_served(name: str, path: str) -> None:
    with served() as one:
        host = f"{name}:{URL(one.url).port}"
        status, _, text = asyncio.run(ask(one.url + path, Host=host, Origin=f"http://{host}"))
    assert (status, text) == (421, "This address is not served here.\n")


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "127.0.0.1:80"])
def test_another_port_is_another_server(host: str) -> None:
    with served() as one:
        status, _, _ = asyncio.run(ask(one.url, Host=host))
    assert status == 421


def test_the_address_at_which_a_connection_arrives_is_a_name_of_the_server() -> None:
    with served(address="127.0.0.2") as one:
        assert one.url.startswith("http://127.0.0.2:")
        assert asyncio.run(ask(one.url))[0] == 200


@pytest.mark.parametrize("origin", [FOREIGN, "null", "https://127.0.0.1", "http://127.0.0.1", None])
def test_another_page_gets_no_socket(origin: str | None) -> None:
    async def run(one: Served) -> None:
        headers = {} if origin is None else {"Origin": origin}
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(one.url + "socket", headers=headers)
        assert caught.value.status == 403

    with served() as one:
        asyncio.run(run(one))


@pytest.mark.parametrize(
    "path", ["page.html", "..%2fserver.py", "%2e%2e/server.py", "static/page.js"]
)
def test_nothing_but_the_files_of_the_page_is_served(path: str) -> None:
    async def run(one: Served) -> int:
        async with (
            aiohttp.ClientSession() as session,
            session.get(URL(one.url + path, encoded=True)) as answer,
        ):
            return answer.status

    with served() as one:
        assert asyncio.run(run(one)) == 404


def test_a_port_in_use_is_a_clear_error() -> None:
    with served() as one:
        port = URL(one.url).port or 0
        with pytest.raises(PageAddressError, match=rf"127.0.0.1 port {port}: .*in use") as caught:
            Page(EventQueue(), port=port).start()
    assert (caught.value.address, caught.value.port) == ("127.0.0.1", port)
    assert "another companion" in str(caught.value)


@pytest.mark.parametrize("address", ["192.0.2.1", "no.such.invalid", "a" * 70, "300.1.1.1"])
def test_an_address_of_another_computer_is_a_clear_error(address: str) -> None:
    with pytest.raises(PageAddressError, match="no address of this computer") as caught:
        Page(EventQueue(), address, 0, Pairing("123456")).start()
    assert f"listen on {address} port 0" in str(caught.value)
    assert "another companion" not in str(caught.value)


def test_a_page_that_cannot_begin_says_why_instead_of_being_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: object) -> tuple[str, int]:
        raise RuntimeError("no thread is left")

    monkeypatch.setattr(Door, "open", fail)
    page = Page(EventQueue(), port=0)
    with pytest.raises(RuntimeError, match="no thread is left"):
        page.start()
    assert not page.alive()


def test_without_a_code_the_page_listens_on_this_computer_only() -> None:
    with pytest.raises(UnguardedPageError, match=r"0\.0\.0\.0"):
        Page(EventQueue(), "0.0.0.0", 0)


# Harm


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "[" * 1000, '{"seq":1,"button":"x","pressed":true}']
)
def test_a_malformed_message_ends_the_connection_and_its_holds(text: str) -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            await press(ws, 1, "left", down=True)
            await ws.send_str(text)
            assert (await ws.receive(timeout=20)).data == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert await event(one) == edge(Button.LEFT, pressed=True)
        assert await event(one) == edge(Button.LEFT, pressed=False)
        assert waiting(one.inbox) == []

    with served() as one:
        asyncio.run(run(one))


def test_bytes_and_repeated_numbers_are_malformed() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            await ws.send_bytes(b'{"seq": 1, "button": "ok", "pressed": true}')
            assert (await ws.receive(timeout=20)).data == aiohttp.WSCloseCode.POLICY_VIOLATION
        async with talking(one) as ws:
            await press(ws, 5, "ok", down=True)
            await press(ws, 5, "ok", down=False)
            assert (await ws.receive(timeout=20)).data == aiohttp.WSCloseCode.POLICY_VIOLATION

    with served() as one:
        asyncio.run(run(one))


def test_a_message_of_more_than_a_kilobyte_is_not_read() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            await ws.send_str('{"drawn": true}'.ljust(1025))
            assert (await ws.receive(timeout=20)).data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert waiting(one.inbox) == []

    with served() as one:
        asyncio.run(run(one))


def test_a_body_of_more_than_a_kilobyte_is_not_read() -> None:
    with served(Pairing("123456")) as one:
        assert asyncio.run(type_code(one, "1" * 2000)).status == 413


def test_ten_thousand_messages_at_once_are_a_hundred_presses() -> None:
    async def flood(ws: aiohttp.ClientWebSocketResponse) -> None:
        with contextlib.suppress(ConnectionError):
            for seq in range(1, 10_001):
                await press(ws, seq, "ok", down=seq % 2 == 1)

    async def run(one: Served) -> None:
        async with talking(one) as quiet, talking(one) as loud:
            await flood(loud)
            assert (await loud.receive(timeout=20)).data == aiohttp.WSCloseCode.POLICY_VIOLATION
            await press(quiet, 1, "left", down=True)
            found = [await event(one)]
            while found[-1] != edge(Button.LEFT, pressed=True):
                found.append(await event(one))
        assert len(found) == MESSAGES_AT_ONCE + 1

    with served() as one:
        asyncio.run(run(one))


def test_pings_are_answered_and_count_as_messages() -> None:
    async def run(one: Served) -> None:
        async with talking(one, autoping=False) as ws:
            await ws.ping(b"there?")
            answer = await ws.receive(timeout=20)
            while answer.type is aiohttp.WSMsgType.TEXT:
                answer = await ws.receive(timeout=20)
            assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"there?")
            for seq in range(1, MESSAGES_AT_ONCE):
                await press(ws, seq, "ok", down=seq % 2 == 1)
            await ws.ping()
            assert await _parting(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION

    with served() as one:
        asyncio.run(run(one))


async def _parting(ws: aiohttp.ClientWebSocketResponse) -> int:
    """Wait for the server's close and return its code."""
    while (message := await ws.receive(timeout=20)).type is not aiohttp.WSMsgType.CLOSE:
        pass
    return int(message.data)


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"], ids=["ping", "pong"])
def test_a_flood_of_pings_is_cut_off_and_others_go_on(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(one: Served) -> None:
        async with talking(one) as quiet, talking(one, autoping=False) as loud:
            pongs = 0
            writer = loud._writer.transport
            writer.write(frame * 1_000_000)
            while (message := await loud.receive(timeout=20)).type is not aiohttp.WSMsgType.CLOSE:
                pongs += message.type is aiohttp.WSMsgType.PONG
            assert pongs <= MESSAGES_AT_ONCE
            await press(quiet, 1, "left", down=True)
            assert await event(one) == edge(Button.LEFT, pressed=True)
            writer.abort()

    with served() as one:
        asyncio.run(run(one))
    assert caplog.records == []


def test_of_one_who_sent_too_much_nothing_more_is_read() -> None:
    seated: list[asyncio.Transport] = []

    class Seen(Audience):
        async def welcome(
            self, socket: web.WebSocketResponse, transport: asyncio.Transport | None
        ) -> None:
            assert transport is not None
            seated.append(transport)
            await super().welcome(socket, transport)

    async def run() -> None:
        inbox = EventQueue()
        door = Door(Routes(Seen(inbox, "main"), inbox, None))
        _, port = await door.open("127.0.0.1", 0)
        origin = f"http://127.0.0.1:{port}"
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(
                f"{origin}/socket", headers={"Origin": origin}, autoclose=False
            ) as ws,
        ):
            assert seated[0].is_reading()
            for _ in range(MESSAGES_AT_ONCE + 1):
                await ws.ping()
            assert await _parting(ws) == aiohttp.WSCloseCode.POLICY_VIOLATION
            assert not seated[0].is_reading()
            seated[0].abort()
        await door.close()

    asyncio.run(run())


def test_who_connects_again_and_again_is_shut_out_for_a_while() -> None:
    async def knock(one: Served) -> bool:
        try:
            async with talking(one):
                return True
        except aiohttp.WSServerHandshakeError as error:
            return error.status != 503

    async def run(one: Served) -> None:
        welcomes = [await knock(one) for _ in range(WELCOMES_AT_ONCE + 10)]
        assert welcomes == [True] * WELCOMES_AT_ONCE + [False] * 10
        one.clock.now += 1
        assert await knock(one)

    with served() as one:
        asyncio.run(run(one))


def test_there_is_room_for_eight_browsers() -> None:
    async def run(one: Served) -> None:
        guests = [talking(one) for _ in range(BROWSERS)]
        for guest in guests:
            await guest.__aenter__()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await talking(one).__aenter__()
        for guest in guests:
            await guest.__aexit__(None, None, None)

    with served() as one:
        asyncio.run(run(one))


def test_connections_beyond_the_limit_are_dropped_and_the_game_goes_on() -> None:
    async def run(one: Served) -> None:
        async with talking(one) as ws:
            port = URL(one.url).port
            knocking = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
            ends = [asyncio.create_task(_is_dropped(reader)) for reader, _ in knocking]
            dropped = asyncio.as_completed(ends)
            for _ in range(100 - (CONNECTIONS - 1)):
                await next(dropped)
            await press(ws, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)
            assert sum(end.done() for end in ends) == 100 - (CONNECTIONS - 1)
            for _, writer in knocking:
                writer.close()

    with served() as one:
        asyncio.run(run(one))


async def _is_dropped(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


def test_a_connection_that_says_nothing_is_thrown_out_and_a_socket_is_not() -> None:
    async def run() -> None:
        inbox = EventQueue()
        door = Door(Routes(Audience(inbox, "main"), inbox, None), patience_s=0.2)
        _, port = await door.open("127.0.0.1", 0)
        origin = f"http://127.0.0.1:{port}"
        silent, writer = await asyncio.open_connection("127.0.0.1", port)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(origin + "/socket", headers={"Origin": origin}) as ws,
        ):
            assert await asyncio.wait_for(_is_dropped(silent), 20)
            assert (await ws.receive(timeout=20)).data == "{}"  # two seconds later: still here
        writer.close()
        await door.close()

    asyncio.run(run())


def test_noise_instead_of_a_request_is_refused_without_a_word_in_the_log(
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
def test_a_stranger_who_leaves_in_the_middle_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    start: str,
    rest: str,
    is_abrupt: bool,
) -> None:
    with served(Pairing("123456")) as one:
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
    keep = Quiet(clock)
    fault = logging.LogRecord("page", logging.ERROR, "", 0, "", (), (KeyError, KeyError("x"), None))
    assert sum(keep.filter(fault) for _ in range(1000)) == LINES_AT_ONCE
    clock.now += 60
    assert [keep.filter(fault), keep.filter(fault)] == [True, False]
    assert keep.filter(logging.LogRecord("page", logging.INFO, "", 0, "said", (), None))


def test_when_no_file_is_left_for_a_connection_one_line_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        inbox = EventQueue()
        door = Door(Routes(Audience(inbox, "main"), inbox, None))
        _, port = await door.open("127.0.0.1", 0)
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
        await door.close()

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


# Pairing


def test_without_the_code_a_neighbour_gets_no_picture_and_no_press() -> None:
    async def run(one: Served) -> None:
        one.page.show(SamplePicture(texts=("secret",)))
        status, _, text = await ask(one.url)
        assert status == 200
        assert "pair.js" in text
        assert "page.js" not in text
        assert (await ask(one.url + "paired"))[0] == 401
        for key in ("", "123456", "x" * 43):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await talking(one, key).__aenter__()
            assert caught.value.status == 401
        assert waiting(one.inbox) == []

    with served(Pairing("123456")) as one:
        asyncio.run(run(one))


def test_the_right_code_gives_a_cookie_that_opens_the_page() -> None:
    async def run(one: Served) -> None:
        answer = await type_code(one, "123 456")
        assert answer.status == 204
        morsel = answer.cookies[f"{COOKIE}-{URL(one.url).port}"]
        assert morsel["httponly"]
        assert morsel["samesite"] == "Strict"
        one.page.show(SamplePicture(name="menu"))
        async with talking(one, morsel.value) as ws:
            assert (await heard(ws))["screen"] == "menu"
            await press(ws, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)

    with served(Pairing("123456")) as one:
        asyncio.run(run(one))


def test_a_cookie_has_a_name_also_where_the_browser_need_not_say_the_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run(one: Served) -> None:
        headers = {"Host": "[::1]", "Origin": "http://[::1]"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(one.url + "pair", json={"code": "123456"}, headers=headers) as answer,
        ):
            assert answer.status == 204
            assert list(answer.cookies) == [f"{COOKIE}-{URL(one.url).port}"]

    with served(Pairing("123456")) as one:
        monkeypatch.setattr(guard, "_HTTP_PORT", URL(one.url).port)
        asyncio.run(run(one))


def test_another_page_gets_nothing_with_the_right_code_or_a_right_cookie() -> None:
    async def run(one: Served) -> None:
        assert (await type_code(one, "123456", FOREIGN)).status == 403
        answer = await type_code(one, "123456")
        name = f"{COOKIE}-{URL(one.url).port}"
        cookies = {"Cookie": f"{name}={answer.cookies[name].value}"}
        async with aiohttp.ClientSession(headers=cookies) as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(one.url + "socket", headers={"Origin": FOREIGN})
        assert caught.value.status == 403

    with served(Pairing("123456")) as one:
        asyncio.run(run(one))


def test_the_fifth_wrong_code_makes_who_guessed_wait() -> None:
    async def run(one: Served) -> None:
        statuses = [(await type_code(one, "000000")).status for _ in range(6)]
        assert statuses == [403] * 5 + [429]
        answer = await type_code(one, "123456")
        assert (answer.status, answer.headers["Retry-After"]) == (429, "30")
        one.clock.now += 30
        assert (await type_code(one, "123456")).status == 204

    with served(Pairing("123456")) as one:
        asyncio.run(run(one))


def test_while_one_computer_waits_another_is_let_in() -> None:
    async def run(one: Served) -> None:
        for _ in range(6):
            answer = await type_code(one, "000000")
        assert answer.status == 429
        # All of 127/8 is this computer: a second address stands for a second computer.
        other = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
        async with (
            aiohttp.ClientSession(connector=other, headers={"Origin": one.origin}) as session,
            session.post(one.url + "pair", json={"code": "123456"}) as answer,
        ):
            assert answer.status == 204

    with served(Pairing("123456")) as one:
        asyncio.run(run(one))


@pytest.mark.parametrize("body", [b"", b"[" * 1000, b'{"code": 123456}', b"\xff", b"123456"])
def test_a_strange_body_is_a_wrong_code(body: bytes) -> None:
    async def run(one: Served) -> int:
        async with (
            aiohttp.ClientSession(headers={"Origin": one.origin}) as session,
            session.post(one.url + "pair", data=body) as answer,
        ):
            return answer.status

    with served(Pairing("123456")) as one:
        assert asyncio.run(run(one)) == 403
