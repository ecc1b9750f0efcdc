"""Lines as they are written: what may not be proved, what may not be accused, and what follows what."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Findings, Limiting, Status, read_text, run, run_file

from . import as_written as corpus


def found(header: str, lines: list[str], environment: str = "align") -> Findings:
    body = " \\\\\n".join(lines)
    text = f"{header}\\begin{{{environment}}}\n{body}\n\\end{{{environment}}}\n"
    return run(read_text(text), limiting=Limiting(budget=5), mending=False, identities=True)


def first_line(header: str) -> int:
    return header.count("\n") + 2


@pytest.mark.parametrize(("header", "lines"), corpus.NOT_PROVED)
def test_nothing_of_this_gets_a_tick(header: str, lines: list[str]) -> None:
    findings = found(header, lines)
    ticked = [line.source for line in findings.lines if line.status is Status.VERIFIED]
    assert ticked == []


@pytest.mark.parametrize(("header", "lines"), corpus.RIGHT)
def test_nothing_of_this_is_called_wrong_and_most_is_proved(header: str, lines: list[str]) -> None:
    findings = found(header, [line.removeprefix("?") for line in lines])
    assert findings.troubles == []
    assert [line.source for line in findings.lines if line.status is Status.REFUTED] == []
    begin = first_line(header)
    done = {line.line for line in findings.lines if line.status in (Status.VERIFIED, Status.ASSUMED)}
    assert [s for k, s in enumerate(lines) if begin + k not in done and not s.startswith("?")] == []


def test_the_corpora_are_as_large_as_they_are_said_to_be() -> None:
    assert sum(len(lines) for _, lines in corpus.NOT_PROVED) >= 60
    assert sum(len(lines) for _, lines in corpus.RIGHT) >= 40


def test_sizes_that_do_not_fit_are_wrong() -> None:
    findings = found(corpus.SIZES, corpus.CERTAINLY_WRONG)
    assert [line.source for line in findings.lines if line.status is not Status.REFUTED] == []
    assert all(line.reason for line in findings.lines)
    related = corpus.SIZES + "% hypotheses: d = p\n"
    (line,) = found(related, [r"W V &= W V"]).lines
    assert line.status is Status.UNDECIDED  # the sizes may be equal


@pytest.mark.parametrize(
    "remark", [r"\text{(assumption)}", r"\text{given}", r"\text{by assumption}", r"\text{by definition}"]
)
def test_what_is_said_to_be_given_is_a_premise(remark: str) -> None:
    header = "% symbols: a, b, c real\n"
    findings = found(
        header, [rf"a &= 2b && {remark}", rf"b &= 3c && {remark}", r"\Rightarrow a &= 6c", r"\Rightarrow a &= 5c"]
    )
    statuses = [line.status for line in findings.lines]
    assert statuses[:3] == [Status.ASSUMED, Status.ASSUMED, Status.VERIFIED]
    assert statuses[3] is not Status.VERIFIED


def test_what_follows_from_what_was_not_read_is_not_accused() -> None:
    header = "% symbols: a, b real\n"
    for before in (r"\heartsuit &= 1", r"\begin{cases} a \end{cases} &= 1"):
        findings = found(header, ["a &= a", before, r"\Rightarrow b &= 1"])
        assert findings.lines[-1].status is Status.UNDECIDED
    findings = found(header, ["a &= a", r"b &\le \begin{cases} b \end{cases}", "&= b"])
    assert Status.REFUTED not in [line.status for line in findings.lines]  # the last row does not go on from the first


def test_a_condition_may_stand_before_or_beside_its_line() -> None:
    header = "% symbols: x, y real\n"
    (line,) = found(header, [r"\text{if } x > 0 \text{ then } |x| &= x"]).lines
    assert line.status is Status.VERIFIED
    beside = found(header, [r"|x| &= x, \quad x > 0"]).lines
    assert [line.status for line in beside] == [Status.UNDECIDED] * 2
    assert "write it in parentheses: (x > 0)" in beside[0].reason
    assert found(header, [r"x &= x, \quad y = 2"]).lines[-1].status is Status.REFUTED


def test_definitions_keep_what_their_values_ask_for() -> None:
    findings = found("% symbols: x real\n", [r"w := \frac{x}{x}", "w &= 1", "w - w &= 0"])
    assert [line.status for line in findings.lines] == [Status.ASSUMED, Status.UNDECIDED, Status.UNDECIDED]
    findings = found("% symbols: x > 0\n", [r"w := \frac{x}{x}", "w &= 1"])
    assert findings.lines[-1].status is Status.VERIFIED


def test_the_converse_asks_for_it_too() -> None:
    findings = found("% symbols: x, y real\n", [r"\frac{x y}{x} = 0 &\iff y = 0"])
    assert findings.lines[-1].status is Status.UNDECIDED


def test_a_witness_is_a_point_at_which_the_line_has_a_value() -> None:
    header = "% symbols: x, y real\n"
    assert found(header, [r"\frac{x y}{x} &= 2y"]).lines[0].status is Status.REFUTED
    assert found(header, [r"\frac{x y}{x} &= 2y \quad (x = 0)"]).lines[0].status is Status.UNDECIDED


def test_numbers_are_declared_in_several_ways() -> None:
    for kind in ("m number", "m real number", "m > 0 constant", "m positive numbers", "m \\in (0, 1) number"):
        findings = found(f"% symbols: {kind}; x, y real\n", ["m(x + y) &= mx + my"])
        assert [line.status for line in findings.lines] == [Status.VERIFIED], kind


def test_an_error_from_inside_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from layerproof.tools.latex_lines import run as module

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a slip")

    file = tmp_path / "one.tex"
    file.write_text("% symbols: x real\n\\[ x = x \\]\n")
    assert run_file(file, mending=False).exit_code == 0
    monkeypatch.setattr(sys.modules[module.__module__], "read_file", broken)
    findings = run_file(file)
    assert findings.exit_code == 2
    assert "ZeroDivisionError: a slip" in str(findings.troubles[0])


def test_one_bad_name_costs_only_itself() -> None:
    findings = found("% symbols: \\sum s, y real; C + D, k vector p\n", ["y &= y", r"k^\top k &= k^\top k"])
    assert [line.status for line in findings.lines] == [Status.VERIFIED] * 2
    assert len(findings.troubles) == 2
    assert "no name" in str(findings.troubles[0])


LARGE = {
    "closings": lambda: "\\]\n" * 324_000,
    "displays": lambda: "$$" * 486_000,
    "beginnings": lambda: "\\begin{align}" * 70_000,
    "rows that go on": lambda: "\\begin{align}\nx &= x \\\\\n" + "&\\quad + x \\\\\n" * 6_000 + "\\end{align}",
    "many rows that go on": lambda: "\\begin{align}\nx &= x \\\\\n" + "&\\quad + x \\\\\n" * 60_000 + "\\end{align}",
    "rows without a relation": lambda: "\\begin{align}\n" + "x \\\\\n" * 150_000 + "\\end{align}",
    "cells": lambda: "\\begin{align}\n" + ("x " + "&" * 19_000 + "= x \\\\\n") * 10 + "\\end{align}",
    "commas": lambda: "\\begin{align}\n" + ("x = " + "1," * 9_000 + "= x \\\\\n") * 10 + "\\end{align}",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_files_are_cut_in_little_time(name: str) -> None:
    text = LARGE[name]()
    begun = time.process_time()
    derivations = read_text(text)
    assert time.process_time() - begun < 5  # the cutting itself has its own limit, in a process of its own
    assert derivations.troubles or derivations.document.equations
    assert not any("within its limits" in str(trouble) for trouble in derivations.troubles)
    assert len(derivations.troubles) < 300
