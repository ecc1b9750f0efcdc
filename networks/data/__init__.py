"""Data that networks are trained on."""

from .whitened import orthonormal as orthonormal
from .whitened import spread as spread
from .whitened import whitened as whitened
