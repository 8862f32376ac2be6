"""The journal: every decision on the card before the screen shows it.

A decision is one row, chained by a checksum to the row before, appended in one commit to SQLite
and once more as a line of text beside it. Positions are never stored: replaying gives them.
"""
