"""The companion as a player: pure values and functions; its data is read at the edge."""
