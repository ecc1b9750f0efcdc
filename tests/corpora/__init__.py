"""Statements that the exact prover must not get wrong: false ones that look true, true ones that look hard."""
