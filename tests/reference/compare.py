"""One game played twice at once: by `companion.rules` and plainly, compared at every step."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from companion import rules
from tests import reference as plain

EDITIONS: dict[str, dict[str, Any]] = {
    edition["id"]: edition
    for path in sorted((Path(rules.__file__).parents[1] / "editions").glob("*.toml"))
    for edition in [tomllib.loads(path.read_text(encoding="utf-8"))]
}
"""The project's editions as their files say them, by id."""


def library(name: str) -> tuple[rules.Edition, None] | None:
    """Find one of the project's editions, as a record asks for it."""
    return (rules.parse_edition(EDITIONS[name]), None) if name in EDITIONS else None


def setup_of(line: dict[str, Any]) -> rules.Setup:
    """Read a setup line by `companion.rules`."""
    return rules.setup_of(line, library)


def code_of(state: rules.State, entry: Any) -> str | None:
    """Return the code by which `companion.rules` refuses an entry, or None."""
    try:
        action = rules.action_of(entry, state.setup)
    except rules.RecordError as fault:
        return "game-over" if state.over else fault.code
    refusal = rules.refusal(state, action)
    return str(refusal.reason) if refusal else None


def applied(state: rules.State, entry: dict[str, Any]) -> rules.State:
    """Apply an entry with the chance that it carries, by `companion.rules`."""
    read = rules.entry_from(entry, state.setup)
    return rules.apply(state, read.action, rules.Recorded(read.rolls, read.decks)).state


def replayed(line: dict[str, Any], steps: list[tuple[Any, rules.Applied]]) -> rules.State:
    """Write a game as a record, read it back, and give the last state."""
    lines = [line, *(rules.entry_of(action, applied) for action, applied in steps)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return rules.parse_record(text.encode(), library).steps[-1].state


def replay_of(data: bytes) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Replay a record by `companion.rules`: the error or None, and the last JSON state."""
    last: rules.State | None = None
    try:
        for step in rules.replay(data, library):
            last = step.state
    except rules.RecordError as fault:
        return {"line": fault.line, "code": fault.code}, rules.state_json(last) if last else None
    return None, rules.state_json(last) if last else None


class Pair:
    """The same game on both sides; every method asserts that they agree.

    `lines` is the record so far, for a report.
    """

    def __init__(self, line: dict[str, Any]) -> None:
        self.lines: list[dict[str, Any]] = [line]
        self.plain = plain.start(plain.read_setup(line, EDITIONS))
        self.ours = rules.start(setup_of(line))
        self.json = self._compared()

    def code(self, entry: Any) -> str | None:
        """Return the refusal code of an entry, or None."""
        ours, plainly = code_of(self.ours, entry), plain.refusal_code(self.plain, entry)
        assert ours == plainly, f"{entry}: {ours}, plainly {plainly}\n{self.record()}"
        return ours

    def play(self, entry: dict[str, Any], chance: Any = None) -> dict[str, Any]:
        """Apply an entry, with the chance that it carries or that a `Drawn` draws for it."""
        assert self.code(entry) is None
        chance = chance or plain.Recorded(entry)
        self.plain = plain.apply(self.plain, entry, chance)
        if isinstance(chance, plain.Drawn):
            entry = entry | chance.keys()
        self.lines.append(entry)
        self.ours = applied(self.ours, entry)
        self.json = self._compared()
        return self.json

    def correct(self, **change: Any) -> dict[str, Any]:
        """Correct the position on both sides, by the fields of `Correction`."""
        if self.plain["setup"]["pieces"] == 1:
            change.pop("piece", None)
        correction = rules.Correction(**change)
        refusal = rules.refusal(self.ours, correction)
        assert refusal is None, f"{change}: {refusal}\n{self.record()}"
        self.plain = plain.correct(self.plain, **change)
        self.lines.append({"do": "correct", **change})
        self.ours = rules.apply(self.ours, correction, rules.Recorded((), ())).state
        self.json = self._compared()
        return self.json

    def put(self, seat: int, number: int, place: Any) -> None:
        """Correct a piece to a square, or to a square and a debt."""
        square, status = place if isinstance(place, tuple) else (place, None)
        self.correct(seat=seat, piece=number, square=square)
        if status is not None:
            self.correct(seat=seat, piece=number, owes=True, status=rules.Status(status))

    def send_home(self, seat: int, number: int) -> None:
        """Let a piece come Home in the regular way, and give its seat back what it had."""
        mine = self.json["seats"][seat]
        stock = {"carrots": mine["carrots"], "lettuces": mine["lettuces"]}
        self.correct(seat=seat, piece=number, square=63)
        self.correct(seat=seat, carrots=1, lettuces=0)
        if self.json["turn"]["seat"] != seat:
            self.correct(turn=seat)
        owner = {"piece": number} if len(mine["pieces"]) == 2 else {}
        self.play({"seat": seat, **owner, "do": "forward", "to": 64})
        self.correct(seat=seat, **stock)

    def moves(self) -> list[tuple[Any, ...]]:
        """List the legal entries shortly: piece (two players), verb, number if there is one."""
        return [
            tuple(value for key, value in entry.items() if key != "seat")
            for entry in self.json["legal"]
        ]

    def record(self) -> str:
        """Return the record so far, a line each, for a report."""
        return "\n".join(json.dumps(line) for line in self.lines)

    def _compared(self) -> dict[str, Any]:
        ours = rules.state_json(self.ours)
        plainly = plain.state_json(self.plain, plain.legal(self.plain))
        for key, value in plainly.items():
            assert ours[key] == value, f"{key}: {ours[key]}, plainly {value}\n{self.record()}"
        return plainly
