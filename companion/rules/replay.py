"""Whole records: bytes to game and back, and the states that replaying gives (spec/record.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.formats.json_text import JsonError, read_object, write_object
from companion.rules.chance import ChanceError, Recorded
from companion.rules.play import Applied, IllegalAction, apply
from companion.rules.record import (
    EditionLookup,
    RecordEntry,
    RecordError,
    entry_from,
    entry_of,
    setup_json,
    setup_of,
)
from companion.rules.refusal import Reason, Refusal
from companion.rules.state import State, start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.rules.setup import Setup


class RefusedEntry(RecordError):  # noqa: N818 - says what it is
    """An entry that the rules refuse; `refusal` has the numbers."""

    def __init__(self, refusal: Refusal, line: int) -> None:
        """Take the code from the refusal."""
        super().__init__(refusal.reason.value, refusal.reason.value, line)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One line of a record and what it came to: for the setup line, entry and applied are None."""

    line: int
    state: State
    entry: RecordEntry | None = None
    applied: Applied | None = None


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A record that was read: the setup and every step, the setup's own first."""

    setup: Setup
    steps: tuple[ReplayStep, ...]

    @property
    def state(self) -> State:
        """Return the position after the last entry."""
        return self.steps[-1].state


def replay(data: bytes, library: EditionLookup) -> Iterator[ReplayStep]:
    """Yield each line's step; RecordError with code and line at the first bad line.

    Blank lines are skipped but counted. `library` finds the edition the record names.
    """
    lines = _numbered_lines(data)
    first, text = next(lines, (1, b""))
    state = start(_read_setup(text, first, library))
    yield ReplayStep(first, state)
    for number, line in lines:
        step = _read_step(state, line, number)
        state = step.state
        yield step


def parse_record(data: bytes, library: EditionLookup) -> ReplayedGame:
    """Read a whole record; RecordError with code and line at the first bad line."""
    steps = tuple(replay(data, library))
    return ReplayedGame(steps[0].state.setup, steps)


def write_record(game: ReplayedGame) -> bytes:
    """Write a game as a record: what parse_record reads back to the same states."""
    entries = [
        entry_of(step.entry.action, step.applied, step.entry.extra)
        for step in game.steps
        if step.entry is not None and step.applied is not None
    ]
    return record_of(game.setup, entries)


def _numbered_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip(b" \t\r"):
            yield number, line


def _read_setup(text: bytes, line: int, library: EditionLookup) -> Setup:
    if not text:
        raise RecordError("bad-setup", "the record is empty: a setup line is needed", line)
    try:
        return setup_of(read_object(text), library)
    except JsonError as error:
        raise RecordError("bad-setup", str(error), line) from error
    except RecordError as error:
        error.line = line
        raise


def _read_step(state: State, text: bytes, line: int) -> ReplayStep:
    """Read and apply one entry; the game's end comes before all other reasons (rules.md)."""
    if state.over:
        raise RefusedEntry(Refusal(Reason.GAME_OVER), line)
    try:
        entry = entry_from(read_object(text), state.setup)
        applied = apply(state, entry.action, Recorded(entry.rolls, entry.decks))
    except JsonError as error:
        raise RecordError("bad-entry", str(error), line) from error
    except ChanceError as error:
        raise RecordError(error.code, str(error), line) from error
    except IllegalAction as error:
        raise RefusedEntry(error.refusal, line) from error
    except RecordError as error:
        error.line = line
        raise
    return ReplayStep(line, applied.state, entry, applied)


def record_of(setup: Setup, entries: list[dict[str, Any]]) -> bytes:
    """Write a setup and the journal's entries (JSON objects) as a record."""
    lines = (setup_json(setup), *entries)
    return "".join(write_object(line) + "\n" for line in lines).encode()
