"""Inequalities from what is known of parts: sums and means of bounds, convexity, Cauchy-Schwarz, orders of matrices."""
