"""Panels on serial ports: buttons and an OLED on a microcontroller.

`firmware-config/panel/` holds the firmware and the description of the protocol.
"""

from hardware.serial_panel.panel import SerialPanel
from hardware.serial_panel.registry import open_serial_panels

__all__ = ["SerialPanel", "open_serial_panels"]
