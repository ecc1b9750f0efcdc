"""(in progress) The chapter of the subject emergence."""

from __future__ import annotations

from .kernel.misprints import Misprint

COVERAGE: dict[str, dict[str, str]] = {}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS: list[Misprint] = []
"""Slips that no machine can refute."""
