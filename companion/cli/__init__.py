"""The commands: one module a command, and what they share."""
