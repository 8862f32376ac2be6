"""The device in a terminal: `app.run_terminal` shows it; importing this alone loads nothing."""

from hardware.libraries import require_library

require_library("textual", "--terminal")
