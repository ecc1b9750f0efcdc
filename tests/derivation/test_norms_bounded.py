r"""Bounds from bounds on norms: ``u^\top v \le p q`` where ``\|u\| \le p`` and ``\|v\| \le q``."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run

HEADER = (
    "% layerproof\n% symbols: u, v vector d; A matrix d x d; p, q positive\n"
    "% hypotheses: \\|u\\| \\le p; \\|v\\| \\le q; \\|A\\|_F \\le p\n"
)


def statuses(body: str) -> list[Status]:
    text = f"{HEADER}\\begin{{align}} {body} \\end{{align}}"
    found = run(read_text(text), limiting=Limiting(budget=10), identities=True, mending=False)
    return [line.status for line in found.lines]


@pytest.mark.parametrize(
    ("body", "false"),
    [
        (r"u^\top v &\le p q", r"u^\top v &\le - p q"),
        (r"\|u + v\| &\le p + q", r"\|u - v\| &\le p - q"),
        (r"\|A u\|^2 &\le p^2 \|u\|^2", r"\|A u\|^2 &\le p \|u\|^2"),
        (r"p^2 - 2 u^\top v + q^2 &\le (p + q)^2", r"p^2 - 2 u^\top v + q^2 &\le (p - q)^2"),
    ],
)
def test_they_follow_and_others_do_not(body: str, false: str) -> None:
    assert statuses(body) == [Status.VERIFIED]
    assert statuses(false) != [Status.VERIFIED]


@pytest.mark.slow
def test_a_chain_by_the_bounds() -> None:
    chain = r"\|u - v\|^2 &= \|u\|^2 - 2 u^\top v + \|v\|^2 \\ &\le p^2 - 2 u^\top v + q^2 \\ &\le (p + q)^2"
    assert statuses(chain) == [Status.VERIFIED] * 3
