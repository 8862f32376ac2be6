"""`hare-companion probe`: try the panel and every button of the box."""

from hardware.probe.session import run

__all__ = ["run"]
