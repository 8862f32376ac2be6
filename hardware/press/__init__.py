"""Play a script of presses through the real program, its time replaced by the script's."""
