"""Statements by the hundred, one a line of `false.txt` and `true.txt`: no false one VERIFIED, no true one REFUTED.

A few are asked for in every run, all of them in the slow tests.  ``python -m corpora.test_by_cause``, in the folder of
the tests, counts by group what comes of them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

import pytest
from fuzz.judging import by_exact, by_numbers, judge

from corpora.letters import Line, read

CHUNK = 25
LINES = [*read(False), *read(True)]
FEW = LINES[::20]

DECIDED = (
    "sums over ranges that are shifted, turned around, longer or shorter by a few terms",
    "finite products of any length",
    "whole numbers, indices in their range, sums of squares, pieces",
    "ranges, products, pieces and whole numbers, by one",
    "limits of what oscillates or has steps",
    "floors, steps, pieces, signs and maxima",
    "one exponential beside another",
    "means by an integral, of bounded factors, and of signs",
    "whole numbers, one after the other",
    "factorials and binomial coefficients",
    "means of exponentials of squares",
    "geometric and exponential sums, from 0 and from 1 on",
    "corners at a letter",
    "numbers made of traces below a line",
    "norms",
    "what has no slope",
    "tangents, and sums term by term",
    "hypotheses at irrational numbers",
    "somebody starts there",
    "remainders that oscillate",
    "corners that are rounded off",
    "remainders that grow like a logarithm",
    "one letter in two laws, and rectified",
)
"""Groups of which the exact prover decides each line, in every run."""

VALUELESS = (
    "no mean (undefined)",
    "nobody asked for a value (undefined)",
    "nobody knows that it is there (undefined)",
    "nobody starts there (undefined)",
)
"""Groups of which no line is proved, which is asked in every run: what has no value cancels in each, or no one."""

STILL_WRONG = frozenset[str]()
"""Lines that are judged wrongly as yet; one leaves this list when it is judged rightly."""


def wrong(lines: list[Line]) -> dict[str, str]:
    """The lines that are judged wrongly, and how; all but solutions are put to numbers as well."""
    found = {line.text: judge(line, (by_exact,) if slow(line) else (by_exact, by_numbers)).fault for line in lines}
    return {text: fault for text, fault in found.items() if fault}


def slow(line: Line) -> bool:
    """Whether numbers take long: trajectories are enclosed in balls."""
    return line.text.lower().startswith("sol")


def assert_as_listed(lines: list[Line]) -> None:
    """Wrong are those that are listed, and no other."""
    found = wrong(lines)
    listed = STILL_WRONG & {line.text for line in lines}
    assert not found.keys() - listed, "\n".join(f"{text}\n    {found[text]}" for text in found.keys() - listed)
    assert not listed - found.keys(), "no longer wrong: " + "\n".join(listed - found.keys())


@pytest.mark.parametrize("first", range(0, len(FEW), CHUNK))
def test_a_few_are_judged_rightly(first: int) -> None:
    assert_as_listed(FEW[first : first + CHUNK])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(LINES), CHUNK))
def test_all_are_judged_rightly(first: int) -> None:
    assert_as_listed(LINES[first : first + CHUNK])


@pytest.mark.parametrize("group", DECIDED)
def test_each_is_decided(group: str) -> None:
    lines = [line for line in LINES if line.group == group]
    said = {line.text: (line.truth, judge(line, (by_exact,)).said) for line in lines}
    assert len(said) > 10
    open_ = {text for text, (truth, verdict) in said.items() if verdict != ("VERIFIED" if truth else "REFUTED")}
    assert not open_, "\n".join(sorted(open_))


@pytest.mark.parametrize("group", VALUELESS)
def test_what_has_no_value_is_not_proved(group: str) -> None:
    said = {line.text: judge(line, (by_exact,)).said for line in LINES if line.group == group}
    assert len(said) > 10
    assert not {text for text, verdict in said.items() if verdict not in ("UNDECIDED", "REFUTED", "refused")}


def test_there_are_enough_and_none_twice() -> None:
    texts = [line.text for line in LINES]
    assert len(set(texts)) == len(texts)
    assert sum(not line.truth for line in LINES) >= 850
    assert sum(line.truth for line in LINES) >= 300
    assert set(texts) >= STILL_WRONG


def main(truths: list[bool]) -> None:
    """Print what comes of each group, and each line that is open or wrong."""
    groups: dict[tuple[bool, str], Counter[str]] = defaultdict(Counter)
    for line in (line for line in LINES if line.truth in truths):
        ruling = judge(line, (by_exact,))
        groups[line.truth, line.group][ruling.said] += 1
        if ruling.fault:
            print(f"WRONG {line.text}\n    {ruling.fault}", flush=True)
        elif ruling.said not in ("VERIFIED", "REFUTED", "refused"):
            print(f"open  {line.text}", flush=True)
    for (truth, group), counts in groups.items():
        print(f"{truth!s:5} {group}: {dict(counts)}")
    for truth in truths:
        decided = Counter[str]()
        for (kind, group), counts in groups.items():
            if kind is truth and not group.endswith("(undefined)"):
                decided += counts
        print(f"{truth}, but for what is undefined somewhere: {dict(decided)}")


if __name__ == "__main__":
    main([word == "true" for word in sys.argv[1:]] or [False, True])
