"""The exact prover: normal forms, signs, limits, words; refutation in ball arithmetic.  It begins in `deciding`."""
