"""The arrows of the design: who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.source_trees import nodes_of

pytestmark = pytest.mark.xdist_group("source")  # each file is parsed once

ROOT = Path(__file__).parents[1]
IMPURE = {"os", "time", "random", "pathlib", "threading", "subprocess", "socket", "sqlite3"}
DRIVERS = {"gpiozero", "lgpio", "luma", "serial", "smbus2", "aiohttp", "textual", "RPi", "spidev"}
# What hardware may know of companion: its ports, its events, its errors, the wiring it is given.
# The package itself: its version and its root error.
BARE = {"companion", "companion.__version__", "companion.CompanionError"}
DOORS = {"companion.ports", "companion.app.events", "companion.config.configuration"}
# The readers of JSON and TOML stand below the rules: the configuration needs no rule.
FORMATS = "companion.formats"
# Pure packages and what they may know beside themselves.
PURE = {
    FORMATS: (),
    "companion.rules": (FORMATS,),
    "companion.players": ("companion.rules",),
    "companion.book": ("companion.rules",),
}
# The composition root: the modules of the commands that need the hardware.
COMPOSITION_ROOT = {
    f"companion.cli.{name}"
    for name in (
        *("play", "play_board", "play_page", "play_terminal", "play_text"),
        *("open_page", "pairing_code"),
        *("board_loop", "press", "press_child", "press_loop", "bench", "doctor", "probe"),
    )
}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


MODULES = [*modules("companion"), *modules("hardware")]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")


@cache
def imports(path: Path) -> set[str]:
    """List the modules that a file imports, late and for types only included."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def tops(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def inside(name: str, *packages: str) -> bool:
    return any(name == p or name.startswith(f"{p}.") for p in packages)


def wrong_for(where: str, names: set[str]) -> set[str]:
    """Name the imports of a module that turn an arrow."""
    ours = {name for name in names if inside(name, "companion", "hardware")}
    for pure, known in PURE.items():
        if inside(where, pure):
            allowed = {n for n in ours if inside(n, pure, *known)} | BARE
            strange = tops(names) - sys.stdlib_module_names - {"companion"}
            return (ours - allowed) | (tops(names) & IMPURE) | strange
    if inside(where, "companion.app"):
        pure = (FORMATS, "companion.rules", "companion.book", "companion.app")
        drawing = inside(where, "companion.app.render")
        pure += ("companion.fonts",) if drawing else ()
        pure += ("companion.locale",) if where == "companion.app.text.catalogue" else ()
        wrong = {n for n in ours if not inside(n, *pure) and n not in BARE}
        forbidden = IMPURE - {"pathlib"} if drawing else IMPURE | {"PIL"}
        return wrong | (tops(names) & (forbidden | DRIVERS))
    if inside(where, "companion"):
        is_root = where in COMPOSITION_ROOT
        hardware = set() if is_root else {n for n in names if inside(n, "hardware")}
        is_command = inside(where, "companion.cli", "companion.__main__")
        commands = set() if is_command else {n for n in names if inside(n, "companion.cli")}
        return hardware | commands | tops(names) & (DRIVERS | {"tests"})
    return {n for n in ours - BARE if inside(n, "companion") and not inside(n, *DOORS)}


def unexplained_late_imports(path: Path) -> list[int]:
    """List the lines of imports inside functions that do not say why."""
    lines = path.read_text("utf-8").splitlines()
    late = late_imports(path)
    return [number for number in late if "PLC0415 - " not in lines[number - 1] + lines[number - 2]]


def late_imports(path: Path) -> list[int]:
    """List the lines of imports inside functions."""
    functions = (n for n in nodes_of(path) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return sorted(
        {
            node.lineno
            for function in functions
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
    )


def test_no_arrow_turns() -> None:
    wrong = {path: wrong_for(name_of(path), imports(path)) for path in MODULES}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_few_imports_are_late() -> None:
    assert sum(path.read_text("utf-8").count("noqa: PLC0415") for path in MODULES) <= 10


def test_an_import_inside_a_function_has_a_reason() -> None:
    assert {path: lines for path in MODULES if (lines := unexplained_late_imports(path))} == {}


def test_the_renderer_knows_no_rule() -> None:
    drawn = {name for path in modules("companion/app/render") for name in imports(path)}
    assert not {name for name in drawn if inside(name, "companion.rules")}


def test_only_the_renderer_measures_a_pixel() -> None:
    for path in modules("companion/app"):
        drawn = {name for name in imports(path) if inside(name, "companion.app.render")}
        if "text" in path.parts:
            assert drawn == set(), path
        if "render" not in path.parts:
            assert not any(inside(name, "companion.app.render.canvas") for name in drawn), path


def test_a_turned_arrow_is_seen(tmp_path: Path) -> None:
    turned = tmp_path / "turned.py"
    turned.write_text("import random\nfrom companion.app.session import Session\n")
    assert tops(imports(turned)) == {"random", "companion"}
    assert inside("companion.app.session", "companion.app")
    assert not inside("companion.application", "companion.app")


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("companion.formats.toml_text", "companion.rules.action"),
        ("companion.formats.toml_text", "pathlib"),
        ("companion.rules.play", "random"),
        ("companion.rules.play", "PIL.Image"),
        ("companion.rules.play", "platformdirs"),
        ("companion.rules.play", "companion.app.events"),
        ("companion.rules.play", "hardware.devices"),
        ("companion.players.thought", "time"),
        ("companion.players.thought", "random"),
        ("companion.players.thought", "numpy"),
        ("companion.players.thought", "companion.app.session"),
        ("companion.players.thought", "companion.config.player_data_files"),
        ("companion.book.game_result", "os"),
        ("companion.book.game_result", "companion.app.session"),
        ("companion.book.game_result", "companion.players.levels"),
        ("companion.app.update", "time"),
        ("companion.app.update", "PIL.Image"),
        ("companion.app.update", "companion.journal.sqlite_journal"),
        ("companion.app.render", "os"),
        ("companion.app.render", "companion.locale"),
        ("companion.shell.loop", "hardware.devices"),
        ("companion.shell.loop", "luma.oled.device"),
        ("companion.__main__", "hardware.devices"),
        ("companion.cli.replay", "hardware.devices"),
        ("companion.cli.play_board", "luma.oled.device"),
        ("companion.dev.bench", "tests.reference"),
        ("hardware.devices", "companion.app.session"),
        ("hardware.devices", "companion.rules"),
    ],
)
def test_each_layer_has_what_it_may_not_import(where: str, name: str) -> None:
    assert wrong_for(where, {name})
    assert not wrong_for(where, {"companion.CompanionError", "dataclasses"})


# Who may know the computer players: their commands, the reader of their data, the training.
PLAYERS_KNOWN_TO = (
    "companion.players",
    "companion.config.player_data_files",
    "companion.dev.training",
    "companion.cli.hint",
    "companion.cli.match",
    "companion.shell.companion_player",
)
# Who may import the player, for the first thought (tests/shell/test_companion_player.py).
THINKER_STARTED_BY = "companion.shell.bootstrap"


def test_a_game_among_people_imports_nothing_of_the_players() -> None:
    for path in MODULES:
        wrong = {name for name in imports(path) if inside(name, *PLAYERS_KNOWN_TO)}
        if name_of(path) == THINKER_STARTED_BY:
            wrong -= {name for name in wrong if inside(name, "companion.shell.companion_player")}
        assert inside(name_of(path), *PLAYERS_KNOWN_TO) or not wrong, path
