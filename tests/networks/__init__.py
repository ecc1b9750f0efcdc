"""Tests of trained networks: small runs of the real experiments."""
