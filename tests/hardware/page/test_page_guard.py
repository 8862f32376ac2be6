"""The page's server, spoken to as other pages and other names for this computer speak to it."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from yarl import URL

from companion.shell.inbox import EventQueue
from hardware.page.door import Door
from hardware.page.pairing import Pairing
from hardware.page.server import Page, PageAddressError, UnguardedPageError
from tests.hardware.page.speaking import FOREIGN, Served, ask, served


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
