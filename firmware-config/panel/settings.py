"""The wiring of this panel, in GP numbers of the Raspberry Pi Pico: change it here alone."""

# Each button lies between its pin and GND. Names: left right ok back info up down.
BUTTONS = (("left", 10), ("right", 11), ("ok", 12), ("back", 13), ("info", 14))

# The OLED: an SSD1306 with 128x64 pixels on I2C. False makes it a box of buttons.
HAS_DISPLAY = True
I2C = 0
SDA = 4
SCL = 5
SPEED_HZ = 400_000
ADDRESS = 0x3C
# The picture stands on its head: True turns it.
TURNED = False
# Contrast when dimmed and when full (0 to 255).
LIGHTS = (0x01, 0xCF)
