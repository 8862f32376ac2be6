"""Measure speed and memory as ratios in one run: presses, rules, start, memory, the bus.

What needs the hardware's libraries is handed in by the composition root.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion import CompanionError
from companion.app.render.picture import render
from companion.book.family_book import NamedResult, book_of
from companion.book.game_result import result_of
from companion.book.results_text import parse_results, write_results
from companion.config.bounded_read import MOST_RECORD, read_file
from companion.config.edition_files import built_in
from companion.dev.autoplay import Autoplay, Count
from companion.rules import (
    COLOURS,
    Back,
    Carrots,
    Correction,
    Recorded,
    RecordError,
    Seeded,
    apply,
    edition_table,
    entry_of,
    legal_actions,
    make_setup,
    opening_deck,
    parse_record,
    setup_json,
    start,
)
from companion.rules.refusal_sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from PIL import Image

    from companion.app.view import View
    from companion.rules import Action, Edition
    from companion.rules.replay import ReplayedGame as Record

Bus: TypeAlias = "Callable[[Sequence[Image.Image]], Sequence[tuple[str, float, float | None]]]"

RUNS: Final = 7
BOOK_GAMES: Final = 2000
LONG: Final = 300  # entries of the record whose replay is timed
DEFAULT_GAMES: Final = Path("tests/games")
LIBRARIES: Final = "import PIL.Image, luma.core.interface.serial, luma.oled.device"
PAGE_LIBRARIES: Final = "import PIL.Image, PIL.ImageDraw, PIL.ImageFont, sqlite3, aiohttp.web"
PILLOW: Final = "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont"


class BenchError(CompanionError, RuntimeError):
    """Something cannot be measured here; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class BenchLine:
    """One measurement: its value, its goal, and whether more or less of it is better.

    Without a goal it is only reported.
    """

    name: str
    value: float
    goal: float | None
    more: bool = False
    note: str = ""

    def text(self) -> str:
        """Return the measurement as one line, with whether the goal is met."""
        if self.goal is None:
            return f"{self.name:52} {self.value:8.2f}  {self.note}".rstrip()
        met = self.value >= self.goal if self.more else self.value <= self.goal
        sign = ">=" if self.more else "<="
        verdict = "ok" if met else "MISSED"
        return (
            f"{self.name:52} {self.value:8.2f}  goal {sign} {self.goal:<5g} {verdict:6} {self.note}"
        )


def run_bench(folder: Path | None, bus: Bus, load_plain: Callable[[], ModuleType]) -> int:
    """Print every ratio over the records of a folder and return the exit status.

    `bus` measures pictures, which it is given, on the display's bus: names, values,
    goals. `load_plain` imports the plain version of the rules. Raises BenchError.
    """
    if folder is None and not DEFAULT_GAMES.is_dir():
        raise BenchError(
            f"there is no {DEFAULT_GAMES} here: run this in a checkout, or name a FOLDER"
        )
    place = folder or DEFAULT_GAMES
    records = read_records(place)
    if not any(_is_plain(record) for _, record in records):
        raise BenchError(f"{place}: no game without corrections is here: it cannot be measured")
    for line in _lines(records, bus, load_plain):
        print(line.text(), flush=True)
    return 0


def read_records(folder: Path) -> list[tuple[str, Record]]:
    """Read all records of a folder by name; raises BenchError where there is none."""
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        raise BenchError(f"{folder}: no records (*.jsonl) here; name a folder that holds some")
    return [(path.name, _record(path)) for path in paths]


def _record(path: Path) -> Record:
    try:
        return parse_record(read_file(path, MOST_RECORD), library)
    except RecordError as error:
        words = f"{path}, line {error.line}: {sentence(error)} ({error.code})"
        raise BenchError(words) from error
    except OSError as error:
        raise BenchError(f"{path}: cannot be read: {error.strerror}") from error


def _is_plain(record: Record) -> bool:
    """Return whether the record has moves and no correction, which the plain rules lack."""
    entries = [step.entry for step in record.steps if step.entry is not None]
    return bool(entries) and not any(isinstance(each.action, Correction) for each in entries)


