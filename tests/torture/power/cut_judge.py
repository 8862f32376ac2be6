"""Cut the power at every moment of a trace, and compare what is found with what was confirmed."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import evening_script as script
from cut_disk import Disk, lay

from companion.journal.sqlite_journal import SqliteJournal

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cut_disk import Names

HOWS = ("all", "none", "names", "random", "random", "random")


class Judge:
    """Knows what each step must leave, and opens what a cut has left."""

    def __init__(self, room: Path, expected: list[dict[str, object]]) -> None:
        self._room = room
        self.expected = expected

    def verdict(self, files: dict[Names, bytes | None], kept: int, *, damaged: bool) -> str:
        """Open it as the next start does: "ok", or what is wrong with what is found."""
        root = self._room / "found"
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        lay(files, root)
        return self.verdict_in(root / "state", kept, damaged=damaged)

    def verdict_in(self, state: Path, kept: int, *, damaged: bool) -> str:
        """Do the same in a folder that is there already. `kept` -1: nothing was confirmed."""
        journal = SqliteJournal(state)
        found = json.loads(json.dumps(script.content(journal)))
        notice = journal.load().notice
        journal.close()
        aside = [path.name for path in state.iterdir() if path.name.startswith("damaged")]
        if not damaged and (notice or aside):
            return "called damaged"
        if len(aside) > 1:
            return "put aside twice"
        before = self.expected[max(kept, 0)]
        after = self.expected[min(max(kept, 0) + 1, len(self.expected) - 1)]
        if found in (before, after):
            return "ok"
        return "lost"


def cut_everywhere(
    judge: Judge,
    steps: Iterable[tuple[object, ...]],
    chance: random.Random,
    *,
    disk: Disk | None = None,
    share: float = 1.0,
    kept: int = -1,
    damaged: bool = False,
) -> Counter[str]:
    """Cut after (a share of) the steps of a trace, in every way, and count the verdicts."""
    verdicts: Counter[str] = Counter()
    for moment in moments(steps, disk or Disk(), kept, damaged=damaged):
        for how in HOWS:
            if chance.random() < share:
                left = moment.disk.left(how, chance)
                verdict = judge.verdict(left, moment.kept, damaged=moment.damaged)
                verdicts[verdict] += 1
                if verdict != "ok":
                    verdicts[f"{verdict} after {moment.kept} ({how}): {moment.step!r:.150}"] += 1
    return verdicts


class Moment:
    """A point of the trace: the disk, the last confirmed step, whether damage was planted."""

    def __init__(self, disk: Disk, kept: int, step: tuple[object, ...], *, damaged: bool) -> None:
        self.disk, self.kept, self.step, self.damaged = disk, kept, step, damaged


def moments(
    steps: Iterable[tuple[object, ...]], disk: Disk, kept: int, *, damaged: bool
) -> Iterator[Moment]:
    """Walk through a trace; while the script rots the database itself no power is cut."""
    is_rotting = False
    for step in steps:
        match step:
            case "said", str(words) if words.startswith("kept "):
                kept = int(words.split()[1])
                if is_rotting:
                    continue
            case "said", "damaging":
                is_rotting = True
            case "said", "damaged":
                damaged, is_rotting = True, False
            case "said", _:
                continue
        disk.do(step)
        if step == ("said", "damaged"):
            for path in disk.now.tree:
                disk.do(("sync", path))
        if not is_rotting:
            yield Moment(disk, kept, step, damaged=damaged)
