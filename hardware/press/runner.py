"""The parent process: play a script through a child process, and save its pictures."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, Final

from PIL import Image

from companion import CompanionError
from hardware.press.film import FRAME_S, Film
from hardware.press.script import PAUSE_S, PRESS_S, ScriptLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

START_S: Final = 1.0  # what a start takes in the script's time
SIZE: Final = (128, 64)
_SAID_ONCE: Final = "cannot open the saves: "  # shell/saving.py


class ChildError(CompanionError, RuntimeError):
    """The child process ended before the script did, or answered something unreadable."""


class PictureError(CompanionError, OSError):
    """A picture, a film or their folder cannot be written; the text names it and says why."""

    def __init__(self, path: Path, why: str) -> None:
        """Name the path on one line, and the reason."""
        name = str(path).replace("\n", r"\u000a")
        super().__init__(f"{name}{why}")


class ScriptRunner:
    """One run of a script: `command` starts the child, to which the time is added."""

    def __init__(
        self,
        command: Sequence[str],
        shots: Path | None,
        scale: int,
        out: IO[str],
        film: Film | None = None,
    ) -> None:
        """Start the child process at second 0."""
        self._command = command
        self._shots = shots
        self._scale = scale
        self._out = out
        self._film = film
        self._now = 0.0
        self._said: set[str] = set()
        self._child = self._start()

    def play(self, lines: Sequence[ScriptLine]) -> None:
        """Play every line; raises ChildError when the child process has ended."""
        for line in lines:
            try:
                self._play(line)
            except ChildError as error:
                raise ChildError(f"line {line.number}: {error}") from error

    def close(self) -> int:
        """End the child process and return its exit status."""
        if self._child.stdin:
            with suppress(BrokenPipeError):  # it has already ended
                self._child.stdin.close()
        return self._end()

    def _play(self, line: ScriptLine) -> None:
        match line.word:
            case "hold":
                self._press(line.button, line.seconds)
            case "wait":
                self._wait(line.seconds)
            case "restart":
                self._restart()
            case "shot":
                self._take_shot(line.name)
            case _:
                for _ in range(line.count):
                    self._press(line.button, PRESS_S)

    def _press(self, button: str, seconds: float) -> None:
        self._send(f"down {button}")
        self._wait(seconds)
        self._send(f"up {button}")
        self._wait(PAUSE_S)

    def _wait(self, seconds: float) -> None:
        end = self._now + seconds
        while self._film and self._film.runs and self._now < end:
            self._film_frame(self._film, min(FRAME_S, end - self._now))
        self._now = end
        self._send(f"until {end!r}")

    def _film_frame(self, film: Film, seconds: float) -> None:
        """Advance the time by one frame and film it."""
        self._now += seconds
        self._send(f"until {self._now!r}")
        film.add(_image(self._send("shot")), seconds)

    def _restart(self) -> None:
        self._child.kill()
        self._end()
        self._child = self._start()
        self._wait(START_S)

    def _take_shot(self, name: str) -> None:
        describe = self._send("shot")
        if self._shots:
            scaled = _image(describe).resize((SIZE[0] * self._scale, SIZE[1] * self._scale))
            path = self._shots / f"{name}.png"
            with _writing(path):
                scaled.save(path)
        if self._film:
            self._film.shot(name)
        line = {"shot": name, "screen": describe["screen"], "text": describe["text"]}
        print(json.dumps(line, ensure_ascii=False), file=self._out, flush=True)

    def _start(self) -> subprocess.Popen[str]:
        child = subprocess.Popen(  # noqa: S603 - this program itself
            [*self._command, repr(self._now)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._relay = threading.Thread(target=self._pass_on, args=(child.stderr,), daemon=True)
        self._relay.start()
        if child.stdout is None or not child.stdout.readline():
            status = child.wait()
            self._relay.join()  # what it says comes first
            raise ChildError(f"the program does not start: exit status {status}")
        return child

    def _end(self) -> int:
        """Wait for the child and for what it says; return its exit status."""
        status = self._child.wait()
        self._relay.join()
        return status

    def _pass_on(self, errors: IO[str] | None) -> None:
        """Print what a child says; that the saves cannot be opened once, not at each restart."""
        for line in errors or ():
            if line.startswith(_SAID_ONCE) and line in self._said:
                continue
            self._said.add(line)
            with suppress(OSError):  # nobody listens: the child's pipe is emptied all the same
                sys.stderr.write(line)
                sys.stderr.flush()

    def _send(self, words: str) -> dict[str, Any]:
        """Send one line and wait for its answer."""
        if self._child.stdin is None or self._child.stdout is None:
            raise ChildError("the child has no pipes")
        try:
            self._child.stdin.write(words + "\n")
            self._child.stdin.flush()
            answer: dict[str, Any] = json.loads(self._child.stdout.readline())
        except (BrokenPipeError, ValueError) as error:
            raise ChildError("the program has ended") from error
        return answer


def _image(describe: dict[str, Any]) -> Image.Image:
    return Image.frombytes("1", SIZE, base64.b64decode(describe["bits"]))


def run(
    lines: Sequence[ScriptLine],
    command: Sequence[str],
    shots: Path | None,
    scale: int,
    film: Path | None = None,
) -> int:
    """Play a script and return the exit status.

    `command` starts the child, `shots` is the folder of the pictures (None: none are kept), `film`
    an animated picture that shall be made. Raises ChildError, PictureError.
    """
    reel = Film(film, scale) if film else None
    if shots:
        _make_folder(shots)
    if reel and film:  # after the folder, which may be the film's too
        with _writing(film):
            reel.check_writable()
    player = ScriptRunner(command, shots, scale, sys.stdout, reel)
    try:
        player.play(lines)
    finally:
        status = player.close()
    if reel and film:
        with _writing(film):
            reel.save()
    if status < 0:
        raise ChildError(f"the program was ended by signal {-status}")
    return status


def _make_folder(path: Path) -> None:
    with _writing(path):
        try:
            path.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise PictureError(path, " is no folder: name a folder for the pictures") from error


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except PictureError:
        raise
    except OSError as error:
        raise PictureError(path, f": cannot be written: {error.strerror or error}") from error