def library(name: str) -> tuple[Edition, dict[str, Any] | None] | None:
    """Find a built-in edition by its id."""
    try:
        known = built_in(name)
    except KeyError:
        return None
    return known.edition, known.data


def _lines(
    records: list[tuple[str, Record]], bus: Bus, load_plain: Callable[[], ModuleType]
) -> Iterator[BenchLine]:
    yield from _press_lines([record for _, record in records])
    yield _rules_line([record for _, record in records if _is_plain(record)], load_plain())
    yield _start_line()
    yield _memory_line()
    yield _replay_line()
    yield from _book_line([record for _, record in records])
    games = [record for _, record in records]
    for figure in bus(played_pictures(games)):
        yield BenchLine(*figure)


# -- presses


def _press_lines(records: list[Record]) -> Iterator[BenchLine]:
    for players, named in ((False, "3 to 6 players"), (True, "2 players")):
        group = [r for r in records if (len(r.setup.names) == 2) is players]
        if not group:
            continue
        for holds in (False, True):
            counts = sorted(
                (count for record in group for count in Autoplay(record, holds=holds).play()),
                key=_presses,
            )
            if not counts:  # setup lines only
                continue
            how = "with holds" if holds else "taps only"
            most = 7 if holds else 10 if players else 9
            median = statistics.median(map(_presses, counts))
            yield BenchLine(
                f"presses a turn, {how}, {named}: median",
                median,
                4 if holds else 5,
                note=f"n={len(counts)}",
            )
            p90 = counts[int(0.9 * (len(counts) - 1))].presses
            yield BenchLine(f"presses a turn, {how}, {named}: 90 %", p90, most)
            if not holds:
                yield BenchLine(
                    f"commits a decision, {named}: most", max(c.commits for c in counts), 1
                )


def _presses(count: Count) -> int:
    return count.presses


# -- the rules against a plain version of them


def _rules_line(records: list[Record], plain: ModuleType) -> BenchLine:
    """Compare legal actions and apply, through whole games, in turn with the plain version."""
    games = [_plain_game(plain, record) for record in records]
    ratios = []
    for _ in range(RUNS):
        ours = sum(_timed(partial(_play, record)) for record in records)
        theirs = sum(_timed(partial(_play_plain, plain, *game)) for game in games)
        ratios.append(theirs / ours)
    return BenchLine(
        "rules: actions a second against the plain version", statistics.median(ratios), 3, more=True
    )


def _play(record: Record) -> None:
    state = record.steps[0].state
    for step in record.steps[1:]:
        if step.entry is None:
            continue
        legal_actions(state)
        state = apply(state, step.entry.action, Recorded(step.entry.rolls, step.entry.decks)).state


def _plain_game(plain: Any, record: Record) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    edition = record.setup.edition
    setup = plain.read_setup(setup_json(record.setup), {edition.id: edition_table(edition)})
    entries = [
        entry_of(step.entry.action, step.applied)
        for step in record.steps[1:]
        if step.entry is not None and step.applied is not None
    ]
    return setup, entries


