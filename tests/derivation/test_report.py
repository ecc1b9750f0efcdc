"""What a person, and another program, sees."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from layerproof import Asymptotic, Chain, Claim, Identity, Link, real
from layerproof.tools.latex_lines import Findings, Limiting, Line, Status, as_json, explain, read_text, run, show
from layerproof.tools.latex_lines.findings.report import suspected
from layerproof.tools.latex_lines.judging.questions import Mend

TEXT = r"""% symbols: x, y real
\begin{align}
  (x + y)^2 &= x^2 + xy + y^2 && \text{a reason that is cut off where a terminal has only eighty columns} \\
            &\ge -1 \\
  \frac{x}{y} &= \frac{x}{y} \\
  \heartsuit &= 1
\end{align}
"""


@pytest.fixture(scope="module")
def findings() -> Findings:
    return run(read_text(TEXT, "mine.tex"), limiting=Limiting(budget=10), identities=True)


@pytest.mark.parametrize("width", [80, 140])
def test_the_text_fits_and_says_what_is_wrong_where_and_why(findings: Findings, width: int) -> None:
    stream = io.StringIO()
    show(findings, Console(file=stream, width=width, highlight=False, markup=False))
    shown = stream.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    flat = " ".join(shown.split())
    for words in (
        "mine.tex", "the first wrong line: line 3 (display 1)", "it fails at x = 1, y = 1: left minus right = 1.0",
        "right would be: = x^{2} + 2xy + y^{2} (a factor 2)", "y != 0 is not derived", "mine.tex:6:3: ", "heartsuit",
        "4 lines: 1 VERIFIED, 1 REFUTED, 1 UNDECIDED, 1 UNREAD",
    ):  # fmt: skip
        assert words in flat, words


def test_json(findings: Findings) -> None:
    data = json.loads(json.dumps(as_json([findings])))
    (item,) = data["derivations"]
    assert (item["file"], item["first_wrong"], item["exit_code"]) == ("mine.tex", 3, 1)
    assert [line["status"] for line in item["lines"]] == ["REFUTED", "VERIFIED", "UNDECIDED", "UNREAD"]
    first = item["lines"][0]
    assert first["witness"]["symbols"] == {"x": "1", "y": "1"}
    assert first["mends"][0]["latex"].replace(" ", "") == "=x^{2}+2xy+y^{2}"


def test_one_line_says_it_all(findings: Findings) -> None:
    assert str(findings).startswith("mine.tex: line 3 is wrong: (x + y)^2")


@pytest.mark.parametrize(
    ("body", "code"), [("x &= x", 0), ("x &= y", 1), (r"x &= \heartsuit", 2), (r"\frac{x}{y} &= \frac{x}{y}", 3)]
)
def test_exit_codes(body: str, code: int) -> None:
    text = f"% symbols: x, y real\n\\begin{{align}} {body} \\end{{align}}"
    assert run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True).exit_code == code


def test_a_chain_in_python() -> None:
    x, y = real("x y")
    chain = Chain(
        (x + y) ** 2,
        (Link("=", x**2 + x * y + y**2, "expanded"), Link(">=", x * y), Link("=", (x + y) ** 2 - x**2 - y**2 - x * y)),
    )
    found = explain(Claim("own/chain", title="A slip", statement=chain), limiting=Limiting(budget=10))
    assert [line.status for line in found.lines] == ["REFUTED", "VERIFIED", "VERIFIED"]
    assert found.first_wrong is found.lines[0]
    assert str(found).startswith("own/chain: link 1 is wrong")
    assert found.lines[0].mends[0].latex.replace(" ", "") == "=x^{2}+2xy+y^{2}"


def test_other_statements_in_python() -> None:
    x, y = real("x y")
    wrong = Claim("own/one", title="", statement=Identity((x - y) * (x + y), x**2 + y**2))
    assert [m.latex.replace(" ", "") for m in explain(wrong).lines[0].mends] == ["=x^{2}-y^{2}"]
    with pytest.raises(ValueError, match="no chain of relations"):
        explain(Claim("own/two", title="", statement=Asymptotic(x + x**2, x, x**2, x, 0)), mending=False)


def test_lines_that_one_small_change_would_prove_are_listed() -> None:
    fails = {"symbols": {"x": "1"}, "part": "", "residual": "1.0"}
    slip, fitted = Mend("= x + y", "+ for -", "x + y"), Mend("= x - y + 2y", "the term +2y", "x + y")
    lines = [
        Line(1, 3, "= x - y", "=", "x - y", Status.UNDECIDED, witness=fails, mends=[fitted, slip]),
        Line(1, 4, "= x - y", "=", "x - y", Status.UNDECIDED, witness=fails, mends=[fitted]),
        Line(1, 5, "= x - y", "=", "x - y", Status.REFUTED, witness=fails, mends=[slip]),
        Line(1, 6, "= x - y", "=", "x - y", Status.UNDECIDED),
    ]
    assert suspected(lines) == lines[:1]
    stream = io.StringIO()
    show(Findings("mine.tex", lines), Console(file=stream, width=100, highlight=False, markup=False))
    assert "look at these first: 1 undecided line that one small change would prove" in stream.getvalue()
    assert "mine.tex:3: = x + y    (+ for -)" in stream.getvalue()
