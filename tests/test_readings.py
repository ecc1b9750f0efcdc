"""Every numbered equation says how it is read: proved to say the same as a claim, or why not."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from layerproof import Claim, Identity, derivations, positive
from layerproof.derivations.coverage import Entry, entries
from layerproof.derivations.printed.definitions import APART, DEFINES
from layerproof.derivations.printed.equations import PRINTED
from layerproof.derivations.printed.lines import printed_lines
from layerproof.desk.coverage import as_json
from layerproof.desk.readings import Reading, of_entry, of_label
from layerproof.desk.report import _readings


@cache
def found() -> dict[str, Reading]:
    claims = [claim for subject in derivations.subjects() for claim in derivations.load(subject)]
    read = {entry.label: of_entry(entry) for entry in entries(claims) if entry.document == "thesis"}
    return {label: reading for label, reading in read.items() if reading is not None}


def test_every_line_says_how_it_is_read() -> None:
    assert found().keys() == printed_lines("thesis").keys()
    for label, reading in found().items():
        assert reading.claim if reading.how == "proved" else reading.why, label
        assert str(reading).endswith((".", "B.37), (B.39)", "checked against them")), str(reading)
        assert "expected a number" not in str(reading), label


def test_the_counts_do_not_get_worse() -> None:
    counted = Counter(reading.how for reading in found().values())
    assert counted["proved"] >= 191
    assert counted["unread"] <= 32
    assert sum(counted.values()) == 282


def test_what_defines_is_not_declared_to_be_read() -> None:
    assert not {*DEFINES, *APART} & {printed.label for _, printed in PRINTED}
    assert {*DEFINES, *APART} <= set(printed_lines("thesis"))


_UNDECLARED = "since what the source means by it is not declared"


def claim(line: str) -> Claim:
    x = positive("x")
    return Claim("own/line", title=line, statement=Identity(x + 1, 2))


@pytest.mark.parametrize(
    ("line", "how", "why"),
    [
        ("x + 1 = 2", "proved", ""),
        ("x - 1 = 2", "unread", "its left side reads as x - 1; the claim has x + 1."),
        ("y = 2", "unread", f"the reading stops at `y` at the start, {_UNDECLARED}."),
        ("x & : 1 = 2", "unread", f"the reading stops at `:` after `x &`, {_UNDECLARED}."),
        ("x + 1", "unread", "it is an expression, with no relation that could be proved."),
        ("x + [ 1 = 2", "unread", "the reading stops at `=` after `x + [ 1`, where it expects `]`."),
    ],
)  # fmt: skip
def test_where_a_line_is_not_read_the_machine_says_why(line: str, how: str, why: str) -> None:
    assert of_label(claim(line), "99.1", line) == Reading(how, why, "own/line")


def test_the_reading_stands_in_the_json() -> None:
    sigmoid = next(c for c in derivations.load("feedback") if c.id == "feedback/sigmoid")
    assert _readings(sigmoid)[0] | {"reason": None} == {
        "document": "thesis", "label": "3.9", "reading": "proved", "reason": None, "claim": "feedback/sigmoid",
    }  # fmt: skip
    data = as_json([Entry("thesis", "3.2", None, (sigmoid,))])["documents"]["thesis"]["3.2"]
    assert (data["reading"], data["why"]) == ("definition", "the loss")
