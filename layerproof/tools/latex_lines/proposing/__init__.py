"""Declarations that write themselves: what a paper shows of its letters, as a side-car to confirm."""
