"""Whether what a file of the cache says has the form of what a piece of work finds, down to the last part."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from . import pieces
from .pieces import Kind

_TEXTS = ("how", "method", "verdict")
_OF_FORMAL = ("name", "says", "proof", "witness")


def is_sound(kind: Kind, kept: Mapping[str, Any]) -> bool:
    """Whether `kept` can be entered as what a piece of this kind found."""
    if not (_is_number(kept.get("seconds")) and _is_number(kept.get("budget"))):
        return False
    if kind is Kind.MUTANTS:
        return _are_mutants(kept.get("mutants"))
    if kind is Kind.NECESSITY:
        found = kept.get("necessity")
        return isinstance(found, list) and all(_is_necessity(item) for item in found)
    if kind is Kind.PINS:
        return _are_texts(kept.get("unpinned"))
    if kind is Kind.COQ:
        whole = isinstance(kept.get("hurried"), bool) and "formal" in kept
        if not (whole and _is_formal(kept["formal"])):
            return False
    return "evidence" in kept and _is_evidence(kind, kept["evidence"])


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _are_mutants(found: object) -> bool:
    if not isinstance(found, dict) or not all(_is_count(found.get(name)) for name in ("made", "killed")):
        return False
    lists = [found.get(name) for name in ("survived", "equivalent", "undecided")]
    return all(_are_texts(item) for item in lists) and found["killed"] <= found["made"]


def _is_necessity(item: object) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("hypothesis"), str)
        and "witness" in item
        and _is_witness(item["witness"])
    )


def _is_witness(found: object) -> bool:
    if found is None:
        return True
    if not isinstance(found, dict) or set(found) != {"symbols", "residual", "part"}:
        return False
    symbols = found["symbols"]
    return (
        isinstance(symbols, dict)
        and all(isinstance(value, str) for value in symbols.values())
        and isinstance(found["residual"], str)
        and isinstance(found["part"], str)
    )


def _is_evidence(kind: Kind, found: object) -> bool:
    if found is None:
        return True
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in _TEXTS):
        return False
    reason, tolerance, draws = (found.get(name) for name in ("reason", "tolerance", "draws"))
    sound = (
        found["method"] == kind.value
        and (reason is None or isinstance(reason, str))
        and (tolerance is None or _is_number(tolerance))
        and (draws is None or _is_count(draws))
        and _is_number(found.get("seconds"))
        and isinstance(found.get("details"), dict)
        and "witness" in found
        and _is_witness(found["witness"])
    )
    if not sound:
        return False
    try:
        pieces.decode(found)  # the verdict is one that the method may give, with the witness or the reason it needs
    except (KeyError, TypeError, ValueError):
        return False
    return True


def _is_formal(found: object) -> bool:
    if found is None:
        return True
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in _OF_FORMAL):
        return False
    lists = (found.get("requires"), found.get("goals"))
    return all(_are_texts(item) for item in lists) and isinstance(found.get("refutes"), bool)
