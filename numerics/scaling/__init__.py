"""The multilinear model of many skills: its losses, their exponents, sampled data."""
