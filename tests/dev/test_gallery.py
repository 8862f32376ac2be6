"""The gallery is complete: it has each screen and each branch of the views, and all texts fit."""

from __future__ import annotations

import dis
import io
import json
import linecache
import sys
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import coverage
import pytest
from PIL import Image

import companion.app
from companion.app.presenter import view
from companion.app.render.wrapping import measure
from companion.app.states.ids import ScreenId
from companion.dev import gallery
from companion.dev.gallery import sheet, states
from companion.dev.gallery.fixtures import WIDE
from companion.dev.gallery.pixel_faults import pixel_problems, upright
from companion.locale import languages
from tests.dev.rendered import drawn, rendered
from tests.tools import quick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.dev.gallery.state import GalleryState

APP = Path(companion.app.__file__).parent
# The longest words, and the other alphabet; torture looks at the other languages too.
FIRST = ("en", "de", "ru")
OTHERS = sorted({*languages()} - {*FIRST})


def test_every_screen_hangs_in_the_gallery() -> None:
    shown = {found.name for _, found in drawn()}
    assert {screen_id.value for screen_id in ScreenId} - shown == set()


def test_no_two_states_of_a_screen_have_one_name() -> None:
    named = Counter(sheet.file_name(state, found) for state, found in drawn())
    assert [name for name, count in named.items() if count > 1] == []


def test_names_of_48_pixels_and_stocks_of_four_digits_are_among_the_states() -> None:
    said = {text for _, found in drawn() for text in found.texts}
    assert max(measure(name) for name in WIDE) == 48
    assert set(WIDE) <= said
    assert any(text.isdigit() and len(text) == 4 for text in said)


@pytest.mark.parametrize("language", quick(len(FIRST), (*FIRST, *OTHERS)))
def test_every_text_fits_its_place_and_its_pixels_stand_free(language: str) -> None:
    faults = [
        f"{found.name}, {state.name}: {problem}"
        for state in (rendered() if language == "en" else states(language))
        for found in [upright(state)]
        for problem in (*found.problems, *pixel_problems(found))
    ]
    assert faults == []


@pytest.mark.parametrize("share", quick(1, [20, 1]))
def test_the_gallery_is_written_as_pictures_and_one_sheet_a_language(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    share: int,
) -> None:
    written = rendered()[::share]
    monkeypatch.setattr(gallery, "states", lambda _: written)
    gallery.write_gallery(tmp_path, ("en",))
    assert f"en: {len(written)} pictures" in capsys.readouterr().out
    pictures = list((tmp_path / "en").glob("*.png"))
    assert len(pictures) == len(written)
    assert Image.open(pictures[0]).size == (512, 256)
    assert Image.open(tmp_path / "contact-en.png").width > 1000


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_gallery_that_cannot_be_written_is_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
) -> None:
    monkeypatch.setattr(gallery, "states", lambda _: rendered()[:1])
    (tmp_path / "file").touch()
    with pytest.raises(gallery.GalleryError, match=f"{tmp_path / place}.*cannot be written"):
        gallery.write_gallery(tmp_path / place, ("en",))


# -- the branches of what screens say
#
# Required is all code that a picture may run: the view function of each screen, and whatever that
# names and what those name, within companion.app (not the drawing, which has tests of its own).
# What a press does is found by its type: functions that return an UpdateResult, and lambdas that
# build one.

# Code that a view names and that never runs, each with its reason.
EXCLUDED = {
    # Reasons that the rules give for entries which no screen offers: records of others meet them.
    "GAME_OVER",
    "BAD_ENTRY",
    "NOT_RACING",
    "ANSWER_FIRST",
    "NOT_YOUR_TURN",
    "NOTHING_TO_ANSWER",
    "TOO_FEW_CARROTS",
    "MUST_EAT",
    "NOTHING_TO_MISS",
    "PIECE_HOME",
    "MUST_MISS",
    "MUST_LEAVE",
    "OFF_BOARD",
    "NO_TORTOISE_BEHIND",
    "NOT_NEAREST_TORTOISE",
    "NOT_ON_CARROT_SQUARE",
    "NOTHING_TO_EAT",
    "NOT_STUCK",
    # Only after a thousand cards, with a pile that sends a piece to and fro.
    "ENDLESS",
}
PRESSES = {"_bound.bound_press", "Button.mirrored"}  # handles a press
HALVES = {
    "game_of",  # raises where no game is open: no such screen is ever shown then
    "forced_actions",  # nothing is forced: the forced turn is shown only where something is
}


