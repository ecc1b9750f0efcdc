r"""Where gradients vanish: what is said *at a critical point* goes on to what is worked out from it, and no further."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run

LETTERS = "symbols: W matrix K x d; H matrix d x N; Y matrix K x N; a, b positive number\n"
MARKDOWN = "{lead}\n\n$$\n(W H - Y) H^\\top + a W = 0 .\n$$\n\n{then}\n\n$$\n{line} .\n$$\n"
RIGHT = r"a \operatorname{tr}(W^\top W) = \operatorname{tr}(W^\top (Y - W H) H^\top)"


def status(folder: Path, lead: str, then: str, line: str = RIGHT) -> Status:
    paper = folder / "paper.md"
    paper.write_text(MARKDOWN.format(lead=lead, then=then, line=line))
    paper.with_suffix(".lp").write_text(LETTERS)
    return run(read_file(paper), limiting=Limiting(budget=5), mending=False).lines[-1].status


@pytest.mark.parametrize(
    "lead",
    [
        "At a critical point", "The first-order conditions are", "The first-order stationarity conditions are",
        "The critical points satisfy", "The optimality condition is", "We have",
    ],
)  # fmt: skip
def test_what_goes_on_from_a_critical_point_is_given_it(lead: str, tmp_path: Path) -> None:
    assert status(tmp_path, lead, r"Multiplying by $W^\top$ and taking the trace, we get") is Status.VERIFIED


@pytest.mark.parametrize(
    ("lead", "then"),
    [
        ("At a critical point", "For every $W$ and $H$ we have"),
        ("At a critical point", "Along the gradient flow"),
        ("At a critical point", "In general, multiplying by $W^\\top$ we get"),
        ("At a critical point", "We now turn to the flow. It gives"),
        ("At a critical point", "## The flow\n\nTaking the trace, we get"),
        ("The first-order conditions are", "On the other hand, taking the trace, we get"),
        ("Naively, at a critical point", "Taking the trace, we get"),
        ("It is not true that at a critical point", "Taking the trace, we get"),
        ("At a critical point of another loss", "Taking the trace, we get"),
    ],
)
def test_what_is_said_elsewhere_is_not(lead: str, then: str, tmp_path: Path) -> None:
    assert status(tmp_path, lead, then) is not Status.VERIFIED


@pytest.mark.parametrize(
    "line",
    [
        r"a \operatorname{tr}(W^\top W) = \operatorname{tr}(W^\top (W H - Y) H^\top)",
        r"a \operatorname{tr}(W^\top W) = \operatorname{tr}(W^\top Y H^\top)",
        r"b \operatorname{tr}(W^\top W) = \operatorname{tr}(W^\top (Y - W H) H^\top)",
        r"a \operatorname{tr}(H^\top H) = \operatorname{tr}(W^\top (Y - W H) H^\top)",
        r"a \operatorname{tr}(W^\top W) = b \operatorname{tr}(H H^\top)",
    ],
)
def test_what_does_not_follow_is_not_verified(line: str, tmp_path: Path) -> None:
    assert status(tmp_path, "At a critical point", "Taking the trace, we get", line) is not Status.VERIFIED
