"""Random statements whose truth is known by construction: they put the verifier itself to the test."""
