"""A head that nothing implies is stated and not wrong; what is not read may make a line right."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from layerproof.tools.latex_lines import Findings, Limiting, Status, as_json, read_text, run, show

HEADER = "% symbols: a, b, c, x, y real; u > 0; n natural; M, N matrix n x n; t time; r trajectory\n"
OK, WRONG, OPEN, STATED = Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.STATED


def found(body: str, header: str = HEADER, before: str = "") -> Findings:
    text = f"{header}{before}\n\\begin{{align}}\n{body}\n\\end{{align}}\n"
    return run(read_text(text), limiting=Limiting(budget=10), mending=False)


@pytest.mark.parametrize(
    "body",
    [
        r"y &= a x + b",  # a model
        r"a &= b c",  # a definition
        r"x^2 - 2x + 1 &= 0",  # an equation to be solved
        r"a &\le 0",  # an assumption
        r"M^\top M &= N",
        r"(x + y)^2 &= x^2 + y^2",
        r"\frac{x}{y} &= 2",
        r"\int_0^1 c \, dx &= 1",  # what fixes c
    ],
)
def test_a_head_that_nothing_implies_is_stated(body: str) -> None:
    findings = found(body)
    assert [line.status for line in findings.lines] == [STATED]
    assert findings.exit_code == 0
    assert findings.first_wrong is None


@pytest.mark.parametrize(
    ("body", "header"),
    [
        (r"1 + 1 &= 3", ""),
        (r"\int_0^1 x^2 \, dx &= \frac12", ""),
        (r"\dot r &= r", "% flow: \\dot r = -r\n"),
        (r"k &= 2 x", "% define: k = x\n"),
        (r"\mathbf{E}[x^2] &= 2", "% random: x ~ N(0, 1)\n"),
    ],
)
def test_what_the_file_itself_works_out_is_a_claim(body: str, header: str) -> None:
    assert [line.status for line in found(body, HEADER + header).lines] == [WRONG]


def test_a_head_that_is_proved_is_verified_and_steps_are_claims() -> None:
    assert [k.status for k in found(r"(x+y)^2 &= x^2 + 2xy + y^2 \\ &= x^2 + xy + y^2").lines] == [OK, WRONG]
    assert [k.status for k in found(r"c &= (x+y)^2 \\ &= x^2 + 2xy + y^2 \\ &= x^2").lines] == [STATED, OK, WRONG]


def test_asked_for_a_head_is_a_claim() -> None:
    derivations = read_text(f"{HEADER}\\[ y = a x + b \\]")
    assert run(derivations, mending=False, identities=True).first_wrong is not None


def test_what_is_stated_is_a_fact_for_what_follows() -> None:
    findings = found(r"y &= 2 x \\ x + y &= x + y \\ &= 3 x \\ &= 4 x")
    assert [line.status for line in findings.lines] == [STATED, OK, OK, WRONG]
    assert "given what is stated in line 4" in findings.lines[2].note


@pytest.mark.parametrize(
    ("before", "body", "status"),
    [
        ("Let $x = y$.", r"2 x &= 2 x \\ &= x + y", OPEN),  # it rests on the prose
        ("Let $x = y$.", r"2 x &= 2 x \\ &= - 2 x", WRONG),  # one sign explains it
        ("Let $a = 1$.", r"2 x &= 2 x \\ &= x + y", WRONG),  # nothing is said of x and y
        (r"\[ \heartsuit(x) = y \]", r"2 x &= 2 x \\ &= x + y", OPEN),  # a display that was not read
        ("", r"2 x &= 2 x \\ &= x + y && \text{by Lemma 3}", OPEN),
        ("", r"2 x &= 2 x \\ &\overset{(a)}{=} x + y", OPEN),
        ("", r"2 x &= 2 x \\ &= x + y && \text{and}", WRONG),
    ],
)
def test_a_line_that_may_rest_on_what_was_not_read_is_wrong_only_by_a_slip(
    before: str, body: str, status: Status
) -> None:
    line = found(body, before=before).lines[-1]
    assert line.status is status, line.reason


def test_the_summary_comes_first_and_counts_what_was_not_read() -> None:
    body = "\\\\\n".join([r"\heartsuit &= x"] * 120 + [r"z &= f(x)", r"2x &= x + x \\ &= 3x"])
    findings = found(body)
    stream = io.StringIO()
    show(findings, Console(file=stream, width=120))
    shown = stream.getvalue()
    assert "1 display, 123 lines (1 step, the others heads): 2 read" in " ".join(shown.split())
    assert "outside of the grammar: \\heartsuit 120" in " ".join(shown.split())
    assert shown.index("the first wrong line") < shown.index("display 1\n")
    assert shown.count("heartsuit") == 1  # the rest is folded
    assert "derivation:123:1" not in shown
    stream = io.StringIO()
    show(findings, Console(file=stream, width=120), every=True)
    assert "derivation:4:1: " in stream.getvalue()
    summary = as_json([findings])["derivations"][0]["summary"]
    assert (summary["steps"], summary["read"], summary["verified"], summary["refuted"]) == (1, 2, 1, 1)
