"""Panels on serial ports: buttons and an OLED at the other side of the table.

`firmware-config/panel/` holds the far end and the protocol between the two.
"""

from hardware.serial_panel.panel import SerialPanel
from hardware.serial_panel.roster import open_panels

__all__ = ["SerialPanel", "open_panels"]
