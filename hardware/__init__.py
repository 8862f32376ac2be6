"""The parts on the table: the only importer of gpiozero, lgpio, luma and pyserial."""
