"""The application: events in, a new session and pictures out; pure from end to end."""
