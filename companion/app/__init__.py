"""The application: events in, a new session and pictures out; every function in it is pure."""
