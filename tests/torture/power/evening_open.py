"""Open a state folder as a start does and end as if killed: the recovery that is cut again.

open.py STATE
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import evening_script as script

from companion.journal import database
from companion.journal.sqlite_journal import SqliteJournal

database.STEPS = script.NEWER
SqliteJournal(Path(sys.argv[1])).load()
os._exit(0)
