"""`hare-companion doctor`: check the box, and name the fix of whatever is wrong."""

from hardware.doctor.report import run, run_checks

__all__ = ["run", "run_checks"]
