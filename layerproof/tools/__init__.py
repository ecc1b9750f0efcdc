"""Tools that make or check claims: lines of LaTeX, conserved quantities, closed forms."""
