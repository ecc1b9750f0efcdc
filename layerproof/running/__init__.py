"""Runs: pieces of work, their processes, the cache, and what they amount to."""
