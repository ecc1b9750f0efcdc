"""What the letters mean: declarations, formulas read in these names, and what they say as statements."""
