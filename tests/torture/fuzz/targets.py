"""What reads input from outside: each takes any bytes, and only its named errors come out."""

from __future__ import annotations

import io
import json
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.events import Button, PanelUp, Tap
from companion.app.journal_entries import SavedState
from companion.app.presenter import view
from companion.app.render.picture import render
from companion.app.update import update
from companion.cli.record_files import Streams
from companion.cli.replay import replay_files
from companion.config.configuration import ConfigError, load_config
from companion.config.edition_files import BUILT_IN, EditionFileError, built_in, read_edition_file
from companion.shell.resume import first_session
from hardware.page.messages import MessageError, parse
from hardware.press.script import ScriptError, parse_script
from hardware.profiles import load_all
from hardware.serial_panel.protocol import LineError, LineSplitter, parse_from_panel

if TYPE_CHECKING:
    from collections.abc import Callable

TESTS = Path(__file__).parents[2]
ROOT = TESTS.parent
SCRATCH = tempfile.TemporaryDirectory()  # gone with the process
PROFILES = load_all()
KNOWN = [built_in(name) for name in BUILT_IN]


@dataclass(frozen=True)
class Target:
    """A border: what reads, and valid inputs to begin from."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def _record(content: bytes) -> None:
    out, err = io.StringIO(), io.StringIO()
    status = replay_files(["-"], trace=False, streams=Streams(io.BytesIO(content), out, err))
    answer = json.loads(out.getvalue())
    assert ("error" in answer) == (status == 1)
    assert bool(err.getvalue()) == (status == 1)


def _edition(content: bytes) -> None:
    with suppress(EditionFileError):
        read_edition_file(_file(content))


def _configuration(content: bytes) -> None:
    with suppress(ConfigError):
        load_config(_file(content), PROFILES)


def _script(content: bytes) -> None:
    with suppress(ScriptError):
        parse_script(content.decode("utf-8", "replace"), "script")


def _saves(content: bytes) -> None:
    """Start with settings that say anything, as another version may have left them."""
    lines = content.decode("utf-8", "replace").split("\n")
    kept = dict(zip(("settings", "draft", "boards"), lines, strict=False))
    session = first_session(SavedState(kept), KNOWN, seed_source="fuzz", now=0.0, defaults={})
    session = update(session, PanelUp("main", 1.0)).session
    for _ in range(8):  # as far into a game as OK leads
        render(view(session, "main"))
        session = update(session, Tap("main", Button.OK, session.now + 1.0)).session


def _message(content: bytes) -> None:
    with suppress(MessageError):
        parse(content.decode("utf-8", "replace"))


def _panel(content: bytes) -> None:
    """Read what a panel says, its checksum made right: behind it everything is believed."""
    list(LineSplitter().feed(content))
    line = content + b" %08x" % zlib.crc32(content)
    with suppress(LineError):
        parse_from_panel(line)


def _file(content: bytes) -> Path:
    path = Path(SCRATCH.name) / "fuzz.toml"
    path.write_bytes(content)
    return path


def _heads(*paths: Path) -> tuple[bytes, ...]:
    """Cut records short: a fault in the first lines is as good as one in the last."""
    return tuple(b"\n".join(path.read_bytes().split(b"\n")[:12]) for path in paths)


CONFIG = b"""profile = "breadboard"
[buttons]
left = 5
info = false
[display]
chip = "sh1106"
bus = "i2c"
address = 0x3D
rotation = 180
refresh_s = 30
farewell = "dark"
[gpio]
chip = 4
bounce_s = 0.01
[lights]
red = 12
[[panel]]
port = "/dev/ttyACM1"
name = "window"
seat = 2
[table]
language = "hu"
dark_minutes = 10
"""
SAVES = (
    b"""{"language": "hu", "secret": true, "dim": 2, "dark": 5, "locked": true}
{"edition": "own-1", "players": [["red", "Anna", 0], ["blue", "", 1]], "teams": 0, "rulings": {}}
{"own-1": {"id": "own-1", "title": "Own board 1", "board": "SHCH"}}""",
    b"""{"language": "en", "secret": true, "turned": false}
{"edition": "ravensburger-2008", "players": [["red", "", 0], ["blue", "B", 1]], "teams": 0, \
"rulings": {"end": "winner", "second_shuffle": true}}
{}""",
)

GAMES = sorted((TESTS / "games").glob("*.jsonl"))
EDITIONS = sorted((ROOT / "companion/editions").glob("*.toml"))
SCRIPT = b"left\nright 5\nhold right 2.0\nok # it\nwait 3\nshot a-1\nrestart"
PANEL = (b"H 1 7 pico 128 8 left,right,ok,back", b"B 7 00 01", b"A 5", b"G")
MESSAGES = (b'{"seq": 7, "button": "ok", "pressed": true}', b'{"drawn": true}')

TARGETS = {
    "records": Target(_record, _heads(*GAMES)),
    "editions": Target(_edition, tuple(path.read_bytes() for path in EDITIONS)),
    "configuration": Target(_configuration, (CONFIG,)),
    "scripts": Target(
        _script, (b"left\nright 5\nhold right 2.0\nok # it\nwait 3\nshot a-1\nrestart",)
    ),
    "saves": Target(_saves, SAVES),
    "panels": Target(_panel, PANEL),
    "messages": Target(_message, MESSAGES),
}
