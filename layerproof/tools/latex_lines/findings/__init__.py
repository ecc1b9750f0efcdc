"""What was found about a file, for a terminal, as JSON, and in a few lines."""
