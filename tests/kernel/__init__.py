"""Tests of the language of claims and of the exact prover."""
