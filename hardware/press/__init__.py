"""Play a script of presses through the program itself, at the script's own time."""
