"""Chains in order, the question that each line asks, and what the prover says of it."""
