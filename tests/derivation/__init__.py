"""Tests of derivations in LaTeX, checked line by line."""
