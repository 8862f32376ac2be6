"""The journal: every decision is stored before the screen shows it.

A decision is one row, chained by a hash to the row before it, committed to SQLite and appended as
a line of text to a backup log. Positions are never stored: replaying the rows gives them.
"""