def _play_plain(plain: Any, setup: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    state = plain.start(setup)
    for entry in entries:
        plain.legal(state)
        state = plain.apply(state, entry, plain.Recorded(entry))


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


# -- the family book


def _book_line(records: list[Record]) -> Iterator[BenchLine]:
    """Measure what many games add to opening the family book, once their results are cached."""
    results = [found for record in records if (found := result_of(record.steps)) is not None]
    if results:
        games = {str(number): results[number % len(results)] for number in range(BOOK_GAMES)}
        spent = min(_open_book(write_results(games)) for _ in range(RUNS))
        yield BenchLine(f"family book of {BOOK_GAMES} games: seconds more than of none", spent, 0.2)


def _open_book(cached: bytes) -> float:
    """Open the book from its cache and return the seconds of processor time."""
    begun = time.process_time()
    found = parse_results(cached).items()
    book_of(NamedResult(game, result) for game, result in found if result is not None)
    return time.process_time() - begun


# -- start, memory, replay: whole processes


def _start_line() -> BenchLine:
    """Compare process start to first picture with the bare import of Pillow and luma.oled."""
    ratios = []
    with tempfile.TemporaryDirectory() as state:
        child = [sys.executable, "-P", "-m", "companion", "press-child", "--state", state, "0"]
        bare = [sys.executable, "-c", f"{LIBRARIES}; print()"]
        for _ in range(RUNS):
            ours = _timed(lambda: _first_line(child))
            theirs = _timed(lambda: _first_line(bare))
            ratios.append(ours / theirs)
    return BenchLine(
        "start to the first picture against the bare imports", statistics.median(ratios), 2
    )


def _first_line(command: list[str]) -> None:
    """Start a child that writes a line when its first picture is there, and end it."""
    with _started(command):
        pass


@contextmanager
def _started(command: list[str]) -> Iterator[int]:
    """Start a child and wait for its first line; give its number, and end it."""
    with subprocess.Popen(  # noqa: S603 - this Python itself
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as child:
        if child.stdout is None:
            raise BenchError("a child has no pipe")
        child.stdout.readline()
        yield child.pid
        child.kill()


def _memory_line() -> BenchLine:
    """Compare the page once all is loaded with the import of just the libraries it uses."""
    with tempfile.TemporaryDirectory() as state:
        ours = [
            sys.executable,
            "-P",
            "-m",
            "companion",
            "--state",
            state,
            "--port",
            "0",
            "--no-browser",
        ]
        bare = [sys.executable, "-c", f"{PAGE_LIBRARIES}; print(flush=True); input()"]
        ratio = _resident_kib(ours) / _resident_kib(bare)
    return BenchLine("memory with the page against its bare libraries", ratio, 1.5)


def _resident_kib(command: list[str]) -> int:
    with _started(command) as process:
        time.sleep(0.5)
        status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def _replay_line() -> BenchLine:
    """Compare replaying a long record with importing Pillow, each in fresh processes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        path.write_text(long_record(), "utf-8")
        ours = _inside(
            "from companion.rules import parse_record\nfrom companion.dev.bench import library",
            f"parse_record(open({str(path)!r}, 'rb').read(), library)",
        )
        theirs = _inside("", f"import {', '.join(PILLOW)}")
    return BenchLine(f"replaying {LONG} entries against importing Pillow", ours / theirs, 1)


def _inside(before: str, work: str) -> float:
    """Time some work inside fresh processes; the median in seconds."""
    program = (
        f"import time\n{before}\nt = time.perf_counter()\n{work}\nprint(time.perf_counter() - t)"
    )
    runs = [
        subprocess.run(  # noqa: S603 - this Python itself
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=os.curdir,
        ).stdout
        for _ in range(RUNS)
    ]
    return statistics.median(float(run) for run in runs)


def long_record() -> str:
    """Write a six-player record of LONG entries: legal actions, drawn from a fixed seed."""
    edition = built_in("ravensburger-1978").edition
    deck = opening_deck("bench", edition, edition.rules)
    setup = make_setup(edition, [""] * len(COLOURS), COLOURS, deck)
    lines, source = [json.dumps(setup_json(setup))], random.Random(1)  # noqa: S311 - no secret
    state = start(setup)
    while len(lines) <= LONG:
        moves = legal_actions(state)
        action = next((each for each in moves if _lasts_long(each)), source.choice(moves))
        applied = apply(state, action, Seeded("bench"))
        lines.append(json.dumps(entry_of(action, applied)))
        state = applied.state
    return "\n".join(lines)


def _lasts_long(action: Action) -> bool:
    """Return whether the action makes a game longer: back, or staying to take carrots."""
    return isinstance(action, Back) or (isinstance(action, Carrots) and action.by > 0)


# -- the pictures of played games


def played_pictures(records: Sequence[Record]) -> list[Image.Image]:
    """Draw every picture that a panel gets while the games are played, animations included."""
    pictures: list[Image.Image] = []

    def watch(view: View) -> None:
        pictures.append(render(view).image)

    for record in records:
        for _ in Autoplay(record, watch=watch, animations=True).play():
            pass
    return pictures
