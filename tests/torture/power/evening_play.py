"""Play the script in a folder and say after each step that it is kept: what the traces are made of.

play.py STATE [short] [weak-off|weak-normal] [patient]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import evening_script as script

from companion.journal import backup_log, database
from companion.journal.database import connect
from companion.journal.sqlite_journal import SqliteJournal
from companion.ports import JournalError

if TYPE_CHECKING:
    import sqlite3

FAILURES = 3  # then the screen would offer to go on without saving


def main(state: Path, words: set[str]) -> None:
    """Play; the process ends as if it were killed."""
    if words & {"weak-off", "weak-normal"}:
        weaken("OFF" if "weak-off" in words else "NORMAL")
    journal = SqliteJournal(state)
    if not opened(journal):
        return
    script.say("kept 0")
    for number, step in enumerate(script.script(short="short" in words), 1):
        if isinstance(step, str):
            journal.close()
            if step == "migrate":
                database.STEPS = script.NEWER
            if step == "damage":
                script.say("damaging")
                script.rot(state)
                os.sync()
                script.say("damaged")
            journal = SqliteJournal(state)
            done = opened(journal)
        else:
            done = kept(journal, step)
        if not done:
            break
        script.say(f"kept {number}")
    script.say("end")
    os._exit(0)


def kept(journal: SqliteJournal, step: tuple[object, ...]) -> bool:
    for _ in range(FAILURES):
        try:
            journal.append(*step)
        except JournalError as error:
            script.say(f"failed {error.cause}")
        else:
            return True
    return False


def opened(journal: SqliteJournal) -> bool:
    for _ in range(FAILURES):
        try:
            journal.load()
        except JournalError as error:
            script.say(f"failed {error.cause}")
        else:
            return True
    return False


def weaken(synchronous: str) -> None:
    """Take away what protects: the sync of a commit, and that of the backup log."""

    def weak(path: Path, *, create: bool) -> sqlite3.Connection:
        db = connect(path, create=create)
        db.execute(f"PRAGMA synchronous = {synchronous}")
        return db

    database.connect = weak
    backup_log.os.fdatasync = lambda _: None


if __name__ == "__main__":
    main(Path(sys.argv[1]), set(sys.argv[2:]))
