"""Counterexamples and certificates."""
