"""True statements of the literature, outside of the library: how many are proved, and what the others lack."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish
from layerproof.proving.coq.checking import check as by_coq
from layerproof.proving.exact import prove
from layerproof.running.userfile import load

sys.path.insert(0, str(Path(__file__).parents[1]))
from coq.needs import coq  # noqa: E402

STATEMENTS = 62

NOT_BY_EXACT = {
    "woodworth/fenchel-young": "the sign of an asinh beside a cosh",
    "woodworth/bregman": "convexity in two letters",
    "margins/smoothed": "a sum of exponentials inside a logarithm",
    "normalisation/unknown-loss": "the slope of an unknown function",
    "normalisation/scale": "the slope of an unknown function",
    "edge/below-one": "powers of what lies below 1",
    "spectra/weyl-two": "the triangle inequality of roots (Coq proves it)",
    "spectra/marchenko-pastur": "no point inside the hypotheses is found (Coq proves it)",
}

NOT_BY_COQ = {
    "woodworth/mirror-rate": "the derivative of asinh along a flow",
}


def claims() -> list:
    return load(Path(__file__).parent / "open_statements.py").claims
