"""Cause one fault of the storage, and print what the journal reports.

storage_fault.py STATE full|read-only|another-user|hidden|unreadable|patient
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import evening_script as script

from companion.app.journal_entries import Decision, NewGame
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD = script.lines("ravensburger-1978-4p-0")
NOBODY = 65534


def main(state: Path, trouble: str) -> None:
    journal = SqliteJournal(state)
    if trouble != "unreadable":
        journal.append(NewGame(RECORD[0], "5eed"))
        for line in RECORD[1:4]:
            journal.append(Decision(line))
    causes: list[str] = []
    said: dict[str, object] = {"causes": causes}
    match trouble:
        case "full":
            said["kept"] = fill(journal, state, causes)
        case "read-only":
            remount(journal, state, causes, said)
        case "unreadable":
            if not tried(causes, journal.load):
                journal.close()
            notice = journal.load().notice
            said["notice"] = notice and [notice.kind, notice.folder, notice.turns, notice.lost]
        case "another-user" | "hidden":
            journal.close()
            state.chmod(0o755 if trouble == "another-user" else 0o700)
            journal = become_nobody(state, causes, said)
    if trouble != "hidden":
        said["found"] = len(journal.game(1).past)
    sys.stdout.write(json.dumps(said))


def fill(journal: SqliteJournal, state: Path, causes: list[str]) -> int:
    """Append turns until there is no room, make room, and hand the refused one over again."""
    ballast = state.with_name("photos")
    with ballast.open("wb") as file:
        size = os.statvfs(state).f_bavail * os.statvfs(state).f_frsize
        file.write(bytes(size - 40_000))
    count = 3
    for line in RECORD[4:100]:
        if not tried(causes, lambda line=line: journal.append(Decision(line))):
            ballast.unlink()
            journal.append(Decision(line))
            return count + 1
        count += 1
    return -1


def remount(
    journal: SqliteJournal, state: Path, causes: list[str], said: dict[str, object]
) -> None:
    # As the kernel does it after errors: no file is writable any more, open ones included.
    journal.close()
    mount(state, "ro")
    said["told"] = journal.load().games[0].turns
    tried(causes, lambda: journal.append(Decision(RECORD[4])))
    tried(causes, lambda: journal.append(Decision(RECORD[4])))
    mount(state, "rw")
    journal.append(Decision(RECORD[4]), Decision(RECORD[5]))


def mount(state: Path, option: str) -> None:
    command = ["mount", "-o", f"remount,{option}", str(state.parent)]
    subprocess.run(command, check=True, capture_output=True)


def become_nobody(state: Path, causes: list[str], said: dict[str, object]) -> SqliteJournal:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    journal = SqliteJournal(state)
    tried(causes, lambda: said.update(told=journal.load().games[0].turns))
    tried(causes, lambda: journal.append(Decision(RECORD[4])))
    return journal


def tried(causes: list[str], action: Callable[[], object]) -> bool:
    try:
        action()
    except JournalError as error:
        causes.append(str(error.cause))
        return False
    return True


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
