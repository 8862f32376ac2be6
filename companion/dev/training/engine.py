"""The levels in C, fast enough for thousands of games; the hints are those of companion.players."""

from __future__ import annotations

import subprocess
import tempfile
from array import array
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from companion.dev.training.train import build, write_edition
from companion.players.levels import Level
from companion.players.rules_access import Forward
from companion.players.thought import Candidate, begin, choose

if TYPE_CHECKING:
    from types import TracebackType

    from companion.players.data_file import PlayerData
    from companion.players.evaluation import Evaluator
    from companion.players.rules_access import Edition, State
    from companion.players.thought import Thought

STATUS = (None, "eat", "ate", "miss", "chew")  # as game.h numbers them
PROMPT = (None, "again", "ten", "keep")


class Engine:
    """The levels in C, for the games of one edition and number of players."""

    def __init__(self, edition: Edition, data: PlayerData, players: int, *, teams: bool) -> None:
        """Compile advise.c, and start it."""
        self.players = players
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        build("advise", folder)
        write_edition(edition, folder / "edition")
        (folder / "tables").write_bytes(data.table.eighths + data.sure.eighths)
        numbers = array("f")
        for part in data.networks[players, teams].parts():
            numbers.extend(part)
        (folder / "network").write_bytes(numbers.tobytes())
        paths = [str(folder / name) for name in ("advise", "edition", "tables")]
        command = [*paths, str(players), str(int(teams)), str(folder / "network")]
        self._process = subprocess.Popen(  # noqa: S603 - the program that was just built
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the program and remove its folder."""
        _pipe(self._process.stdin).close()
        _pipe(self._process.stdout).close()
        self._process.wait()
        self._folder.cleanup()

    def think(self, state: State, level: Level, evaluator: Evaluator) -> Thought:
        """Return the finished thought of the seat to move; a gift is thought about in Python."""
        thought = begin(state, level, evaluator)
        if thought.choice is not None:
            return thought
        if state.prompt is not None and state.prompt.value == "keep":
            return choose(state, level, evaluator)
        _pipe(self._process.stdin).write(" ".join(map(str, _numbers(state, level))) + "\n")
        _pipe(self._process.stdin).flush()
        answer = _pipe(self._process.stdout).readline()
        chosen, second, to, piece = map(int, answer.split())
        action = thought.actions[chosen]
        following = Forward(thought.seat, to, piece) if to > 0 else None
        candidates = [Candidate(action, 1.0, 1.0, following=following)]
        if second >= 0:
            candidates.append(Candidate(thought.actions[second], 0.0))
        return replace(thought, candidates=tuple(candidates), choice=action)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise OSError("the program was started without pipes")
    return pipe


def _numbers(state: State, level: Level) -> list[int]:
    """Return a position as advise.c reads it."""
    found = [list(Level).index(level), state.turn or 0]
    found += [PROMPT.index(state.prompt), state.entries]
    for seat in state.seats:
        found += [seat.carrots, seat.lettuces]
        for piece in seat.pieces:
            status = STATUS.index(piece.status)
            found += [piece.square, status, piece.place or 0, int(piece.landed)]
    return found
