"""The page's server under other host names and from other origins."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from yarl import URL

from companion.shell.inbox import EventQueue
from hardware.page.listener import Listener
from hardware.page.pairing import PairingCode
from hardware.page.server import Page, PageAddressError, UnguardedPageError
from tests.hardware.page.page_client import FOREIGN, Served, ask, served


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
@pytest.mark.parametrize("port", ["", ":80", ":9000", ":65535"])
def test_the_names_of_this_computer_are_served_at_any_port(name: str, port: str) -> None:
    with served() as one:
        status, headers, _ = asyncio.run(ask(one.url, Host=name + port))
    assert status == 200
    assert f"connect-src 'self' ws://{name.lower()}{port};" in headers["Content-Security-Policy"]


def test_the_page_can_be_played_through_a_tunnel_from_another_port() -> None:
    async def run(one: Served) -> None:
        headers = {"Origin": "http://localhost:9000", "Host": "localhost:9000"}
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(one.url + "socket", headers=headers) as ws,
        ):
            assert await ws.receive_str(timeout=20) == "{}"

    with served() as one:
        asyncio.run(run(one))


def own_names() -> list[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return [name, short.upper(), f"{short}.local"]


@pytest.mark.parametrize("number", range(3))
def test_behind_the_code_the_machines_own_names_are_served(number: int) -> None:
    with served(PairingCode("123456")) as one:
        port = URL(one.url).port
        name = own_names()[number]
        assert asyncio.run(ask(one.url, Host=f"{name}:{port}"))[0] == 200
        assert asyncio.run(ask(one.url, Host=f"{name}:{port}1"))[0] == 421


@pytest.mark.parametrize("number", range(3))
def test_without_the_code_the_machines_own_names_are_not_served(number: int) -> None:
    with served() as one:
        host = f"{own_names()[number]}:{URL(one.url).port}"
        if not host.startswith("localhost"):
            assert asyncio.run(ask(one.url, Host=host))[0] == 421


FOREIGN_NAMES = [
    *("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.7"),
    *("", "localhost:1:2", "[::2]", "localhost@evil.example", "x.local", "0.0.0.0"),
]


@pytest.mark.parametrize("name", FOREIGN_NAMES)
@pytest.mark.parametrize("path", ["", "page.js", "socket", "paired"])
@pytest.mark.parametrize("code", [None, PairingCode("123456")], ids=["open", "code"])
def test_a_foreign_name_that_leads_here_is_refused_with_the_right_address(
    name: str, path: str, code: PairingCode | None
) -> None:
    with served(code) as one:
        host = f"{name}:{URL(one.url).port}"
        status, _, text = asyncio.run(ask(one.url + path, Host=host, Origin=f"http://{host}"))
        right = f"This address is not served here: open {one.url} instead.\n"
    assert (status, text) == (421, right)


@pytest.mark.parametrize("host", ["localhost:", "localhost:x", "localhost:123456", "local host"])
def test_what_is_no_host_and_port_is_refused(host: str) -> None:
    with served() as one:
        assert asyncio.run(ask(one.url, Host=host))[0] == 421


def test_the_address_of_this_server_at_another_port_is_another_server() -> None:
    with served(address="127.0.0.2") as one:
        assert asyncio.run(ask(one.url, Host="127.0.0.2:1"))[0] == 421


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
    assert "--port" in str(caught.value)


@pytest.mark.parametrize("address", ["192.0.2.1", "no.such.invalid", "a" * 70, "300.1.1.1"])
def test_an_address_of_another_computer_is_a_clear_error(address: str) -> None:
    with pytest.raises(PageAddressError, match="no address of this computer") as caught:
        Page(EventQueue(), address, 0, PairingCode("123456")).start()
    assert f"listen on {address} port 0" in str(caught.value)
    assert "another companion" not in str(caught.value)


def test_a_page_that_cannot_begin_says_why_instead_of_being_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: object) -> tuple[str, int]:
        raise RuntimeError("no thread is left")

    monkeypatch.setattr(Listener, "open", fail)
    page = Page(EventQueue(), port=0)
    with pytest.raises(RuntimeError, match="no thread is left"):
        page.start()
    assert not page.alive()


def test_without_a_code_the_page_listens_on_this_computer_only() -> None:
    with pytest.raises(UnguardedPageError, match=r"0\.0\.0\.0"):
        Page(EventQueue(), "0.0.0.0", 0)
