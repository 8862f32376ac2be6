"""The device in a terminal: `app.run_terminal` shows it; importing this alone loads nothing."""

from hardware.libraries import need

need("textual", "--terminal")
