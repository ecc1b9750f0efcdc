"""layerproof: the verifier for the theory of layerwise linear networks."""

__version__ = "0.1.0"
