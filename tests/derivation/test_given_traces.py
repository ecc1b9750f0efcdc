r"""Equations of inner products and traces that follow from others, and what would mend an open line given these."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Line, Status

from . import papers

LETTERS = "symbols: u, v, w, x, y, z, e vector m; c, d real number; A, B, X matrix m x m\n"
ORTHOGONAL = r"\langle x - z, z - y \rangle &= 0"
SPLIT = r"u^\top v &= c \|u\|^2 \\ w &= v - c u"
TRACES = r"\operatorname{tr}(A B) &= 2 \operatorname{tr}(A)"


def _last(tmp_path: Path, *displays: str, prose: str = "", mending: bool = False) -> Line:
    return papers.lines(tmp_path, *displays, letters=LETTERS, prose=prose, budget=6, mending=mending)[-1]


@pytest.mark.parametrize(
    ("stated", "line", "true"),
    [
        (ORTHOGONAL, r"\|x - y\|^2 &= \|x - z\|^2 + \|z - y\|^2", True),
        (ORTHOGONAL, r"\|x - y\|^2 &= \|x - z\|^2 - \|z - y\|^2", False),
        (ORTHOGONAL, r"x^\top z - x^\top y &= z^\top z - y^\top z", True),
        (ORTHOGONAL, r"x^\top z - x^\top y &= z^\top z + y^\top z", False),
        (ORTHOGONAL, r"\langle x - z, z - y \rangle + 3 &= 3", True),
        (ORTHOGONAL, r"\langle x - z, z + y \rangle + 3 &= 3", False),
        (SPLIT, r"\|v\|^2 &= c^2 \|u\|^2 + \|w\|^2", True),
        (SPLIT, r"\|v\|^2 &= c \|u\|^2 + \|w\|^2", False),
        (SPLIT, r"u^\top w &= 0", True),
        (SPLIT, r"v^\top w &= 0", False),
        (TRACES, r"\operatorname{tr}(A B) - \operatorname{tr}(A) &= \operatorname{tr}(A)", True),
        (TRACES, r"\operatorname{tr}(B A) &= \operatorname{tr}(A) + \operatorname{tr}(A^\top)", True),
        (TRACES, r"\operatorname{tr}(B A) &= 3 \operatorname{tr}(A)", False),
        (TRACES, r"\operatorname{tr}(A^\top B) &= 2 \operatorname{tr}(A)", False),
    ],
)
def test_equations_of_numbers_made_of_matrices(tmp_path: Path, stated: str, line: str, true: bool) -> None:
    assert (_last(tmp_path, stated, line).status is Status.VERIFIED) == true


PROJECTION = (
    r"Let $d = \|z - y\|$. If $d = 0$, the statement is trivial. So we assume $d > 0$. "
    r"Since $x - z \in U$, it follows that $\langle x - z, z - y \rangle = 0$."
)


def test_what_a_proof_sets_and_concludes_in_words(tmp_path: Path) -> None:
    right = r"\|x - y\|^2 &= \|(x - z) + (z - y)\|^2 \\ &= \|x - z\|^2 + d^2"
    assert _last(tmp_path, right, prose=PROJECTION).status is Status.VERIFIED
    assert _last(tmp_path, right.replace("+ d^2", "- d^2"), prose=PROJECTION).status is not Status.VERIFIED
    assert (
        _last(tmp_path, right, prose=PROJECTION.replace("it follows that", "we ask whether")).status
        is not Status.VERIFIED
    )
    assert _last(tmp_path, right, prose=PROJECTION.replace("So we assume", "Now let")).status is not Status.VERIFIED


@pytest.mark.parametrize(
    ("chain", "mend"),
    [
        (r"\|y\|^2 &= \|X w + e\|^2 \\ &= \|X w\|^2 - \|e\|^2", "+ for -"),
        (r"e^\top y &= e^\top (X w + e) \\ &= 2 \|e\|^2", "without the factor 2"),
        (r"\|y\|^2 &= \|X w\|^2 + \|e\|^2 \\ &= w^\top X^\top X w", r"with \|e\|^{2} as before"),
    ],
)
def test_a_slip_in_an_open_line_is_shown_with_its_mend(tmp_path: Path, chain: str, mend: str) -> None:
    normal = r"X^\top X w &= X^\top y"
    prose = "Let $e = y - X w$."
    line = _last(tmp_path, normal, chain, prose=prose, mending=True)
    assert line.status in (Status.UNDECIDED, Status.REFUTED)
    assert mend in [one.what for one in line.mends]


def test_a_line_that_nothing_gives_has_no_mend(tmp_path: Path) -> None:
    line = _last(tmp_path, r"x^\top y &= z^\top w \\ &= u^\top v + c", mending=True)
    assert line.status is not Status.VERIFIED
    assert line.mends == []
