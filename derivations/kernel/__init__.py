"""The language of claims, and the exact prover."""
