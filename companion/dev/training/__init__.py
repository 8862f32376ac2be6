"""Make the data of an edition's computer players: a table, then networks by self-play in C."""
