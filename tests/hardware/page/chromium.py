"""Headless Chromium, driven by its DevTools protocol over one WebSocket."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.tools import need

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--lang=en",
)
TIMEOUT_S = 30.0


class RefusedError(AssertionError):
    """The browser did not do what it was asked."""


class Browser:
    """One tab; every call blocks until the browser has answered."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._numbers = itertools.count(1)
        self._loop.run_until_complete(self._connect(port))
        self.send("Page.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        return self._loop.run_until_complete(asyncio.wait_for(self._ask(method, params), 30))

    def open(self, url: str) -> None:
        self.send("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        answer = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a script's value is true, also across a change of the page."""
        deadline = self._loop.time() + TIMEOUT_S
        while self._loop.time() < deadline:
            with contextlib.suppress(RefusedError):
                if self.run(condition):
                    return
            self._loop.run_until_complete(asyncio.sleep(0.02))
        raise AssertionError(f"never true: {condition}")

    def pause(self, seconds: float) -> None:
        """Do nothing for a while."""
        self._loop.run_until_complete(asyncio.sleep(seconds))

    def resize(self, width: int, height: int, ratio: float = 1, *, touch: bool = False) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=touch,
        )
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def box(self, selector: str) -> dict[str, float]:
        script = f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()"
        return dict(self.run(script))

    def mouse(self, kind: str, at: tuple[float, float]) -> None:
        self.send(
            "Input.dispatchMouseEvent",
            type=kind,
            x=at[0],
            y=at[1],
            button="left",
            buttons=0 if kind == "mouseReleased" else 1,
            clickCount=1,
        )

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=spots)

    def key(self, kind: str, code: str, *, repeat: bool = False, modifiers: int = 0) -> None:
        key = " " if code == "Space" else code.removeprefix("Key").lower()
        self.send(
            "Input.dispatchKeyEvent",
            type=kind,
            code=code,
            key=key if code.startswith("Key") or code == "Space" else code,
            autoRepeat=repeat,
            modifiers=modifiers,
        )

    def type(self, letter: str) -> None:
        """Press and release the key of a letter."""
        self.send("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def close(self) -> None:
        self._loop.run_until_complete(self._disconnect())
        self._loop.close()

    async def _connect(self, port: int) -> None:
        self._session = aiohttp.ClientSession()
        async with self._session.get(f"http://127.0.0.1:{port}/json/list") as answer:
            tabs = [one for one in await answer.json() if one["type"] == "page"]
        self._socket = await self._session.ws_connect(
            tabs[0]["webSocketDebuggerUrl"], max_msg_size=0
        )

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:  # events come in between
            message = json.loads(await self._socket.receive_str())
            if message.get("id") == number:
                if "error" in message:
                    raise RefusedError(method, message["error"])
                return dict(message["result"])

    async def _disconnect(self) -> None:
        await self._socket.close()
        await self._session.close()


@contextlib.contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Start a browser with a fresh profile; skip or fail where there is none."""
    program = need("chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [program, *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            browser = Browser(_port(Path(profile), process))
            try:
                yield browser
            finally:
                browser.close()
        finally:
            process.terminate()
            process.wait()


def _port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait for the file in which the browser names its port."""
    loop = asyncio.new_event_loop()
    deadline = loop.time() + TIMEOUT_S
    try:
        while True:
            assert process.poll() is None, "Chromium ended by itself"
            assert loop.time() < deadline, "Chromium opened no port"
            with contextlib.suppress(OSError, ValueError, IndexError):
                return int((profile / "DevToolsActivePort").read_text().split("\n")[0])
            loop.run_until_complete(asyncio.sleep(0.05))
    finally:
        loop.close()
