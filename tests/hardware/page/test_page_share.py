"""The game as files, for those who may play, and sounds with it."""

from __future__ import annotations

import asyncio

import pytest
from yarl import URL

from companion.ports import SharedFile
from hardware.page.pairing import PairingCode
from hardware.page.routes import SHARES_AT_ONCE
from tests.hardware.page.page_client import (
    COOKIE,
    Served,
    ask,
    connected,
    next_message,
    ready,
    served,
    type_code,
)
from tests.hardware.sample import SamplePicture


class SampleShare:
    """A game whose record is secret, or no game."""

    def __init__(self, *, is_there: bool = True) -> None:
        self._is_there = is_there

    def has_game(self) -> bool:
        return self._is_there

    def picture(self) -> SharedFile | None:
        return SharedFile("hare-7.png", b"pixels")

    def record(self) -> SharedFile | None:
        return None


def test_those_who_may_play_get_the_picture_as_a_file_and_no_secret_record() -> None:
    async def run(one: Served) -> None:
        key = (await type_code(one, "123456")).cookies[f"{COOKIE}-{URL(one.url).port}"]
        cookie = f"{key.key}={key.value}"
        assert (await ask(one.url + "picture"))[0] == 401
        status, headers, content = await ask(one.url + "picture", Cookie=cookie)
        assert (status, content) == (200, "pixels")
        assert headers["Content-Type"].startswith("image/png")
        assert headers["Content-Disposition"] == 'attachment; filename="hare-7.png"'
        assert (await ask(one.url + "record"))[0] == 401
        assert (await ask(one.url + "record", Cookie=cookie))[0] == 403

    with served(PairingCode("123456"), share=SampleShare()) as one:
        asyncio.run(run(one))


def test_a_browser_that_asks_too_often_gets_429() -> None:
    async def run(one: Served) -> None:
        for _ in range(SHARES_AT_ONCE):
            assert (await ask(one.url + "picture"))[0] == 200
        assert (await ask(one.url + "picture"))[0] == 429

    with served(share=SampleShare()) as one:
        asyncio.run(run(one))


@pytest.mark.parametrize("share", [None, SampleShare(is_there=False)], ids=["none", "no game"])
def test_without_a_game_there_is_nothing(share: SampleShare | None) -> None:
    async def run(one: Served) -> None:
        assert (await ask(one.url + "picture"))[0] == 404
        assert (await ask(one.url + "record"))[0] == 404

    with served(share=share) as one:
        asyncio.run(run(one))


def test_a_sound_comes_after_the_picture_of_its_press() -> None:
    async def run(one: Served) -> None:
        async with connected(one) as ws:
            one.page.show(SamplePicture(name="turn"))
            assert (await next_message(ws))["screen"] == "turn"
            one.page.show(SamplePicture(name="card"))
            one.page.play("card", is_on=True)
            await asyncio.sleep(0.05)  # both are there when the page is ready for more
            await ready(ws)
            assert (await next_message(ws))["screen"] == "card"
            await ready(ws)
            assert await next_message(ws) == {"sound": "card", "on": True}

    with served() as one:
        asyncio.run(run(one))
