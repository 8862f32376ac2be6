"""The device drawn in a terminal: see `app.run_terminal`. Importing this loads no Textual."""

from hardware.libraries import require_library

require_library("textual", "--terminal")