class Required:
    """All code of companion.app that a picture may run, by walking names from the views."""

    def __init__(self) -> None:
        self.codes: dict[CodeType, str] = {}
        self._seen: set[int] = set()
        self._function(view)

    def _function(self, function: FunctionType) -> None:
        if self._is_known(function) or not _is_of_app(function):
            return
        if function.__annotations__.get("return") == "UpdateResult":
            return
        self._code(function.__code__, function.__globals__, function.__qualname__)

    def _is_known(self, thing: object) -> bool:
        known = id(thing) in self._seen
        self._seen.add(id(thing))
        return known

    def _code(self, code: CodeType, names: dict[str, Any], owner: str) -> None:
        if ("UpdateResult" in code.co_names and "<lambda>" in code.co_name) or owner in PRESSES:
            return
        if code.co_name == "__annotate__":  # annotations in Python 3.14, never evaluated here
            return
        self.codes[code] = owner
        for const in code.co_consts:
            if isinstance(const, CodeType):
                self._code(const, names, f"{owner}.{const.co_name}")
        for name, attribute in _names_of(code):
            self._value(names.get(name), attribute, owner)

    def _value(self, value: object, attribute: str, owner: str) -> None:
        match value:
            case FunctionType():
                self._function(value)
            case ModuleType() if attribute:
                self._value(vars(value).get(attribute), "", owner)
            case dict() if not self._is_known(value):
                for key, each in value.items():
                    if isinstance(each, FunctionType) and getattr(key, "name", "") not in EXCLUDED:
                        self._code(each.__code__, each.__globals__, f"{owner}[{key!r}]")
            case type() if value.__module__.startswith("companion.app.") and not self._is_known(
                value
            ):
                for each in vars(value).values():
                    wanted = each.fget if isinstance(each, property) else None
                    if wanted and attribute:
                        self._function(wanted)


def _names_of(code: CodeType) -> Iterator[tuple[str, str]]:
    """List the global names of a code, each with the attribute that is read of it."""
    steps = list(dis.get_instructions(code))
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            asked = after is not None and after.opname in ("LOAD_ATTR", "LOAD_METHOD")
            yield str(step.argval), str(after.argval) if asked and after else ""


def _is_of_app(function: FunctionType) -> bool:
    name = function.__module__
    return name.startswith("companion.app.") and not name.startswith("companion.app.render")


def _run(shown: tuple[GalleryState, ...]) -> tuple[set[CodeType], dict[str, Any]]:
    """Draw every state once; return the code that ran, and coverage's report by file."""
    ran: set[CodeType] = set()
    # The profile distinguishes lambdas, the trace branches; both record the same calls.
    measured = coverage.Coverage(
        branch=True, data_file=None, include=[f"{APP}/*"], config_file=False
    )
    measured.start()
    sys.setprofile(lambda frame, _event, _arg: ran.add(frame.f_code))
    try:
        for state in shown:
            view(state.session, state.panel)
    finally:
        sys.setprofile(None)
        measured.stop()
    return ran, _report(measured)


def _report(measured: coverage.Coverage) -> dict[str, Any]:
    out = io.StringIO()
    with redirect_stdout(out):
        measured.json_report(outfile="-")
    return {
        str(Path(name).resolve()): found
        for name, found in json.loads(out.getvalue())["files"].items()
    }


@pytest.mark.torture
def test_the_gallery_alone_takes_every_branch_of_every_view() -> None:
    required = Required().codes
    ran, report = _run(rendered())
    never = sorted(
        f"{c.co_filename}:{c.co_firstlineno} {owner}"
        for c, owner in required.items()
        if c not in ran
    )
    half = sorted(
        f"{code.co_filename}:{start}->{end} in {owner}"
        for code, owner in required.items()
        if code in ran and owner.partition(".")[0] not in HALVES
        for start, end in report[code.co_filename]["missing_branches"]
        if start in _lines(code) and not _is_unreachable(code.co_filename, start, end)
    )
    assert (never, half) == ([], [])
    assert len(required) > 300


def _is_unreachable(file: str, start: int, end: int) -> bool:
    """Return whether a branch is the miss of a last `case` that no picture can show.

    Either mypy proves that there is none, or the default says nothing.
    """
    default = linecache.getline(file, end + 1).strip() if end > 0 else ""
    leaves = end < 0 or default.startswith(("assert_never", 'return ""', "return False"))
    return leaves and linecache.getline(file, start).lstrip().startswith("case ")


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}
