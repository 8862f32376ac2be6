"""Make the players' data of an edition from nothing: a table, then networks by self-play in C."""
