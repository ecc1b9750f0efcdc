"""Files that try to run something, to exhaust something, or to look like something else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Findings, Limiting, Status, read_file, run

HEADER = "% symbols: x, y real; n natural\n"


def display(body: str) -> bytes:
    return f"{HEADER}\\begin{{align}}\n{body}\n\\end{{align}}\n".encode()


def found(data: bytes, folder: Path, name: str = "hostile.tex") -> Findings:
    file = folder / name
    file.write_bytes(data)
    return run(read_file(file), limiting=Limiting(budget=3), mending=False, identities=True)


UNREADABLE = {
    "parentheses": display("x &= " + "(" * 1000 + "x" + ")" * 1000),
    "braces": display("x &= " + "{" * 5000 + "x" + "}" * 5000),
    "functions": display("x &= " + r"\sin" * 3000 + " x"),
    "fractions": display("x &= " + r"\frac{" * 1000 + "x" + "}{2}" * 1000),
    "exponents": display("x &= " + "x^{" * 900 + "x" + "}" * 900),
    "signs": display("x &= " + "-" * 4000 + " x"),
    "import": display("x &= __import__('os').system('touch pwned')"),
    "attribute": display("x &= x.__class__.__mro__"),
    "tower": display("9^{9^{9^9}} &= x"),
    "power": display("(x + y)^{99999999} &= x"),
    "small number": display("2^{-99999999999} &= x"),
    "gamma": display(r"\Gamma(99999999999) &= x"),
    "number": display("9" * 19_000 + " &= x"),
    "infinities": display(r"\infty - \infty &= 0"),
    "no value": display(r"\frac{1}{0} &= x"),
    "endless": f"{HEADER}\\[ x = {'1+x+' * 50}\n{('1+x+' * 1000 + chr(10)) * 100} 1 \\]".encode(),
    "one line": f"{HEADER}\\[ x = {'1+' * 400_000}1 \\]".encode(),
    "ten megabytes": lambda: b"x" * 10_000_000,  # made when it is read: every fork of this process would carry it
    "binary": bytes(range(256)) * 20,
    "null": display("x &= x\0"),
    "escape": display("x &= x && \\text{\x1b[31mred}"),
    "right to left": display("x &= x % \u202e"),
    "look-alike": display("\u0445 &= x"),
    "minus": display("x \u2212 y &= x"),
    "no end": f"{HEADER}\\begin{{align}} x &= x".encode(),
    "input": f"{HEADER}\\input{{/etc/passwd}}".encode() + display("x &= x"),
    "write": display(r"x &= x \immediate\write18{touch pwned}"),
    "definition": display(r"\def\x#1.{#1} \x y. &= x"),
    "endless definition": display(r"\def\a{\b\b}\def\b{\a\a} \a &= x"),
    "growing definition": display(
        "".join(rf"\def\r{chr(98 + k)}{{{(chr(92) + 'r' + chr(97 + k)) * 10}}}" for k in range(12))
        + r"\def\ra{x+}\rm &= x"
    ),
    "definition that acts": display(r"\newcommand{\a}{\write18{touch pwned}} \a &= x"),
    "code": display(r"\catcode`x=13 x &= x"),
    "name of a command": display(r"\csname x\endcsname &= x"),
    "other folder": f"{HEADER}\\input{{../../etc/passwd}}".encode() + display("x &= x"),
    "python": b"import os\nos.system('touch pwned')\n",
    "nothing": b"",
    "names": ("% symbols: " + ", ".join(f"a_{{{k}}}" for k in range(1500)) + " > 0\n").encode() + display("x &= x"),
    "header": b"% symbols: __import__('os').system('touch pwned') > 0\n" + display("x &= x"),
    "hypotheses": b"% hypotheses: 9^{9^{9^9}} > 0; x.__class__ > 0\n" + display("x &= x"),
    "flow": b"% symbols: a trajectory\n% flow: loss = 9^{9^{9^9}} a; parameters a\n" + display(r"\dot a &= 1"),
    "many rows": display("\\\\\n".join(["\\heartsuit &= x"] * 3000)),
    "columns": display("x " + "&" * 5000 + "= ("),
    "dollars": b"$$" * 9_999,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_it_is_refused_with_a_message(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = UNREADABLE[name]
    findings = found(text() if callable(text) else text, tmp_path)
    assert findings.exit_code == 2
    said = [str(trouble) for trouble in findings.troubles] + [
        k.reason for k in findings.lines if k.status is Status.UNREAD
    ]
    assert said
    assert all(len(words) > 10 and "\x1b" not in words for words in said)
    assert not (tmp_path / "pwned").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (r"\sum_{k=1}^{99999999999} k &= x", Status.UNDECIDED),
        (r"\prod_{k=1}^{99999999999} k &= x", Status.UNDECIDED),
        (r"(x+y)^{200} &= (x+y)^{199} (x + 2y)", Status.REFUTED),
        (r"\exp(\exp(\exp(\exp(\exp(x))))) &= y", Status.REFUTED),
    ],
)
def test_it_is_bounded(body: str, status: Status, tmp_path: Path) -> None:
    (line,) = found(display(body), tmp_path).lines
    assert line.status in (status, Status.UNDECIDED)


@pytest.mark.parametrize("data", [display("x &= x").replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + display("x &= x")])
def test_other_line_ends_and_a_byte_order_mark_are_harmless(data: bytes, tmp_path: Path) -> None:
    assert found(data, tmp_path).exit_code == 0


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tex")
    for path in (tmp_path / "pipe.tex", tmp_path, tmp_path / "missing.tex", Path("/dev/zero")):
        findings = run(read_file(path))
        assert findings.exit_code == 2
        assert findings.troubles


def test_a_line_that_takes_for_ever_is_undecided_and_the_others_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from layerproof.tools.latex_lines.judging import lines

    ask = lines._asked

    def sleepy(question: lines.Question, budget: float) -> dict[str, object]:
        if "3" in str(question.right):
            while True:
                pass
        return ask(question, budget)

    monkeypatch.setattr(lines, "_asked", sleepy)
    file = tmp_path / "slow.tex"
    file.write_bytes(display(r"3x &= 3x \\ 2x &= x + x"))
    findings = run(read_file(file), limiting=Limiting(budget=0.1), mending=False, identities=True)
    assert [line.status for line in findings.lines] == [Status.UNDECIDED, Status.VERIFIED]
    assert "no answer" in findings.lines[0].reason
