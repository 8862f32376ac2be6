"""What is read from files: the configuration and the editions."""
