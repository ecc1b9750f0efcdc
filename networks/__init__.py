"""Trained networks, compared with what the claims predict."""
