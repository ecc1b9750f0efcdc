"""The command line, and what it shows in a terminal."""
