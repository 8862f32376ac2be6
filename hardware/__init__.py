"""Drivers of the parts; the only package that imports gpiozero, lgpio, luma and pyserial."""
