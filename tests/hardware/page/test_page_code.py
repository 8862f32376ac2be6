"""The page's server for neighbours, with the pairing code and without."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from yarl import URL

from companion.app.events import Button
from hardware.page import request_checks
from hardware.page.pairing import PairingCode
from tests.hardware.page.page_client import (
    COOKIE,
    FOREIGN,
    Served,
    ask,
    connected,
    edge,
    event,
    next_message,
    press,
    served,
    type_code,
)
from tests.hardware.sample import SamplePicture


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
                await connected(one, key).__aenter__()
            assert caught.value.status == 401
        assert one.waiting() == []

    with served(PairingCode("123456")) as one:
        asyncio.run(run(one))


def test_the_right_code_gives_a_cookie_that_opens_the_page() -> None:
    async def run(one: Served) -> None:
        answer = await type_code(one, "123 456")
        assert answer.status == 204
        morsel = answer.cookies[f"{COOKIE}-{URL(one.url).port}"]
        assert morsel["httponly"]
        assert morsel["samesite"] == "Strict"
        one.page.show(SamplePicture(name="menu"))
        async with connected(one, morsel.value) as ws:
            assert (await next_message(ws))["screen"] == "menu"
            await press(ws, 1, "ok", down=True)
            assert await event(one) == edge(Button.OK, pressed=True)

    with served(PairingCode("123456")) as one:
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

    with served(PairingCode("123456")) as one:
        monkeypatch.setattr(request_checks, "_HTTP_PORT", URL(one.url).port)
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

    with served(PairingCode("123456")) as one:
        asyncio.run(run(one))


def test_the_fifth_wrong_code_makes_who_guessed_wait() -> None:
    async def run(one: Served) -> None:
        statuses = [(await type_code(one, "000000")).status for _ in range(6)]
        assert statuses == [403] * 5 + [429]
        answer = await type_code(one, "123456")
        assert (answer.status, answer.headers["Retry-After"]) == (429, "30")
        one.clock.now += 30
        assert (await type_code(one, "123456")).status == 204

    with served(PairingCode("123456")) as one:
        asyncio.run(run(one))


def test_while_one_computer_waits_another_is_let_in() -> None:
    async def run(one: Served) -> None:
        for _ in range(6):
            answer = await type_code(one, "000000")
        assert answer.status == 429
        assert (await type_code(one, "123456", address="127.0.0.2")).status == 204

    with served(PairingCode("123456")) as one:
        asyncio.run(run(one))


def test_while_sixteen_computers_guess_a_new_phone_with_the_right_code_is_let_in() -> None:
    async def run(one: Served) -> None:
        guessers = [f"127.0.1.{number}" for number in range(1, 17)]
        for address in 3 * guessers:
            answer = await type_code(one, "000000", address=address)
        assert answer.status == 429
        assert (await type_code(one, "123456", address="127.0.0.2")).status == 204

    with served(PairingCode("123456")) as one:
        asyncio.run(run(one))


def test_a_body_in_chunks_is_refused_and_the_connection_ended() -> None:
    with served(PairingCode("123456")) as one:
        port = URL(one.url).port or 0
        head = f"POST /pair HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {one.origin}\r\n"
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n".encode())
            answer = line.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize("body", [b"", b"[" * 1000, b'{"code": 123456}', b"\xff", b"123456"])
def test_a_strange_body_is_a_wrong_code(body: bytes) -> None:
    async def run(one: Served) -> int:
        async with (
            aiohttp.ClientSession(headers={"Origin": one.origin}) as session,
            session.post(one.url + "pair", data=body) as answer,
        ):
            return answer.status

    with served(PairingCode("123456")) as one:
        assert asyncio.run(run(one)) == 403
