"""Tests of integrations, sums, regressions and algorithms."""
