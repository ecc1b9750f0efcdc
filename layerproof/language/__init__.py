"""The language of claims: statements, symbols, flows, matrices, how they are printed and read."""
