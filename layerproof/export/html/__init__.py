"""The report: a static site that opens from disk, with its mathematics as MathML."""

from .site import write_site as write_site

__all__ = ["write_site"]
